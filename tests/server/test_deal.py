"""The fair deal from the commitment to the downloaded record, on both kinds of databases."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.cli.terminal import run
from tests.server.serving import BOT, ME, PERSON, Room, Serving, create, join, play_out, say

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
    for _ in range(2):  # the second time because the answer was lost
        assert host.ask("value", seat=0, value=value)["type"] == "accepted"
    assert host.ask("value", seat=0, value="0" * 64)["refusal"]["code"] == "value/given"
    assert host.ask("start")["type"] == "accepted"
    assert host.ask("value", seat=0, value="0" * 64)["refusal"]["code"] == "table/started"
    assert host.ask("value", seat=0, value=value)["type"] == "accepted", "its answer was lost, and then the game began"


def finish_solo_game(browser: httpx.Client) -> str:
    """The table of a game that its person has left to a bot."""
    made = create(browser, ME, BOT, board="london", start=True)
    table = f"/api/tables/{made['table']}"
    with browser.stream("GET", f"{table}/events") as events:  # bots alone play while somebody watches
        say(browser, made["table"], type="leave", id="leave")
        assert any('"phase":"over"' in line for line in events.iter_lines())
    return str(made["table"])


def make_solo_table(browser: httpx.Client) -> dict[str, Any]:
    return create(browser, ME, BOT, board="london")


def make_rematch(browser: httpx.Client) -> dict[str, Any]:
    table = f"/api/tables/{finish_solo_game(browser)}"
    found: dict[str, Any] = browser.post(f"{table}/messages", json={"type": "rematch", "id": "r"}).json()["data"]
    return found


def make_branch(browser: httpx.Client) -> dict[str, Any]:
    table = f"/api/tables/{finish_solo_game(browser)}"
    steps = browser.get(f"{table}/replay").json()["steps"]
    wish = {"step": len(steps) - 20, "seat": 0, "level": "easy", "pace": 0}
    for early in ({"value": "ab" * 32}, {"start": True}):
        assert browser.post(f"{table}/branch", json={**wish, **early}).status_code == 422
    found: dict[str, Any] = browser.post(f"{table}/branch", json=wish).raise_for_status().json()
    return found


@pytest.mark.parametrize("make", [make_solo_table, make_rematch, make_branch])
def test_a_game_against_bots_is_dealt_from_a_value_given_after_the_commitment(
    room: Room, make: Callable[[httpx.Client], dict[str, Any]]
) -> None:
    made = make(browser := room.browser())
    player = room.player(made["table"], cookies=browser.cookies)
    seat = made["seats"][0]["seat"]
    assert player.update["table"]["commitment"] == made["commitment"]
    assert player.update["table"]["status"] == "open", "nothing is dealt yet"
    value = secrets.token_hex(32)
    assert player.ask("value", seat=seat, value=value)["type"] == "accepted"
    assert player.ask("start")["type"] == "accepted"
    deal = play_out(player)["deal"]
    assert hashlib.sha256(bytes.fromhex(deal["server_key"])).hexdigest() == made["commitment"]
    assert deal["values"] == [{"seat": seat, "value": value}]
    assert hashlib.sha256(bytes.fromhex(deal["server_key"] + value)).hexdigest() == deal["key"]


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
