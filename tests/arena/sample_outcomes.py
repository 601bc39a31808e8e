"""Made-up outcomes for the statistics: the ranks, deal by deal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ferrovia.arena import Outcome

CLOCK = ("micros", "cpu_micros", "slowest", "late")


def timeless(outcome: Outcome) -> dict[str, Any]:
    """Everything that must be equal whenever and wherever the game is played."""
    return {name: value for name, value in json.loads(outcome.to_line()).items() if name not in CLOCK}


def outcome(match: int, deal: int, rotation: int, ranks: list[int], scores: list[int] | None = None) -> Outcome:
    seats = len(ranks)
    return Outcome(
        match=match,
        deal=deal,
        rotation=rotation,
        first=0,
        scores=scores or [100 - 10 * rank for rank in ranks],
        ranks=ranks,
        turns=[40] * seats,
        kept=[4] * seats,
        completed=[3] * seats,
        ticket_points=[20] * seats,
        cards=list(ranks),
        trains=[2 * rank for rank in ranks],
        stations=[0] * seats,
        decisions=[60] * seats,
        micros=[10.0] * seats,
        cpu_micros=[9.0] * seats,
        slowest=[0.001] * seats,
        late=[0] * seats,
        ended_by="last_round",
        digest="0" * 16,
        faults=[],
    )


def duel(match: int, firsts: Iterable[tuple[float, float]]) -> list[Outcome]:
    """Pairs of two-player games: the first contestant's result in each rotation, 1, 0 or 0.5."""
    ranks = {1: [1, 2], 0: [2, 1], 0.5: [1, 1]}
    games = []
    for deal, (straight, turned) in enumerate(firsts):
        games.append(outcome(match, deal, 0, ranks[straight]))
        games.append(outcome(match, deal, 1, ranks[turned][::-1]))
    return games
