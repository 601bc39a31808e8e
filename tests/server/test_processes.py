"""Two server processes on one PostgreSQL: every table is playable through both at the same time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.conftest import NewDatabase
from tests.server.serving import BOT, ME, PERSON, Player, Room, Serving, create, join, play_out

from ferrovia.record import read_record, verify

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def two(postgres: NewDatabase) -> Iterator[tuple[Serving, Serving]]:
    database = postgres()
    with Serving(database, "--grace", "4") as first, Serving(database, "--grace", "4") as second:
        yield first, second


@pytest.fixture
def rooms(two: tuple[Serving, Serving]) -> Iterator[tuple[Room, Room]]:
    here, there = Room(two[0]), Room(two[1])
    yield here, there
    here.close()
    there.close()


def test_people_at_both_processes_and_a_bot_play_a_whole_game(rooms: tuple[Room, Room]) -> None:
    here, there = rooms
    made = create(ana := here.browser(), ME, PERSON, BOT)
    joined = join(there.browser(), made)
    first = here.player(made["table"], made["seats"][0]["token"])
    second = there.player(made["table"], joined["token"])
    assert first.ask("start")["type"] == "accepted"
    end = play_out(first, second)
    text = ana.get(f"/api/tables/{made['table']}/record").text
    assert list(verify(read_record(text)).totals) == end["result"]["totals"]
    rows = second.ask("history")["data"]["rows"]
    assert [row["number"] for row in rows] == list(range(1, end["number"] + 1))


def test_start_choices_at_both_processes_at_once_are_all_taken(rooms: tuple[Room, Room]) -> None:
    here, there = rooms
    for _ in range(5):
        made = create(here.browser(), ME, PERSON, PERSON)
        players = [here.player(made["table"], made["seats"][0]["token"])]
        players += [
            room.player(made["table"], join(room.browser(), made, place, name=f"P{place}")["token"])
            for place, room in enumerate((there, here))
        ]
        assert players[0].ask("start")["type"] == "accepted"
        for player in players:
            player.see(lambda update: bool(update["legal"]))
        for player in players:  # said by all before anybody waits for an answer
            legal = player.update["legal"]
            player.say(type="action", id="choice", state=player.update["state"], action=legal[0]["code"])
        for player in players:
            assert player.until("accepted", "refused")["type"] == "accepted"
            player.see(lambda update: update["view"]["phase"] == "turn")


def test_one_of_two_windows_that_act_at_once_is_refused_and_nothing_is_played_twice(rooms: tuple[Room, Room]) -> None:
    here, there = rooms
    made = create(here.browser(), ME, BOT, start=True)
    token = made["seats"][0]["token"]
    windows = [here.player(made["table"], token), there.player(made["table"], token)]
    assert windows[0].act()["type"] == "accepted"
    for round_ in range(6):
        for window in windows:
            window.see(lambda update: bool(update["legal"]))
        number = max(window.update["number"] for window in windows)
        for window in windows:
            window.see(lambda update, number=number: update["number"] >= number and bool(update["legal"]))
        if windows[0].update["view"]["phase"] != "turn":
            windows[0].act()
            continue
        for index, window in enumerate(windows):
            window.say(
                type="action", id=f"{round_} {index}".replace(" ", "-"), state=window.update["state"], action="draw"
            )
        answers = sorted(window.until("accepted", "refused")["type"] for window in windows)
        assert answers == ["accepted", "refused"]
        windows[0].see(lambda update: bool(update["legal"]))


def test_presence_covers_the_players_of_all_processes(rooms: tuple[Room, Room]) -> None:
    here, there = rooms
    made = create(here.browser(), ME, PERSON)
    joined = join(there.browser(), made)
    first = here.player(made["table"], made["seats"][0]["token"])
    second = there.player(made["table"], joined["token"])
    first.until("presence", where=lambda message: message["online"] == [0, 1])
    second.until("presence", where=lambda message: message["online"] == [0, 1])
    second.close()
    first.until("presence", where=lambda message: message["online"] == [0])


def test_a_latecomer_sees_players_connected_to_another_process(rooms: tuple[Room, Room]) -> None:
    here, there = rooms
    made = create(here.browser(), ME, PERSON)
    here.player(made["table"], made["seats"][0]["token"])
    watcher = there.player(made["table"], made["watch"]["token"])
    watcher.until("presence", where=lambda message: message["online"] == [0])  # so it is known there before she comes
    second = there.player(made["table"], join(there.browser(), made)["token"])
    second.until("presence", where=lambda message: message["online"] == [0, 1])


def test_a_table_goes_on_when_the_process_that_let_its_bots_move_is_killed(postgres: NewDatabase) -> None:
    database = postgres()
    with Serving(database) as first, Serving(database) as second:
        here, there = Room(first), Room(second)
        made = create(here.browser(), ME, BOT, start=True, pace=1.5)
        token = made["seats"][0]["token"]
        player = here.player(made["table"], token)
        player.act()
        mover: Player = player
        while mover.update["view"]["turn"] == 0 or mover.update["view"]["turn"] is None:
            if mover.update["legal"]:
                mover.act()
            else:
                mover.until("update")
        first.kill()
        here.close()
        other = there.player(made["table"], token)
        other.see(lambda update: update["view"]["turn"] == 0)
        there.close()
