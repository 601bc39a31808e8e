"""The built-in boards are the printed ones: sums over each file against the facts named at its top."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from ferrovia.boards import Board, board_names, load_board


@dataclass(frozen=True)
class Facts:
    cities: int
    routes: int
    connections: int
    spaces: int
    per_color: int
    gray: int
    regular: int
    regular_points: int
    long: int = 0
    long_points: int = 0
    tunnels: int = 0
    ferries: tuple[int, int] = (0, 0)  # with one wild, with two
    attractions: int = 0
    districts: int = 0
    carts: int = 0


FACTS = {
    "europe": Facts(47, 101, 90, 300, 8, 37, 40, 321, 6, 123, tunnels=18, ferries=(9, 4)),
    "new_york": Facts(15, 41, 30, 84, 5, 10, 18, 92, attractions=9),
    "london": Facts(17, 44, 35, 95, 5, 14, 20, 108, districts=5),
    "amsterdam": Facts(17, 44, 31, 86, 5, 14, 24, 131, carts=16),
    "usa": Facts(36, 100, 78, 309, 7, 44, 30, 349),
}
# Tickets that are printed with more points than the shortest path has spaces.
ABOVE_THE_SHORTEST_PATH = {
    "europe": {"edinburgh-athina": 1, "london-wien": 1},
    "usa": {
        "los_angeles-chicago": 1,
        "los_angeles-miami": 1,
        "los_angeles-new_york": 1,
        "sault_st_marie-oklahoma_city": 1,
        "seattle-new_york": 2,
    },
}


@pytest.fixture(params=FACTS)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(str(request.param))


def test_there_are_facts_for_every_built_in_board() -> None:
    assert sorted(FACTS) == list(board_names())


def test_a_board_is_named_as_its_file(board: Board) -> None:
    assert load_board(board.id) is board


def test_cities_tracks_connections_and_doubles_are_as_many_as_printed(board: Board) -> None:
    facts = FACTS[board.id]
    assert len(board.cities) == facts.cities
    assert len(board.routes) == facts.routes
    assert len({frozenset(route.cities) for route in board.routes}) == facts.connections
    assert sum(route.twin is not None for route in board.routes) == 2 * (facts.routes - facts.connections)


def test_spaces_are_as_many_as_printed(board: Board) -> None:
    assert sum(route.length for route in board.routes) == FACTS[board.id].spaces


def test_every_color_has_as_many_tracks_as_printed(board: Board) -> None:
    facts = FACTS[board.id]
    expected: dict[str | None, int] = dict.fromkeys(board.card_colors, facts.per_color)
    if board.id == "new_york":
        expected["blue"] = 6  # two of them of a single space, so that blue has no more spaces than the others
    assert Counter(route.color for route in board.routes) == expected | {None: facts.gray}


def test_tunnels_ferries_and_carts_are_as_many_as_printed(board: Board) -> None:
    facts = FACTS[board.id]
    ferries = Counter(route.ferry for route in board.routes)
    assert sum(route.tunnel for route in board.routes) == facts.tunnels
    assert (ferries[1], ferries[2]) == facts.ferries
    assert set(ferries) <= {0, 1, 2}
    assert sum(route.carts for route in board.routes) == facts.carts


def test_attractions_and_districts_are_as_many_as_printed(board: Board) -> None:
    facts = FACTS[board.id]
    assert sum(city.attraction for city in board.cities) == facts.attractions
    districts = {city.district for city in board.cities} - {None}
    assert districts == set(range(1, facts.districts + 1))


def test_tickets_and_their_points_are_as_many_as_printed(board: Board) -> None:
    facts = FACTS[board.id]
    for long, count, points in ((False, facts.regular, facts.regular_points), (True, facts.long, facts.long_points)):
        tickets = [ticket for ticket in board.tickets if ticket.long is long]
        assert (len(tickets), sum(ticket.points for ticket in tickets)) == (count, points)


def test_a_ticket_is_worth_its_shortest_path_but_for_the_printed_exceptions(board: Board) -> None:
    distances = shortest_paths(board)
    above = {
        ticket.id: ticket.points - distances[ticket.cities]
        for ticket in board.tickets
        if ticket.points != distances[ticket.cities]
    }
    assert above == ABOVE_THE_SHORTEST_PATH.get(board.id, {})


@pytest.mark.parametrize(
    "name, each",
    [("usa", {27}), ("amsterdam", {9}), ("london", {11, 12}), ("new_york", {10, 11}), ("europe", {22, 23})],
)
def test_colors_have_equally_many_spaces_or_nearly_so(name: str, each: set[int]) -> None:
    board = load_board(name)
    spaces: Counter[str | None] = Counter()
    for route in board.routes:
        spaces[route.color] += route.length
    assert {spaces[color] for color in board.card_colors} == each


def test_the_rules_of_each_board_are_those_of_its_book() -> None:
    europe, london, amsterdam = load_board("europe"), load_board("london"), load_board("amsterdam")
    assert (europe.players, europe.trains, europe.starting_cards) == ((2, 5), 45, 4)
    assert (europe.starting_tickets.unkept, london.starting_tickets.unkept) == ("removed", "under_deck")
    assert europe.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
    assert (europe.stations.each, europe.stations.points_unused, london.stations.each) == (3, 4, 0)
    assert (europe.bonuses.longest_path, load_board("new_york").bonuses.attraction) == (10, 1)
    assert london.bonuses.districts
    assert not europe.bonuses.districts
    assert amsterdam.bonuses.merchandise is not None
    assert amsterdam.bonuses.merchandise.cards == 16
    assert amsterdam.bonuses.merchandise.points == {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}
    assert amsterdam.reconstructed == ("tickets", "carts")
    assert [load_board(name).trains for name in ("new_york", "london", "amsterdam", "usa")] == [15, 17, 16, 45]


def shortest_paths(board: Board) -> dict[tuple[int, int], int]:
    far = 10_000
    numbers = range(len(board.cities))
    distance = {(first, second): 0 if first == second else far for first in numbers for second in numbers}
    for route in board.routes:
        first, second = route.cities
        distance[first, second] = distance[second, first] = min(distance[first, second], route.length)
    for middle in numbers:
        for first in numbers:
            for second in numbers:
                through = distance[first, middle] + distance[middle, second]
                distance[first, second] = min(distance[first, second], through)
    return distance
