"""Cities, routes and tickets that contradict each other: the loader rejects them."""

from __future__ import annotations

import pytest

from .mistakes import changed, refusals

LAST_ROUTE = '  { cities = ["birch", "elm"], length = 1, color = "gray" },\n'
CITY = '  { id = "fir", name = "Fir", x = 0.3, y = 0.5 },\n'
LAST_CITY = '  { id = "elm", name = "Elm", x = 0.5, y = 0.9 },\n'


def test_two_cities_on_one_point_are_refused() -> None:
    text = changed("tiny", ("x = 0.5, y = 0.9", "x = 0.1, y = 0.1"))
    assert refusals(text) == [("board/same_place", "cities[4] elm")]


def test_a_city_without_routes_is_refused() -> None:
    assert refusals(changed("tiny", (LAST_CITY, LAST_CITY + CITY))) == [("board/isolated_city", "cities[5] fir")]


def test_a_third_route_between_two_cities_is_refused() -> None:
    text = changed("tiny", (LAST_ROUTE, '  { cities = ["birch", "ash"], length = 2, color = "gray" },\n' + LAST_ROUTE))
    assert refusals(text) == [("board/too_many_parallel", "routes[6] ash-birch")]


def test_a_double_of_unequal_halves_is_refused() -> None:
    text = changed(
        "tiny", ('["ash", "birch"], length = 2, color = "blue"', '["birch", "ash"], length = 3, color = "blue"')
    )
    assert refusals(text) == [("board/unequal_double", "routes[1] ash-birch")]


def test_a_length_without_points_is_refused() -> None:
    assert refusals(changed("tiny", (", 4 = 7", ""))) == [("board/no_points_for_length", "routes[5] ash-elm")]


@pytest.mark.parametrize(
    "old, new",
    [
        ("trains = 8", "trains = 3"),  # fewer than the route is long
        ("cards_per_color = 8\nwilds = 4", "cards_per_color = 2\nwilds = 1"),  # not enough cards of a colour
    ],
)
def test_a_route_that_no_player_can_pay_is_rejected(old: str, new: str) -> None:
    problems = refusals(changed("tiny", (old, new)))
    assert problems[0] == ("board/unpayable_route", "routes[5] ash-elm")


def test_a_ferry_that_asks_for_more_wilds_than_there_are_is_refused() -> None:
    assert refusals(changed("tiny", ("wilds = 4", "wilds = 0"))) == [("board/unpayable_route", "routes[4] dogwood-elm")]


def test_a_ticket_between_cities_that_no_routes_join_is_refused() -> None:
    text = changed(
        "tiny",
        (LAST_CITY, LAST_CITY + CITY + CITY.replace("fir", "gum").replace("0.3", "0.4")),
        (LAST_ROUTE, LAST_ROUTE + '  { cities = ["fir", "gum"], length = 1, color = "gray" },\n'),
        ('["elm", "cedar"], points', '["elm", "gum"], points'),
    )
    assert refusals(text) == [("board/unconnected_ticket", "tickets[4] elm-gum")]


def test_a_city_with_more_routes_than_the_engine_looks_at_is_refused() -> None:
    more = range(14)  # ash has three routes already
    cities = "".join(f'  {{ id = "c{n}", name = "C", x = 0.{10 + n}, y = 0.5 }},\n' for n in more)
    routes = "".join(f'  {{ cities = ["ash", "c{n}"], length = 1, color = "gray" }},\n' for n in more)
    text = changed("tiny", (LAST_CITY, LAST_CITY + cities), (LAST_ROUTE, LAST_ROUTE + routes))
    assert refusals(text) == [("board/crowded_city", "cities[0] ash")]


def test_more_kinds_of_ferries_than_the_engine_counts_are_refused() -> None:
    """Tiny has 4 pairs of a colour and a ferry's wilds; with these there are 22, and 20 are allowed."""
    kinds = [(color, ferry) for color in ("red", "blue") for ferry in range(1, 10)]
    cities = "".join(f'  {{ id = "c{n}", name = "C", x = 0.{10 + n}, y = 0.5 }},\n' for n in range(len(kinds)))
    routes = "".join(
        f'  {{ cities = ["{"ash" if n % 2 else "elm"}", "c{n}"], length = 9, color = "{color}", ferry = {ferry} }},\n'
        for n, (color, ferry) in enumerate(kinds)
    )
    text = changed(
        "tiny",
        (LAST_CITY, LAST_CITY + cities),
        (LAST_ROUTE, LAST_ROUTE + routes),
        ("wilds = 4", "wilds = 9"),
        (", 4 = 7", ", 4 = 7, 9 = 20"),
        ("trains = 8", "trains = 12"),
    )
    assert refusals(text) == [("board/too_many_ferries", "routes[23] c16-elm")]
