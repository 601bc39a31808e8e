"""Games to learn from: many batches of one board, for all numbers of players, stepped and observed on all cores.

All games share common arrays, in two halves: while a GPU evaluates one half, the cores play the other. A game that ends
is replaced by the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from ferrovia.bots.network.features import Features, Viewer
from ferrovia.engine.state import MAX_PLAYERS
from ferrovia.environments.batch import Batch, Buffers

GAMES_A_BATCH: Final = 128
MARGIN_SCALE: Final = 30.0  # a margin of this many points is squeezed to three quarters


class Table:
    """One batch of games and its rows in the common arrays."""

    def __init__(self, games: Games, players: int, first: int, seed: int, against_planner: bool) -> None:
        self.players, self.rows = players, slice(first, first + GAMES_A_BATCH)
        self.games, self.against_planner = games, against_planner
        features = games.features
        buffers = Buffers.new(GAMES_A_BATCH, len(features.columns[players]), features.actions.size, players)
        buffers.masks = games.masks[self.rows].view(np.int8)
        buffers.seats, buffers.dones = games.seats[self.rows], games.dones[self.rows]
        self.batch = Batch(
            features.board, players=players, games=GAMES_A_BATCH, seed=seed, wilds="fewest", threads=1, buffers=buffers
        )
        self.viewer = Viewer(features)
        self.learner: Any = np.arange(GAMES_A_BATCH) % players  # the learning seat, where the others are planners
        games.players[self.rows] = players

    def begin(self) -> None:
        self.batch.reset()
        self._show()

    def step(self, actions: Any) -> None:
        self.batch.step(actions[self.rows])
        self._settle()
        self._show()

    def _show(self) -> None:
        games, rows, out = self.games, self.rows, self.batch.buffers
        self.viewer.view(
            self.players,
            self.batch.states,
            out.seats,
            out.observations,
            games.rows[rows],
            out.masks,
            games.planned[rows],
        )
        if self.against_planner:
            games.learns[rows] = out.seats == self.learner

    def _settle(self) -> None:
        """Computes wins and squeezed margins, by seat, of the games that have just ended."""
        games, rows, out = self.games, self.rows, self.batch.buffers
        ended = np.flatnonzero(out.dones)
        if not len(ended):
            return
        wins, margins = results(out.totals[ended], out.ranks[ended])
        where = ended + rows.start
        games.wins[where, : self.players] = wins
        games.margins[where, : self.players] = np.tanh(margins / MARGIN_SCALE)
        games.points[self.players] = out.totals[ended].mean()


def results(totals: Any, ranks: Any) -> tuple[Any, Any]:
    """Shares of a win, and margins over the best other seat, of finished games by seat."""
    won = ranks == 0
    wins = won / won.sum(axis=1, keepdims=True)
    points = totals.astype(np.float32)
    best = np.sort(points, axis=1)
    best_other = np.where(points == best[:, -1:], best[:, -2:-1], best[:, -1:])
    return wins.astype(np.float32), points - best_other


class Games:
    """All games of a training run. `rows`, `masks` and `seats` belong to the seat to act in each game."""

    def __init__(
        self,
        features: Features,
        *,
        games: int,
        shares: Mapping[int, float],
        seed: int,
        threads: int,
        planners: float,
        new_array: Any = np.zeros,
    ) -> None:
        self.features = features
        counts = _share_out(max(games // GAMES_A_BATCH // 2, 1), shares)
        half = sum(counts.values()) * GAMES_A_BATCH
        self.size = 2 * half
        self.rows: Any = new_array((self.size, features.size), np.uint8)
        self.masks: Any = new_array((self.size, features.actions.size), np.uint8)
        self.seats: Any = np.zeros(self.size, dtype=np.int8)
        self.dones: Any = np.zeros(self.size, dtype=np.int8)
        self.planned: Any = np.zeros(self.size, dtype=np.int64)  # the planner's choice
        self.learns: Any = np.ones(self.size, dtype=np.bool_)  # otherwise the planner's action is played
        self.players: Any = np.zeros(self.size, dtype=np.int8)
        self.wins: Any = np.zeros((self.size, MAX_PLAYERS), dtype=np.float32)
        self.margins: Any = np.zeros((self.size, MAX_PLAYERS), dtype=np.float32)
        self.points: dict[int, float] = {}  # per player, in recently finished games
        self.tables: list[Table] = []
        for _ in range(2):
            for players, count in counts.items():
                for number in range(count):
                    first = len(self.tables) * GAMES_A_BATCH
                    against = number < round(count * planners)
                    self.tables.append(Table(self, players, first, seed * 10_007 + len(self.tables), against))
        self.halves = (slice(0, half), slice(half, self.size))
        self._pool = ThreadPoolExecutor(threads)

    def begin(self) -> None:
        list(self._pool.map(Table.begin, self.tables))

    def step(self, actions: Any, half: slice) -> None:
        """Plays one action in each game of a half; `actions` has one for every game."""
        tables = [table for table in self.tables if half.start <= table.rows.start < half.stop]
        list(self._pool.map(lambda table: table.step(actions), tables))

    def close(self) -> None:
        self._pool.shutdown()


def _share_out(tables: int, shares: Mapping[int, float]) -> dict[int, int]:
    """How many batches each number of players gets; two players get the rest."""
    total = sum(shares.values())
    counts = {players: int(tables * share / total) for players, share in shares.items()}
    most = max(shares, key=lambda players: shares[players])
    counts[most] += tables - sum(counts.values())
    return {players: count for players, count in counts.items() if count}
