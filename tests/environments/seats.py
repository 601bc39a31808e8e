"""Observations and masks of single positions, straight from the kernels, with nothing remembered between them."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.engine.table import Table

from ferrovia.environments.action_space import ActionSpace, Wilds
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.kernels import loops
from ferrovia.environments.kernels.sections import GRAPH, NO_STAMP, new_search


class Observer:
    """Looks at a table's states for one board and number of players."""

    def __init__(self, table: Table, wilds: Wilds = "explicit") -> None:
        self.table = table
        self.encoding = Encoding(table.board, table.players)
        self.actions = ActionSpace(table.board, wilds)
        self.plans = self.encoding.plan(self.actions)
        self.search = new_search()
        self.kept = self.new_graphs()

    def new_graphs(self) -> Any:
        graphs = np.zeros((1, self.table.players), dtype=GRAPH).view(np.recarray)
        graphs["stamp"] = NO_STAMP
        return graphs

    def observe(self, seat: int, states: Any = None, *, graphs: Any = None) -> Any:
        """What a seat sees in a state; with graphs of one's own they are used and brought up to date."""
        out = np.full((1, self.encoding.size), 99, dtype=np.uint8)
        loops.observe_seats(
            self.table.boards,
            self.plans,
            self.table.states if states is None else states,
            self.new_graphs() if graphs is None else graphs,
            self.search,
            np.array([seat], dtype=np.int8),
            out,
            0,
            1,
        )
        return out[0]

    def mask(self, seat: int, states: Any = None) -> tuple[Any, Any]:
        """The mask of a seat, and the codes behind it where payments are left out."""
        mask = np.full((1, self.actions.size), 9, dtype=np.int8)
        codes = np.zeros((1, self.actions.size), dtype=np.int16)
        loops.mask_seats(
            self.table.boards,
            self.plans,
            self.table.states if states is None else states,
            self.search,
            np.array([seat], dtype=np.int8),
            self.actions.number_of,
            self.table.desk.legal,
            mask,
            codes,
            0,
            1,
        )
        return mask[0], codes[0]
