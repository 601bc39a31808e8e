"""Writes rows of many tables to SQLite in one step on one thread.

The general way needs the event loop five times per commit; on a busy loop, answers wait for that. This way needs it
once. Only for rows and changes of tables, which are nearly all writes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

SQLITE_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an acknowledged action is on disk, not in a cache of the system
    "PRAGMA secure_delete=ON",  # a name that a person removes is overwritten
    "PRAGMA busy_timeout=2000",  # after that, people see a notice
)
_INSERT: Final = (
    "INSERT INTO log (table_id, number, time, kind, seat, by, body, personal, digest) "
    "VALUES (:table_id, :number, :time, :kind, :seat, :by, :body, :personal, :digest)"
)


class QuickWriter:
    """One connection, used by one thread."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: list[dict[str, object]], changes: list[tuple[str, dict[str, object]]]) -> None:
        """Writes everything in one transaction. On sqlite3.IntegrityError or another sqlite3.Error, writes nothing."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, changes)

    async def pragma(self, name: str) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._pragma, name)

    async def empty_log(self) -> bool:
        """Moves everything from the write-ahead log into the file and truncates the log; False while a reader
        uses it.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._empty_log)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            for pragma in SQLITE_PRAGMAS:
                self._connection.execute(pragma)
        return self._connection

    def _write(self, rows: list[dict[str, object]], changes: Iterable[tuple[str, dict[str, object]]]) -> None:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(_INSERT, rows)
            for table, columns in changes:  # column names come from our own code
                assigned = ", ".join(f"{name} = :{name}" for name in columns)
                connection.execute(f"UPDATE tables SET {assigned} WHERE id = :which", {**columns, "which": table})
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _empty_log(self) -> bool:
        busy, _, _ = self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def _pragma(self, name: str) -> Any:
        return self._open().execute(f"PRAGMA {name}").fetchone()[0]

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
