"""Clocks, absence and stand-ins: a table never waits for ever for somebody who is gone."""

from __future__ import annotations

import time

import pytest
from tests.server.conftest import GRACE
from tests.server.serving import BOT, ME, Room, create

from ferrovia.server.tables.clocks import RETURN_BANK, ClockFace, after, first_faces, is_slow

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

BANK = {"kind": "bank", "seconds": 60, "increment": 5}
MOVE = {"kind": "move", "seconds": 30}


def test_a_bank_runs_down_and_gets_its_increment_when_the_turn_is_over() -> None:
    faces = after(BANK, first_faces(BANK, 2), 1000, [0])
    assert faces == [ClockFace(60_000, 1000), ClockFace(60_000, None)]
    assert after(BANK, faces, 5000, [0]) == faces, "the same turn goes on"
    faces = after(BANK, faces, 11_000, [1])
    assert faces == [ClockFace(55_000, None), ClockFace(60_000, 11_000)]


def test_a_move_clock_begins_anew_with_every_turn() -> None:
    faces = after(MOVE, after(MOVE, first_faces(MOVE, 2), 0, [0]), 20_000, [1])
    assert faces == [ClockFace(30_000, None), ClockFace(30_000, 20_000)]


def test_an_empty_bank_gets_no_increment_and_who_returns_a_little_time() -> None:
    faces = after(BANK, [ClockFace(1000, 0), ClockFace(60_000, None)], 5000, [1])
    assert faces is not None
    assert faces[0] == ClockFace(0, None)
    faces = after(BANK, faces, 9000, [0])
    assert faces is not None
    assert faces[0] == ClockFace(RETURN_BANK, 9000)


def test_days_for_a_move_make_a_slow_game_and_no_clock_runs_nowhere() -> None:
    assert is_slow({"kind": "move", "seconds": 3 * 24 * 3600})
    assert not is_slow(MOVE)
    assert first_faces({"kind": "none"}, 3) is None
    assert after({"kind": "none"}, None, 5, [0]) is None


def test_who_runs_out_of_time_is_played_by_a_bot_until_they_return(room: Room) -> None:
    table = room.two_people(clock={"kind": "move", "seconds": 8})
    table.choose_tickets()
    sleeper, other = table.mover, table.waiter
    seat = sleeper.update["you"]["seat"]
    assert sleeper.update["clocks"]["seats"][seat]["running"]
    assert 0 < sleeper.update["clocks"]["seats"][seat]["left"] <= 8000
    other.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    other.see(lambda update: bool(update["legal"]))
    assert any(row["by"] == "stand_in" for row in other.rows)
    assert sleeper.ask("back")["type"] == "accepted"
    other.see(lambda update: not update["table"]["seats"][seat]["stand_in"])


def test_who_is_away_while_others_wait_is_played_by_a_bot_and_is_back_when_they_come(impatient: Room) -> None:
    table = impatient.two_people()
    table.choose_tickets()
    mover, other = table.mover, table.waiter
    seat = mover.update["you"]["seat"]
    token = table.made["seats"][0]["token"] if seat == 0 else table.joined["token"]
    mover.close()
    other.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    other.see(lambda update: bool(update["legal"]))
    again = impatient.player(table.table, token)
    again.see(lambda update: not update["table"]["seats"][seat]["stand_in"])


def test_nobody_plays_for_people_when_nobody_waits(impatient: Room) -> None:
    table = impatient.two_people()
    table.choose_tickets()
    number = table.first.update["number"]
    table.first.close()
    table.second.close()
    time.sleep(GRACE + 2)
    again = impatient.player(table.table, table.joined["token"])
    assert again.update["number"] == number


def test_bots_take_the_time_that_people_need_to_follow(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True, pace=1.0)
    player = room.player(made["table"], cookies=browser.cookies)
    player.act()
    player.see(lambda update: bool(update["legal"]))
    player.act("draw")
    player.act("draw")
    player.see(lambda update: bool(update["legal"]))
    mine, bots = [], []
    for row in player.rows:
        if row["kind"] == "action":
            (bots if row["by"] == "bot" else mine).append(row["time"])
    last = [when for when in bots if when > mine[-1]]
    assert last
    assert last[0] - mine[-1] >= 950
