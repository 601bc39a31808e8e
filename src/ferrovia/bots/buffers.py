"""A thread's resources for the bots' kernels: the board's routes and working memory. Never shared between threads."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ferrovia.boards import Board, engine_board
from ferrovia.bots.planner.learned import learned_for
from ferrovia.bots.planner.rival_goals import measure_tickets
from ferrovia.bots.planner.route_costs import map_roads
from ferrovia.bots.planner.style import MIND, ROADS
from ferrovia.engine.bridge import Desk
from ferrovia.engine.state import MAX_PLAYERS, STATE, new_records
from ferrovia.views.passing import passed


class KernelBench(NamedTuple):
    """A workbench in the form that kernels take, with a style per seat."""

    boards: Any
    roads: Any
    states: Any
    minds: Any
    styles: Any
    sheets: Any
    scratches: Any
    works: Any
    legal: Any


class Workbench:
    """Buffers for one thread's thinking on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.boards: Any = engine_board(board)
        self.roads: Any = new_records(ROADS)
        map_roads(self.boards[0], self.roads[0])
        measure = new_records(MIND)
        measure_tickets(self.boards[0], self.roads[0], measure[0])
        self.states: Any = new_records(STATE, 2)
        self.minds: Any = new_records(MIND, MAX_PLAYERS)
        learned = learned_for(board)
        self.planner: Any = np.repeat(learned.planner, MAX_PLAYERS).view(np.recarray)
        self.rollouts: Any = np.repeat(learned.rollouts, MAX_PLAYERS).view(np.recarray)
        self.desk = Desk()

    def for_kernels(self, styles: Any) -> KernelBench:
        """For kernels that play games in these styles."""
        desk = self.desk
        return KernelBench(
            boards=passed(self.boards),
            roads=passed(self.roads),
            states=passed(self.states),
            minds=passed(self.minds),
            styles=passed(styles),
            sheets=passed(desk.sheets),
            scratches=passed(desk.scratches),
            works=passed(desk.works),
            legal=desk.legal,
        )
