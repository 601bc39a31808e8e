"""The longest path against every walk tried, on boards, random networks and the worst networks known."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.kit.walks import sized

from ferrovia.boards import Board
from ferrovia.engine import bridge, state

from .end_positions import Edge, empty_table, is_one_trail, longest_trail


def random_network(board: Board, rng: random.Random, routes: int) -> list[int]:
    """Routes that mostly hang together, never both halves of a double."""
    chosen: list[int] = []
    touched: set[int] = set()
    while len(chosen) < routes:
        near = [r for r in board.routes if not touched or touched & set(r.cities) or rng.random() < 0.05]
        route = rng.choice(near)
        if route.number not in chosen and route.twin not in chosen:
            chosen.append(route.number)
            touched |= set(route.cities)
    return chosen


def check_path(edges: list[Edge], length: int, marked: list[int]) -> None:
    walked = [edge for edge, mark in zip(edges, marked, strict=True) if mark]
    assert length == longest_trail(edges)
    assert sum(edge[2] for edge in walked) == length
    assert is_one_trail(walked)


@pytest.mark.known_mistake("the longest path is found by a greedy search")
@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_the_longest_path_is_the_longest_of_all_walks(board: str) -> None:
    rng = random.Random(5)
    table = empty_table(board)
    for number in range(sized(400, 25)):
        table.state.owner[:] = state.NOBODY
        routes = sorted(random_network(table.board, rng, 1 + number % 14))
        theirs = random_network(table.board, rng, 6)
        for route in theirs:
            table.state.owner[route] = 1
        table.state.owner[routes] = 0
        sheet = table.sheet()
        edges = [(*table.board.routes[route].cities, table.board.routes[route].length) for route in routes]
        check_path(edges, int(sheet.longest_path[0]), [int(sheet.on_longest_path[route]) for route in routes])
        assert sheet.exact == 1


def board_of_edges(edges: list[Edge], cities: int) -> Any:
    boards = state.new_records(state.BOARD)
    record = boards[0]
    record.cities, record.routes, record.longest_path_points = cities, len(edges), 10
    for number, (a, b, length) in enumerate(edges):
        record.route_from[number], record.route_to[number], record.route_length[number] = a, b, length
    record.route_twin[:] = state.NO_TWIN
    return boards


@pytest.mark.rule("E5")
def test_the_longest_path_is_right_on_any_network() -> None:
    """Many routes between few cities: parallel ones, loops of loops, several pieces."""
    rng = random.Random(8)
    desk = bridge.Desk()
    states = state.new_records(state.STATE)
    states[0].players = 1
    for number in range(sized(600, 60)):
        cities = rng.randint(2, 8)
        edges = [(*rng.sample(range(cities), 2), rng.randint(1, 6)) for _ in range(1 + number % 12)]
        states[0].owner[:] = state.NOBODY
        states[0].owner[: len(edges)] = 0
        bridge.fill_sheet(board_of_edges(edges, cities), states, 0, desk.sheets, desk.scratches)
        sheet = desk.sheets[0]
        check_path(edges, int(sheet.longest_path[0]), sheet.on_longest_path[: len(edges)].tolist())
        assert sheet.exact == 1


def test_branches_that_cannot_beat_the_best_path_are_not_searched() -> None:
    """Eight networks take 174 steps; searching every branch, they would take 1,696."""
    rng, spent = random.Random(5), 0
    for _ in range(8):
        table = empty_table("europe")
        table.state.owner[random_network(table.board, rng, 12)] = 0
        spent += bridge.longest_path_steps(table.boards, table.states, 0, 0, table.desk.scratches)[1]
    assert 0 < spent <= 174


def test_what_an_earlier_search_left_behind_changes_nothing() -> None:
    rng, used = random.Random(8), bridge.Desk()
    states = state.new_records(state.STATE)
    states[0].players = 1
    for number in range(60):
        cities = rng.randint(2, 8)
        edges = [(*rng.sample(range(cities), 2), rng.randint(1, 6)) for _ in range(1 + number % 12)]
        states[0].owner[:] = state.NOBODY
        states[0].owner[: len(edges)] = 0
        boards = board_of_edges(edges, cities)
        again = bridge.longest_path_steps(boards, states, 0, 0, used.scratches)
        assert again == bridge.longest_path_steps(boards, states, 0, 0, bridge.Desk().scratches)


# The worst networks that a climb over many found: dense, and within the trains a player has.
WORST_NETWORKS: dict[str, list[list[int]]] = {
    "europe": [
        [0, 1, 2, 3, 25, 26, 29, 37, 39, 48, 49, 54, 57, 59, 73, 74, 77, 79, 89, 96, 97, 100],
        [0, 2, 3, 14, 15, 20, 21, 23, 26, 28, 38, 45, 46, 49, 54, 55, 57, 77, 79, 89, 96],
    ],
    "usa": [
        [2, 5, 7, 9, 25, 27, 29, 40, 54, 56, 58, 59, 65, 66, 71, 73, 76, 77, 83, 85, 91, 92, 96, 99],
        [0, 2, 3, 8, 10, 16, 25, 27, 28, 56, 57, 60, 63, 65, 66, 76, 77, 79, 83, 85, 86, 90, 93],
    ],
}


@pytest.mark.compiled_only
@pytest.mark.rule("E5")
@pytest.mark.parametrize("board, routes", [(board, net) for board, nets in WORST_NETWORKS.items() for net in nets])
def test_the_search_stays_within_its_budget_on_the_worst_networks_known(board: str, routes: list[int]) -> None:
    table = empty_table(board)
    assert sum(table.board.routes[route].length for route in routes) <= table.board.trains
    assert not any(table.board.routes[route].twin in routes for route in routes)
    table.state.owner[routes] = 0
    sheet = table.sheet()
    assert sheet.exact == 1
    walked = [table.board.routes[route] for route in routes if sheet.on_longest_path[route]]
    assert is_one_trail([(*route.cities, route.length) for route in walked])
    assert sum(route.length for route in walked) == sheet.longest_path[0]
