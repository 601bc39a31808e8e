"""Measures the strength of a policy: fixed deals against fixed opponents, each deal once from every seat."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.planner.plan_view import plan_actions
from ferrovia.environments.batch import Batch

from .games import results

Policy = Callable[[Any, Any], Any]  # rows and marked masks to action numbers


@dataclass(frozen=True, slots=True)
class Match:
    """A policy's wins against planners, or another policy, in all other seats."""

    players: int
    games: int
    won: float  # share of the games; shared wins count in part
    error: float  # its standard error, over deals
    margin: float

    def __str__(self) -> str:
        return f"{100 * self.won:.1f} ± {196 * self.error:.1f} % of {self.games}, {self.margin:+.1f}"


def play_match(
    features: Features,
    policy: Policy,
    *,
    rival: Policy | None = None,
    players: int = 2,
    deals: int = 200,
    seed: int = 1,
    threads: int = 1,
) -> Match:
    """Plays the policy in one seat, `deals` deals from every seat; in the others sits the rival, or planners."""
    tables = [_Seat(features, players, deals, seed, seat) for seat in range(players)]
    with ThreadPoolExecutor(threads) as pool:
        while any(not table.is_over for table in tables):
            list(pool.map(_Seat.prepare, tables, repeat(rival is None)))
            rows = np.concatenate([table.rows for table in tables])
            masks = np.concatenate([table.batch.buffers.masks for table in tables]).view(np.uint8)
            actions = np.asarray(policy(rows, masks)).reshape(players, deals)
            if rival is not None:
                for table, others in zip(tables, np.asarray(rival(rows, masks)).reshape(players, deals), strict=True):
                    table.numbers = others
            list(pool.map(_Seat.step, tables, actions))
    wins = np.mean([table.wins for table in tables], axis=0)
    margins = np.mean([table.margins for table in tables], axis=0)
    error = float(wins.std(ddof=1) / np.sqrt(deals)) if deals > 1 else 0.5
    return Match(players, deals * players, float(wins.mean()), error, float(margins.mean()))


class _Seat:
    """The deals of a match with the policy in one seat. Finished places keep playing but are not counted."""

    def __init__(self, features: Features, players: int, deals: int, seed: int, seat: int) -> None:
        self.features, self.seat, self.players = features, seat, players
        self.batch = Batch(features.board, players=players, games=deals, seed=seed, wilds="fewest", threads=1)
        self.viewer = Viewer(features)
        self.batch.reset()
        self.rows: Any = np.zeros((deals, features.size), dtype=np.uint8)
        self.planned: Any = np.zeros(deals, dtype=np.int64)
        self.numbers: Any = np.zeros(deals, dtype=np.int64)
        self.wins, self.margins = np.zeros(deals), np.zeros(deals)
        self.done = np.zeros(deals, dtype=np.bool_)

    @property
    def is_over(self) -> bool:
        return bool(self.done.all())

    def prepare(self, plans: bool) -> None:
        """Writes what the seats to act see and, if asked, the actions of planners in the other seats."""
        batch, viewer, out = self.batch, self.viewer, self.batch.buffers
        viewer.view(self.players, batch.states, out.seats, out.observations, self.rows, out.masks, self.planned)
        if not plans:
            return
        asked = (out.seats != self.seat) & ~self.done
        bench = viewer.bench
        plan_actions(
            bench.boards, bench.roads, batch.states, out.seats, asked, bench.minds, bench.desk.legal, bench.planner,
            self.features.actions.number_of, self.numbers,
        )  # fmt: skip

    def step(self, chosen: Any) -> None:
        out = self.batch.buffers
        mine = out.seats == self.seat
        actions = np.where(self.done, self.planned, np.where(mine, chosen, self.numbers))
        self.batch.step(actions)
        ended = np.flatnonzero((out.dones != 0) & ~self.done)
        if len(ended):
            wins, margins = results(out.totals[ended], out.ranks[ended])
            self.wins[ended], self.margins[ended] = wins[:, self.seat], margins[:, self.seat]
            self.done[ended] = True
