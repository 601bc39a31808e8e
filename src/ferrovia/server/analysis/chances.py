"""The chances to win at every step of a finished game, by the board's network, in about a second.

The network judges from what each seat could know and from all hands together: the coach's own numbers. On a board
without a network, planning bots at every seat play on from some steps many times, with all hands known; that takes half
a minute in a separate process. Both are computed on first request and kept in memory.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, Literal

from ferrovia.boards import Board
from ferrovia.bots.network.reader import has_network
from ferrovia.position import to_position
from ferrovia.server.messages.errors import too_many
from ferrovia.server.tables.records import must_be_over
from ferrovia.server.tables.state import TableState
from ferrovia.server.workers.pool import BotWorkers
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess
from ferrovia.server.workers.turns import Account

log = logging.getLogger(__name__)

PATIENCE: Final = 8.0  # seconds that a caller waits for a network's answer before being asked to call again
SAMPLES: Final = 16  # steps to play on from
SECONDS: Final = 30.0  # per game
_MOST_WAITING: Final = 20
_KEPT: Final = 200  # games

Method = Literal["network", "games"]


def method_for(board: Board) -> Method:
    return "network" if has_network(board) else "games"


@dataclass
class _Estimate:
    done: float = 0.0
    answer: dict[str, object] | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Chances:
    """Estimates by table. Without a network, one table is computed at a time; later ones wait."""

    def __init__(self, bot_workers: BotWorkers) -> None:
        self._bot_workers = bot_workers
        self._known: OrderedDict[str, _Estimate] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, table: TableState, address: str) -> dict[str, object]:
        """Returns the chances, or the progress so far."""
        must_be_over(table)
        found = self._known.get(table.id)
        if found is None:
            if sum(each.answer is None for each in self._known.values()) >= _MOST_WAITING:
                raise too_many(SECONDS)
            found = self._known[table.id] = _Estimate()
            found.task = asyncio.create_task(self._compute(found, table, address))
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        if found.answer is None and found.task is not None and method_for(table.board) == "network":
            await asyncio.wait({found.task}, timeout=PATIENCE)
        return {"done": found.done} if found.answer is None else found.answer

    async def _compute(self, found: _Estimate, table: TableState, address: str) -> None:
        try:
            if method_for(table.board) == "network":
                found.answer = await _ask_network(self._bot_workers, table, address)
            else:
                async with self._turn:
                    found.answer = await _play_on(found, table)
        except WorkerFailed as problem:
            log.warning("the chances of table %s could not be estimated: %s", table.id, problem)
            self._known.pop(table.id, None)
        except Exception:
            log.exception("the chances of table %s could not be estimated", table.id)
            self._known.pop(table.id, None)


async def _ask_network(bot_workers: BotWorkers, table: TableState, address: str) -> dict[str, object]:
    moves = [(move.seat, move.code) for move in table.moves]
    found = await bot_workers.judge(table.beginning(), moves, Account(table.id, address, has_people=False))
    return {"method": "network", **found}


async def _play_on(found: _Estimate, table: TableState) -> dict[str, object]:
    steps, wish = _wish_for(table)
    worker = WorkerProcess(quiet=True)

    async def heard(progress: dict[str, float]) -> None:
        found.done = progress["done"]

    try:
        # The very first start may have to compile.
        result = await worker.run("evaluate", wish, within=SECONDS * 10 + 300, heard=heard)
    finally:
        await worker.stop()
    return {
        "method": "games",
        "games": result["games"],
        "together": {"chance": _by_step(table, steps, result["shares"])},
    }


def _wish_for(table: TableState) -> tuple[list[int], dict[str, object]]:
    """Steps to play on from, spread evenly over the game, and the worker's arguments."""
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
