"""The effect of each bonus: how often another player would have won without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferrovia.boards import Board
from ferrovia.report.facts import GameFacts
from ferrovia.report.numbers import plain, sure_share


def bonuses_of(board: Board, games: Sequence[GameFacts]) -> list[str]:
    """The bonuses of a board, by the names of score sheet parts. Unused stations count only if some player builds
    stations.
    """
    there = {
        "longest_path": bool(board.bonuses.longest_path),
        "attractions": bool(board.bonuses.attraction),
        "districts": board.bonuses.districts,
        "merchandise": board.bonuses.merchandise is not None,
        "stations": bool(board.stations.points_unused and any(game.stations for game in games)),
    }
    return [name for name, has in there.items() if has]


def is_decided_by(game: GameFacts, part: str) -> bool:
    """Whether no winner would have had the most points without it (ignoring tie-breaks)."""
    rest = [total - parts[part] for total, parts in zip(game.totals, game.parts, strict=True)]
    return not any(share and points == max(rest) for share, points in zip(game.shares, rest, strict=True))


def measure_bonuses(board: Board, games: Sequence[GameFacts]) -> list[dict[str, Any]]:
    counts = sorted({game.players for game in games})
    return [
        {
            "bonus": part,
            "decided": plain(sure_share((game.deal, float(is_decided_by(game, part))) for game in games)),
            "by_players": {
                str(count): plain(
                    sure_share((game.deal, float(is_decided_by(game, part))) for game in games if game.players == count)
                )
                for count in counts
            },
            "points": {
                "winner": _mean(game.parts[seat][part] for game in games for seat in _seats(game, won=True)),
                "others": _mean(game.parts[seat][part] for game in games for seat in _seats(game, won=False)),
            },
        }
        for part in bonuses_of(board, games)
    ]


def _seats(game: GameFacts, *, won: bool) -> list[int]:
    return [seat for seat, share in enumerate(game.shares) if bool(share) == won]


def _mean(values: Any) -> float:
    found = list(values)
    return round(sum(found) / len(found), 2) if found else 0.0
