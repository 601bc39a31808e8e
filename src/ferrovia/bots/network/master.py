"""The strongest bot: a search guided by a network."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.guided import PARTS, GuidedStudy, Manner
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.search.bot import SearchBot, allowed_threads
from ferrovia.engine import prepare
from ferrovia.views import View


class MasterBot:
    """Searches the actions that its network proposes in imagined worlds, and lets the network judge the outcomes."""

    parts: ClassVar = PARTS  # to be compiled
    manner: ClassVar[Manner | None] = None  # as it suits board and number of players

    def __init__(self, *, threads: int | None = None, network: Network | None = None) -> None:
        self._threads = threads or allowed_threads()
        self._given = network
        self._benches: list[Workbench] = []
        self._readers: list[Reader] = []
        self._search: SearchBot | None = None

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self._search is None and not self._is_ready_for(view):
            self._prepare(view)
        if self._search is not None:
            return self._search.choose(view, legal, rng, budget)
        study = GuidedStudy(view, rng, self._benches, self._readers, manner=self.manner)
        study.run(budget)
        return decode(view.board, study.best())

    def _is_ready_for(self, view: View) -> bool:
        if not self._readers:
            return False
        return self._readers[0].players == view.players and self._readers[0].network.features.board == view.board

    def _prepare(self, view: View) -> None:
        prepare(*PARTS)
        network = self._given or network_for(view.board)
        if network is None:
            print(f"There is no network for the board {view.board.id}: master plays as search.", file=sys.stderr)
            self._search = SearchBot(threads=self._threads)
            return
        self._benches = [Workbench(view.board) for _ in range(self._threads)]
        self._readers = [Reader(network, view.players) for _ in range(self._threads)]
