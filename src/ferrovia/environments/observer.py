"""Observations and masks from views, for bots with a network and for callers with a view and no batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ferrovia.boards import engine_board
from ferrovia.engine import bridge
from ferrovia.engine.state import new_records
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.kernels import loops
from ferrovia.environments.kernels.sections import GRAPH, NO_STAMP, new_search
from ferrovia.views import View
from ferrovia.views.passing import passed


class Observer:
    """Turns views of one board and number of players into numbers; keeps no memory between views."""

    def __init__(self, encoding: Encoding, actions: ActionSpace) -> None:
        self.encoding = encoding
        self.actions = actions
        self._plans = passed(encoding.plan(actions))
        self._boards = passed(engine_board(encoding.board))
        self._graphs: Any = passed(new_records(GRAPH, encoding.players).reshape(1, -1))
        self._search = passed(new_search())

    def look(self, view: View) -> tuple[Any, Any, Any]:
        """The observation of the view's seat, its mask, and the engine's code for each action number."""
        if view.board != self.encoding.board or view.players != self.encoding.players:
            raise ValueError(f"this encoding is of {self.encoding.board.id} for {self.encoding.players} players")
        mask, codes = self.mask(view.states, view.seat)
        return self.observe(view.states, view.seat), mask, codes

    def observe(self, states: Any, seat: int) -> Any:
        """The observation of a seat in states[0]."""
        observation = np.empty((1, self.encoding.size), dtype=np.uint8)
        seats = np.array([seat], dtype=np.int8)
        self._graphs["stamp"] = NO_STAMP
        loops.observe_seats(
            self._boards, self._plans, passed(states), self._graphs, self._search, seats, observation, 0, 1
        )
        return observation[0]

    def mask(self, states: Any, seat: int) -> tuple[Any, Any]:
        """The legal actions of a seat in states[0], and the engine's code for each action number."""
        mask = np.empty((1, self.actions.size), dtype=np.int8)
        codes = self.actions.code_of.reshape(1, -1).copy()
        seats = np.array([seat], dtype=np.int8)
        legal = bridge.desk().legal
        number_of = self.actions.number_of
        loops.mask_seats(
            self._boards, self._plans, passed(states), self._search, seats, number_of, legal, mask, codes, 0, 1
        )
        return mask[0], codes[0]
