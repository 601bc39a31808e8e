"""The only writer of a process. It collects waiting batches into one transaction, so many tables share a commit.

An answer waits for its commit. A conflicting batch is retried by itself, and fails alone.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import fields
from typing import Final

from sqlalchemy import Executable, bindparam, text, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ferrovia.server.storage.model import Batch, Conflict, Holder, LogRow, StorageAway, TokenUsed
from ferrovia.server.storage.schema import HOLDERS, LOG, TABLES, TOKENS, upsert
from ferrovia.server.storage.sqlite_writer import SqliteWriter

MOST_TOGETHER: Final = 200
CHANNEL: Final = "ferrovia"  # of NOTIFY: `table number`

NOTIFY: Final = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
_CHANGEABLE: Final = ("changed", "status", "public", "summary", "last_number", "wake", "finished")


def holder_upsert(dialect: str, holders: list[Holder]) -> Executable:
    statement = upsert(dialect, HOLDERS).values(
        [
            {"browser": h.browser, "table_id": h.table, "kind": h.kind, "seat": h.seat, "sitting": h.sitting}
            for h in holders
        ]
    )
    return statement.on_conflict_do_update(
        index_elements=["browser", "table_id", "kind", "seat"], set_={"sitting": statement.excluded.sitting}
    )


class Writer:
    def __init__(self, engine: AsyncEngine, sqlite: SqliteWriter | None = None) -> None:
        self._engine = engine
        self._sqlite = sqlite
        self._waiting: asyncio.Queue[tuple[Batch, asyncio.Future[None]] | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        self.batches = 0

    async def write(self, batch: Batch) -> None:
        if self._closed:
            raise StorageAway("the server is closing")
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="writer")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((batch, done))
        await done

    async def close(self) -> None:
        """Writes everything that waits first."""
        self._closed = True
        if self._task is not None:
            self._waiting.put_nowait(None)
            await self._task

    async def _run(self) -> None:
        while True:
            first = await self._waiting.get()
            if first is None:
                return
            await asyncio.sleep(0)  # batches of messages that have already arrived share this commit
            together, last = [first], False
            while len(together) < MOST_TOGETHER and not self._waiting.empty():
                another = self._waiting.get_nowait()
                if another is None:
                    last = True
                    break
                together.append(another)
            plain = [entry for entry in together if entry[0].is_plain]
            await self._commit(plain)
            for entry in together:
                if not entry[0].is_plain:
                    await self._commit([entry])
            if last:
                return

    async def _commit(self, entries: list[tuple[Batch, asyncio.Future[None]]]) -> None:
        """Commits one transaction; if one batch makes it fail, commits each by itself."""
        if not entries:
            return
        try:
            await self._write_all([batch for batch, _ in entries])
        except (IntegrityError, sqlite3.IntegrityError, TokenUsed, DataError) as error:
            if len(entries) > 1:
                for entry in entries:
                    await self._commit([entry])
                return
            expected = isinstance(error, TokenUsed | DataError)  # a value that cannot be stored is our bug
            self._answer(entries, error if expected else Conflict(str(error)))
        except (DBAPIError, sqlite3.Error, PoolTimeout, OSError, TimeoutError) as error:
            self._answer(entries, StorageAway(str(error).splitlines()[0]))
        except Exception as error:  # our bug must not stop the writer, or every table would hang
            self._answer(entries, error)
        else:
            self.commits += 1
            self.batches += len(entries)
            self._answer(entries, None)

    @staticmethod
    def _answer(entries: list[tuple[Batch, asyncio.Future[None]]], problem: Exception | None) -> None:
        for _, done in entries:
            if done.done():
                continue  # the caller was cancelled
            if problem is None:
                done.set_result(None)
            else:
                done.set_exception(problem)

    async def _write_all(self, batches: list[Batch]) -> None:
        if self._sqlite is not None and all(batch.is_plain for batch in batches):
            rows = [_row_values(row) for batch in batches for row in batch.rows]
            changes = [(batch.table, _checked(batch.changes)) for batch in batches if batch.changes]
            await self._sqlite.write(rows, changes)
            return
        async with self._engine.begin() as connection:
            await self._write_with(connection, batches)

    async def _write_with(self, connection: AsyncConnection, batches: list[Batch]) -> None:
        for batch in batches:
            if not batch.is_plain:
                await _write_special(connection, batch)
        rows = [_row_values(row) for batch in batches for row in batch.rows]
        if rows:
            await connection.execute(LOG.insert(), rows)
        by_columns: dict[tuple[str, ...], list[dict[str, object]]] = {}
        for batch in batches:
            if batch.changes:
                columns = tuple(sorted(batch.changes))
                values = {f"new_{name}": value for name, value in batch.changes.items()}
                by_columns.setdefault(columns, []).append({"which": batch.table, **values})
        for columns, values_of in by_columns.items():
            await connection.execute(_update(columns), values_of)
        if connection.dialect.name == "postgresql":
            written = [f"{batch.table} {batch.rows[-1].number}" for batch in batches if batch.rows]
            if written:
                await connection.execute(NOTIFY, {"channel": CHANNEL, "payloads": written})


def _checked(changes: dict[str, object]) -> dict[str, object]:
    assert set(changes) <= set(_CHANGEABLE), changes
    return changes


def _update(columns: tuple[str, ...]) -> Executable:
    assert set(columns) <= set(_CHANGEABLE), columns
    return (
        update(TABLES)
        .where(TABLES.c.id == bindparam("which"))
        .values({name: bindparam(f"new_{name}") for name in columns})
    )


def _row_values(row: LogRow) -> dict[str, object]:
    return {
        "table_id": row.table,
        "number": row.number,
        "time": row.time,
        "kind": row.kind,
        "seat": row.seat,
        "by": row.by,
        "body": json.dumps(row.body, separators=(",", ":")),
        "personal": row.personal,
        "digest": row.digest,
    }


async def _write_special(connection: AsyncConnection, batch: Batch) -> None:
    if batch.new is not None:
        entry = {
            **{each.name: getattr(batch.new, each.name) for each in fields(batch.new)},
            "settings": json.dumps(batch.new.settings),
            "changed": batch.new.created,
            "status": "open",
            "public": False,
            "summary": "{}",
            "last_number": 0,
        }
        await connection.execute(TABLES.insert().values(**entry))
    if batch.consume is not None:
        used = await connection.execute(
            update(TOKENS).where(TOKENS.c.hash == batch.consume, TOKENS.c.used.is_(None)).values(used=batch.now)
        )
        if used.rowcount != 1:
            raise TokenUsed
    for seat in batch.void_invitations:
        await connection.execute(
            update(TOKENS)
            .where(TOKENS.c.table_id == batch.table, TOKENS.c.kind == "invitation", TOKENS.c.seat == seat)
            .where(TOKENS.c.used.is_(None))
            .values(used=batch.now)
        )
    if batch.tokens:
        await connection.execute(
            TOKENS.insert(),
            [
                {
                    "hash": t.hash,
                    "table_id": t.table,
                    "kind": t.kind,
                    "seat": t.seat,
                    "sitting": t.sitting,
                    "created": t.created,
                    "used": t.used,
                }
                for t in batch.tokens
            ],
        )
    if batch.holders:
        await connection.execute(holder_upsert(connection.dialect.name, batch.holders))
    for seat in batch.forget_seats:
        await connection.execute(
            update(LOG).where(LOG.c.table_id == batch.table, LOG.c.seat == seat).values(personal=None)
        )
    if batch.forget_rows:
        await connection.execute(
            update(LOG).where(LOG.c.table_id == batch.table, LOG.c.number == bindparam("which")).values(personal=None),
            [{"which": number} for number in batch.forget_rows],
        )
