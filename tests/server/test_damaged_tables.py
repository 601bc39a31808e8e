"""A table that cannot be read is frozen and reported; every other table goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.server.serving import BOT, ME, Room, Serving, create
from tests.server.test_scheduler import BROWSER, new_table, with_registry
from tests.server.waiting import eventually

from ferrovia.server.messages.errors import Refuse
from ferrovia.server.operations import administration
from ferrovia.server.storage import Batch
from ferrovia.server.tables import commands
from ferrovia.server.tables.lobby import lobby
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.scheduler import Scheduler

pytestmark = pytest.mark.compiled_only

DAMAGES = {
    "a row is missing": "DELETE FROM log WHERE table_id = ? AND number = 3",
    "the last row is missing": "DELETE FROM log WHERE table_id = ? AND number = (SELECT max(number) FROM log)",
    "the first row is missing": "DELETE FROM log WHERE table_id = ? AND number = 1",
    "a body is no JSON": "UPDATE log SET body = '{' WHERE table_id = ? AND number = 3",
    "a body is empty": "UPDATE log SET body = '{}' WHERE table_id = ? AND number IN (1, 2, 3, 4, 5)",
    "the start is another one": "UPDATE log SET body = '{\"values\": [[0]]}' WHERE table_id = ? AND kind = 'started'",
    "the board is gone": "UPDATE tables SET board_id = 'atlantis' WHERE id = ?",
    "the settings are no JSON": "UPDATE tables SET settings = '{' WHERE id = ?",
}


async def solo(registry: TableRegistry) -> str:
    """A started table where a bot is to move."""
    return (await new_table(registry, {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"})).state.id


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_other_tables_go_on_beside_a_damaged_one(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(registry: TableRegistry) -> None:
        damaged, healthy = await solo(registry), await solo(registry)
        with sqlite3.connect(file) as connection:
            assert connection.execute(damage, (damaged,)).rowcount
        before = registry.tables[healthy].state.number
        registry.tables.clear()
        driver = Scheduler(registry)
        driver.start()
        try:
            await eventually(lambda: healthy in registry.tables and registry.tables[healthy].state.number > before)
        finally:
            await driver.close()
        assert await registry.store.due(2**62) == [], "nobody looks at the damaged table again and again"
        assert await registry.store.count("frozen") == 1

    with_registry(file, work)


def test_a_damaged_table_can_be_looked_at_and_takes_no_row(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(registry: TableRegistry) -> None:
        table = await solo(registry)
        with sqlite3.connect(file) as connection:
            connection.execute("DELETE FROM log WHERE table_id = ? AND number = 4", (table,))
        registry.tables.clear()
        live = await registry.open(table)
        assert live.state.frozen == "row 4 is missing"
        assert live.info()["status"] == "frozen"
        assert '"number":3' in live.snapshot(0, None)
        with pytest.raises(Refuse, match="table/frozen"):
            await commands.forget(live, 0)
        assert [row.number for row in await registry.store.rows(table, after=3)] == [5]

    with_registry(file, work)


def test_names_and_chat_of_a_damaged_table_are_not_removed_in_part_and_others_are(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(registry: TableRegistry) -> None:
        damaged, healthy = [(await new_table(registry)).state.id for _ in range(2)]
        with sqlite3.connect(file) as connection:
            connection.execute("DELETE FROM log WHERE table_id = ? AND number = 2", (damaged,))
        named = await administration.seats_named(registry.store, "Bea")
        assert {seat.table for seat in named} == {damaged, healthy}
        outcomes = {seat.table: why async for seat, why in administration.remove_names(registry.store, named)}
        assert outcomes == {damaged: "table/frozen", healthy: None}
        for dry_run in (True, False):
            with pytest.raises(administration.OperatorError, match="table/frozen"):
                await administration.clear_chat(registry.store, damaged, dry_run=dry_run)

    with_registry(file, work)


def test_rows_of_another_process_that_make_no_sense_freeze_the_table(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await registry.open(await solo(registry))
        row = live.row("back", 77, "person")
        await registry.store.write(Batch(live.state.id, [row]))
        await live.catch_up()
        assert live.state.status == "frozen"
        assert live.state.number == row.number - 1

    with_registry(tmp_path / "tables.sqlite", work)


@pytest.mark.parametrize("column", ["settings", "summary"])
def test_a_damaged_entry_hides_no_other_table_from_lists(tmp_path: Path, column: str) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(registry: TableRegistry) -> None:
        damaged, healthy = [(await new_table(registry, public=True)).state.id for _ in range(2)]
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE tables SET finished = 1")
            connection.execute(f"UPDATE tables SET {column} = '{{' WHERE id = ?", (damaged,))
        listed = await lobby(registry, BROWSER)
        assert [entry["id"] for entry in listed["playing"]] == [healthy]
        assert [entry["id"] for entry in listed["mine"]] == [healthy]
        shown = await administration.listed(registry.store, status=None, name=None, limit=10)
        assert {row.id for row in shown} == {damaged, healthy}, "the operator can delete it"
        assert healthy in {game.id for game in await registry.store.finished()}

    with_registry(file, work)


def test_a_table_with_damaged_settings_stops_no_other_from_expiring(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def work(registry: TableRegistry) -> None:
        damaged, healthy = [(await new_table(registry)).state.id for _ in range(2)]
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE tables SET settings = '{', changed = 1 WHERE id = ?", (damaged,))
        registry.tables.clear()
        await Scheduler(registry)._expire()
        assert (await registry.open(healthy)).state.status == "closed"
        assert await registry.store.count("frozen") == 1
        for call in (registry.open, registry.read):
            with pytest.raises(Refuse, match="table/frozen"):
                await call(damaged)

    with_registry(file, work, expire_playing=0)


def test_operators_see_a_frozen_table_in_health_metrics_and_log(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with Serving(file) as serving:
        room = Room(serving)
        made = create(browser := room.browser(), ME, BOT, start=True)
        table = made["table"]
        assert browser.get("/healthz").json()["tables_frozen"] == 0
        cookies = browser.cookies
        room.close()
        serving.stop()
        with sqlite3.connect(file) as connection:
            connection.execute("DELETE FROM log WHERE table_id = ? AND number = 3", (table,))
        serving.start()
        room = Room(serving)
        again = room.browser()
        again.cookies = cookies
        assert again.get(f"/api/tables/{table}").json()["frozen"] == "row 3 is missing"
        health = again.get("/healthz")
        assert (health.status_code, health.json()["tables_frozen"]) == (200, 1)
        assert "\nferrovia_tables_frozen 1" in again.get("/metrics").text
        [line] = [line for line in serving.said().splitlines() if "frozen" in line]
        assert f"table {table} is frozen: row 3 is missing" in line
        room.close()
