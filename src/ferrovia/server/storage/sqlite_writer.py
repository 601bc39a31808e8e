"""Writes rows of many tables to SQLite in one step on one thread.

The general way needs the event loop five times per commit; on a busy loop, answers wait for that. This way needs it
once. Only for rows and changes of tables, which are nearly all writes.

A commit is a few statements however many tables share it. Each statement releases Python's lock and takes it back,
which waits up to 5 ms while the event loop is busy: with a statement per row, 48 rows took 120 ms, and meanwhile as
many rows gathered for the next commit.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

Row = TypeVar("Row")

SQLITE_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an acknowledged action is on disk, not in a cache of the system
    "PRAGMA secure_delete=ON",  # a name that a person removes is overwritten
    "PRAGMA busy_timeout=2000",  # after that, people see a notice
)
_LOG_COLUMNS: Final = ("table_id", "number", "time", "kind", "seat", "by", "body", "personal", "digest")
_TOGETHER: Final = 100  # rows in one statement: older SQLite takes 999 values


def _values(rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return "VALUES " + ", ".join([row] * rows)


def _insert(rows: int) -> str:
    return f"INSERT INTO log ({', '.join(_LOG_COLUMNS)}) {_values(rows, len(_LOG_COLUMNS))}"


def _update(columns: Sequence[str], rows: int) -> str:
    """The names of columns come from our own code."""
    names = ", ".join(columns)
    return (
        f"WITH fresh (table_id, {names}) AS ({_values(rows, len(columns) + 1)}) "
        f"UPDATE tables SET ({names}) = (SELECT {names} FROM fresh WHERE table_id = id) "
        "WHERE id IN (SELECT table_id FROM fresh)"
    )


def _by_columns(changes: Iterable[tuple[str, dict[str, object]]]) -> dict[tuple[str, ...], list[tuple[object, ...]]]:
    """The entries of tables that change the same columns: id and values. Of two changes to a table the later counts."""
    latest: dict[str, dict[str, object]] = {}
    for table, change in changes:
        latest[table] = {**latest.get(table, {}), **change}
    grouped: dict[tuple[str, ...], list[tuple[object, ...]]] = {}
    for table, change in latest.items():
        columns = tuple(sorted(change))
        grouped.setdefault(columns, []).append((table, *(change[name] for name in columns)))
    return grouped


def _slices(rows: list[Row]) -> Iterator[list[Row]]:
    for begin in range(0, len(rows), _TOGETHER):
        yield rows[begin : begin + _TOGETHER]


class SqliteWriter:
    """One connection, used by one thread."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: list[dict[str, object]], changes: list[tuple[str, dict[str, object]]]) -> None:
        """Writes everything in one transaction. On sqlite3.IntegrityError or another sqlite3.Error, writes nothing."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, changes)

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
            for some in _slices(rows):
                connection.execute(_insert(len(some)), [row[name] for row in some for name in _LOG_COLUMNS])
            for columns, entries in _by_columns(changes).items():
                for few in _slices(entries):
                    connection.execute(_update(columns, len(few)), list(itertools.chain.from_iterable(few)))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _empty_log(self) -> bool:
        busy, _, _ = self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
