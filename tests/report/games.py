"""Made-up games, and boards with malicious names."""

from __future__ import annotations

from typing import Any

from tests.kit.walks import TINY

from ferrovia.boards import Board, load_board, parse_board
from ferrovia.report.facts import PARTS, GameFacts


def tiny() -> Board:
    return load_board(TINY)


def odd_names() -> Board:
    """The tiny board with markup, quotes and long or strange letters where names are."""
    text = TINY.read_text(encoding="utf-8")
    for old, new in {
        'name = "Tiny"': "name = '<script>alert(\"1\")</script>'",
        'name = "Ash"': "name = '</text></svg><img src=x onerror=alert(1)>'",
        'name = "Birch"': "name = 'B&amp;B \"quoted\" & \\'more'",
        'name = "Cedar"': 'name = "Łódź 北京 שלום"',
        'name = "Elm"': "name = 'A name much longer than any that was ever printed on a board'",
    }.items():
        assert old in text
        text = text.replace(old, new)
    return parse_board(text.replace("\\'more", "more"), source="odd.toml")


def game(*totals: int, deal: int = 0, bots: tuple[str, ...] = (), **more: Any) -> GameFacts:
    """A game in which seats had these points, all of them from routes; `bonus` moves points into a part."""
    players = len(totals)
    bonus: dict[str, list[int]] = more.pop("bonus", {})
    parts = [
        dict.fromkeys(PARTS, 0) | {part: points[seat] for part, points in bonus.items()} for seat in range(players)
    ]
    for seat, total in enumerate(totals):
        parts[seat]["routes"] = total - sum(parts[seat].values())
    winners = totals.count(max(totals))
    facts: dict[str, Any] = {
        "players": players,
        "deal": (players, deal),
        "bots": bots or ("one", "two", "three", "four", "five")[:players],
        "first": 0,
        "shares": [1 / winners if total == max(totals) else 0.0 for total in totals],
        "totals": list(totals),
        "parts": parts,
        "turns": [10] * players,
        "tickets_kept": [1] * players,
        "tickets_completed": [1] * players,
        "ended_by": "last_round",
        "fallbacks": 0,
        "first_fault": "",
        "kept": [(seat, seat, True) for seat in range(players)],
    }
    return GameFacts(**(facts | more))
