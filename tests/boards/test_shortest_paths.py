"""Shortest paths on the tiny board, thought through by hand."""

from __future__ import annotations

import pytest
from tests.kit.walks import TINY

from ferrovia import load_board
from ferrovia.boards.shortest_paths import A_TRAIN, CLOSED, OWN, cost_of, shortest_paths

BOARD = load_board(TINY)
ASH, BIRCH, CEDAR, DOGWOOD, ELM = range(5)


def costs(**changed):
    """The price of every route, and other costs by number: `r3=OWN`."""
    return [changed.get(f"r{route.number}", cost_of(route)) for route in BOARD.routes]


def test_trains_count_first_and_routes_second():
    found = shortest_paths(BOARD, costs(), [ASH])
    assert found.costs[ELM] == 3 * A_TRAIN + 2
    assert found.costs[DOGWOOD] == 5 * A_TRAIN + 3
    assert found.path_to(DOGWOOD) == [(ASH, 0), (BIRCH, 6), (ELM, 4)]


def test_the_lower_number_wins_between_equal_routes():
    assert shortest_paths(BOARD, costs(), [BIRCH]).path_to(ASH) == [(BIRCH, 0)]


def test_own_routes_are_free_and_closed_ones_are_not_used():
    found = shortest_paths(BOARD, costs(r5=OWN, r4=CLOSED), [ASH])
    assert found.path_to(ELM) == [(ASH, 5)]
    assert found.path_to(DOGWOOD) == [(ASH, 5), (ELM, 6), (BIRCH, 2), (CEDAR, 3)]
    assert found.costs[ELM] == 0


def test_the_nearest_of_several_starts_counts():
    found = shortest_paths(BOARD, costs(), [ASH, CEDAR])
    assert found.path_to(BIRCH) == [(CEDAR, 2)]
    assert found.path_to(ASH) == []


def test_a_city_behind_closed_routes_is_not_reached():
    found = shortest_paths(BOARD, costs(r0=CLOSED, r1=CLOSED, r5=CLOSED), [ASH])
    assert dict(found.costs) == {ASH: 0}
    assert found.path_to(CEDAR) == []


@pytest.mark.parametrize("start", [ASH, BIRCH, CEDAR, DOGWOOD, ELM])
def test_there_and_back_costs_the_same(start):
    found = shortest_paths(BOARD, costs(), [start])
    for city in range(5):
        assert shortest_paths(BOARD, costs(), [city]).costs[start] == found.costs[city]
