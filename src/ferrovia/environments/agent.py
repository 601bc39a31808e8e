"""A small network that plays: two hidden layers over the flat observation, in NumPy, and a bot around it.

It is what `examples/ppo_new_york.py` trains. A saved agent carries the board, the number of players and the versions of
encoding and action space that it learned with; loading refuses any other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.actions import Action, decode
from ferrovia.boards import Board, load_board
from ferrovia.bots import Budget
from ferrovia.environments.action_space import ActionSpace, Wilds
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.observer import Looker
from ferrovia.views import View

NAMES = ("w1", "b1", "w2", "b2", "wp", "bp", "wv", "bv")
FORBIDDEN = np.float32(-1e9)


class Network:
    """Chances of all actions and the value of a position, for a batch of observations."""

    def __init__(self, encoding: Encoding, actions: ActionSpace, weights: list[Any]) -> None:
        self.encoding = encoding
        self.actions = actions
        self.weights = weights
        self.scale = encoding.scale

    @staticmethod
    def new(encoding: Encoding, actions: ActionSpace, *, hidden: int, rng: np.random.Generator) -> Network:
        def matrix(rows: int, columns: int, gain: float) -> Any:
            return (rng.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)

        def zeros(size: int) -> Any:
            return np.zeros(size, dtype=np.float32)

        weights = [
            matrix(encoding.size, hidden, 1.4),
            zeros(hidden),
            matrix(hidden, hidden, 1.4),
            zeros(hidden),
            matrix(hidden, actions.size, 0.01),
            zeros(actions.size),
            matrix(hidden, 1, 1.0),
            zeros(1),
        ]
        return Network(encoding, actions, weights)

    def chances(self, observations: Any, masks: Any = None) -> tuple[Any, Any]:
        """The chance of each action (of all, without masks), and the value of each position."""
        w1, b1, w2, b2, wp, bp, wv, bv = self.weights
        hidden = np.maximum((observations.astype(np.float32) * self.scale) @ w1 + b1, 0)
        hidden = np.maximum(hidden @ w2 + b2, 0)
        logits = hidden @ wp + bp
        if masks is not None:
            logits = np.where(masks.astype(bool), logits, FORBIDDEN)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        return chances / chances.sum(axis=1, keepdims=True), (hidden @ wv + bv)[:, 0]

    @staticmethod
    def draw(chances: Any, rng: np.random.Generator) -> Any:
        """One action of each row, by its chances."""
        below = chances.cumsum(axis=1)
        dice = rng.random((len(chances), 1)) * below[:, -1:]
        actions = (below <= dice).sum(axis=1)
        slipped = chances[np.arange(len(chances)), actions] == 0  # rounding: take the likeliest instead
        actions[slipped] = chances[slipped].argmax(axis=1)
        return actions

    def save(self, path: Path) -> None:
        """Weights in half precision, and what they were made for."""
        about = {
            "board": self.encoding.board.id,
            "board_digest": self.encoding.board.digest,
            "players": self.encoding.players,
            "wilds": self.actions.wilds,
            "encoding": self.encoding.version,
            "actions": self.actions.version,
        }
        arrays = {name: weight.astype(np.float16) for name, weight in zip(NAMES, self.weights, strict=True)}
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)

    @staticmethod
    def load(path: str | Path, board: Board | None = None) -> Network:
        """Read a saved network; refuses one that was made for another board or version."""
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            weights = [file[name].astype(np.float32) for name in NAMES]
        board = board or load_board(about["board"])
        wilds: Wilds = about["wilds"]
        encoding, actions = Encoding(board, about["players"]), ActionSpace(board, wilds)
        found = (about["board_digest"], about["encoding"], about["actions"])
        if found != (board.digest, encoding.version, actions.version):
            raise ValueError(f"{path}: the agent was made for another version of {about['board']}, encoding or actions")
        if weights[0].shape[0] != encoding.size or weights[4].shape[1] != actions.size:
            raise ValueError(f"{path}: the network has another size than the encoding of {board.id}")
        return Network(encoding, actions, weights)


class NetworkBot:
    """Plays what its network likes best; with `best=False`, by chance as the network says."""

    def __init__(self, network: Network, *, best: bool = True) -> None:
        self.network = network
        self.best = best
        self._looker = Looker(network.encoding, network.actions)

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        observation, mask, codes = self._looker.look(view)
        chances, _ = self.network.chances(observation[None], mask[None])
        number = int(chances[0].argmax()) if self.best else int(self.network.draw(chances, rng)[0])
        return decode(view.board, int(codes[number]))
