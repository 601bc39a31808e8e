"""Protocol versions: an outdated client or program gets a clear refusal, and data of version 1 stays readable."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import ME, PERSON, SPOKEN, Player, Room, Serving, create, keep_from_expiring
from tests.server.test_backup import command

from ferrovia import from_position, to_position
from ferrovia.data import PROTOCOL
from ferrovia.locales import read_texts
from ferrovia.record import read_record, replay, verify

pytestmark = pytest.mark.compiled_only

OLD = Path(__file__).parents[1] / "data" / "protocol_1"  # written by the last version that spoke protocol 1
TOKENS: dict[str, Any] = json.loads((OLD / "tokens.json").read_text())


# --- who speaks another version -----------------------------------------------------------------------------------
@pytest.mark.parametrize("said", [{}, {"protocol": 1}, {"protocol": PROTOCOL + 1}])
def test_a_socket_of_another_version_is_told_so_and_closed(room: Room, said: dict[str, int]) -> None:
    made = create(room.browser(), ME, PERSON)
    outdated = room.player(made["table"], hello=False)
    outdated.say(type="hello", tokens=[made["seats"][0]["token"]], **said)
    assert outdated.until("welcome")["protocol"] == PROTOCOL, "the first version of the page looks there"
    refusal = outdated.until("refused")["refusal"]
    assert refusal["code"] == "protocol/other"
    assert refusal["numbers"] == {"client": said.get("protocol", 1), "server": PROTOCOL}
    assert outdated.is_closed() == 4426
    for language in ("en", "es", "pt"):
        assert "{client}" in read_texts(language)[refusal["key"]]


def test_a_stranger_with_another_version_learns_nothing_of_a_private_game(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    stranger = room.player(made["table"], hello=False)
    stranger.say(type="hello", protocol=PROTOCOL - 1)
    told = stranger.until("refused")
    assert (told["number"], told["state"]) == (0, 0)


@pytest.mark.parametrize("path, method", [("view", "GET"), ("events", "GET"), ("messages", "POST")])
def test_a_program_that_does_not_name_the_protocol_is_told_so(room: Room, path: str, method: str) -> None:
    made = create(room.browser(), ME, PERSON, public=True)
    program = room.browser()
    for said in ({}, {"ferrovia-protocol": "1"}, {"ferrovia-protocol": "3"}):
        program.headers.pop("ferrovia-protocol", None)
        answer = program.request(method, f"/api/tables/{made['table']}/{path}", headers=said)
        assert answer.status_code == 426
        assert answer.json()["refusal"]["code"] == "protocol/other"
    answer = program.get(f"/api/tables/{made['table']}/view", headers=SPOKEN)
    assert answer.status_code == 200


# --- what the first version wrote -----------------------------------------------------------------------------------
def test_a_record_of_the_first_version_is_read_and_verified() -> None:
    record = read_record((OLD / "record.txt").read_text())
    assert verify(record)
    assert replay(record).is_over


def test_a_position_of_the_first_version_is_read_and_written_the_same() -> None:
    position = json.loads((OLD / "position.json").read_text())
    assert to_position(from_position(position)) == position


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    database = tmp_path_factory.mktemp("old") / "tables.sqlite"
    with gzip.open(OLD / "tables.sqlite.gz") as packed, database.open("wb") as file:
        shutil.copyfileobj(packed, file)
    keep_from_expiring(database)
    with Serving(database) as serving:
        yield serving


def test_a_game_of_the_first_version_goes_on(old_server: Serving) -> None:
    """The seat's link still works, and the bot answers the next move."""
    with Player(old_server, TOKENS["playing"]["table"], TOKENS["playing"]["seat"]) as person:
        update = person.update
        assert update["you"]["seat"] == 0
        answer = person.act(update["legal"][0]["text"])
        assert answer["type"] == "accepted"
        rows = person.ask("history")["data"]["rows"]
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        assert "Hello from version one" in [row["data"].get("text") for row in rows]


def test_a_finished_game_of_the_first_version_is_replayed(old_server: Serving) -> None:
    room = Room(old_server)
    browser = room.browser()
    browser.headers["authorization"] = f"Bearer {TOKENS['over']['watch']}"
    told = browser.get(f"/api/tables/{TOKENS['over']['table']}/replay").json()
    assert told["result"]["winners"]
    assert browser.get(f"/api/tables/{TOKENS['over']['table']}/record").text == (OLD / "record.txt").read_text()
    room.close()


def test_a_backup_of_the_first_version_is_restored(tmp_path: Path) -> None:
    database = tmp_path / "restored.sqlite"
    command("restore", str(OLD / "backup.gz"), "--database", str(database))
    keep_from_expiring(database)
    with Serving(database) as serving:
        room = Room(serving)
        browser = room.browser()
        browser.headers["authorization"] = f"Bearer {TOKENS['open']['invitation']}"
        info = browser.get(f"/api/tables/{TOKENS['open']['table']}").json()
        assert info["status"] == "open"
        assert info["seats"][1]["kind"] == "open"
        room.close()


# --- the replay tells what each seat saw ----------------------------------------------------------------------------
def test_a_replay_says_what_each_seat_saw_of_a_step(old_server: Serving) -> None:
    room = Room(old_server)
    browser = room.browser()
    browser.headers["authorization"] = f"Bearer {TOKENS['over']['watch']}"
    steps = browser.get(f"/api/tables/{TOKENS['over']['table']}/replay").json()["steps"]
    dealt = steps[0]["seen"][1]["events"]
    cards = [(event["seat"], event["card"]) for event in dealt if event["event"] == "card_dealt"]
    assert {seat for seat, card in cards if card is None} == {0}
    assert {seat for seat, card in cards if card is not None} == {1}
    for step in steps[1:]:
        other = 1 - step["seat"]
        if step["action"].startswith("keep"):
            assert step["seen"][other]["action"] is None
        elif step["action"].startswith("claim"):
            assert step["seen"] == [None, None], "building is open to all"
        elif step["action"] == "draw":
            assert step["seen"][step["seat"]] is None
            assert step["seen"][other]["events"] != step["events"]
    room.close()


# --- the schema -----------------------------------------------------------------------------------------------------
def test_the_schema_names_every_message_and_refers_to_nothing_else(room: Room) -> None:
    schema = room.browser().get("/api/schema.json").json()
    names = set(schema["$defs"])
    assert {"Hello", "Update", "GameView", "You", "Legal", "BoardData", "RouteClaimed", "Step"} <= names
    assert set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema))) <= names
    assert schema["$defs"]["Row"]["properties"]["events"]["items"] == {"$ref": "#/$defs/Event"}
