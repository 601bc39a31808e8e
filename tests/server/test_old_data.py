"""Data of earlier versions: what they wrote still opens, and games go on from it."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.server.serving import BOT, ME, Player, Room, Serving, create, keep_from_expiring, play_out
from tests.server.test_backup import command

from ferrovia.record import read_record, replay, verify

pytestmark = pytest.mark.compiled_only

# Written before boards had words of their own, which are not part of a board's identity. Amsterdam differs most.
OLD = Path(__file__).parents[1] / "data" / "before_words"
TOKENS = json.loads((OLD / "tokens.json").read_text())


def test_a_record_is_verified() -> None:
    record = read_record((OLD / "record.txt").read_text())
    assert verify(record)
    assert replay(record).is_over
    assert record.board.words.names == ("cart", "contract")


def test_a_database_opens_and_its_game_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with gzip.open(OLD / "tables.sqlite.gz") as packed, database.open("wb") as file:
        shutil.copyfileobj(packed, file)
    keep_from_expiring(database)
    with (
        Serving(database) as serving,
        Player(serving, TOKENS["playing"]["table"], TOKENS["playing"]["seat"]) as person,
    ):
        assert play_out(person)["result"]["winners"]


def test_a_backup_is_restored(tmp_path: Path) -> None:
    database = tmp_path / "restored.sqlite"
    command("restore", str(OLD / "backup.gz"), "--database", str(database))
    keep_from_expiring(database)
    with Serving(database) as serving:
        room = Room(serving)
        told = room.browser().get(f"/api/tables/{TOKENS['over']['table']}/record")
        assert told.text == (OLD / "record.txt").read_text()
        room.close()


def test_a_name_that_is_refused_today_is_left_out_of_a_rematch(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    names = {}
    with Serving(database) as serving:
        room = Room(serving)
        browser = room.browser()
        for name in ("An\u3164a", "Ana\ufe0f", "A" * 40, "A|na"):  # blank, a stray selector, too long, a bar
            made = create(browser, ME, BOT, board="london", start=True)
            play_out(room.player(made["table"], cookies=browser.cookies))
            names[made["table"]] = name
        cookies = browser.cookies
        room.close()
    with sqlite3.connect(database) as connection:
        for table, name in names.items():
            change = "UPDATE log SET personal = ? WHERE personal = 'Ana' AND table_id = ?"
            assert connection.execute(change, (name, table)).rowcount == 1
    with Serving(database) as serving:
        room = Room(serving)
        for table, name in names.items():
            player = room.player(table, cookies=cookies)
            assert player.update["table"]["seats"][0]["name"] == name
            answer = player.ask("rematch")
            assert answer["type"] == "accepted"
            again = room.player(answer["data"]["table"], cookies=cookies)
            assert again.welcome["seats"] == [0]
            assert again.update["table"]["seats"][0]["name"] is None
        room.close()
