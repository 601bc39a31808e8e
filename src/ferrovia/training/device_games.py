"""Games to learn from, on a GPU: played, observed and planned there, so that nothing waits for the cores.

Shows the same as `Games`, as tensors of the GPU. A group holds the games of one number of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from ferrovia.bots.network.features import Features
from ferrovia.engine.state import MAX_PLAYERS
from ferrovia.environments.dlpack import DeviceTensor
from ferrovia.environments.gpu import DeviceBatch

from .device_plans import DevicePlanner
from .games import EVERY_SEAT, MARGIN_SCALE, games_with_networks, share_out


class DeviceTable:
    """The games of one number of players and their rows in the common tensors."""

    def __init__(self, games: DeviceGames, players: int, rows: slice, seed: int) -> None:
        features, count = games.features, rows.stop - rows.start
        self.games, self.players, self.rows = games, players, rows
        self.batch = DeviceBatch(features.board, players=players, games=count, seed=seed, wilds="fewest")
        self._planner = DevicePlanner(features, self.batch)
        self._side = torch.cuda.Stream()  # plans are made beside other work: one takes long, many take hardly longer
        batch = self.batch
        self._wide = torch.from_dlpack(DeviceTensor(self._planner.rows).transposed())
        self._columns = torch.from_numpy(features.columns[players]).long().to(games.device)
        self._observations = torch.from_dlpack(batch.observations.transposed())
        self._masks, self._seats = torch.from_dlpack(batch.masks), torch.from_dlpack(batch.seats)
        self._dones, self._refused = torch.from_dlpack(batch.dones), torch.from_dlpack(batch.refused)
        self._totals, self._ranks = torch.from_dlpack(batch.totals), torch.from_dlpack(batch.ranks)
        self._planned = torch.as_tensor(self._planner.chosen, device=games.device)
        by_networks = games_with_networks(count, games.with_planners, games.with_networks)
        self._learners = torch.arange(count, device=games.device) % players
        self._learners[by_networks.stop :] = EVERY_SEAT
        games.by_networks[rows][by_networks] = True
        self._ended = torch.zeros(2, device=games.device)  # seats of finished games, and their points

    def begin(self) -> None:
        self.batch.reset()
        self._plan()
        self.show()

    def step(self, actions: Any) -> None:
        """Plays one action in each game; `show` has to follow."""
        self.batch.step(actions[self.rows])
        self._settle()
        self._plan()

    def _plan(self) -> None:
        self._side.wait_stream(torch.cuda.current_stream())
        self._planner.plan(self._side.cuda_stream)

    def show(self) -> None:
        """Writes what the seats to act see, as soon as their plans are made."""
        torch.cuda.current_stream().wait_stream(self._side)
        games, rows = self.games, self.rows
        self._wide.index_copy_(0, self._columns, self._observations)
        games.rows[rows].copy_(self._wide.t())
        games.masks[rows].copy_(self._masks)
        games.seats[rows].copy_(self._seats)
        games.planned[rows].copy_(self._planned)
        learners = self._learners
        games.learns[rows] = (learners == EVERY_SEAT) | (learners == self._seats)
        if games.own < 1:
            games.learns[rows] &= torch.rand(len(learners), device=games.device) < games.own

    def _settle(self) -> None:
        games, rows = self.games, self.rows
        done = self._dones != 0
        games.dones[rows].copy_(done)
        wins, margins = results(self._totals, self._ranks)
        ends = games.ends[rows, : self.players]
        ends[..., 0], ends[..., 1] = wins, torch.tanh(margins / MARGIN_SCALE)
        self._ended[0] += done.sum() * self.players
        self._ended[1] += (self._totals * done[:, None]).sum()

    def take_points(self) -> float | None:
        """The mean points of a seat in the games that have ended since the last call."""
        seats, points = self._ended.tolist()
        self._ended.zero_()
        return points / seats if seats else None

    @property
    def refused(self) -> int:
        """How many actions of the last step were not allowed."""
        return int(self._refused.sum())


def results(totals: Any, ranks: Any) -> tuple[Any, Any]:
    """Like `games.results`, for tensors."""
    won = ranks == 0
    wins = won / won.sum(dim=1, keepdim=True).clamp_min(1)
    points = totals.float()
    best = points.topk(2, dim=1).values
    best_other = torch.where(points == best[:, :1], best[:, 1:], best[:, :1])
    return wins, points - best_other


class DeviceGames:
    """All games of a training run, on one GPU. Has what `Games` has, except for planners that think like the bot:
    rivals play in the light form that the network sees.
    """

    def __init__(
        self,
        features: Features,
        *,
        games: int,
        shares: Mapping[int, float],
        seed: int,
        with_planners: float,
        with_networks: float = 0.0,
        own: float = 1.0,
    ) -> None:
        self.features, self.device, self.own = features, torch.device("cuda"), own
        self.with_planners, self.with_networks = with_planners, with_networks
        counts = share_out(games, shares)
        self.size = sum(counts.values())
        self.rows = self._zeros(features.size, kind=torch.uint8)
        self.masks = self._zeros(features.actions.size, kind=torch.uint8)
        self.seats, self.dones = self._zeros(kind=torch.int8), self._zeros(kind=torch.int8)
        self.planned, self.learns = self._zeros(kind=torch.int64), self._zeros(kind=torch.bool)
        self.by_networks = self._zeros(kind=torch.bool)
        self.ends = self._zeros(MAX_PLAYERS, 2, kind=torch.float32)
        self.points: dict[int, float] = {}
        self.tables: dict[int, DeviceTable] = {}
        first = 0
        for number, (players, count) in enumerate(counts.items()):
            rows = slice(first, first + count)
            self.tables[first] = DeviceTable(self, players, rows, seed * 10_007 + number)
            first += count
        self.groups = tuple(table.rows for table in self.tables.values())

    def _zeros(self, *shape: int, kind: Any) -> Any:
        return torch.zeros((self.size, *shape), dtype=kind, device=self.device)

    def begin(self) -> None:
        for table in self.tables.values():
            table.begin()

    def compile(self) -> None:
        """Plays one step, to compile the remaining kernels before a run's clock starts."""
        for group in self.groups:
            self.start(self.planned, group)
            self.finish(group)
        torch.cuda.synchronize()

    def start(self, actions: Any, group: slice) -> None:
        """Starts to play one action in each game of a group."""
        self.tables[group.start].step(actions)

    def finish(self, group: slice) -> None:
        """Writes what the seats to act in a group see."""
        self.tables[group.start].show()

    def count_points(self) -> dict[int, float]:
        """The mean points per player in recently finished games."""
        for table in self.tables.values():
            points = table.take_points()
            if points is not None:
                self.points[table.players] = points
        return self.points

    def close(self) -> None:
        """The GPU's memory is freed with this object."""
