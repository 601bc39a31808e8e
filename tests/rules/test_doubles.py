"""Rules R6, R7 and P10: double routes."""

from __future__ import annotations

import pytest

from ferrovia import load_board

from .printed import each_board, each_table
from .table import changes, may, play, refusal, set_up


def claim_of(route, wilds):
    return f"claim {route.id} wild*{wilds}"


@pytest.mark.known_mistake("the second half is closed with three players on a city board")
@pytest.mark.known_mistake("the second half is open with three players in Europe and the USA")
@pytest.mark.rule("P10")
@pytest.mark.rule("R6")
@each_table
def test_half_a_double_closes_the_other_half_with_few_players_and_only_to_its_owner_with_more(printed, players):
    board = load_board(printed.board)
    doubles = [route for route in board.routes if route.twin is not None and route.length == 2 and not route.tunnel]
    route = doubles[0]
    twin = board.route(route.twin)
    seats = [{"hand": {"wild": 2}}, {"hand": {"wild": 2}}, *[{}] * (players - 2)]
    game = set_up(printed.board, *seats)
    assert may(game, f"claim {twin.id} ")
    game.play(claim_of(route, 2))
    closed = players in printed.closing
    assert bool(may(game, f"claim {twin.id} ")) != closed
    if closed:
        assert refusal(game, claim_of(twin, 2)) == ("route/closed", "P10")
        return
    game.play(claim_of(twin, 2))
    assert game.spectator_view().owners == {route.id: 0, twin.id: 1}


@pytest.mark.known_mistake("a player owns both halves with four or five players")
@pytest.mark.rule("R6")
@each_table
@pytest.mark.parametrize("half", [0, 1])
def test_no_player_ever_owns_both_halves(printed, players, half):
    board = load_board(printed.board)
    first = next(route for route in board.routes if route.twin is not None and not route.tunnel)
    halves = [first, board.route(first.twin)]
    mine, other = halves[half], halves[1 - half]
    game = set_up(printed.board, {"hand": {"wild": 2 * mine.length}}, *[{}] * (players - 1))
    game.play(f"claim {mine.id} wild*{mine.length}")
    for _ in range(players - 1):
        play(game, "draw", "draw")
    assert not may(game, f"claim {other.id} ")
    assert refusal(game, claim_of(other, other.length)) == ("route/twin_is_yours", "R6")


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [4, 5])
def test_the_owner_of_half_a_double_cannot_claim_the_other_half_in_a_position_set_up_by_hand(players):
    seats = [{"routes": ["bruxelles-paris"], "hand": {"wild": 2}}, {"hand": {"wild": 2}}]
    for turn, allowed in ((0, False), (1, True)):
        game = set_up("europe", *seats, *[{}] * (players - 2), turn=turn)
        assert bool(may(game, "claim bruxelles-paris/2 ")) == allowed


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [4, 5])
def test_the_third_player_finds_a_whole_double_taken(players):
    seats = [{"routes": ["bruxelles-paris"]}, {"routes": ["bruxelles-paris/2"]}, {"hand": {"wild": 2}}]
    game = set_up("europe", *seats, *[{}] * (players - 3), turn=2)
    assert not may(game, "claim bruxelles-paris")
    assert refusal(game, "claim bruxelles-paris wild*2") == ("route/taken", "R1")


@pytest.mark.rule("R6")
def test_a_closed_half_belongs_to_nobody_and_scores_nothing():
    game = set_up("europe", {"hand": {"red": 2}}, {}, {}, display=["blue"] * 5)
    assert changes(game, "claim bruxelles-paris red*2") == {
        "turn": (0, 1),
        "seats[0].hand.red": (2, 0),
        "discards.red": (0, 2),
        "seats[0].routes": ([], ["bruxelles-paris"]),
        "seats[0].trains": (45, 43),
        "seats[0].score": (0, 2),
    }


@pytest.mark.rule("R6")
def test_a_tunnel_of_a_double_closes_its_other_half_only_once_it_is_claimed():
    game = set_up("europe", {"hand": {"black": 3}}, {"hand": {"white": 3}}, next=["black", "red", "red"])
    game.play("claim madrid-pamplona black*3")
    game.play("back")
    assert may(game, "claim madrid-pamplona/2") == ["claim madrid-pamplona/2 white*3"]
    game = set_up("europe", {"hand": {"black": 3}}, {"hand": {"white": 3}}, next=["red", "red", "red"])
    game.play("claim madrid-pamplona black*3")
    assert refusal(game, "claim madrid-pamplona/2 white*3") == ("route/closed", "P10")


@pytest.mark.rule("R7")
@each_board
def test_a_double_joins_the_same_two_cities_by_routes_of_equal_length(printed):
    board = load_board(printed.board)
    for route in board.routes:
        same = [r for r in board.routes if set(r.cities) == set(route.cities) and r is not route]
        assert [r.number for r in same] == ([] if route.twin is None else [route.twin])
        assert all(r.length == route.length for r in same)


@pytest.mark.rule("R7")
def test_routes_that_run_side_by_side_to_different_cities_are_no_double():
    """With two players: one of them may have both, and an opponent's claim closes nothing."""
    game = set_up("europe", {"hand": {"orange": 2}, "routes": ["budapest-wien"]}, {})
    assert may(game, "claim budapest-zagrab") == ["claim budapest-zagrab orange*2"]
    game = set_up("europe", {"hand": {"orange": 2}}, {"routes": ["budapest-wien", "wien-zagrab"]})
    assert may(game, "claim budapest-zagrab") == ["claim budapest-zagrab orange*2"]
