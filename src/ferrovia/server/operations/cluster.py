"""Several processes on one database: each learns what the others wrote, and who is present through them.

On PostgreSQL, where several servers share the work, a notice arrives at once. It carries only a table and a number;
rows are read from the log. After every reconnect, and every few seconds, the numbers are compared, so a lost notice
does no harm. On SQLite there is one server, and the comparison finds what the operator's commands wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from ferrovia.server.operations.bans import Bans
from ferrovia.server.storage import StorageAway
from ferrovia.server.storage.writer import CHANNEL
from ferrovia.server.tables.live_table import BANNED, NO_TABLE, LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.server_time import now_ms

log = logging.getLogger(__name__)

COMPARE: Final = 3.0  # seconds between two comparisons
HEARTBEAT: Final = 10.0
GONE: Final = 30_000  # milliseconds of silence before a process counts as gone


class Processes:
    def __init__(self, registry: TableRegistry, bans: Bans) -> None:
        self._registry = registry
        self._bans = bans
        self._me = secrets.token_hex(8)
        self._tasks: list[asyncio.Task[None]] = []
        self._behind: set[str] = set()  # tables in which others wrote rows
        self._asking: set[str] = set()  # tables at which others came or went
        self._more = asyncio.Event()
        self._told: dict[str, tuple[int, int]] = {}  # the presence that we announced last

    def start(self) -> None:
        always = (self._catch_up, self._compare)
        together = (self._hear, self._say_who_is_here) if self._registry.store.is_postgresql else ()
        self._tasks = [asyncio.create_task(work(), name=work.__name__) for work in (*always, *together)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._registry.store.is_postgresql:
            with contextlib.suppress(StorageAway):
                await self._registry.store.forget_presence(self._me)

    # --- what others wrote --------------------------------------------------------------------------------------------
    async def _hear(self) -> None:
        """A dedicated listening connection; when it breaks, a new one and a comparison."""
        engine = create_async_engine(self._registry.store.engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        is_logged = False  # one line for each outage
        while True:
            try:
                async with engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    broken = asyncio.Event()
                    raw.add_termination_listener(lambda *_, broken=broken: broken.set())
                    await raw.add_listener(CHANNEL, self._noticed)
                    self._behind.update(self._registry.tables)
                    self._asking.update(self._registry.tables)
                    self._more.set()
                    is_logged = False
                    await broken.wait()
            except (SQLAlchemyError, OSError, TimeoutError):
                if not is_logged:
                    log.warning("the database sends no notices: tables are compared every few seconds until it does")
                is_logged = True
            await asyncio.sleep(1)

    def _noticed(self, _connection: object, backend: int, _channel: str, payload: str) -> None:
        table, _, number = payload.partition(" ")
        live = self._registry.tables.get(table)
        if live is None or backend in self._registry.store.backends:  # a notice of our own may overtake its commit
            return
        if number == "here":
            self._asking.add(table)
            self._more.set()
        elif int(number) > live.state.number:
            self._behind.add(table)
            self._more.set()

    async def _catch_up(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._behind or self._asking:
                with contextlib.suppress(StorageAway):
                    if self._behind and (live := self._registry.tables.get(self._behind.pop())) is not None:
                        async with live.lock:
                            await live.catch_up()
                    if self._asking and (live := self._registry.tables.get(self._asking.pop())) is not None:
                        await self._hear_who_is_there(live)

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(COMPARE)
            with contextlib.suppress(StorageAway):
                if await self._bans.read(self._registry.store):
                    self._send_away()
                asked = list(self._registry.tables)
                numbers = await self._registry.store.last_numbers(asked)
                for table in asked:
                    if table not in numbers:
                        await self._drop(table)
                for table, number in numbers.items():
                    live = self._registry.tables.get(table)
                    if live is not None and live.state.number < number:
                        self._behind.add(table)
                        self._more.set()

    async def _drop(self, table: str) -> None:
        """The operator has deleted a table that is open here: drop it, and anything written in the meantime."""
        if await self._registry.store.table(table) is not None:
            return  # it was being created during the check
        live = self._registry.tables.pop(table, None)
        if live is None:
            return
        if live.driving is not None:
            live.driving.cancel()
        for one in list(live.listeners):
            one.close(NO_TABLE)
        await self._registry.store.delete_tables([table])
        log.info("table %s: deleted", table, extra={"facts": {"event": "table.deleted", "table": table}})

    def _send_away(self) -> None:
        """The bans have changed: disconnect visitors who are banned now."""
        log.info("the list of bans has changed", extra={"facts": {"event": "bans.changed"}})
        for live in list(self._registry.tables.values()):
            for one in list(live.listeners):
                if self._bans.covers(one.address, one.browser):
                    one.close(BANNED)

    # --- who is here --------------------------------------------------------------------------------------------------
    async def _say_who_is_here(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(0.5)
            rounds += 1
            with contextlib.suppress(StorageAway):
                await self._say(again=rounds % int(HEARTBEAT / 0.5) == 0)

    async def _say(self, *, again: bool) -> None:
        now = {
            table: (sum(1 << seat for seat in live.here), live.watching_here)
            for table, live in self._registry.tables.items()
            if live.listeners
        }
        changed = [table for table in now.keys() | self._told.keys() if now.get(table) != self._told.get(table)]
        said = now.keys() if again else changed
        if said or changed:
            entries = {table: now.get(table, (0, 0)) for table in {*said, *changed}}
            await self._registry.store.say_presence(self._me, entries, now_ms(), notify=changed)
            self._told = now
        if again:
            for live in list(self._registry.tables.values()):
                if live.listeners:
                    await self._hear_who_is_there(live)

    async def _hear_who_is_there(self, live: LiveTable) -> None:
        seats, watching = await self._registry.store.presence(live.state.id, but=self._me, since=now_ms() - GONE)
        found = frozenset(seat for seat in range(live.state.players) if seats >> seat & 1)
        if (found, watching) != (live.elsewhere, live.watching_elsewhere):
            live.elsewhere, live.watching_elsewhere = found, watching
            live.tell_presence()
            for callback in live.on_presence:
                callback(live)
