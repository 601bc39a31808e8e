"""The search for networks that make the longest path hard to find."""

from __future__ import annotations

import pytest
from tests.kit.walks import TINY

from ferrovia import from_position, load_board
from ferrovia.boards import hardness
from ferrovia.boards.hardness import Network, hardest_network


def owned(board, network):
    """A finished game in which the first player owns the network."""
    seats = [{"routes": list(network.routes)}, {}]
    end = {"phase": "over", "ended_by": "last_round", "turns_left": 0}
    return from_position({"board_text": board.text, "seats": seats, **end}, seed=1)


@pytest.fixture(scope="module")
def tiny():
    return load_board(TINY)


@pytest.fixture
def few_rounds(monkeypatch):
    monkeypatch.setattr(hardness, "ROUNDS", 20)


def test_a_board_without_the_bonus_has_no_hardest_network():
    assert hardest_network(load_board("new_york")) is None


def test_one_player_could_own_the_network_and_its_longest_path_is_the_scored_one(tiny, few_rounds):
    network = hardest_network(tiny)
    routes = [tiny.route(name) for name in network.routes]
    assert network.trains == sum(route.length for route in routes) <= tiny.trains
    assert not {route.twin for route in routes} & {route.number for route in routes}
    assert owned(tiny, network).result().sheets[0].longest_path == network.longest
    assert network.steps > 0
    assert not network.too_hard


def test_the_seed_decides_which_network_is_found(tiny, few_rounds):
    assert hardest_network(tiny, seed=5) == hardest_network(tiny, seed=5)


@pytest.mark.compiled_only
def test_climbing_finds_a_harder_network_than_the_first_one(monkeypatch):
    europe = load_board("europe")
    for name, value in (("ATTEMPTS", 1), ("STARTS", 1), ("CLIMBS", 1), ("ROUNDS", 300)):
        monkeypatch.setattr(hardness, name, value)
    climbed = hardest_network(europe, seconds=600)
    monkeypatch.setattr(hardness, "ROUNDS", 0)
    assert climbed.steps > hardest_network(europe, seconds=600).steps


def test_a_search_without_time_still_finds_a_network(tiny):
    assert hardest_network(tiny, seconds=0).routes


def test_a_network_that_is_too_hard_ends_the_search(tiny, monkeypatch):
    monkeypatch.setattr(hardness, "LONGEST_PATH_STEPS", 1)
    shares = []
    network = hardest_network(tiny, progress=shares.append)
    assert network.too_hard
    assert shares == [1.0]


def test_progress_goes_up_to_the_end(tiny, few_rounds):
    shares = []
    hardest_network(tiny, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_network_is_too_hard_from_the_budget_on():
    assert not Network((), 0, 0, hardness.LONGEST_PATH_STEPS - 1).too_hard
    assert Network((), 0, 0, hardness.LONGEST_PATH_STEPS).too_hard
