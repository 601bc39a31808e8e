"""A network's inputs: the observation of any number of players, in the columns of the largest table, and a plan.

`Features` defines the scale of every column and which outputs of a network make up each action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner import plan_view
from ferrovia.bots.planner.style import STYLE, new_style
from ferrovia.engine.state import (
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    KEEP_TICKETS,
    MAX_OFFER,
    MAX_PLAYERS,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
)
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import Encoding
from ferrovia.views.passing import passed

VERSION: Final = 1
GATES: Final = 4  # the planner's action, its payment for a route, its payment for a station, its value of a choice
WORTH_SCALE: Final = 1.0 / 32.0


class Features:
    """The inputs of a board's network and the meaning of its outputs."""

    version: Final = VERSION

    def __init__(self, board: Board, style: Mapping[str, float] | None = None) -> None:
        self.board = board
        self.most = board.players[1]
        self.encoding = Encoding(board, self.most)
        self.actions = ActionSpace(board, "fewest")
        codes = self.actions.code_of.astype(np.int64)
        self.general = int((codes < CLAIM).sum())  # draws, tickets, tunnels: one output each
        self.choices = 1 << self.encoding.sizes.offer
        self.routes, self.cards = len(board.routes), len(board.card_colors) + 1
        self.cities = len(board.cities) if board.stations.each else 0
        bench = Workbench(board)
        if style is None:
            style = {name: float(bench.rollouts[name][0]) for name in STYLE.names or ()}
        self.style = dict(style)
        self.styles: Any = np.repeat(new_style(**self.style), MAX_PLAYERS).view(np.recarray)
        self.plan_size = int(plan_view.plan_width(bench.boards[0], self.general, self.choices))
        self.size = self.encoding.size + self.plan_size

    @cached_property
    def columns(self) -> Mapping[int, Any]:
        """Per number of players: the column of each number in its observation."""
        return {players: self._columns(players) for players in range(self.board.players[0], self.most + 1)}

    def _columns(self, players: int) -> Any:
        small, large = Encoding(self.board, players), self.encoding
        columns = np.zeros(small.size, dtype=np.int32)
        for field in small.fields():  # stored player by player, so that more players come at the end
            first, width = small.start[field.name], small.width(field)
            columns[first : first + width] = large.start[field.name] + np.arange(width)
        return columns

    @cached_property
    def scale(self) -> Any:
        """The factors that give inputs around 1."""
        routes, cards = np.ones(self.routes), np.ones(self.cards)
        parts = [
            self.encoding.scale, routes, routes, routes, routes / 16, routes / 4, routes,
            cards / 3, cards / 3, cards / 3, cards / 8,
            1.0 / np.array([10, 15, 1, 2, 3, 3, 1, 15, 15, 32, 15, 8]),
            np.full(self.choices, WORTH_SCALE / 4), np.ones(self.general + 2), np.ones(MAX_PLAYERS - 1),
        ]  # fmt: skip
        scale = np.concatenate(parts).astype(np.float32)
        assert len(scale) == self.size
        return scale

    # --- outputs ------------------------------------------------------------------------------------------------------
    @property
    def outputs(self) -> int:
        """How many numbers a network returns: general actions, routes, payment colours, stations, gates, values."""
        stations = self.cities + self.cards if self.cities else 0
        return self.general + self.routes + self.cards + stations + GATES + 2

    @cached_property
    def terms(self) -> Any:
        """For each action, the two outputs that it is the sum of; the index after the last output means none."""
        nothing = self.outputs
        first_route = self.general
        first_color = first_route + self.routes
        first_city = first_color + self.cards
        first_station_color = first_city + self.cities
        terms = np.full((self.actions.size, 2), nothing, dtype=np.int64)
        for number, code in enumerate(self.actions.code_of.astype(int).tolist()):
            if code < CLAIM:
                terms[number, 0] = number
            elif code < STATION:
                route, rest = divmod(code - CLAIM, ROUTE_STRIDE)
                terms[number] = first_route + route, first_color + rest // COLOR_STRIDE
            else:
                city, rest = divmod(code - STATION, CITY_STRIDE)
                terms[number] = first_city + city, first_station_color + rest // STATION_COLOR_STRIDE
        return terms

    @cached_property
    def gate_at(self) -> int:
        return self.outputs - 2 - GATES

    @cached_property
    def keep_columns(self) -> Any:
        """For each ticket choice, the column with its value to a planner; -1 for other actions."""
        first = self.size - (MAX_PLAYERS - 1) - (self.general + 2) - self.choices
        codes = self.actions.code_of.astype(int)
        mask = codes - KEEP_TICKETS
        is_keep = (mask > 0) & (mask < (1 << MAX_OFFER)) & (codes < CLAIM)
        return np.where(is_keep, first + mask, -1)

    @cached_property
    def is_station(self) -> Any:
        return self.actions.code_of.astype(int) >= STATION


class Viewer:
    """A thread's buffers for reading positions."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.bench = Workbench(features.board)
        bench = self.bench
        self.planner = plan_view.Planner(
            boards=passed(bench.boards),
            roads=passed(bench.roads),
            minds=passed(bench.minds),
            styles=passed(features.styles),
            legal=bench.desk.legal,
            worths=np.zeros(1 << MAX_OFFER),
            number_of=features.actions.number_of,
            general=features.general,
            choices=features.choices,
        )

    def view(
        self, players: int, states: Any, seats: Any, observations: Any, rows: Any, masks: Any, chosen: Any
    ) -> None:
        """Writes the inputs of states[i] for seats[i] into rows[i], marks masks[i], writes the planner's action."""
        columns = self.features.columns[players]
        plan_view.view_plans(self.planner, columns, passed(states), seats, observations, rows, masks, chosen)
