"""A bot to compare with `master`: the network plays its imagined games to their end, in all seats.

    ferrovia tournament benchmarks.network.played_out:PlayedOutBot@440 network --board new_york --games 100

`master` lets the light policy play a few turns and the network judge the position. A game between networks takes about
20 times as long on New York, but its result is no guess. docs/network.md says what came of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from benchmarks.network.many_games import act_in_games, begin_games, settle_games

from ferrovia.actions import Action, decode
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.guided import PARTS, GuidedStudy
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.engine import prepare
from ferrovia.engine.state import new_records
from ferrovia.environments.kernels import loops
from ferrovia.environments.kernels.sections import GRAPH, NO_STAMP
from ferrovia.views import View
from ferrovia.views.passing import passed


class ChoosingReader(Reader):
    """A reader that also chooses, for many positions at once."""

    def choices(self, states: Any, seats: Any) -> Any:
        """The engine's code of the network's favourite action of seats[i], which is to act in states[i]."""
        count, actions, bench = len(seats), self.network.features.actions, self._viewer.bench
        graphs = new_records(GRAPH, count * self.players).reshape(count, self.players)
        graphs["stamp"] = NO_STAMP
        observations = np.empty((count, self._observer.encoding.size), dtype=np.uint8)
        masks = np.empty((count, actions.size), dtype=np.int8)
        codes = np.empty((count, actions.size), dtype=np.int16)
        boards, games = passed(bench.boards), passed(states)
        loops.observe_seats(
            boards, self._plans, games, passed(graphs), self._search, seats, observations, 0, count
        )  # fmt: skip
        loops.mask_seats(
            boards, self._plans, games, self._search, seats, actions.number_of, bench.desk.legal, masks, codes, 0, count
        )  # fmt: skip
        rows, _ = self._rows(states, seats, observations, masks)
        return codes[np.arange(count), self.network.choose(rows, masks)]


class PlayedOutStudy(GuidedStudy):
    """One position under study: every imagined game is played to its end by the network."""

    readers: list[ChoosingReader]  # type: ignore[assignment]

    def _try_group(self, thread: int, first: int, last: int) -> None:
        bench, reader = self.benches[thread], self.readers[thread]
        tools, question = bench.for_kernels(bench.rollouts), self._question()
        states, places = self._leaves[thread], self._places[thread]
        games, seats = passed(states), np.zeros(len(states), dtype=np.int8)
        count = begin_games(tools, question, first, last, games, places)
        while count := settle_games(tools, question, count, games, places, seats):
            act_in_games(tools, count, games, seats, reader.choices(states, seats[:count]))


class PlayedOutBot:
    """Thinks on one thread, within a budget in simulations."""

    parts = PARTS

    def __init__(self) -> None:
        self._bench: Workbench | None = None
        self._reader: ChoosingReader | None = None

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self._bench is None or self._reader is None:
            prepare(*PARTS)
            network = network_for(view.board)
            assert network is not None, "only for built-in boards"
            self._bench, self._reader = Workbench(view.board), ChoosingReader(network, view.players)
        study = PlayedOutStudy(view, rng, [self._bench], [self._reader])
        study.run(budget)
        return decode(view.board, study.best())
