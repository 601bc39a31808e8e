"""Backup and restore, export and import: between both kinds of databases, while the server runs."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import json
import random
import sqlite3
from pathlib import Path

import pytest
from tests.cli.terminal import run
from tests.server.conftest import NewDatabase
from tests.server.serving import BOT, ME, Room, Serving, create, play_out
from tests.server.test_scheduler import new_table, with_registry

from ferrovia.record import read_record, verify
from ferrovia.server.storage.backup import MAGIC, BadBackup, _lines, back_up
from ferrovia.server.tables.registry import TableRegistry

pytestmark = pytest.mark.compiled_only

FIRST = Path(__file__).parents[1] / "data" / "protocol_1"  # a database of the first schema


def command(*arguments: str) -> str:
    outcome = run(*arguments)
    assert outcome.exit_code == 0, outcome.output
    return str(outcome.output)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A database with a finished game and one in play, its backup made while the server ran, and its own link."""
    folder = tmp_path_factory.mktemp("played")
    database = str(folder / "tables.sqlite")
    with Serving(database) as serving:
        room = Room(serving)
        over = create(room.browser(), ME, BOT, start=True, public=True)
        play_out(room.player(over["table"], over["seats"][0]["token"]))
        playing = create(room.browser(), ME, BOT, start=True)
        player = room.player(playing["table"], playing["seats"][0]["token"])
        player.act()
        player.see(lambda update: bool(update["legal"]))
        command("backup", str(folder / "all.backup"), "--database", database)
        found = {
            "database": database,
            "backup": str(folder / "all.backup"),
            "over": over["table"],
            "playing": playing["table"],
            "token": playing["seats"][0]["token"],
            "hand": str(player.update["you"]["hand"]),
        }
        room.close()
    return found


def test_a_restored_database_goes_on_where_the_backup_was_made(
    played: dict[str, str], postgres: NewDatabase, tmp_path: Path
) -> None:
    for database in (str(tmp_path / "again.sqlite"), postgres()):
        command("restore", played["backup"], "--database", database)
        with Serving(database) as serving:
            room = Room(serving)
            player = room.player(played["playing"], played["token"])
            assert str(player.update["you"]["hand"]) == played["hand"]
            assert play_out(player)["result"]["winners"]
            room.close()


def test_a_backup_is_for_its_owner_alone(played: dict[str, str]) -> None:
    assert Path(played["backup"]).stat().st_mode & 0o077 == 0


def test_a_backup_replaces_a_file_only_when_told_to(played: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    file.write_text("yesterday's")
    refused = run("backup", str(file), "--database", played["database"])
    assert refused.exit_code == 2
    assert "--overwrite" in refused.output
    assert file.read_text() == "yesterday's"
    command("backup", str(file), "--overwrite", "--database", played["database"])
    assert file.read_bytes().startswith(b"\x1f\x8b")


@pytest.mark.parametrize("harm", ["cut", "changed", "no backup"])
def test_a_damaged_backup_is_refused_and_leaves_nothing(played: dict[str, str], tmp_path: Path, harm: str) -> None:
    lines = gzip.decompress(Path(played["backup"]).read_bytes()).splitlines(keepends=True)
    spoiled = {
        "cut": lines[:-1],
        "changed": [*lines[:3], lines[3].replace(b"1", b"2"), *lines[4:]],
        "no backup": [b"hello\n"],
    }[harm]
    (tmp_path / "bad").write_bytes(gzip.compress(b"".join(spoiled)))
    database = str(tmp_path / "x.sqlite")
    outcome = run("restore", str(tmp_path / "bad"), "--database", database)
    assert outcome.exit_code == 1
    assert "bad" in outcome.output
    assert "restored" in command("restore", played["backup"], "--database", database), "it was still empty"


def test_a_backup_with_any_byte_changed_reads_the_same_or_is_refused(tmp_path: Path) -> None:
    whole, spoiled, chance = tmp_path / "whole", tmp_path / "spoiled", random.Random(7)

    async def work(registry: TableRegistry) -> None:
        await new_table(registry)
        await back_up(registry.store, whole)

    with_registry(tmp_path / "tables.sqlite", work)
    packed, rows, refused = whole.read_bytes(), list(_lines(whole)), 0
    for place in range(len(packed)):
        other = packed[place] ^ 1 << chance.randrange(8)
        spoiled.write_bytes(packed[:place] + bytes([other]) + packed[place + 1 :])
        try:
            assert list(_lines(spoiled)) == rows  # the name and the time in the header mean nothing
        except BadBackup:
            refused += 1
    assert refused > len(packed) - 30


def test_a_database_with_tables_in_it_is_not_overwritten(played: dict[str, str]) -> None:
    outcome = run("restore", played["backup"], "--database", played["database"])
    assert outcome.exit_code == 1
    assert "not empty" in outcome.output


def test_exported_records_are_true_and_can_be_imported_elsewhere(played: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "records" / "today"  # made by the command
    assert "1 game written" in command("export", str(folder), "--database", played["database"])
    file = folder / f"{played['over']}.txt"
    text = file.read_text(encoding="utf-8")
    assert verify(read_record(text)).fair
    database = str(tmp_path / "other.sqlite")
    assert "1 game imported" in command("import", str(file), "--public", "--database", database)
    assert "0 games imported, 1 were there" in command("import", str(file), "--public", "--database", database)
    with Serving(database) as serving:
        room = Room(serving)
        browser = room.browser()
        [game] = browser.get("/api/games").json()
        assert browser.get(f"/api/tables/{game['id']}/replay").json()["result"]["winners"] == game["winners"]
        again = browser.get(f"/api/tables/{game['id']}/record").text
        assert read_record(again).moves == read_record(text).moves
        assert browser.get("/api/games/records", params={"board": "new_york"}).text.startswith("ferrovia record")
        assert browser.get("/api/games", params={"board": "europe"}).json() == []
        room.close()


def test_a_record_that_is_not_true_is_not_imported(played: dict[str, str], tmp_path: Path) -> None:
    command("export", str(tmp_path), "--database", played["database"])
    file = tmp_path / f"{played['over']}.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("result: ", "result: 9"), encoding="utf-8")
    outcome = run("import", str(file), "--database", str(tmp_path / "x.sqlite"))
    assert outcome.exit_code == 1
    assert file.name in outcome.output


def test_a_backup_of_an_earlier_schema_can_be_restored_and_one_of_a_later_cannot(
    played: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = gzip.decompress(Path(played["backup"]).read_bytes()).splitlines(keepends=True)
    head = json.loads(lines[0])
    first = json.dumps({"magic": head["magic"], "schema": 1}, separators=(",", ":")).encode() + b"\n"  # as schema 1 was
    whole = hashlib.sha256(b"".join([first, *lines[1:-1]])).hexdigest()
    last = json.dumps({**json.loads(lines[-1]), "sha256": whole}, separators=(",", ":")).encode() + b"\n"
    (tmp_path / "old.backup").write_bytes(gzip.compress(b"".join([first, *lines[1:-1], last])))
    monkeypatch.setattr("ferrovia.server.storage.backup.CURRENT", 2)
    command("restore", str(tmp_path / "old.backup"), "--database", str(tmp_path / "again.sqlite"))
    monkeypatch.setattr("ferrovia.server.storage.backup.CURRENT", 0)
    refused = run("restore", played["backup"], "--database", str(tmp_path / "other.sqlite"))
    assert refused.exit_code == 1
    assert "newer Ferrovia" in refused.output


def test_every_column_of_the_first_schema_survives_in_its_backups_and_databases(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    old.write_bytes(gzip.decompress((FIRST / "tables.sqlite.gz").read_bytes()))
    with contextlib.closing(sqlite3.connect(old)) as database, database:
        database.execute("INSERT INTO boards VALUES ('digest', 'text', 5, 1, 'layout')")  # no board was ever uploaded
    before = {name: rows_of(old, name, "*") for name in ("boards", "tables", "log", "tokens", "holders")}
    assert all(rows for _, rows in before.values())
    lines: list[object] = [{"magic": MAGIC, "schema": 1}]  # the first schema's backups name no columns
    lines += [[name, [as_plain(value) for value in row]] for name, (_, rows) in before.items() for row in rows]
    packed = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    last = {"rows": len(lines) - 1, "sha256": hashlib.sha256(packed).hexdigest()}
    (tmp_path / "old.backup").write_bytes(gzip.compress(packed + json.dumps(last).encode() + b"\n"))
    command("restore", str(tmp_path / "old.backup"), "--database", str(tmp_path / "restored.sqlite"))
    command("tables", "list", "--database", str(old))  # opens it, which migrates it
    assert rows_of(old, "bans", "*")[0], "a table of the second schema"
    for name, (columns, rows) in before.items():
        for file in (tmp_path / "restored.sqlite", old):
            assert rows_of(file, name, ", ".join(f'"{column}"' for column in columns))[1] == rows, (name, file.name)


def rows_of(file: Path, table: str, columns: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """The names of the columns, and the rows in order."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        found = database.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3, 4")
        return [column[0] for column in found.description], found.fetchall()


def as_plain(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
