"""Who would win from here? Estimated for some steps of a finished game by playing on from them, one game at a time.

The estimate is of the position as it was, all hands known, with chance free from then on and the same planning
bot at every seat. It is made when first asked for, in a process of its own with a limit of time, and kept in memory.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from ferrovia.position import to_position
from ferrovia.server.messages.errors import too_many
from ferrovia.server.tables.records import must_be_over
from ferrovia.server.tables.state import TableState
from ferrovia.server.workers.process import WorkerProcess

log = logging.getLogger(__name__)

SAMPLES: Final = 16  # steps that are played on from
SECONDS: Final = 30.0  # for one game
_MOST_WAITING: Final = 20
_KEPT: Final = 200  # games


@dataclass
class _Estimate:
    done: float = 0.0
    chances: list[list[float] | None] | None = None  # by step; None in between
    games: int = 0  # played on from each of those steps
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Chances:
    """Estimates by table. One is computed at a time; who comes later waits."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Estimate] = OrderedDict()
        self._turn = asyncio.Lock()

    def of(self, table: TableState) -> dict[str, object]:
        """The chances, or how far they are."""
        must_be_over(table)
        found = self._known.get(table.id)
        if found is None:
            if sum(each.chances is None for each in self._known.values()) >= _MOST_WAITING:
                raise too_many(SECONDS)
            found = self._known[table.id] = _Estimate()
            found.task = asyncio.create_task(self._compute(found, table))
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        if found.chances is None:
            return {"done": found.done}
        return {"chances": found.chances, "games": found.games}

    async def _compute(self, found: _Estimate, table: TableState) -> None:
        try:
            async with self._turn:
                await _play_on(found, table)
        except Exception:
            log.exception("the chances of table %s could not be estimated", table.id)
            self._known.pop(table.id, None)


async def _play_on(found: _Estimate, table: TableState) -> None:
    steps, wish = _wish_for(table)
    worker = WorkerProcess(quiet=True)

    async def heard(progress: dict[str, float]) -> None:
        found.done = progress["done"]

    try:
        # The first start of all may have to compile.
        result = await worker.run("evaluate", wish, within=SECONDS * 10 + 300, heard=heard)
    finally:
        await worker.stop()
    found.games = result["games"]
    found.chances = _by_step(table, steps, result["shares"])


def _wish_for(table: TableState) -> tuple[list[int], dict[str, object]]:
    """Steps to play on from, evenly over the game, and what the worker needs for them."""
    last = len(table.moves)
    steps = sorted({round(last * place / SAMPLES) for place in range(SAMPLES)} - {last})
    positions, game, played = [], table.beginning(), 0
    for step in steps:
        for move in table.moves[played:step]:
            game.play(move.code, seat=move.seat)
        played = step
        positions.append(to_position(game))
    seed = secrets.randbits(64)
    board = table.board.text
    return steps, {"board": board, "players": table.players, "positions": positions, "seconds": SECONDS, "seed": seed}


def _by_step(table: TableState, steps: list[int], shares: list[list[float]]) -> list[list[float] | None]:
    assert table.game is not None
    winners = table.game.result().winners
    chances: list[list[float] | None] = [None] * (len(table.moves) + 1)
    for step, share in zip(steps, shares, strict=True):
        chances[step] = share
    chances[-1] = [1 / len(winners) if seat in winners else 0.0 for seat in range(table.players)]
    return chances
