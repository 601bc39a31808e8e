"""The games of a report: every mix of the bots in turn, each on its own deals, with all rotations.

A *block* is one deal played with every rotation of a line-up over the seats, so that no bot and no place in the turn
order gets better cards than another. Board, bots, numbers and seed determine everything.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from ferrovia.arena.schedule import GamePlan, Match, Tournament
from ferrovia.boards import Board
from ferrovia.bots import Budget, bot_names

USUAL: Final = ("planner", "route_focus", "one_step", "long_route", "hungry")
BUDGET: Final = Budget(simulations=200)


@dataclass(frozen=True)
class Schedule:
    """A tournament with the mixes, and the games to play, block by block."""

    tournament: Tournament
    blocks: tuple[tuple[GamePlan, ...], ...]

    @property
    def games(self) -> int:
        return sum(map(len, self.blocks))


def usual_bots() -> tuple[str, ...]:
    """The default bots of a report: different styles, and the planner if it is installed."""
    return tuple(name for name in USUAL if name in bot_names())


def make_schedule(
    board: Board, *, bots: Sequence[str], players: Sequence[int], games: int, seed: int, budget: Budget = BUDGET
) -> Schedule:
    """About this many games in total, the same per number of players, and at least one block of each."""
    matches: list[Match] = []
    blocks: list[tuple[GamePlan, ...]] = []
    for count in players:
        mixes = [Match(0, lineup) for lineup in line_ups(bots, count, seed)]
        deal, left = 0, games / len(players)
        while deal == 0 or left >= mixes[deal % len(mixes)].rotations / 2:
            match = mixes[deal % len(mixes)]
            number = len(matches) + deal % len(mixes)
            blocks.append(tuple(GamePlan(number, deal, rotation) for rotation in range(match.rotations)))
            left -= match.rotations
            deal += 1
        matches += mixes
    return Schedule(Tournament((board,), tuple(matches), 1, seed, budget), tuple(blocks))


def line_ups(bots: Sequence[str], players: int, seed: int) -> list[tuple[str, ...]]:
    """Every choice of different bots in some order; with fewer bots than seats, all of them as evenly as possible."""
    if players <= len(bots):
        chosen = [list(names) for names in combinations(bots, players)]
    else:
        chosen = [[bots[(start + seat) % len(bots)] for seat in range(players)] for start in range(len(bots))]
    dice = random.Random(f"{seed} {players}")
    for names in chosen:
        dice.shuffle(names)
    dice.shuffle(chosen)  # so that a run that stops early has met all bots
    return [tuple(names) for names in chosen]
