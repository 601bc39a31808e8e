"""Data written before boards had their own words still opens: words are not part of a board's identity."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest
from tests.server.serving import Player, Room, Serving, play_out
from tests.server.test_backup import command

from ferrovia.record import read_record, replay, verify

pytestmark = pytest.mark.compiled_only

OLD = Path(__file__).parents[1] / "data" / "before_words"  # Amsterdam, where most words differ
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
    with (
        Serving(database) as serving,
        Player(serving, TOKENS["playing"]["table"], TOKENS["playing"]["seat"]) as person,
    ):
        assert play_out(person)["result"]["winners"]


def test_a_backup_is_restored(tmp_path: Path) -> None:
    database = tmp_path / "restored.sqlite"
    command("restore", str(OLD / "backup.gz"), "--database", str(database))
    with Serving(database) as serving:
        room = Room(serving)
        told = room.browser().get(f"/api/tables/{TOKENS['over']['table']}/record")
        assert told.text == (OLD / "record.txt").read_text()
        room.close()
