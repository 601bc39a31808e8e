"""The planner: all tickets planned together in turns, cards drawn for the plan, and an eye on the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.bridge import decide_once
from ferrovia.bots.search.halving import PARTS
from ferrovia.engine import prepare
from ferrovia.views import View


class PlannerBot:
    """Plans its tickets together, in turns, and follows the plan; strong at once, without searching."""

    parts: ClassVar = PARTS  # to be compiled

    def __init__(self) -> None:
        self._bench: Workbench | None = None

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if self._bench is None or self._bench.board is not view.board:
            prepare(*PARTS)
            self._bench = Workbench(view.board)
        bench = self._bench
        code = decide_once(
            bench.boards, bench.roads, view.states, view.seat, bench.minds, bench.desk.legal, bench.planner
        )
        return decode(view.board, int(code))
