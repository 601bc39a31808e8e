"""Tests an operator's boards and bots before anyone plays with them."""

from __future__ import annotations

import asyncio
import json
import secrets
from pathlib import Path

from ferrovia.boards import Board
from ferrovia.game import Game
from ferrovia.geometry import SceneryError, make_layout
from ferrovia.server.config import Config
from ferrovia.server.levels import Levels
from ferrovia.server.storage import Store
from ferrovia.server.tables.board_folder import board_files
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.workers.limits import BOARD_PATIENCE
from ferrovia.server.workers.pool import SPARE, START
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess
from ferrovia.server.workers.think import packed


class BadOffer(ValueError):
    """An offered board or bot does not work; the text names it and says why."""


async def check_offers(config: Config, store: Store) -> None:
    """Tests new boards like uploaded ones, and lets every bot think once. Raises BadOffer at the first failure.

    Boards and bots have a worker each, so that neither waits for the other: a restart is a pause for everybody.
    """
    boards = {} if config.boards is None else board_files(config.boards)
    checks = [asyncio.create_task(_check_boards(store, boards)), asyncio.create_task(_check_bots(Levels(config.bots)))]
    try:
        await asyncio.gather(*checks)
    finally:
        for check in checks:
            check.cancel()
        await asyncio.gather(*checks, return_exceptions=True)  # until their workers have stopped


async def _check_boards(store: Store, boards: dict[Path, Board]) -> None:
    worker = WorkerProcess(quiet=True)
    for file, board in boards.items():
        known = await store.board_text(board.digest)
        layout = await store.board_layout(board.digest)
        if known is None or not known[1] or not await asyncio.to_thread(_shows_scenery, layout, board):
            await _check_board(worker, store, file, board)


async def _check_bots(levels: Levels) -> None:
    if not levels.offered:
        return
    worker = WorkerProcess(quiet=True)
    view = await asyncio.to_thread(lambda: Game("new_york", players=2).view(0))  # loads the kernels
    try:
        for label, bot in levels.offered.items():
            request = {"bot": bot.name, "seconds": bot.seconds, "seed": secrets.randbits(64), **packed(view)}
            try:
                await worker.run("think", request, within=bot.seconds + SPARE + START)
            except WorkerFailed as error:
                raise BadOffer(f"the bot {label} ({bot.name}) cannot be offered: {error}") from error
    finally:
        await worker.stop()


def _shows_scenery(layout: str | None, board: Board) -> bool:
    """Whether a stored layout has the scenery that now lies next to the board's file."""
    if layout is None or board.scenery is None:
        return layout is not None
    try:
        return bool(json.loads(layout)["scenery"] == make_layout(board, quality="quick")["scenery"])
    except SceneryError:
        return False  # the check says what is wrong


async def _check_board(worker: WorkerProcess, store: Store, file: Path, board: Board) -> None:
    request = {"text": board.text, "scenery": board.scenery}
    try:
        found = await worker.run("check_board", request, within=BOARD_PATIENCE)
    except WorkerFailed as error:
        raise BadOffer(f"{file}: the board could not be played ({error})") from error
    finally:
        await worker.stop()  # its memory limit is permanent, so it cannot be reused
    if found.get("problems"):
        raise BadOffer(f"{file}: {found['problems'][0]['text']}")
    await store.keep_board(board.digest, board.text, now=now_ms(), ready=True, layout=found["layout"])
