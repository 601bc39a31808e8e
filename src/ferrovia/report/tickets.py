"""Tickets: how often each is kept and completed, and whether it is a trap, a gift or worth its printed points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from ferrovia.arena.intervals import Estimate
from ferrovia.boards import Board
from ferrovia.report.distances import ticket_distance
from ferrovia.report.facts import GameFacts
from ferrovia.report.numbers import plain, sure_share

ENOUGH: Final = 8  # how often a ticket must have been kept before the report judges it
APART: Final = 0.10  # smaller differences from the expected share are not worth mentioning

TRAP: Final = "trap"  # certainly completed less than half the time: keeping it costs points
GIFT: Final = "gift"  # certainly completed more often than tickets of similar value
HARD: Final = "hard"  # certainly completed less often than tickets of similar value, but pays
FAIR: Final = "fair"
UNKNOWN: Final = "unknown"  # kept too rarely


def measure_tickets(board: Board, games: Sequence[GameFacts]) -> list[dict[str, Any]]:
    offered = Counter(number for game in games for number in game.offered)
    kept: dict[int, list[tuple[GameFacts, int, bool]]] = {}
    for game in games:
        for number, seat, done in game.kept:
            kept.setdefault(number, []).append((game, seat, done))
    shares = {
        ticket.number: sure_share((game.deal, float(done)) for game, _, done in kept.get(ticket.number, ()))
        for ticket in board.tickets
    }
    line = expected_line([(t.points, shares[t.number]) for t in board.tickets if t.number in kept])
    found = []
    for ticket in board.tickets:
        share, rows = shares[ticket.number], kept.get(ticket.number, [])
        expected = min(1.0, max(0.0, line[0] + line[1] * ticket.points))
        won = sum(game.shares[seat] * game.players for game, seat, _ in rows)
        found.append(
            {
                "id": ticket.id,
                "cities": [board.city(city).name for city in ticket.cities],
                "points": ticket.points,
                "long": ticket.long,
                "distance": ticket_distance(board, ticket),
                "offered": offered[ticket.number],
                "kept": len(rows),
                "completed": plain(share),
                "expected": round(expected, 4),
                "worth": round(ticket.points * (2 * share.value - 1), 2) if rows else None,
                "wins": round(won / len(rows), 3) if rows else None,  # 1: an even share
                "verdict": verdict(share, expected),
            }
        )
    return found


def expected_line(points: Sequence[tuple[int, Estimate]]) -> tuple[float, float]:
    """Intercept and slope of the line through completion by points, each ticket weighted by how often it was kept.

    With tickets of one value only, or none, the line is level.
    """
    weight = sum(share.count for _, share in points)
    if not weight:
        return (0.5, 0.0)
    x = sum(value * share.count for value, share in points) / weight
    y = sum(share.value * share.count for _, share in points) / weight
    spread = sum(share.count * (value - x) ** 2 for value, share in points)
    slope = sum(share.count * (value - x) * (share.value - y) for value, share in points) / spread if spread else 0.0
    return (y - slope * x, slope)


def verdict(share: Estimate, expected: float) -> str:
    """Judges only as far as the interval allows."""
    if share.count < ENOUGH:
        return UNKNOWN
    if share.high < 0.5:
        return TRAP
    if share.low > expected + APART:
        return GIFT
    if share.high < expected - APART:
        return HARD
    return FAIR
