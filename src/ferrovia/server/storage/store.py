"""The only interface to the database. Reads use a pool; writes go through the writer, which batches them.

A write is done when the call returns: on disk with SQLite (`synchronous=FULL`), committed with PostgreSQL.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Executable, delete, event, func, or_, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from ferrovia.server.storage.model import (
    UNREADABLE,
    Ban,
    Batch,
    Due,
    Finished,
    Holder,
    LobbyRow,
    LogRow,
    StorageAway,
    StoredTable,
    Token,
)
from ferrovia.server.storage.schema import (
    BANS,
    BOARDS,
    HOLDERS,
    LOG,
    PRESENCE,
    TABLES,
    TOKENS,
    bring_up_to_date,
    upsert,
)
from ferrovia.server.storage.sqlite_writer import SQLITE_PRAGMAS, SqliteWriter
from ferrovia.server.storage.writer import CHANNEL, NOTIFY, Writer, holder_upsert

_AWAY: Final = (DBAPIError, PoolTimeout, OSError, TimeoutError)


def _set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in SQLITE_PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _url(database: str) -> URL:
    """`sqlite:///path`, a path, or `postgresql://…`, with the drivers we use."""
    if "://" not in database:
        return URL.create("sqlite+aiosqlite", database=database)
    url = make_url(database)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    name = url.get_backend_name()
    if name not in driver:
        raise ValueError(f"the database must be sqlite or postgresql, not {name}")
    return url.set(drivername=driver[name])


async def open_store(database: str) -> Store:
    """Connects and migrates the schema. Raises StorageAway with a readable reason if that fails."""
    url = _url(database)
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise ValueError("a database in memory would lose every table: name a file")
        try:
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = f"the folder cannot be made: {error.strerror}"
            raise StorageAway(f"{url.database}: {reason}. Name a file elsewhere with --database.") from error
        if Path(str(url.database)).is_dir():
            raise StorageAway(f"{url.database} is a folder: name a file in it")
        with contextlib.suppress(OSError):  # errors are reported below
            # It contains every hand and key; files that SQLite creates next to it get the same permissions.
            os.close(os.open(str(url.database), os.O_CREAT | os.O_RDWR, 0o600))
        engine = create_async_engine(url, poolclass=AsyncAdaptedQueuePool, pool_size=2, max_overflow=2)
        event.listen(engine.sync_engine, "connect", _set_pragmas)
    else:
        engine = create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, pool_timeout=5)
    store = Store(engine)  # before the first connection, whose backend it notes
    try:
        async with engine.begin() as connection:
            await connection.run_sync(bring_up_to_date)
    except StorageAway:
        await engine.dispose()
        raise
    except _AWAY as error:
        await engine.dispose()
        reason = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()[0]
        raise StorageAway(_unusable(url, reason)) from error
    return store


def _unusable(url: URL, reason: str) -> str:
    """Names the database as the operator wrote it, the reason, and what to check."""
    if url.get_backend_name() == "sqlite":
        advice = (
            "Check that it is a database of Ferrovia, that you may write it and its folder, and that the disk has room"
        )
        return f"{url.database}: {reason}. {advice}."
    where = url.set(drivername="postgresql").render_as_string(hide_password=True)
    return f"{where}: {reason}. Check that PostgreSQL is running there, and the address, name and password."


def _log_row(
    table: str, number: int, time: int, kind: str, seat: int | None, by: str, body: str, personal: str | None,
    digest: str | None,
) -> LogRow:  # fmt: skip
    try:
        read = json.loads(body)
    except ValueError:
        kind, read = UNREADABLE, {}
    return LogRow(table, number, time, kind, seat, by, read, personal, digest)


def _object_in(text: str) -> Any:
    """An object from a list of tables; empty if it is damaged, so that the others in the list can be shown."""
    try:
        return json.loads(text)
    except ValueError:
        return {}


class Store:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.is_postgresql = engine.dialect.name == "postgresql"
        self.sqlite_writer = None if self.is_postgresql else SqliteWriter(str(engine.url.database))
        self.backends: set[int] = set()  # of PostgreSQL, those that serve our own connections
        if self.is_postgresql:
            event.listen(engine.sync_engine, "connect", self._note_backend)
            event.listen(engine.sync_engine, "close", self._forget_backend)
        self._writer = Writer(engine, self.sqlite_writer)
        self._must_tidy = False

    @property
    def commits(self) -> int:
        return self._writer.commits

    def _note_backend(self, connection: Any, record: Any) -> None:
        record.info["backend"] = connection.driver_connection.get_server_pid()
        self.backends.add(record.info["backend"])

    def _forget_backend(self, _connection: Any, record: Any) -> None:
        self.backends.discard(record.info.get("backend"))

    async def close(self) -> None:
        """Writes pending batches, then disconnects."""
        await self._writer.close()
        if self.sqlite_writer is not None:
            await self.sqlite_writer.close()
        await self.engine.dispose()

    async def write(self, batch: Batch) -> None:
        """Writes the whole batch. On Conflict, TokenUsed or StorageAway, writes nothing."""
        await self._writer.write(batch)
        self._must_tidy = self._must_tidy or batch.forgets
        if self._must_tidy:
            await self.tidy()

    async def tidy(self) -> None:
        """Overwrites removed texts. SQLite keeps old pages in its write-ahead log until no reader uses it."""
        if self._must_tidy and (self.sqlite_writer is None or await self.sqlite_writer.empty_log()):
            self._must_tidy = False

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except _AWAY as error:
            raise StorageAway(str(error).splitlines()[0]) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """For data outside a table's log; the log goes through the writer."""
        try:
            async with self.engine.begin() as connection:
                yield connection
        except _AWAY as error:
            raise StorageAway(str(error).splitlines()[0]) from error

    async def probe(self) -> None:
        """Tests writing by writing something and removing it. Raises StorageAway if it fails."""
        entry = {"process": "probe", "table_id": secrets.token_hex(8), "seats": 0, "watching": 0, "seen": 0}
        async with self._writing() as connection:
            await connection.execute(PRESENCE.insert().values(entry))
            await connection.execute(delete(PRESENCE).where(PRESENCE.c.process == "probe"))

    # --- tables -----------------------------------------------------------------------------------------------------
    async def table(self, table: str) -> StoredTable | None:
        columns = [TABLES.c[each.name] for each in fields(StoredTable)]
        async with self._reading() as connection:
            row = (await connection.execute(select(*columns).where(TABLES.c.id == table))).mappings().first()
        return None if row is None else StoredTable(**{**row, "settings": json.loads(row["settings"])})

    async def rows(self, table: str, *, after: int = 0) -> list[LogRow]:
        query = select(LOG).where(LOG.c.table_id == table, LOG.c.number > after).order_by(LOG.c.number)
        async with self._reading() as connection:
            found = (await connection.execute(query)).all()
        return [_log_row(*row) for row in found]

    async def joined_as(self, name: str) -> list[tuple[str, int, int]]:
        """Every time that a player took a seat under this name, at any table: table, seat, number of the row."""
        query = select(LOG.c.table_id, LOG.c.seat, LOG.c.number).where(LOG.c.kind == "joined", LOG.c.personal == name)
        async with self._reading() as connection:
            found = await connection.execute(query.order_by(LOG.c.table_id, LOG.c.seat, LOG.c.number))
            return [(row[0], row[1], row[2]) for row in found]

    async def last_numbers(self, tables: Iterable[str]) -> dict[str, int]:
        query = select(TABLES.c.id, TABLES.c.last_number).where(TABLES.c.id.in_(list(tables)))
        async with self._reading() as connection:
            return {row[0]: row[1] for row in (await connection.execute(query)).all()}

    async def due(self, now: int, limit: int = 200) -> list[Due]:
        query = select(TABLES.c.id, TABLES.c.wake).where(TABLES.c.wake <= now).order_by(TABLES.c.wake).limit(limit)
        async with self._reading() as connection:
            return [Due(table, at) for table, at in (await connection.execute(query)).all()]

    async def count(self, status: str) -> int:
        """The number of tables with that status."""
        query = select(func.count()).select_from(TABLES).where(TABLES.c.status == status)
        async with self._reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def unchanged(self, status: str, *, before: int, limit: int = 100) -> list[str]:
        """Tables of that status without a change since `before`."""
        query = select(TABLES.c.id).where(TABLES.c.status == status, TABLES.c.changed < before).limit(limit)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def delete_tables(self, tables: list[str]) -> None:
        if not tables:
            return
        async with self._writing() as connection:
            for where, column in ((LOG, "table_id"), (TOKENS, "table_id"), (HOLDERS, "table_id"), (TABLES, "id")):
                await connection.execute(delete(where).where(where.c[column].in_(tables)))

    # --- lists ------------------------------------------------------------------------------------------------------
    async def lobby(self, status: str, *, limit: int = 50) -> list[LobbyRow]:
        query = (
            select(TABLES)
            .where(TABLES.c.status == status, TABLES.c.public.is_(True))
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self._lobby_rows(query)

    async def lobby_of(self, tables: Iterable[str]) -> list[LobbyRow]:
        query = select(TABLES).where(TABLES.c.id.in_(list(tables))).order_by(TABLES.c.changed.desc())
        return await self._lobby_rows(query)

    async def tables_changed(self, *, status: str | None, limit: int | None) -> list[LobbyRow]:
        """Tables of that status, or all, public or not, last changed first."""
        query = select(TABLES).order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        return await self._lobby_rows(query if status is None else query.where(TABLES.c.status == status))

    async def _lobby_rows(self, query: Executable) -> list[LobbyRow]:
        async with self._reading() as connection:
            found = (await connection.execute(query)).mappings().all()
        plain = [each.name for each in fields(LobbyRow) if each.name not in ("settings", "summary")]
        return [
            LobbyRow(
                **{name: row[name] for name in plain},
                settings=_object_in(row["settings"]),
                summary=_object_in(row["summary"]),
            )
            for row in found
        ]

    async def finished(
        self,
        *,
        board: str | None = None,
        players: int | None = None,
        name: str | None = None,
        since: int | None = None,
        before: int | None = None,
        public_only: bool = True,
        limit: int = 50,
    ) -> list[Finished]:
        query = select(TABLES).where(TABLES.c.finished.is_not(None))
        if public_only:
            query = query.where(TABLES.c.public.is_(True))
        if board is not None:
            query = query.where(TABLES.c.board_id == board)
        if players is not None:
            query = query.where(TABLES.c.players == players)
        if since is not None:
            query = query.where(TABLES.c.finished >= since)
        if before is not None:
            query = query.where(TABLES.c.finished < before)
        if name is not None:
            quoted = json.dumps(name)[1:-1]  # as it appears in the summary
            query = query.where(
                or_(
                    TABLES.c.summary.contains(quoted, autoescape=True), TABLES.c.summary.contains(name, autoescape=True)
                )
            )
        query = query.order_by(TABLES.c.finished.desc(), TABLES.c.id).limit(limit)
        async with self._reading() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [
            Finished(r["id"], r["board_id"], r["players"], r["finished"], r["public"], summary)
            for r in found
            if (summary := _object_in(r["summary"]))
        ]

    # --- who holds what -----------------------------------------------------------------------------------------------
    async def token(self, hashed: bytes) -> Token | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(TOKENS).where(TOKENS.c.hash == hashed))).first()
        return None if row is None else Token(*row)

    async def holdings(self, browser: bytes, table: str | None = None) -> list[Holder]:
        query = select(HOLDERS).where(HOLDERS.c.browser == browser)
        if table is not None:
            query = query.where(HOLDERS.c.table_id == table)
        async with self._reading() as connection:
            return [Holder(*row) for row in (await connection.execute(query)).all()]

    async def add_holder(self, holder: Holder) -> None:
        async with self._writing() as connection:
            await connection.execute(holder_upsert(connection.dialect.name, [holder]))

    async def browsers_at(self, table: str, seat: int) -> list[bytes]:
        """The browsers that hold a seat, the last one to join at the end."""
        query = select(HOLDERS.c.browser).where(
            HOLDERS.c.table_id == table, HOLDERS.c.seat == seat, HOLDERS.c.kind == "seat"
        )
        async with self._reading() as connection:
            return list((await connection.execute(query.order_by(HOLDERS.c.sitting))).scalars())

    # --- who may not come -------------------------------------------------------------------------------------------
    async def bans(self, now: int) -> list[Ban]:
        """The bans in force."""
        query = select(BANS).where(or_(BANS.c.until.is_(None), BANS.c.until > now)).order_by(BANS.c.created, BANS.c.who)
        async with self._reading() as connection:
            return [Ban(*row) for row in (await connection.execute(query)).all()]

    async def add_ban(self, ban: Ban) -> None:
        """Replaces an earlier ban of the same visitor."""
        times = {"created": ban.created, "until": ban.until}
        statement = upsert(self.engine.dialect.name, BANS).values(kind=ban.kind, who=ban.who, **times)
        async with self._writing() as connection:
            await connection.execute(statement.on_conflict_do_update(index_elements=["kind", "who"], set_=times))

    async def lift_ban(self, who: str) -> bool:
        """False if there was none."""
        async with self._writing() as connection:
            return bool((await connection.execute(delete(BANS).where(BANS.c.who == who))).rowcount)

    # --- who is at a table through which process ----------------------------------------------------------------------
    async def say_presence(
        self, process: str, entries: dict[str, tuple[int, int]], now: int, *, notify: Iterable[str]
    ) -> None:
        """`entries`: per table, one bit per seat and the number of spectators."""
        values = [
            {"process": process, "table_id": table, "seats": seats, "watching": watching, "seen": now}
            for table, (seats, watching) in entries.items()
        ]
        statement = postgresql.insert(PRESENCE).values(values)
        statement = statement.on_conflict_do_update(
            index_elements=["process", "table_id"],
            set_={name: statement.excluded[name] for name in ("seats", "watching", "seen")},
        )
        async with self._writing() as connection:
            await connection.execute(statement)
            await connection.execute(delete(PRESENCE).where(PRESENCE.c.seats == 0, PRESENCE.c.watching == 0))
            here = [f"{table} here" for table in notify]
            if here:
                await connection.execute(NOTIFY, {"channel": CHANNEL, "payloads": here})

    async def presence(self, table: str, *, but: str, since: int) -> tuple[int, int]:
        """Presence through other processes: one bit per seat, and the number of spectators."""
        query = select(PRESENCE.c.seats, PRESENCE.c.watching).where(
            PRESENCE.c.table_id == table, PRESENCE.c.process != but, PRESENCE.c.seen >= since
        )
        async with self._reading() as connection:
            found = (await connection.execute(query)).all()
        seats = 0
        for row in found:
            seats |= row[0]
        return seats, sum(row[1] for row in found)

    async def forget_presence(self, process: str) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(PRESENCE).where(PRESENCE.c.process == process))

    # --- boards -------------------------------------------------------------------------------------------------------
    async def board_text(self, digest: str) -> tuple[str, bool] | None:
        """The text of a board and whether tables may use it."""
        query = select(BOARDS.c.text, BOARDS.c.ready).where(BOARDS.c.digest == digest)
        async with self._reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row[0], row[1])

    async def board_layout(self, digest: str) -> str | None:
        async with self._reading() as connection:
            return (await connection.execute(select(BOARDS.c.layout).where(BOARDS.c.digest == digest))).scalar()

    async def keep_board(self, digest: str, board_text: str, *, now: int, ready: bool, layout: str | None) -> None:
        """Adds a board, or marks it as ready."""
        state = {"ready": ready, "layout": layout}
        statement = upsert(self.engine.dialect.name, BOARDS).values(
            digest=digest, text=board_text, created=now, **state
        )
        async with self._writing() as connection:
            await connection.execute(statement.on_conflict_do_update(index_elements=["digest"], set_=state))
