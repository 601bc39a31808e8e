"""How hard a board can make the search for the longest path: looks for the networks that need the most steps.

The search has a budget (`state.LONGEST_PATH_STEPS`), so that no game can hang. If a player could own a network that
needs more, the game would be scored by a path that is not proven the longest. Trying every network is impossible. This
module tries the hard kinds (dense, compact ones) and climbs from there: it is a search, not a proof.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ferrovia.boards.build import engine_board
from ferrovia.boards.model import Board, Route
from ferrovia.engine import bridge
from ferrovia.engine.state import LONGEST_PATH_STEPS, NOBODY, STATE, new_records

SEAT: Final = 0
STARTS: Final = 3  # networks grown around each city
ATTEMPTS: Final = 3  # each with its own starts: the result of a climb depends much on its start
CLIMBS: Final = 6  # hardest starts of an attempt to climb from
ROUNDS: Final = 1000  # changes tried per climb
PATIENCE: Final = 400  # unsuccessful changes that end a climb

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Network:
    """Routes that one player could own, and how many steps it takes to find their longest path."""

    routes: tuple[str, ...]
    trains: int
    longest: int  # the longest path found
    steps: int

    @property
    def too_hard(self) -> bool:
        return self.steps >= LONGEST_PATH_STEPS


def hardest_network(
    board: Board, *, seconds: float = 20.0, seed: int = 1, progress: Progress | None = None
) -> Network | None:
    """Returns the hardest network found; None on a board without a longest-path bonus.

    Stops early at a network that is too hard, and after `seconds` in any case. Calls `progress` with the share done.
    """
    if not board.bonuses.longest_path:
        return None
    return _Search(board, seconds=seconds, seed=seed, progress=progress or (lambda share: None)).run()


class _Search:
    def __init__(self, board: Board, *, seconds: float, seed: int, progress: Progress) -> None:
        self.board = board
        self.rng = random.Random(seed)
        self.progress = progress
        self.started = time.monotonic()
        self.seconds = seconds
        self._boards = engine_board(board)
        self._states: Any = new_records(STATE)
        self._scratches = bridge.Desk().scratches
        self._at: list[list[Route]] = [[] for _ in board.cities]
        for route in board.routes:
            for city in route.cities:
                self._at[city].append(route)

    def run(self) -> Network:
        best = self.measure(self._filled({0}, set()))
        climbs = 0
        for _ in range(ATTEMPTS):
            starts = [self.measure(own) for own in self._starts()]
            for start in sorted(starts, key=lambda network: -network.steps)[:CLIMBS]:
                best = max(best, start, self._climb(start, climbs), key=lambda network: network.steps)
                climbs += 1
                if best.too_hard or self._late():
                    self.progress(1.0)
                    return best
        self.progress(1.0)
        return best

    def measure(self, own: set[int]) -> Network:
        owner = self._states[0].owner
        owner[:] = NOBODY
        owner[list(own)] = SEAT
        longest, steps = bridge.longest_path_steps(self._boards, self._states, 0, SEAT, self._scratches)
        routes = [self.board.route(number) for number in sorted(own)]
        return Network(tuple(r.id for r in routes), sum(r.length for r in routes), int(longest), int(steps))

    def _starts(self) -> list[set[int]]:
        """Dense networks around every city: short routes first, and routes between cities already included."""
        return [self._filled({city}, set()) for city in range(len(self.board.cities)) for _ in range(STARTS)]

    def _filled(self, cities: set[int], own: set[int]) -> set[int]:
        """Adds as many routes to `own` as the trains allow, grown from `cities`; never both halves of a double."""
        own = set(own)
        left = self.board.trains - sum(self.board.route(number).length for number in own)
        whim = 1 + 2 * self.rng.random()
        while True:
            near = {route.number: route for city in cities for route in self._at[city]}
            open_ = [r for r in near.values() if r.number not in own and r.twin not in own and r.length <= left]
            if not open_:
                return own
            route = min(open_, key=lambda r: r.length + self.rng.random() * whim - (set(r.cities) <= cities))
            own.add(route.number)
            cities |= set(route.cities)
            left -= route.length

    def _climb(self, start: Network, number: int) -> Network:
        """Removes one to four routes, fills up in another way, and keeps the result unless it is easier."""
        here = best = start
        failures = 0
        for tried in range(ROUNDS):
            if here.too_hard or self._late() or failures > PATIENCE:
                break
            own = {self.board.route(route).number for route in here.routes}
            kept = own - set(self.rng.sample(sorted(own), min(len(own) - 1, self.rng.randint(1, 4))))
            cities = {city for route in kept for city in self.board.route(route).cities}
            there = self.measure(self._filled(cities, kept))
            failures = 0 if there.steps > here.steps else failures + 1
            if there.steps >= here.steps:
                here = there
            best = max(best, here, key=lambda network: network.steps)
            self.progress((number + tried / ROUNDS) / (ATTEMPTS * CLIMBS))
        return best

    def _late(self) -> bool:
        return time.monotonic() - self.started > self.seconds
