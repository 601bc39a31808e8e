"""Lessons: scripted tables that wait for the actions they teach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.serving import BOT, ME, Room, Serving

from ferrovia.position import from_position
from ferrovia.server.lessons import LEARNER, LESSONS, read_lesson


@pytest.mark.parametrize("id", LESSONS)
def test_every_lesson_can_be_played_to_its_end_by_the_rules(id: str) -> None:
    lesson = read_lesson(id)
    game, rival = from_position(lesson.position, seed=1), iter(lesson.rival)
    for texts in lesson.learner:
        while LEARNER not in game.actors:
            game.play(next(rival), seat=1)
        for other in texts[1:]:
            game.copy().play(other, seat=LEARNER)
        game.play(texts[0], seat=LEARNER)
    for text in rival:
        game.play(text, seat=1)
    assert game.is_over == (id == "first")


@pytest.mark.parametrize("id", LESSONS)
def test_every_step_names_things_that_the_board_has(id: str) -> None:
    lesson = read_lesson(id)
    board = from_position(lesson.position, seed=1).board
    for step in lesson.steps:
        assert set(step) <= {"id", "at", "do", "look", "when", "routes", "cities"}
        for route in [*step.get("routes", []), *([step["look"]] if "look" in step else [])]:
            board.route(route)
        for city in step.get("cities", []):
            board.city(city)


def begin(room: Room, id: str = "first", **wish: Any) -> tuple[Any, str]:
    browser = room.browser()
    answer = browser.post(f"/api/lessons/{id}", json={"name": "Ana", "pace": 0, **wish})
    assert answer.status_code == 201, answer.text
    return browser, answer.json()["table"]


def test_the_guided_game_is_played_to_its_count(room: Room) -> None:
    browser, table = begin(room)
    player = room.player(table, cookies=browser.cookies)
    for texts in read_lesson("first").learner:
        player.see(lambda update: update["view"] is not None and LEARNER in update["view"]["actors"])
        assert player.act(texts[0])["type"] == "accepted"
    last = player.see(lambda update: update["view"]["phase"] == "over")
    assert last["result"]["totals"] == [12, 7]
    assert last["deal"] is None
    assert browser.get(f"/api/tables/{table}/deal").json()["refusal"]["code"] == "lesson/arranged"


def test_another_action_than_the_lesson_asks_for_changes_nothing(room: Room) -> None:
    browser, table = begin(room)
    player = room.player(table, cookies=browser.cookies)
    refused = player.act("keep 2")
    assert refused["type"] == "refused"
    assert refused["refusal"]["code"] == "lesson/other"
    assert player.act("keep 1")["type"] == "accepted"


def test_a_lesson_that_was_left_goes_on_and_is_not_listed(room: Room) -> None:
    browser, table = begin(room)
    again = browser.post("/api/lessons/first", json={"name": "Ana"}).json()["table"]
    assert again == table
    assert {lesson["id"]: lesson["table"] for lesson in browser.get("/api/lessons").json()}["first"] == table
    assert browser.get("/api/tables").json()["mine"] == []
    anew = browser.post("/api/lessons/first", json={"name": "Ana", "again": True}).json()["table"]
    assert anew != table


def test_nobody_finds_a_lesson_in_the_lobby(room: Room) -> None:
    browser, table = begin(room, "ferries")
    for visitor in (browser, room.browser()):
        lobby = visitor.get("/api/tables").json()
        assert table not in {entry["id"] for entry in [*lobby["open"], *lobby["playing"], *lobby["mine"]]}


def test_a_finished_lesson_changes_no_rating(room: Room) -> None:
    """Ratings are of the levels alone, and come from tournaments; a person's game moves none, a lesson's neither."""
    before = room.browser().get("/api/info").json()["ratings"]
    browser, table = begin(room)
    player = room.player(table, cookies=browser.cookies)
    for texts in read_lesson("first").learner:
        player.see(lambda update: update["view"] is not None and LEARNER in update["view"]["actors"])
        player.act(texts[0])
    last = player.see(lambda update: update["view"]["phase"] == "over")
    assert "rating" not in json.dumps(last)
    assert browser.get("/api/info").json()["ratings"] == before


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Where an address may ask for five tables an hour, and a browser have two of them unfinished."""
    limits = ["--limit=tables=5/3600", "--limit=tables_open=2"]
    with Serving(tmp_path_factory.mktemp("strict") / "tables.sqlite", *limits, limited=True) as server:
        room = Room(server)
        yield room
        room.close()


def test_lessons_count_towards_the_visitors_limits(strict: Room) -> None:
    browser, table = begin(strict, "ferries")
    again = browser.post("/api/lessons/ferries", json={"name": "Ana"})
    assert again.json()["table"] == table, "going on makes no new table"
    assert browser.post("/api/lessons/tunnels", json={"name": "Ana"}).status_code == 201
    third = browser.post("/api/lessons/stations", json={"name": "Ana"})
    assert third.status_code == 429
    assert third.json()["refusal"]["code"] == "limit/tables_open"
    usual = browser.post("/api/tables", json={"board": "london", "seats": [ME, BOT]})
    assert usual.json()["refusal"]["code"] == "limit/tables_open", "a lesson and a usual table count alike"
    other = strict.browser().post("/api/lessons/ferries", json={"name": "Bea"})
    assert other.status_code == 429
    assert other.json()["refusal"]["code"] == "limit/too_many"


def test_an_unknown_lesson_is_refused(room: Room) -> None:
    answer = room.browser().post("/api/lessons/flying", json={"name": "Ana"})
    assert answer.status_code == 404
    assert answer.json()["refusal"]["code"] == "lesson/unknown"
