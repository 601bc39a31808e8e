"""A study of a position: candidate actions tried in imagined worlds, the weaker half dropped after every round.

The answer is a function of view, seed and simulations, whatever the number of threads: every world has a stream of its
own, and values are summed in the order of worlds.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.bridge import list_beliefs, list_candidates
from ferrovia.bots.search.imagined_games import TO_THE_END
from ferrovia.bots.search.rollouts import MARGIN, VALUE_COLUMNS, WIN, Question, try_actions
from ferrovia.engine import Part, register
from ferrovia.engine.state import MAX_PLAYERS, MAX_TICKETS, STATE, new_records
from ferrovia.game import Game
from ferrovia.views import View
from ferrovia.views.passing import passed

MOST_CANDIDATES: Final = 32
CLAIMS: Final = 12  # candidates among the claims
STATIONS: Final = 3
MOST_WORLDS: Final = 1 << 14
NO_LEAVES: Final = (passed(new_records(STATE, 0)), np.zeros((0, 2), dtype=np.int64))  # games played to their end
MARGIN_WEIGHT: Final = 1.0  # of a margin, beside the chance to win
MARGIN_SCALE: Final = 25.0  # points at which half of that weight is reached
CAUTION: Final = 0.6  # a gain is doubted by so much after one world, by half of it after four


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of imagined games for one action."""

    code: int
    win: float  # chance to win, shared wins counted in part
    margin: float  # points ahead of the best other seat, on average
    simulations: int


def policy_candidates(view: View, bench: Workbench) -> Any:
    """The codes of the policy's choice and of what else it considers."""
    found = np.full(MOST_CANDIDATES, -1, dtype=np.int64)
    stations = STATIONS if view.stations_left[view.seat] else 0
    count = list_candidates(
        bench.boards, bench.roads, view.states, view.seat, bench.minds, bench.desk.legal, bench.planner,
        found, CLAIMS, stations,
    )  # fmt: skip
    return found[:count].copy()


class Study:
    """One position under study."""

    # simulations per thread between two looks at the clock: `few` until the pace is known, never more than `most`
    few: ClassVar = 4
    most: ClassVar = 64

    def __init__(
        self, view: View, rng: np.random.Generator, benches: list[Workbench], candidates: Any | None = None
    ) -> None:
        """The candidates are codes, the choice that the others are compared with first; the policy's by default."""
        self.view, self.benches = view, benches
        self._key = rng.integers(-(2**31), 2**31, size=8, dtype=np.int32)
        bench = benches[0]
        self.actions = policy_candidates(view, bench) if candidates is None else candidates
        self.alive = np.ones(len(self.actions), dtype=np.bool_)
        self.worlds = 0
        self._pace: float | None = None  # seconds per simulation of a thread
        self.beliefs = np.zeros((MAX_PLAYERS, MAX_TICKETS))
        list_beliefs(bench.boards, bench.roads, view.states, view.seat, view.seen, bench.minds, self.beliefs)
        self._values = np.full((64, len(self.actions), VALUE_COLUMNS), np.nan)

    # --- trying -----------------------------------------------------------------------------------------------------
    def _room_for(self, worlds: int) -> None:
        if worlds > self._values.shape[0]:
            larger = np.full((max(worlds, 2 * self._values.shape[0]), *self._values.shape[1:]), np.nan)
            larger[: self._values.shape[0]] = self._values
            self._values = larger

    def _question(self) -> Question:
        view = self.view
        return Question(
            views=passed(view.states),
            seat=view.seat,
            seen=view.seen,
            beliefs=self.beliefs,
            key=self._key,
            actions=self.actions,
            alive=self.alive,
            values=self._values,
        )

    def try_worlds(self, count: int) -> None:
        """Try all candidates that are left in `count` more worlds, on as many threads as there are benches."""
        self._try_worlds(count, self._worlds_at_once(count))

    def try_on_every_thread(self, each: int) -> None:
        """Try all candidates that are left in `each` more worlds per thread."""
        began = time.perf_counter()
        self._try_worlds(each * len(self.benches), each)
        self._pace = (time.perf_counter() - began) / (each * int(self.alive.sum()))

    def at_once(self, seconds: float) -> int:
        """How many simulations a thread makes before it looks at the clock again, with this time left in a round."""
        if self._pace is None:
            return self.few
        return int(min(max(seconds / self._pace, self.few), self.most))

    def _worlds_at_once(self, count: int) -> int:
        """How many of `count` worlds a thread tries together."""
        return -(-count // len(self.benches))

    def _try_worlds(self, count: int, step: int) -> None:
        """Try worlds in groups of `step`."""
        first, last = self.worlds, self.worlds + count
        self._room_for(last)
        groups = [(start, min(start + step, last)) for start in range(first, last, step)]
        threads = min(len(self.benches), len(groups))
        if threads == 1:
            self._try_groups(0, groups)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(lambda thread: self._try_groups(thread, groups[thread::threads]), range(threads)))
        self.worlds = last

    def _try_groups(self, thread: int, groups: list[tuple[int, int]]) -> None:
        for first, last in groups:
            self._try_group(thread, first, last)

    def _try_group(self, thread: int, first: int, last: int) -> None:
        bench = self.benches[thread]
        try_actions(bench.for_kernels(bench.rollouts), self._question(), first, last, TO_THE_END, *NO_LEAVES)

    # --- judging ----------------------------------------------------------------------------------------------------
    def scores(self) -> Any:
        """By candidate: what it gains over the policy's choice in the same worlds, less a doubt while they are few."""
        values = self._values[: self.worlds]
        margins = values[:, :, MARGIN]
        worth = values[:, :, WIN] + MARGIN_WEIGHT * margins / (np.abs(margins) + MARGIN_SCALE)
        lead = worth - worth[:, :1]  # against the policy's own choice, in the same worlds
        tried = np.maximum((~np.isnan(lead)).sum(axis=0), 1)
        gains = np.nansum(lead, axis=0) / tried
        gains[1:] -= CAUTION / np.sqrt(tried[1:])
        return gains

    def drop_half(self) -> None:
        """Only the better half of the candidates stays, and the policy's choice, which the others are held against."""
        scores = np.where(self.alive, self.scores(), -np.inf)
        order = np.argsort(-scores, kind="stable")
        keep = (int(self.alive.sum()) + 1) // 2
        self.alive[:] = False
        self.alive[order[:keep]] = True
        self.alive[0] = True

    def run(self, budget: Budget, *, even_if_one: bool = False) -> None:
        """Sequential halving within the budget. A single candidate is tried only if its value is asked for."""
        if len(self.actions) == 1 and not even_if_one:
            return
        rounds = max(int(np.ceil(np.log2(len(self.actions)))), 1)
        if budget.seconds is None:
            for _ in range(rounds):
                share = (budget.simulations or 1) // rounds
                self.try_worlds(max(share // int(self.alive.sum()), 1))
                self.drop_half()
            return
        began = time.perf_counter()
        for number in range(rounds):
            until = began + budget.seconds * 0.94 * (number + 1) / rounds
            while True:
                at_once = self.at_once(until - time.perf_counter())
                self.try_on_every_thread(max(at_once // int(self.alive.sum()), 1))
                if time.perf_counter() >= until or self.worlds >= MOST_WORLDS:
                    break
            self.drop_half()

    def best(self) -> int:
        """The code of the best action that is left."""
        if len(self.actions) == 1:
            return int(self.actions[0])
        return int(self.actions[int(np.argmax(np.where(self.alive, self.scores(), -np.inf)))])

    def findings(self) -> list[Finding]:
        """All candidates, the most thoroughly tried first, then the better ones."""
        values = self._values[: self.worlds]
        tried = (~np.isnan(values[:, :, WIN])).sum(axis=0)
        found = [
            Finding(int(code), float(np.nanmean(values[:, i, WIN])), float(np.nanmean(values[:, i, MARGIN])), int(n))
            for i, (code, n) in enumerate(zip(self.actions, tried, strict=True))
            if n
        ]
        scores = dict(zip(self.actions.tolist(), self.scores().tolist(), strict=True))
        return sorted(found, key=lambda finding: (-finding.simulations, -scores[finding.code]))


def _think_once() -> None:
    """Run every kernel of the bots on the first position of a small game."""
    view = Game("new_york", players=2, seed=0).view(0)
    Study(view, np.random.default_rng(0), [Workbench(view.board)]).run(Budget(simulations=4))


PARTS: Final = ("bots",)  # what `prepare` is to be asked for before a bot plans
register(Part("bots", 34, __file__, lambda: [("planning and searching", _think_once)], needs=("rules",)))
