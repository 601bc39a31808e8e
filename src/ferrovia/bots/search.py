"""The search bot: it tries what it might do in worlds that it could be in, and does what wins most often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.bots.protocol import Budget
from ferrovia.bots.study import Study
from ferrovia.bots.workbench import Workbench
from ferrovia.views import View


class SearchBot:
    """Tries its best actions in imagined worlds, played to the end by planners; the stronger the more time it has."""

    def __init__(self, *, threads: int = 1) -> None:
        self._threads = threads
        self._benches: list[Workbench] = []

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        if not self._benches or self._benches[0].board is not view.board:
            self._benches = [Workbench(view.board) for _ in range(self._threads)]
        study = Study(view, rng, self._benches)
        study.run(budget)
        return decode(view.board, study.best())
