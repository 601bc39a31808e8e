"""A whole database as one file, and back: of either kind, while the server runs, from one moment.

The file is gzipped JSON lines: a header, every row with its table's name, and a last line with the number of rows and a
checksum of everything before it. A restore is complete or does not happen.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Insert, LargeBinary, Table, func, select, text

from ferrovia.server.storage.schema import BANS, BOARDS, CURRENT, HOLDERS, LOG, TABLES, TOKENS, upsert
from ferrovia.server.storage.store import Store

MAGIC: Final = "ferrovia backup"
# The columns of schema 1, whose backups do not name them.
_FIRST: Final = {
    "boards": ["digest", "text", "created", "ready", "layout"],
    "tables": [
        "id", "created", "changed", "status", "public", "board_id", "board_digest", "rules_version", "players",
        "settings", "summary", "key", "last_number", "wake", "finished",
    ],
    "log": ["table_id", "number", "time", "kind", "seat", "by", "body", "personal", "digest"],
    "tokens": ["hash", "table_id", "kind", "seat", "sitting", "created", "used"],
    "holders": ["browser", "table_id", "kind", "seat", "sitting"],
}  # fmt: skip
_KEPT: Final = (BOARDS, TABLES, LOG, TOKENS, HOLDERS, BANS)
_TOGETHER: Final = 500


class BadBackup(Exception):
    """The file is not a backup or is damaged, or the database is not empty."""


def _plain(table: Table, row: Any) -> list[Any]:
    return [
        base64.b64encode(value).decode() if isinstance(column.type, LargeBinary) and value is not None else value
        for column, value in zip(table.columns, row, strict=True)
    ]


def _values(table: Table, names: list[str], row: list[Any]) -> dict[str, object]:
    """Values by column of this version: newer columns get their default, removed ones are dropped."""
    if len(row) != len(names):
        raise BadBackup(f"a row of {table.name} has {len(row)} values")
    return {
        name: base64.b64decode(value) if isinstance(table.c[name].type, LargeBinary) and value is not None else value
        for name, value in zip(names, row, strict=True)
        if name in table.c
    }


async def _rows(store: Store) -> AsyncIterator[tuple[Table, list[Any]]]:
    """All rows, as of one moment."""
    async with store.engine.connect() as connection:
        if store.is_postgresql:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.execute(text("BEGIN"))  # the first read of a WAL database fixes the snapshot
        for table in _KEPT:
            result = await connection.stream(select(table).order_by(*table.primary_key.columns))
            async for row in result:
                yield table, _plain(table, row)


def _for_the_owner_alone(path: str, flags: int) -> int:
    """A backup contains the keys of games in progress."""
    return os.open(path, flags, 0o600)


async def back_up(store: Store, file: Path) -> int:
    """Writes a backup; returns the number of rows. The file appears complete or not at all."""
    part = file.with_name(f".{file.name}.part")
    digest, count = hashlib.sha256(), 0
    try:
        with (
            open(part, "wb", opener=_for_the_owner_alone) as raw,
            gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0) as packed,
        ):

            def write(line: object) -> None:
                encoded = json.dumps(line, separators=(",", ":")).encode() + b"\n"
                packed.write(encoded)
                digest.update(encoded)

            write({"magic": MAGIC, "schema": CURRENT, "columns": {table.name: table.c.keys() for table in _KEPT}})
            async for table, row in _rows(store):
                write([table.name, row])
                count += 1
            write({"rows": count, "sha256": digest.hexdigest()})
            packed.close()
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return count


def _lines(file: Path) -> Iterator[tuple[Table, dict[str, object]]]:
    """The rows of a backup. Raises BadBackup at the end if it was incomplete."""
    tables = {table.name: table for table in _KEPT}
    columns: dict[str, list[str]] = _FIRST
    digest, count, end = hashlib.sha256(), 0, None
    try:
        with gzip.open(file, "rb") as packed:
            for number, line in enumerate(packed):
                found = json.loads(line)
                if number == 0:
                    if not isinstance(found, dict) or found.get("magic") != MAGIC:
                        raise BadBackup("this is not a Ferrovia backup")
                    if not isinstance(found.get("schema"), int) or found["schema"] > CURRENT:
                        raise BadBackup(f"it was made by a newer Ferrovia (schema {found.get('schema')})")
                    columns = found.get("columns", _FIRST)
                elif isinstance(found, dict):
                    end = found, digest.hexdigest()
                else:
                    name, row = found
                    yield tables[name], _values(tables[name], columns[name], row)
                    count += 1
                digest.update(line)
    except gzip.BadGzipFile as error:
        raise BadBackup("this is not a Ferrovia backup") from error
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise BadBackup(f"the file cannot be read: {error}") from error
    if end is None or end[0] != {"rows": count, "sha256": end[1]}:
        raise BadBackup("the file is not whole")


async def restore(store: Store, file: Path) -> int:
    """Fills a database without tables from a backup, in one transaction; returns the number of rows.

    Boards and bans that the database has already stay as they are.
    """
    for _ in _lines(file):  # read and check everything before trusting any of it
        pass
    count = 0
    async with store.engine.begin() as connection:
        if (await connection.execute(select(func.count()).select_from(TABLES))).scalar_one():
            raise BadBackup("the database is not empty")
        waiting: list[dict[str, object]] = []
        current: Table | None = None
        for table, values in _lines(file):
            if current is not None and (table is not current or len(waiting) >= _TOGETHER):
                await connection.execute(_adding(store, current), waiting)
                waiting = []
            current = table
            waiting.append(values)
            count += 1
        if current is not None and waiting:
            await connection.execute(_adding(store, current), waiting)
    return count


def _adding(store: Store, table: Table) -> Insert:
    if table in (BOARDS, BANS):
        return upsert(store.engine.dialect.name, table).on_conflict_do_nothing()
    return table.insert()
