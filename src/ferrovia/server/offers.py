"""Tests an operator's boards and bots before anyone plays with them."""

from __future__ import annotations

import secrets

from ferrovia.game import Game
from ferrovia.server.config import Config
from ferrovia.server.levels import Levels
from ferrovia.server.storage import Store
from ferrovia.server.tables.board_folder import read_boards
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.workers.pool import SPARE, START
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess
from ferrovia.server.workers.think import packed

BOARD_SECONDS = 300.0


class BadOffer(ValueError):
    """An offered board or bot does not work; the text names it and says why."""


async def check_offers(config: Config, store: Store) -> None:
    """Tests new boards like uploaded ones, and lets every bot think once. Raises BadOffer at the first failure."""
    worker = WorkerProcess(quiet=True)
    try:
        if config.boards is not None:
            for board in read_boards(config.boards).values():
                known = await store.board_text(board.digest)
                if known is None or not known[1]:
                    await _check_board(worker, store, board.id, board.text, board.digest)
        for label, bot in Levels(config.bots).offered.items():
            view = Game("new_york", players=2).view(0)
            request = {"bot": bot.name, "seconds": bot.seconds, "seed": secrets.randbits(64), **packed(view)}
            try:
                await worker.run("think", request, within=bot.seconds + SPARE + START)
            except WorkerFailed as error:
                raise BadOffer(f"the bot {label} ({bot.name}) cannot be offered: {error}") from error
    finally:
        await worker.stop()


async def _check_board(worker: WorkerProcess, store: Store, name: str, text: str, digest: str) -> None:
    try:
        found = await worker.run("check_board", {"text": text}, within=BOARD_SECONDS)
    except WorkerFailed as error:
        raise BadOffer(f"the board {name} cannot be offered: it could not be played ({error})") from error
    finally:
        await worker.stop()  # its memory limit is permanent, so it cannot be reused
    if found.get("problems"):
        raise BadOffer(f"the board {name} cannot be offered: {found['problems'][0]['text']}")
    await store.keep_board(digest, text, now=now_ms(), ready=True, layout=found["layout"])
