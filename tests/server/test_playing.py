"""Whole games over the socket: from the first join to the record."""

from __future__ import annotations

import hashlib
import json

import pytest
from tests.server.serving import ANA, BEA, BOT, ME, PERSON, Room, create, join, play_out

from ferrovia.record import read_record, verify

pytestmark = pytest.mark.compiled_only


def test_a_visitor_gets_the_welcome_then_the_table_then_the_presence(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    room.player(made["table"], made["seats"][0]["token"])
    watcher = room.player(made["table"], made["watch"]["token"])
    assert watcher.until("presence")["online"] == [0]
    assert [json.loads(text)["type"] for text in watcher.sent] == ["welcome", "update", "presence"]


def test_two_people_and_a_bot_play_a_whole_game_and_download_its_record(room: Room) -> None:
    ana, bea = room.browser(), room.browser()
    made = create(ana, ME, PERSON, BOT, value=ANA)
    seat = join(bea, made, value=BEA)
    first = room.player(made["table"], made["seats"][0]["token"])
    second = room.player(made["table"], cookies=bea.cookies)
    assert second.welcome["seats"] == [seat["seat"]] == [1]
    assert first.welcome["host"]
    assert not second.welcome["host"]
    assert first.ask("start")["type"] == "accepted"
    end = play_out(first, second)
    assert second.see(lambda update: update["result"] is not None)["result"] == end["result"]
    text = ana.get(f"/api/tables/{made['table']}/record").text
    found = verify(read_record(text))
    assert list(found.totals) == end["result"]["totals"]
    assert found.fair
    deal = end["deal"]
    assert hashlib.sha256(bytes.fromhex(deal["server_key"])).hexdigest() == deal["commitment"] == made["commitment"]
    key = hashlib.sha256(bytes.fromhex(deal["server_key"] + ANA + BEA)).hexdigest()
    assert key == deal["key"]
    assert f"key: {key}" in text
    assert [entry["value"] for entry in deal["values"]] == [ANA, BEA]


@pytest.mark.parametrize("board", ["europe", "london", "amsterdam", "usa"])
def test_one_person_plays_against_bots_on_every_board(room: Room, board: str) -> None:
    made = create(browser := room.browser(), ME, BOT, board=board, start=True)
    player = room.player(made["table"], cookies=browser.cookies)
    assert play_out(player)["result"]["winners"]
    steps = browser.get(f"/api/tables/{made['table']}/replay").json()["steps"]
    assert steps[-1]["view"]["phase"] == "over"
    assert len(steps[0]["hands"]) == 2


def test_a_repeated_action_is_played_once(room: Room) -> None:
    table = room.two_people()
    first, second = table.first, table.second
    choice = first.update["legal"][0]["text"]
    state = first.update["state"]
    answers = [first.ask("action", id="same", state=state, action=choice) for _ in range(3)]
    assert len({answer["number"] for answer in answers}) == 1
    assert all(answer["type"] == "accepted" for answer in answers)
    second.see(lambda update: update["number"] >= answers[0]["number"])
    assert sum(row["kind"] == "action" for row in second.rows) == 1


def test_the_same_id_of_another_seat_is_another_request(room: Room) -> None:
    table = room.two_people()
    first, second = table.first, table.second
    assert first.act(id="mine")["type"] == second.act(id="mine")["type"] == "accepted"
    second.see(lambda update: update["view"]["phase"] == "turn")


def test_start_choices_come_in_any_order_and_on_the_state_of_the_deal(room: Room) -> None:
    table = room.two_people()
    first, second = table.first, table.second
    dealt = first.update["state"]
    assert second.act(state=dealt)["type"] == "accepted"
    assert first.act(state=dealt)["type"] == "accepted"
    assert first.see(lambda update: update["view"]["phase"] == "turn")


def test_an_action_decided_on_an_older_state_is_refused(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    mover = table.mover
    old = mover.update["state"]
    assert mover.act("draw")["type"] == "accepted"
    answer = mover.act("draw", state=old)
    assert answer["refusal"]["code"] == "action/stale"
    assert answer["state"] == mover.update["state"]


def test_a_refusal_of_the_rules_names_code_rule_text_and_numbers(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    refusal = table.waiter.act("draw")["refusal"]
    assert refusal["code"] == "action/not_your_turn"
    assert refusal["key"] == "reason.action/not_your_turn"
    assert refusal["rule"] == "S5"
    assert "turn" in refusal["numbers"]


def test_a_returning_player_gets_only_the_missed_rows(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    seen = table.second.update["number"]
    table.second.close()
    assert table.first.ask("chat", phrase="hello")["type"] == "accepted"
    assert table.first.ask("chat", text="Are you there?")["type"] == "accepted"
    token = table.joined["token"]
    again = room.player(table.table, token, since=seen)
    assert not again.update["snapshot"]
    assert [row["number"] for row in again.rows] == [seen + 1, seen + 2]
    anew = room.player(table.table, token)
    assert anew.update["snapshot"]
    history = anew.ask("history")["data"]["rows"]
    assert [row["number"] for row in history] == list(range(1, seen + 3))
    assert history[-1]["data"]["text"] == "Are you there?"


def test_a_spectator_watches_and_knows_nothing_secret(room: Room) -> None:
    table = room.two_people()
    watcher = room.player(table.table, table.made["watch"]["token"])
    table.choose_tickets()
    last = table.first.update["number"]
    watcher.see(lambda update: update["number"] >= last)
    assert watcher.update["you"] is None
    assert watcher.update["legal"] == []
    keeps = [row for row in watcher.rows if row["kind"] == "action"]
    assert len(keeps) == 2
    assert all(row["data"]["action"] is None for row in keeps)
    told = [event for row in watcher.ask("history")["data"]["rows"] for event in row["events"]]
    offered = [event for event in told if event["event"] == "ticket_offered"]
    assert offered
    assert all(event["ticket"] is None for event in offered)


def test_hot_seat_shows_a_hand_only_when_its_curtain_is_lifted(room: Room) -> None:
    browser = room.browser()
    made = create(browser, {"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bea"}, start=True)
    with room.player(made["table"], cookies=browser.cookies) as both:
        assert both.welcome["seats"] == [0, 1]
        assert both.update["you"] is None
        for seat in (0, 1):
            both.say(type="look", seat=seat)
            both.see(lambda update, seat=seat: update["you"] is not None and update["you"]["seat"] == seat)
            assert both.act()["type"] == "accepted"
        both.say(type="look", seat=None)
        both.see(lambda update: update["you"] is None)
        assert both.update["view"]["phase"] == "turn"
        both.say(type="look", seat=4)
        assert both.until("refused")["refusal"]["code"] == "seat/not_yours"


@pytest.mark.parametrize("sent", ['{"type":"x","id":"\\ud800"}', '{"type":"ping","id":"\\udfff"}'])
def test_an_invalid_id_is_answered_and_the_socket_stays_open(room: Room, sent: str) -> None:
    made = create(room.browser(), ME, PERSON)
    player = room.player(made["table"], made["seats"][0]["token"])
    player.socket.send(sent)
    assert player.until("refused")["id"] == "-"
    player.say(type="ping")
    assert player.until("pong")


def test_an_id_counts_for_one_kind_of_message_and_one_state(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    mover = table.mover
    assert mover.ask("chat", id="1", phrase="hello")["type"] == "accepted"
    number = mover.update["number"]
    assert mover.act("draw", id="1")["number"] > number, "the action is played, though a chat had the same id"
    first = mover.update["number"]
    assert mover.act("draw", id="1")["number"] > first, "and so is that of a program that counts from 1 again"


def test_an_id_counts_for_one_text_and_one_wish_of_the_host(room: Room) -> None:
    table = room.two_people()
    host = table.first
    hello = host.ask("chat", id="1", text="Hello")["number"]
    assert host.ask("chat", id="1", text="Hello")["number"] == hello, "sent again, because the answer was lost"
    assert host.ask("chat", id="1", text="Good luck")["number"] > hello
    muted = host.ask("host", id="1", do="mute", seat=1, on=True)["number"]
    assert host.ask("host", id="1", do="mute", seat=1, on=True)["number"] == muted
    assert host.ask("host", id="1", do="mute", seat=1, on=False)["number"] > muted
    host.see(lambda update: not update["table"]["seats"][1]["muted"])


def test_an_id_counts_for_taking_back_from_one_state(room: Room) -> None:
    made = create(room.browser(), ME, BOT, start=True)
    player = room.player(made["table"], made["seats"][0]["token"])
    numbers = []
    for _ in range(2):
        player.see(lambda update: update["legal"])
        player.act()
        answer = player.ask("take_back", id="1", state=player.update["state"])
        while answer["type"] == "refused":  # the bot moved meanwhile
            assert answer["refusal"]["code"] == "action/stale"
            player.see(lambda update, seen=answer["number"]: update["number"] >= seen)
            answer = player.ask("take_back", id="1", state=player.update["state"])
        numbers.append(answer["number"])
        player.see(lambda update, seen=answer["number"]: update["number"] >= seen)
    assert numbers[0] < numbers[1], "the second one is taken back too"
