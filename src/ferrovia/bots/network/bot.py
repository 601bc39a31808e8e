"""The bot that plays its network's favourite action, at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.bots.api import Budget
from ferrovia.bots.network.guided import PARTS
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.planner.bot import PlannerBot
from ferrovia.engine import prepare
from ferrovia.views import View


class NetworkBot:
    """Plays by a trained network, without searching; on a board without one, as the planner."""

    parts: ClassVar = PARTS  # to be compiled

    def __init__(self, network: Network | None = None) -> None:
        self._given = network
        self._reader: Reader | None = None
        self._planner: PlannerBot | None = None

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        reader = self._reader_for(view)
        if reader is None:
            self._planner = self._planner or PlannerBot()
            return self._planner.choose(view, legal, rng, budget)
        return decode(view.board, int(reader.opinion(view).codes[0]))

    def _reader_for(self, view: View) -> Reader | None:
        reader = self._reader
        if reader is None or reader.players != view.players or reader.network.features.board != view.board:
            prepare(*PARTS)
            network = self._given or network_for(view.board)
            self._reader = Reader(network, view.players) if network is not None else None
        return self._reader
