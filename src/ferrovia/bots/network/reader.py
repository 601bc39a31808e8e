"""Available networks: which board has one, and its opinion of a view or of many positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.boards import Board, is_built_in
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.one_thread import one_thread
from ferrovia.bots.network.weights import load_weights
from ferrovia.engine.state import new_records
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.kernels import loops
from ferrovia.environments.kernels.sections import GRAPH, NO_STAMP, new_search
from ferrovia.environments.observer import Observer
from ferrovia.views import View
from ferrovia.views.passing import passed

FOLDER = "trained"


def _file_for(board: Board) -> Any:
    return resources.files(__package__).joinpath(FOLDER, f"{board.id}.npz")


def has_network(board: Board) -> bool:
    """Whether the package has a network for exactly this board; another board may have the same id."""
    return is_built_in(board.id, board.digest) and _file_for(board).is_file()


@lru_cache(maxsize=16)
def network_for(board: Board) -> Network | None:
    """The network in the package for exactly this board, if there is one."""
    if not has_network(board):
        return None
    with resources.as_file(_file_for(board)) as path:
        return read_network(path, board)


def read_network(path: Path, board: Board) -> Network:
    """A network from a file of weights."""
    weights = load_weights(path, board)
    return Network(Features(board, weights.style), weights)


@dataclass(frozen=True, slots=True)
class Opinion:
    """A network's opinion of a view: allowed actions by engine code, likeliest first, and the expected result."""

    codes: Any
    chances: Any
    planned: int  # the code of the planner's action
    win: float
    margin: float  # squeezed


class Reader:
    """Evaluates positions of one number of players. Never shared between threads."""

    def __init__(self, network: Network, players: int) -> None:
        self.network, self.players = network, players
        features = network.features
        self._observer = Observer(Encoding(features.board, players), features.actions)
        self._viewer = Viewer(features)
        self._plans = passed(self._observer.encoding.plan(features.actions))
        self._search = passed(new_search())
        self._graphs: Any = new_records(GRAPH, 0)

    def opinion(self, view: View) -> Opinion:
        """The network's opinion of a view whose seat is to act."""
        observation, mask, codes = self._observer.look(view)
        seats = np.array([view.seat], dtype=np.int8)
        rows, planned = self._rows(view.states, seats, observation[None], mask[None])
        with one_thread():
            outputs = self.network.outputs(rows)
        logits = self.network.logits(outputs, rows, mask[None])[0]
        numbers = np.flatnonzero(mask)
        order = numbers[np.argsort(-logits[numbers], kind="stable")]
        chances = np.exp(logits[order] - logits[order[0]])
        win = float(self.network.win_chance(outputs)[0])
        return Opinion(codes[order], chances / chances.sum(), int(codes[planned[0]]), win, float(outputs[0, -1]))

    def choices(self, states: Any, seats: Any) -> Any:
        """The code of the network's favourite action of seats[i], which is to act in states[i]."""
        count, actions, bench = len(seats), self.network.features.actions, self._viewer.bench
        masks = np.empty((count, actions.size), dtype=np.int8)
        codes = np.empty((count, actions.size), dtype=np.int16)
        loops.mask_seats(
            passed(bench.boards), self._plans, passed(states), self._search, seats, actions.number_of,
            bench.desk.legal, masks, codes, 0, count,
        )  # fmt: skip
        rows, _ = self._rows(states, seats, self._observations(states, seats), masks)
        return codes[np.arange(count), self.network.choose(rows, masks)]

    def _rows(self, states: Any, seats: Any, observations: Any, masks: Any) -> tuple[Any, Any]:
        count = len(observations)
        rows = np.zeros((count, self.network.features.size), dtype=np.uint8)
        planned = np.zeros(count, dtype=np.int64)
        self._viewer.view(self.players, states[:count], seats, observations, rows, masks, planned)
        return rows, planned

    def values(self, states: Any, seat: int, count: int) -> tuple[Any, Any]:
        """Chances to win and squeezed margins of a seat that is to act in states[:count]."""
        outputs = self._outputs(states, np.full(count, seat, dtype=np.int8))
        return self.network.win_chance(outputs), outputs[:, -1]

    def win_log_odds(self, states: Any, seats: Any) -> Any:
        """The network's log-odds to win of seats[i], which is to act in states[i]."""
        return self._outputs(states, seats)[:, -2].astype(np.float64)

    def _observations(self, states: Any, seats: Any) -> Any:
        count = len(seats)
        if self._graphs.shape[0] < count:
            self._graphs = new_records(GRAPH, count * self.players).reshape(count, self.players)
        self._graphs["stamp"][:count] = NO_STAMP
        observations = np.empty((count, self._observer.encoding.size), dtype=np.uint8)
        loops.observe_seats(
            passed(self._viewer.bench.boards), self._plans, passed(states), passed(self._graphs), self._search, seats,
            observations, 0, count,
        )  # fmt: skip
        return observations

    def _outputs(self, states: Any, seats: Any) -> Any:
        marks = np.ones((len(seats), self.network.features.actions.size), dtype=np.int8)  # values depend on no mask
        rows, _ = self._rows(states, seats, self._observations(states, seats), marks)
        return self.network.outputs(rows)
