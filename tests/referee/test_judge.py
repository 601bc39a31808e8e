"""The referee: entries from a real board become the engine's score sheets; impossible entries are named."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest
from tests.kit.walks import TINY
from tests.referee.tables import engine_sheets, random_final

from ferrovia import Game, PositionError, board_names, load_board, to_position
from ferrovia.referee import judge


def sheets(data: Any, **more: Any) -> list[dict[str, Any]]:
    return [asdict(sheet) for sheet in judge(data, **more).result.sheets]


def problems(data: Any) -> list[tuple[str, str]]:
    with pytest.raises(PositionError) as refused:
        judge(data)
    return [(problem.code.removeprefix("position/"), problem.place) for problem in refused.value.problems]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", board_names())
def test_random_final_positions_give_the_engines_sheets(name: str) -> None:
    board, rng = load_board(name), random.Random(7)
    for _ in range(40):
        position = random_final(board, rng)
        assert sheets(position) == engine_sheets(position)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", board_names())
def test_a_played_game_gives_its_own_result(name: str) -> None:
    rng = random.Random(3)
    game = Game(name, players=load_board(name).players[1], seed=11)
    while not game.is_over:
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    assert sheets(to_position(game)) == [asdict(sheet) for sheet in game.result().sheets]


def test_your_own_board_is_scored_by_text_and_by_path() -> None:
    board = load_board(TINY)
    rng = random.Random(1)
    for _ in range(20):
        position = random_final(board, rng)
        expected = engine_sheets(position, board)
        assert sheets({**position, "board_text": board.text}) == expected
        assert sheets(position, board=TINY) == expected


STATION = {
    "board": "europe",
    "seats": [
        {"routes": ["paris-zurich"], "stations": ["paris"], "tickets": ["brest-marseille"]},
        {"routes": ["brest-paris", "marseille-paris", "paris-pamplona"]},
    ],
}


TWO_TICKETS = [{"cities": ["zurich", "marseille"], "points": 7}, {"cities": ["zurich", "brest"], "points": 9}]


def with_seat(changes: dict[str, Any], seat: int = 0, base: dict[str, Any] = STATION) -> dict[str, Any]:
    seats = [dict(one) for one in base["seats"]]
    seats[seat].update(changes)
    return {**base, "seats": seats}


@pytest.mark.rule("B3")
def test_a_station_borrows_what_the_player_says_even_if_that_is_worse() -> None:
    data = with_seat(
        {
            "tickets": [],
            "other_tickets": TWO_TICKETS,
        }
    )
    best = judge(data).result.sheets[0]
    assert best.stations[0].borrows == "brest-paris"
    assert (best.ticket_points, best.tickets_completed) == (9 - 7, 1)
    chosen = judge({**data, "seats": [{**data["seats"][0], "borrows": {"paris": "marseille-paris"}}, data["seats"][1]]})
    sheet = chosen.result.sheets[0]
    assert sheet.stations[0].borrows == "marseille-paris"
    assert (sheet.ticket_points, sheet.tickets_completed) == (7 - 9, 1)
    assert sheet.total == best.total - 4
    assert sheet.longest_path == best.longest_path
    won = next(step for step in chosen.steps if step.row == "tickets_won" and step.seat == 0)
    assert won.parts[0].routes == ("paris-zurich", "marseille-paris")


@pytest.mark.rule("B3")
def test_the_engine_chooses_for_stations_that_the_player_says_nothing_about() -> None:
    data = with_seat(
        {
            "stations": ["paris", "brest"],
            "tickets": [],
            "borrows": {"paris": "marseille-paris"},
            "other_tickets": TWO_TICKETS,
        }
    )
    sheet = judge(data).result.sheets[0]
    assert {station.city: station.borrows for station in sheet.stations} == {
        "brest": "brest-paris",
        "paris": "marseille-paris",
    }
    assert sheet.ticket_points == 16


def test_an_unknown_ticket_counts_like_a_known_one() -> None:
    known = judge({"board": "amsterdam", "seats": [{"tickets": [load_board("amsterdam").tickets[0].id]}, {}]})
    ticket = load_board("amsterdam").tickets[0]
    cities = [load_board("amsterdam").city(city).id for city in ticket.cities]
    other = {"cities": cities, "points": ticket.points}
    entered = judge({"board": "amsterdam", "seats": [{"other_tickets": [other]}, {}]})
    assert entered.result.totals == known.result.totals == (-ticket.points, 0)
    assert entered.result.sheets[0].tickets[0].ticket == f"{ticket.id}/2"


def test_the_same_unknown_ticket_can_be_held_twice() -> None:
    other = {"cities": ["brest", "paris"], "points": 4}
    data = europe_with({"other_tickets": [other, other]}, {"routes": ["brest-paris"], "other_tickets": [other]})
    result = judge(data).result
    assert [sheet.ticket_points for sheet in result.sheets] == [-8, 4]
    assert len({ticket.ticket for sheet in result.sheets for ticket in sheet.tickets}) == 3


def europe_with(*seats: dict[str, Any]) -> dict[str, Any]:
    return {"board": "europe", "seats": list(seats)}


def longest_first(trains: int) -> list[str]:
    """Routes of Europe that need a given number of trains together."""
    chosen, left, cities = [], trains, set()
    for route in sorted(load_board("europe").routes, key=lambda route: -route.length):
        if route.length <= left and route.cities not in cities:
            chosen.append(route.id)
            cities.add(route.cities)
            left -= route.length
    assert left == 0
    return chosen


@pytest.mark.parametrize(
    "data, expected",
    [
        (europe_with({"routes": longest_first(46)}, {}), ("too_many_trains", "seats[0].routes")),
        (europe_with({"routes": ["brest-paris"]}, {"routes": ["brest-paris"]}), ("two_owners", "seats[1].routes")),
        (europe_with({"routes": ["brest-paris"] * 2}, {}), ("duplicate", "seats[0].routes[1]")),
        (
            europe_with({"routes": ["dieppe-london"]}, {"routes": ["dieppe-london/2"]}),
            ("closed_half", "seats[1].routes"),
        ),
        (
            europe_with({"routes": ["dieppe-london", "dieppe-london/2"]}, {}, {}, {}),
            ("both_halves", "seats[0].routes"),
        ),
        (
            europe_with({"tickets": ["brest-marseille"]}, {"tickets": ["brest-marseille"]}),
            ("ticket_twice", "seats[1].tickets"),
        ),
        (europe_with({"stations": ["paris"]}, {"stations": ["paris"]}), ("two_stations", "seats[1].stations")),
        (
            europe_with({"stations": ["paris", "brest", "london", "wien"]}, {}),
            ("too_many_stations", "seats[0].stations"),
        ),
        ({"board": "usa", "seats": [{"stations": ["boston"]}, {}]}, ("no_stations", "seats[0].stations")),
        (europe_with({"routes": ["paris-atlantis"]}, {}), ("unknown_route", "seats[0].routes[0]")),
        (europe_with({"name": ""}, {}), ("out_of_range", "seats[0].name")),
        (europe_with({"name": 7}, {}), ("wrong_type", "seats[0].name")),
        (europe_with({"nose": 7}, {}), ("unknown_key", "seats[0].nose")),
        (europe_with({"borrows": ["paris"]}, {}), ("wrong_type", "seats[0].borrows")),
        (
            europe_with({"other_tickets": [{"cities": ["paris", "paris"], "points": 3}]}, {}),
            ("duplicate", "seats[0].other_tickets[0].cities[1]"),
        ),
        (
            europe_with({"other_tickets": [{"cities": ["paris"], "points": 3}]}, {}),
            ("wrong_count", "seats[0].other_tickets[0].cities"),
        ),
        (
            europe_with({"other_tickets": [{"cities": ["paris", "brest"], "points": 51}]}, {}),
            ("out_of_range", "seats[0].other_tickets[0].points"),
        ),
        (
            europe_with({"other_tickets": [{"cities": ["paris", "brest"]}]}, {}),
            ("wrong_type", "seats[0].other_tickets[0].points"),
        ),
        ({**europe_with({}, {}), "board_digest": "0" * 64}, ("board", "board_digest")),
        ({**europe_with({}, {}), "rules_version": 99}, ("rules_version", "rules_version")),
        ({"board": "atlantis"}, ("board", "board")),
        ([], ("wrong_type", "")),
        (with_seat({"borrows": {"zurich": "paris-zurich"}}), ("borrowed_route", "seats[0].borrows.zurich")),
        (with_seat({"borrows": {"paris": "paris-zurich"}}), ("borrowed_route", "seats[0].borrows.paris")),
        (with_seat({"borrows": {"paris": "dieppe-paris"}}), ("borrowed_route", "seats[0].borrows.paris")),
        (with_seat({"borrows": {"paris": "atlantis-paris"}}), ("unknown_route", "seats[0].borrows.paris")),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_impossible_entries_are_named(data: Any, expected: tuple[str, str]) -> None:
    assert expected in problems(data)


def test_a_problem_says_its_numbers_for_other_languages() -> None:
    with pytest.raises(PositionError) as refused:
        judge(europe_with({}, {"routes": longest_first(46)}))
    assert refused.value.problems[0].numbers == {"seat": 1, "needed": 46, "trains": 45}


def test_more_tickets_than_the_engine_holds_are_refused() -> None:
    many = [{"cities": ["paris", "brest"], "points": 1}] * 30
    assert problems(europe_with(*[{"other_tickets": many}] * 3)) == [("wrong_count", "seats")]


def test_merchandise_that_ran_out_can_be_entered() -> None:
    board = load_board("amsterdam")
    carts = [route.id for route in board.routes if route.carts and route.twin is None][:2]
    data: dict[str, Any] = {"board": "amsterdam", "seats": [{"routes": carts}, {}]}
    assert judge(data).result.sheets[0].merchandise == 2
    data["seats"][0]["merchandise"] = 1
    assert judge(data).result.sheets[0].merchandise == 1
    data["seats"][0]["merchandise"] = 3
    assert problems(data) == [("merchandise", "seats[0].merchandise")]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", board_names())
def test_the_steps_add_up_to_the_totals_and_show_real_paths(name: str) -> None:
    board, rng = load_board(name), random.Random(5)
    for _ in range(20):
        found = judge(random_final(board, rng))
        last = {step.seat: step.total for step in found.steps}
        assert [last[seat] for seat in range(len(last))] == list(found.result.totals)
        for step in found.steps:
            for part in step.parts:
                if step.row == "tickets_won":
                    assert_path(found.board, part.routes, part.cities)


def assert_path(board: Any, routes: tuple[str, ...], cities: tuple[str, ...]) -> None:
    at = cities[0]
    for id in routes:
        a, b = (board.city(city).id for city in board.route(id).cities)
        assert at in (a, b)
        at = b if at == a else a
    assert at == cities[1]


def test_running_score_says_trains_left_and_who_may_have_called_the_last_round() -> None:
    found = judge(
        europe_with({"routes": longest_first(43), "name": " Ana ", "color": "red"}, {"routes": ["brest-paris"]})
    )
    assert found.trains_left == (2, 42)
    assert found.few_trains == (0,)
    assert found.names == ("Ana", None)
    assert found.as_data()["seats"][0] == {"name": "Ana", "color": "red", "trains_left": 2}
