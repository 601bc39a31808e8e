"""The search bot: it tries what it might do in worlds that it could be in, and does what ends best there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.halving import PARTS, Study
from ferrovia.engine import prepare, usable_cores
from ferrovia.views import View


def allowed_threads() -> int:
    """Cores that a bot may use: all, unless whoever runs several at once says otherwise."""
    told = os.environ.get("FERROVIA_THREADS", "")
    return max(int(told), 1) if told.isdecimal() else usable_cores()


class SearchBot:
    """Tries its best actions in imagined worlds, played on by planners; the stronger the more time it has."""

    parts: ClassVar = PARTS  # to be compiled

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = threads or allowed_threads()
        self._benches: list[Workbench] = []

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        if not self._benches or self._benches[0].board is not view.board:
            prepare(*PARTS)
            self._benches = [Workbench(view.board) for _ in range(self._threads)]
        study = Study(view, rng, self._benches)
        study.run(budget)
        return decode(view.board, study.best())
