"""The fair deal from the commitment to the downloaded record, on both kinds of databases."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import run
from tests.server.serving import BOT, ME, PERSON, Room, Serving, create, join, play_out

from ferrovia.record import read_record

pytestmark = pytest.mark.compiled_only


def test_the_record_of_four_people_reveals_every_part_of_the_deal_and_verifies(database: str, tmp_path: Path) -> None:
    mine, hers, theirs = (secrets.token_hex(32) for _ in range(3))
    with Serving(database) as serving:
        room = Room(serving)
        made = create(ana := room.browser(), ME, PERSON, PERSON, PERSON, value=mine)
        seats = [join(room.browser(), made, 1, "Bea", value=hers)]  # seats are taken in another order
        seats.append(join(room.browser(), made, 0, "Cleo", value=theirs))
        seats.append(join(room.browser(), made, 2, "Dino"))  # whose browser adds nothing
        tokens = [made["seats"][0]["token"], *(seat["token"] for seat in seats)]
        players = [room.player(made["table"], token) for token in tokens]
        players[0].ask("start")
        play_out(*players)
        text = ana.get(f"/api/tables/{made['table']}/record").text
        room.close()
    record = read_record(text)
    assert record.deal is not None
    assert record.commitment == made["commitment"], "what was published before anybody sat down"
    assert record.deal.values == (
        (0, bytes.fromhex(mine)),
        (1, bytes.fromhex(theirs)),
        (2, bytes.fromhex(hers)),
    )
    whole = record.deal.server_key.hex() + mine + theirs + hers
    assert f"key: {hashlib.sha256(bytes.fromhex(whole)).hexdigest()}\n" in text
    (tmp_path / "game.txt").write_text(text)
    outcome = run("verify", str(tmp_path / "game.txt"))
    assert outcome.exit_code == 0, outcome.output
    assert "values" in outcome.output
    (tmp_path / "game.txt").write_text(text.replace(hers, "0" * 64))
    outcome = run("verify", str(tmp_path / "game.txt"))
    assert outcome.exit_code == 1
    assert "not made of the server's key and these values" in outcome.output
    _survives_export_and_import(text, tmp_path)


@pytest.mark.parametrize("early", [{"value": "ab" * 32}, {"start": True}])
def test_nobody_adds_to_a_deal_or_starts_it_before_the_commitment_is_known(room: Room, early: dict[str, Any]) -> None:
    wish = {"board": "london", "seats": [ME, BOT], **early}
    refused = room.browser().post("/api/tables", json=wish)
    assert refused.status_code == 422
    assert next(iter(early)) in refused.json()["refusal"]["numbers"]["problem"]


def test_a_value_counts_once_and_until_the_start(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT)
    host = room.player(made["table"], cookies=browser.cookies)
    value = secrets.token_hex(32)
    assert not host.update["table"]["seats"][0]["value"]
    assert host.update["table"]["commitment"] == made["commitment"]
    for _ in range(2):  # the second time because the answer was lost
        assert host.ask("value", seat=0, value=value)["type"] == "accepted"
    assert host.ask("value", seat=0, value="0" * 64)["refusal"]["code"] == "value/given"
    assert host.ask("start")["type"] == "accepted"
    assert host.ask("value", seat=0, value=value)["refusal"]["code"] == "table/started"
    deal = play_out(host)["deal"]
    assert deal["values"] == [{"seat": 0, "value": value}]
    assert hashlib.sha256(bytes.fromhex(deal["server_key"] + value)).hexdigest() == deal["key"]
    assert hashlib.sha256(bytes.fromhex(deal["server_key"])).hexdigest() == made["commitment"]


def _survives_export_and_import(text: str, folder: Path) -> None:
    (folder / "records").mkdir()
    (folder / "out").mkdir()
    (folder / "records" / "game.txt").write_text(text)
    database = str(folder / "other.sqlite")
    assert run("import", str(folder / "records" / "game.txt"), "--database", database).exit_code == 0
    assert run("export", str(folder / "out"), "--database", database).exit_code == 0
    [again] = (folder / "out").glob("*.txt")
    assert again.read_text().replace(date_of(again.read_text()), "") == text.replace(date_of(text), "")


def date_of(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("date: "))
