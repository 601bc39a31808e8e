"""The same tests for SQLite and PostgreSQL: writes persist, conflicts are refused, nothing is half done."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ferrovia.server.storage import (
    Ban,
    Batch,
    Conflict,
    Holder,
    LogRow,
    NewTable,
    StorageAway,
    Store,
    Token,
    TokenUsed,
    open_store,
    schema,
)
from ferrovia.server.storage.backup import back_up, restore
from ferrovia.server.storage.sqlite_writer import SqliteWriter

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

NEW = NewTable("table1", 1000, "tiny", "d" * 64, 1, 2, {"clock": {"kind": "none"}}, b"k" * 32)


def row(number: int, kind: str = "action", table: str = "table1", **body: Any) -> LogRow:
    return LogRow(table, number, 1000 + number, kind, 0, "person", body, digest="0" * 16)


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = await open_store(database)
    try:
        yield store
    finally:
        await store.close()


def run(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await work(store)

    asyncio.run(main())


async def with_writers_connection(of: SqliteWriter, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """The result of some work on the thread that alone may use the connection."""
    return await asyncio.get_running_loop().run_in_executor(of._thread, lambda: work(of._open()))


def test_what_was_written_is_read_again_in_order(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(Batch("table1", [row(1, "created", public=True)], new=NEW))
        await store.write(Batch("table1", [row(2, code=7), row(3, code=8)], {"last_number": 3, "wake": 50}))
        found = await store.rows("table1", after=1)
        assert [(entry.number, entry.body) for entry in found] == [(2, {"code": 7}), (3, {"code": 8})]
        assert (await store.table("table1")).last_number == 3  # type: ignore[union-attr]
        assert [due.id for due in await store.due(60)] == ["table1"]
        assert await store.due(40) == []
        assert await store.table("nothing") is None

    run(database, work)


def test_a_number_is_given_once_and_a_clash_spoils_nobody_else(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(Batch("table1", [row(1)], new=NEW))
        await store.write(Batch("table2", [row(1, table="table2")], new=replace(NEW, id="table2")))
        batches = [Batch("table1", [row(2, code=code)], {"last_number": 2}) for code in (1, 2)]
        batches.append(Batch("table2", [row(2, table="table2", code=3)], {"last_number": 2}))
        outcomes = await asyncio.gather(*(store.write(batch) for batch in batches), return_exceptions=True)
        assert outcomes[0] is None
        assert isinstance(outcomes[1], Conflict)
        assert outcomes[2] is None
        assert [entry.body["code"] for entry in await store.rows("table1", after=1)] == [1]
        assert [entry.body["code"] for entry in await store.rows("table2", after=1)] == [3]

    run(database, work)


def test_a_batch_that_clashes_leaves_nothing_behind(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(Batch("table1", [row(1)], new=NEW))
        token = Token(b"h" * 32, "table1", "seat", 0, 1, 5)
        with pytest.raises(Conflict):
            await store.write(Batch("table1", [row(2), row(1)], {"status": "over"}, tokens=[token]))
        assert [entry.number for entry in await store.rows("table1")] == [1]
        assert await store.token(b"h" * 32) is None
        assert (await store.table("table1")).status == "open"  # type: ignore[union-attr]

    run(database, work)


def test_an_invitation_is_used_once(database: str) -> None:
    async def work(store: Store) -> None:
        invitation = Token(b"i" * 32, "table1", "invitation", 1, None, 5)
        await store.write(Batch("table1", [row(1)], new=NEW, tokens=[invitation]))
        await store.write(Batch("table1", [row(2, "joined")], consume=b"i" * 32, now=9))
        with pytest.raises(TokenUsed):
            await store.write(Batch("table1", [row(3, "joined")], consume=b"i" * 32, now=10))
        assert (await store.token(b"i" * 32)) == replace(invitation, used=9)
        assert [entry.number for entry in await store.rows("table1")] == [1, 2]

    run(database, work)


def test_a_new_invitation_makes_the_old_one_void(database: str) -> None:
    async def work(store: Store) -> None:
        old, new = (Token(letter * 32, "table1", "invitation", 1, None, 5) for letter in (b"a", b"b"))
        await store.write(Batch("table1", [row(1)], new=NEW, tokens=[old]))
        await store.write(Batch("table1", tokens=[new], void_invitations=[1], now=7))
        with pytest.raises(TokenUsed):
            await store.write(Batch("table1", [row(2)], consume=old.hash))
        await store.write(Batch("table1", [row(2)], consume=new.hash))

    run(database, work)


def test_a_browser_holds_what_it_was_given_last(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(Batch("table1", [row(1)], new=NEW, holders=[Holder(b"b", "table1", "seat", 0, 1)]))
        await store.add_holder(Holder(b"b", "table1", "seat", 0, 8))
        await store.add_holder(Holder(b"b", "other", "watch", -1, 0))
        assert await store.holdings(b"b", "table1") == [Holder(b"b", "table1", "seat", 0, 8)]
        assert len(await store.holdings(b"b")) == 2
        assert await store.holdings(b"c") == []

    run(database, work)


def test_a_person_can_be_forgotten(database: str) -> None:
    async def work(store: Store) -> None:
        said = replace(row(1, "chat"), personal="hello")
        others = replace(row(2, "chat"), personal="hi", seat=1)
        await store.write(Batch("table1", [said, others], new=NEW))
        await store.write(Batch("table1", [row(3, "forgotten")], forget_seats=[0]))
        assert [entry.personal for entry in await store.rows("table1")] == [None, "hi", None]

    run(database, work)


def test_finished_games_can_be_searched(database: str) -> None:
    async def work(store: Store) -> None:
        for number, (name, public) in enumerate([("José", True), ("Ana", True), ("José", False)]):
            table = f"table{number}"
            summary = json.dumps({"seats": [{"name": name}]}, ensure_ascii=False)
            changes = {"finished": 100 + number, "public": public, "summary": summary}
            await store.write(Batch(table, [row(1, table=table)], changes, replace(NEW, id=table)))
        assert [game.id for game in await store.finished()] == ["table1", "table0"]
        assert [game.id for game in await store.finished(name="José")] == ["table0"]
        assert [game.id for game in await store.finished(name="José", public_only=False)] == ["table2", "table0"]
        assert [game.id for game in await store.finished(before=101)] == ["table0"]
        assert await store.finished(board="europe") == []
        assert await store.finished(name="%") == []

    run(database, work)


def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    async def spoil(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(schema.VERSION.update().values(version=schema.CURRENT + 1))

    run(database, spoil)
    with pytest.raises(schema.SchemaTooNew):
        asyncio.run(open_store(database))


def test_a_database_of_an_older_version_is_led_to_this_one_with_all_that_is_in_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill(store: Store) -> None:
        await store.write(Batch("table1", [row(1)], new=NEW))

    async def look(store: Store) -> None:
        assert len(await store.rows("table1")) == 1
        async with store.engine.connect() as connection:
            assert (await connection.execute(text("SELECT mood FROM tables"))).scalars().all() == ["merry"]
            assert (await connection.execute(text("SELECT version FROM schema_version"))).scalars().all() == [now + 2]

    run(database, fill)
    now = schema.CURRENT
    steps = {
        now + 1: ("ALTER TABLE tables ADD COLUMN mood VARCHAR(10)",),
        now + 2: ("UPDATE tables SET mood = 'merry'", "CREATE INDEX tables_by_mood ON tables (mood)"),
    }
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    monkeypatch.setattr(schema, "CURRENT", now + 2)
    run(database, look)
    run(database, look)


def test_an_acknowledged_action_is_on_disk_with_sqlite(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store.engine.connect() as connection:
            assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2, "2 is FULL"
            assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
        assert store.sqlite_writer is not None
        both = "SELECT * FROM pragma_synchronous, pragma_journal_mode"
        found = await with_writers_connection(store.sqlite_writer, lambda own: own.execute(both).fetchone())
        assert found == (2, "wal"), "and so for the one that writes rows"
        await store.write(Batch("table1", [row(1)], new=NEW))
        await store.write(Batch("table1", [row(2)], {"last_number": 2}))
        with sqlite3.connect(tmp_path / "tables.sqlite") as other:  # somebody else sees it at once
            assert other.execute("SELECT count(*) FROM log").fetchone() == (2,)
        other.close()

    run(str(tmp_path / "tables.sqlite"), work)


def test_writes_that_wait_share_a_commit(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for number in range(50):
            table = f"table{number}"
            await store.write(Batch(table, [row(1, table=table)], new=replace(NEW, id=table)))
        before = store.commits
        await asyncio.gather(
            *(store.write(Batch(f"table{n}", [row(2, table=f"table{n}")], {"last_number": 2})) for n in range(50))
        )
        assert store.commits - before <= 3

    run(str(tmp_path / "tables.sqlite"), work)


def test_a_commit_of_many_tables_is_a_few_statements(tmp_path: Path) -> None:
    """SQLite's thread competes with the event loop for Python's lock once per statement."""

    async def work(store: Store) -> None:
        sqlite, statements = store.sqlite_writer, list[str]()
        assert sqlite is not None
        for number in range(150):
            table = f"table{number}"
            await store.write(Batch(table, [row(1, table=table)], new=replace(NEW, id=table)))
        await with_writers_connection(sqlite, lambda own: own.set_trace_callback(statements.append))
        rows = [Batch(f"table{n}", [row(2, table=f"table{n}")], {"last_number": 2, "wake": n}) for n in range(150)]
        await asyncio.gather(*(store.write(batch) for batch in rows))
        assert len(statements) <= 12, "two commits at most: the first batch may go alone"
        ends = [Batch(f"table{n}", changes={"status": "over", "finished": n}) for n in range(0, 150, 2)]
        await asyncio.gather(*(store.write(batch) for batch in (*ends, Batch("table0", changes={"status": "closed"}))))
        found = {each.id: each.at for each in await store.due(150)}
        assert found == {f"table{n}": n for n in range(150)}, "each table got its own values"
        assert len(await store.rows("table149")) == 2
        assert [(await store.table(f"table{n}")).status for n in range(3)] == ["closed", "open", "over"]  # type: ignore[union-attr]

    run(str(tmp_path / "tables.sqlite"), work)


def test_what_waits_is_written_before_the_store_closes(database: str) -> None:
    async def main() -> None:
        store = await open_store(database)
        await store.write(Batch("table1", [row(1)], new=NEW))
        waiting = [asyncio.create_task(store.write(Batch("table1", [row(number)]))) for number in range(2, 20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StorageAway):
            await store.write(Batch("table1", [row(99)]))

    asyncio.run(main())

    async def work(store: Store) -> None:
        assert len(await store.rows("table1")) == 19

    run(database, work)


@pytest.mark.parametrize(
    "address", ["postgresql://nobody@127.0.0.1:1/nothing", "/proc/nothing/tables.sqlite", "/dev/null/tables.sqlite"]
)
def test_a_database_that_cannot_be_reached_is_named_with_the_reason(address: str) -> None:
    with pytest.raises(StorageAway) as refusal:
        asyncio.run(open_store(address))
    assert str(refusal.value).startswith(address)
    assert re.search(r"\. (Check|Name) .*\.$", str(refusal.value)), "says what to do"


def test_a_file_that_is_no_database_is_named_as_the_operator_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_bytes(b"no database " * 1000)
    with pytest.raises(StorageAway) as refusal:
        asyncio.run(open_store(str(file)))
    assert str(refusal.value).startswith(f"{file}: file is not a database. Check ")


@pytest.mark.parametrize("address", ["mysql://somewhere/x", "sqlite://", "sqlite:///:memory:"])
def test_an_unsupported_database_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"sqlite or postgresql|in memory"):
        asyncio.run(open_store(address))


def test_two_processes_may_keep_the_same_board_and_ban_at_once(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as other:
            for number in range(5):
                digest = f"{number}" * 64
                kept = [store.keep_board(digest, "text", now=1, ready=True, layout="{}") for store in (one, other)]
                banned = [store.add_ban(Ban("address", f"192.0.2.{number}/32", 1, None)) for store in (one, other)]
                await asyncio.gather(*kept, *banned)
                assert await one.board_text(digest) == ("text", True)
            assert len(await other.bans(2)) == 5

    asyncio.run(main())


def test_a_backup_keeps_the_boards_and_bans_that_an_empty_database_already_has(database: str, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    before, after = Ban("address", "192.0.2.1/32", 1, None), Ban("address", "192.0.2.1/32", 9, 99)

    async def main() -> None:
        async with opened(str(tmp_path / "first.sqlite")) as store:
            await store.write(Batch("table1", [row(1, "created", public=True)], new=NEW))
            await store.keep_board("d" * 64, "text", now=1, ready=True, layout="{}")
            await store.add_ban(before)
            await back_up(store, file)
        async with opened(database) as store:
            await store.keep_board("d" * 64, "text", now=2, ready=True, layout="[]")
            await store.add_ban(after)
            await restore(store, file)
            assert await store.bans(10) == [after]
            assert await store.board_layout("d" * 64) == "[]"
            assert [row.id for row in await store.lobby_of(["table1"])] == ["table1"]

    asyncio.run(main())


def test_a_removed_text_is_in_no_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(store: Store) -> None:
        joined = LogRow("table1", 2, 1002, "joined", 0, "person", {}, "Zacharias")
        await store.write(Batch("table1", [row(1, "created", public=True), joined], new=NEW))
        assert b"Zacharias" in b"".join(each.read_bytes() for each in tmp_path.iterdir())
        await store.write(Batch("table1", [row(3, "forgotten")], forget_seats=[0]))
        assert b"Zacharias" not in b"".join(each.read_bytes() for each in tmp_path.iterdir())

    run(str(file), work)


def test_a_database_that_can_be_read_but_not_written_is_not_well(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(store: Store) -> None:
        await store.probe()
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # like a full disk: everything can be read
        assert await store.count("open") == 0
        with pytest.raises(StorageAway):
            await store.probe()
        other.close()

    run(str(file), work)
