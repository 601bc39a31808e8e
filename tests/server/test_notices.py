"""What a process reads from PostgreSQL when it is told that something was written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.server.conftest import NewDatabase
from tests.server.waiting import eventually

from ferrovia.boards import load_board
from ferrovia.server.config import Config
from ferrovia.server.operations import cluster
from ferrovia.server.operations.bans import Bans
from ferrovia.server.operations.cluster import Processes
from ferrovia.server.storage import Batch, LogRow, NewTable, Store, open_store
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry

pytestmark = pytest.mark.compiled_only

SETTINGS = {"clock": {"kind": "none"}, "first": None, "take_back": "off", "pace": 0}
NEW = NewTable("table1", 1000, "new_york", load_board("new_york").digest, 1, 2, SETTINGS, b"k" * 32)


class CountingStore:
    """A store that counts what is read after a notice."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rows_read = self.presence_read = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def rows(self, table: str, *, after: int = 0) -> list[LogRow]:
        self.rows_read += 1
        return await self._store.rows(table, after=after)

    async def presence(self, table: str, *, but: str, since: int) -> tuple[int, int]:
        self.presence_read += 1
        return await self._store.presence(table, but=but, since=since)


@asynccontextmanager
async def a_process(database: str) -> AsyncIterator[tuple[CountingStore, TableRegistry]]:
    store = CountingStore(await open_store(database))
    registry = TableRegistry(Config(database=database), store)  # type: ignore[arg-type]
    processes = Processes(registry, Bans())
    processes.start()
    try:
        yield store, registry
    finally:
        await processes.close()
        await registry.close()


async def say(live: LiveTable, word: str) -> None:
    async with live.lock:
        await live.append([live.row("chat", None, "host", personal=word)])


async def tell(speaker: LiveTable, hearer: LiveTable, word: str) -> None:
    await say(speaker, word)
    await eventually(lambda: hearer.state.number == speaker.state.number)


def test_a_process_reads_what_others_wrote_once_and_nothing_after_its_own_notices(
    postgres: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = postgres()
    monkeypatch.setattr(cluster, "COMPARE", 3600.0)  # so that notices alone make a process read

    async def main() -> None:
        async with a_process(database) as (here, registry), a_process(database) as (there, other):
            created = LogRow("table1", 1, 1000, "created", None, "host", {"public": True, "chat": "free"})
            await registry.store.write(Batch("table1", [created], {"last_number": 1}, new=NEW))
            ours, theirs = await registry.open("table1"), await other.open("table1")
            for _ in range(3):  # the first may be found when listening begins
                await tell(ours, theirs, "do you hear me?")
                await tell(theirs, ours, "yes")
            before = here.rows_read, here.presence_read, there.presence_read
            for number in range(20):
                await say(ours, str(number))
            await eventually(lambda: theirs.state.number == ours.state.number)
            await tell(theirs, ours, "heard you")  # its notice comes after all of ours
            assert (here.rows_read, here.presence_read, there.presence_read) == (before[0] + 1, *before[1:])

    asyncio.run(main())
