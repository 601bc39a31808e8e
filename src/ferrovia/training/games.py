"""Games to learn from: many batches of one board, for all numbers of players, stepped and observed on all cores.

All games share common arrays, in four groups: while a GPU evaluates some, the cores play the others. A game that ends
is replaced by the next.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from ferrovia.bots.network.features import Features, Viewer
from ferrovia.engine.state import MAX_PLAYERS
from ferrovia.environments.batch import Batch, Buffers
from ferrovia.views.passing import passed

from .learner_view import view_learners

MOST_IN_BATCH: Final = 128
LEAST_IN_BATCH: Final = 16  # unless a run has fewer games
GROUPS: Final = 4
MARGIN_SCALE: Final = 30.0  # a margin of this many points is squeezed to three quarters
EVERY_SEAT: Final = -1
STRONG_PLAYERS, STRONG_EVERY = 2, 3
"""Planners in a third of the two-player batches think like the bot; elsewhere in their light form, up to ten times
faster.
"""


class Table:
    """One batch of games and its rows in the common arrays."""

    def __init__(self, games: Games, players: int, first: int, seed: int) -> None:
        self.players, self.rows = players, slice(first, first + games.each)
        self.games, each = games, games.each
        features = games.features
        buffers = Buffers.new(each, len(features.columns[players]), features.actions.size, players)
        buffers.masks = games.masks[self.rows].view(np.int8)
        buffers.seats, buffers.dones = games.seats[self.rows], games.dones[self.rows]
        self.batch = Batch(
            features.board, players=players, games=each, seed=seed, wilds="fewest", threads=1, buffers=buffers
        )
        self.viewer = Viewer(features)
        bench = self.viewer.bench
        strong = players == STRONG_PLAYERS and seed % STRONG_EVERY == 0
        self.rivals = bench.planner if strong else bench.rollouts  # their style
        by_networks = games_with_networks(each, games.with_planners, games.with_networks)
        self.learners: Any = (np.arange(each) % players).astype(np.int8)
        self.learners[by_networks.stop :] = EVERY_SEAT
        self._seen: Any = self.learners.copy()  # the only seat that needs its inputs
        self._seen[by_networks] = EVERY_SEAT
        games.by_networks[self.rows][by_networks] = True
        self._rng = np.random.default_rng(seed)

    def begin(self) -> None:
        self.batch.reset()
        self._show()

    def step(self, actions: Any, wait: Callable[[], None] | None) -> None:
        if wait is not None:
            wait()
        self.batch.step(actions[self.rows])
        self._settle()
        self._show()

    def _show(self) -> None:
        """Writes what networks see; for planners, only their choices."""
        games, rows, out, viewer = self.games, self.rows, self.batch.buffers, self.viewer
        states = self.batch.states
        columns = games.features.columns[self.players]
        view_learners(
            viewer.planner, passed(self.rivals), self._seen, columns, passed(states), out.seats, out.observations,
            games.rows[rows], out.masks, games.planned[rows],
        )  # fmt: skip
        games.learns[rows] = (self.learners == EVERY_SEAT) | (out.seats == self.learners)
        if games.own < 1:
            games.learns[rows] &= self._rng.random(games.each) < games.own

    def _settle(self) -> None:
        """Computes wins and squeezed margins, by seat, of the games that have just ended."""
        games, rows, out = self.games, self.rows, self.batch.buffers
        ended = np.flatnonzero(out.dones)
        if not len(ended):
            return
        wins, margins = results(out.totals[ended], out.ranks[ended])
        where = ended + rows.start
        games.ends[where, : self.players, 0] = wins
        games.ends[where, : self.players, 1] = np.tanh(margins / MARGIN_SCALE)
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
        with_planners: float,
        with_networks: float = 0.0,
        own: float = 1.0,
        new_array: Any = np.zeros,
    ) -> None:
        """In the shares `with_planners` and `with_networks` of the games one seat learns, and planners or networks that
        the caller asks play the others; in the rest, all seats learn. A learner makes the share `own` of its decisions
        itself. Its rivals' policy makes the others: planners do where all seats learn.
        """
        self.features, self.own = features, own
        self.with_planners, self.with_networks = with_planners, with_networks
        tables, self.each = split(games, shares)
        counts = share_out(tables, shares)
        self.size = tables * self.each
        self.rows: Any = new_array((self.size, features.size), np.uint8)
        self.masks: Any = new_array((self.size, features.actions.size), np.uint8)
        self.seats: Any = new_array((self.size,), np.int8)
        self.dones: Any = new_array((self.size,), np.int8)
        self.planned: Any = new_array((self.size,), np.int64)  # the planner's choice
        self.learns: Any = new_array((self.size,), np.bool_)  # whether the seat to act does
        self.by_networks: Any = np.zeros(self.size, dtype=np.bool_)  # whether networks play where only one seat learns
        self.ends: Any = new_array((self.size, MAX_PLAYERS, 2), np.float32)  # wins and squeezed margins, by seat
        self.points: dict[int, float] = {}  # per player, in recently finished games
        numbers = [players for players, count in counts.items() for _ in range(count)]
        dealt = [players for group in range(GROUPS) for players in numbers[group::GROUPS]]
        self.tables = [
            Table(self, players, number * self.each, seed * 10_007 + number) for number, players in enumerate(dealt)
        ]
        size = self.size // GROUPS
        self.groups = tuple(slice(group * size, (group + 1) * size) for group in range(GROUPS))
        self._pool = ThreadPoolExecutor(threads, initializer=_step_back)
        self._at_work: dict[int, list[Future[None]]] = {}

    def begin(self) -> None:
        list(self._pool.map(Table.begin, self.tables))

    def start(self, actions: Any, group: slice, wait: Callable[[], None] | None = None) -> None:
        """Starts to play one action in each game of a group; `actions` has one for every game once `wait` returns."""
        tables = self.tables[group.start // self.each : group.stop // self.each]
        self._at_work[group.start] = [self._pool.submit(table.step, actions, wait) for table in tables]

    def finish(self, group: slice) -> None:
        """Waits until a group has been played."""
        for task in self._at_work.pop(group.start):
            task.result()

    def count_points(self) -> dict[int, float]:
        """The mean points per player in recently finished games, by number of players."""
        return self.points

    def close(self) -> None:
        self._pool.shutdown()


def _step_back() -> None:
    """Lets the thread that feeds the device go first."""
    if hasattr(os, "nice"):
        os.nice(5)


def games_with_networks(games: int, with_planners: float, with_networks: float) -> slice:
    """Of a batch, the games in which networks play the seats that do not learn. In those before, planners do; in those
    after, all seats learn.
    """
    return slice(round(games * with_planners), round(games * (with_planners + with_networks)))


def split(games: int, shares: Mapping[int, float]) -> tuple[int, int]:
    """The number of batches, the same in every group, and the number of games in each.

    The rarest number of players should fill a batch too. Together they may be a few games fewer than wanted, and are at
    least one per group.
    """
    in_group = max(games // GROUPS, 1)
    most = max(in_group // LEAST_IN_BATCH, 1)
    wanted = max(in_group / MOST_IN_BATCH, sum(shares.values()) / min(filter(None, shares.values())) / GROUPS)
    batches = math.ceil(min(wanted, most))
    return batches * GROUPS, in_group // batches


def share_out(tables: int, shares: Mapping[int, float]) -> dict[int, int]:
    """How many batches each number of players with a share gets: at least one."""
    total = sum(shares.values())
    wanted = {players: tables * share / total for players, share in shares.items() if share}
    counts = {players: max(int(share), 1) for players, share in wanted.items()}
    while sum(counts.values()) < tables:
        counts[max(counts, key=lambda players: wanted[players] - counts[players])] += 1
    while sum(counts.values()) > max(tables, len(counts)):
        several = [players for players, count in counts.items() if count > 1]
        counts[max(several, key=lambda players: counts[players] - wanted[players])] -= 1
    return counts
