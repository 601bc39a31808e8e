"""All tables open in this process, and what they share: the database, the boards, the bots."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Final

from ferrovia.boards import Board, BoardError, board_names, is_built_in, load_board, parse_board
from ferrovia.server.config import Config
from ferrovia.server.levels import Levels
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import StorageAway, Store, StoredTable
from ferrovia.server.tables.board_folder import read_boards
from ferrovia.server.tables.live_table import LiveTable, OnChange, OnPresence
from ferrovia.server.tables.state import TableState
from ferrovia.server.tables.viewer import compact
from ferrovia.server.workers.pool import BotWorkers

log = logging.getLogger(__name__)

PROBE: Final = 5.0  # seconds between two write tests of the database
GOING_AWAY: Final = 1001  # the WebSocket close code for it
_UPLOADED: Final = re.compile("sha256:[0-9a-f]{64}")
_MOST_BOARDS: Final = 50  # uploaded boards kept in memory


class TableRegistry:
    """The open tables of this process, and what they share: the database, levels, boards and bot workers."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.levels = Levels(config.bots)
        self.boards = {} if config.boards is None else read_boards(config.boards)  # the operator's, by id
        self.bot_workers = BotWorkers(config.bot_workers, config.limits.thinking)
        self.tables: dict[str, LiveTable] = {}
        self.on_change: list[OnChange] = []
        self.on_presence: list[OnPresence] = []
        self.in_trouble = False  # the database is away
        self._wrote = -PROBE  # time of the last write test
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._uploaded: dict[str, tuple[Board, bool]] = {}  # and whether new tables may use it

    # --- tables -------------------------------------------------------------------------------------------------------
    async def open(self, table: str) -> LiveTable:
        """Returns the table, from memory or from its log. Refuses an unknown table."""
        live = self.tables.get(table)
        if live is not None:
            live.quiet_since = time.monotonic()  # so that it is not unloaded while in use
            return live
        opening = self._opening.get(table)
        if opening is None:
            opening = self._opening[table] = asyncio.create_task(self._open(table), name=f"opening {table}")
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(opening)

    async def _open(self, table: str) -> LiveTable:
        """Concurrent callers wait for this one: opening a table twice would make two tables."""
        stored = await self._stored(table)
        live = await self._load(stored)
        if live.state.frozen is not None and stored.status != "frozen":
            await live.put_aside()
        self.adopt(live)
        return live

    async def read(self, table: str) -> TableState:
        """Reads the state of a table without keeping it open."""
        live = self.tables.get(table)
        if live is not None:
            return live.state
        return (await self._load(await self._stored(table))).state

    async def _stored(self, table: str) -> StoredTable:
        try:
            stored = await self.store.table(table)
        except ValueError as error:  # its settings are damaged
            raise Refuse("table/frozen") from error
        if stored is None:
            raise Refuse("table/unknown", 404)
        return stored

    async def _load(self, stored: StoredTable) -> LiveTable:
        board = await self.board_of(stored.board_id, stored.board_digest)
        state = TableState(stored, board)
        state.fold_all(await self.store.rows(stored.id), last=stored.last_number)
        return LiveTable(self.store, state)

    def adopt(self, live: LiveTable) -> None:
        live.on_change.extend(self.on_change)
        live.on_presence.extend(self.on_presence)
        self.tables[live.state.id] = live

    def unload_quiet(self) -> None:
        """Unloads tables without recent visitors; the log keeps them."""
        limit = time.monotonic() - self.config.unload_after
        for table, live in list(self.tables.items()):
            if live.listeners:
                live.quiet_since = time.monotonic()
            elif live.quiet_since < limit and live.driving is None and not live.lock.locked():
                del self.tables[table]

    def note_trouble(self) -> None:
        """A write failed: everybody is notified once, and again when it works."""
        if not self.in_trouble:
            self.in_trouble = True
            log.warning("the database takes nothing", extra={"facts": {"event": "database.away"}})
            self.tell_everybody("trouble")

    async def look_whether_well(self) -> None:
        if self.in_trouble:
            await self.store.probe()
            self.in_trouble = False
            log.info("the database is well again", extra={"facts": {"event": "database.well"}})
            self.tell_everybody("well")

    async def check_writing(self) -> None:
        """Raises StorageAway if the database rejects writes. It is tested only occasionally, however often
        callers ask.
        """
        if self.in_trouble:
            raise StorageAway("nothing could be written lately")
        if time.monotonic() - self._wrote > PROBE:
            await self.store.probe()
            self._wrote = time.monotonic()

    def tell_everybody(self, notice: str) -> None:
        message = compact({"type": "notice", "notice": notice})
        for live in list(self.tables.values()):
            for one in list(live.listeners):
                one.send(message)

    def say_goodbye(self) -> None:
        """The server is closing: everybody is notified and disconnected; clients reconnect by themselves."""
        self.tell_everybody("closing")
        for live in list(self.tables.values()):
            for one in list(live.listeners):
                one.close(GOING_AWAY)

    # --- boards -------------------------------------------------------------------------------------------------------
    async def board(self, name: str, *, must_be_ready: bool = True) -> Board:
        """A board by id or by `sha256:<digest>`; an uploaded one for a new table must be ready. Refuses others."""
        if name in board_names():
            return load_board(name)
        if name in self.boards:
            return self.boards[name]
        if _UPLOADED.fullmatch(name):
            digest = name.removeprefix("sha256:")
            offered = (*map(load_board, board_names()), *self.boards.values())
            ours = next((board for board in offered if board.digest == digest), None)
            return ours or await self.uploaded(digest, must_be_ready=must_be_ready)
        raise Refuse("board/unknown", 404)

    async def board_of(self, board_id: str, digest: str) -> Board:
        """The exact board that a table was created with."""
        if is_built_in(board_id, digest):
            return load_board(board_id)
        ours = self.boards.get(board_id)
        if ours is not None and ours.digest == digest:
            return ours  # with the words next to its file
        return await self.uploaded(digest, must_be_ready=False)

    async def uploaded(self, digest: str, *, must_be_ready: bool) -> Board:
        known = self._uploaded.get(digest)
        if known is not None and (known[1] or not must_be_ready):
            return known[0]
        found = await self.store.board_text(digest)
        if found is None:
            raise Refuse("board/unknown", 404)
        text, ready = found
        if must_be_ready and not ready:
            raise Refuse("board/not_ready", 409)
        try:
            board = parse_board(text)
        except BoardError as error:
            raise Refuse("board/unknown", 404) from error
        if digest not in self._uploaded and len(self._uploaded) >= _MOST_BOARDS:
            self._uploaded.pop(next(iter(self._uploaded)))
        self._uploaded[digest] = board, ready
        return board

    async def close(self) -> None:
        """Finishes acknowledged writes, stops the bots, closes the database."""
        for live in list(self.tables.values()):
            if live.driving is not None:
                live.driving.cancel()
        await asyncio.gather(
            *(live.driving for live in self.tables.values() if live.driving is not None), return_exceptions=True
        )
        await self.bot_workers.close()
        await self.store.close()
