"""Optional parts of a position, and their defaults."""

from __future__ import annotations

import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES

from ferrovia import from_position, load_board, to_position
from ferrovia.engine import bridge
from ferrovia.engine.audit import TICKETS_WRONG


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_a_board_and_a_number_of_players_are_a_position(board, players):
    game = from_position({"players": players}, board=board)
    assert game.phase == "turn"
    assert game.actors == {0}
    assert bridge.faults(game._boards, game.states, 0) & ~TICKETS_WRONG == 0  # nobody has tickets yet
    assert "wild" not in game.view(0).display
    assert game.legal_actions()


def test_five_lines_are_a_puzzle():
    game = from_position({"board": "europe", "players": 2, "seats": [{"hand": {"red": 3}}, {}]})
    assert game.view(0).hand["red"] == 3
    assert game.view(0).deck_count == 110 - 3 - 5
    game.play("claim bruxelles-paris red*2")
    assert game.view(1).owners == {"bruxelles-paris": 0}


def test_the_seats_say_how_many_play():
    assert from_position({"board": "usa", "seats": [{}, {}, {}]}).players == 3
    assert from_position({"board": "usa"}).players == 2


@pytest.mark.parametrize(
    "given, first, turn, turns",
    [
        ({}, 0, 0, 0),
        ({"turn": 2}, 2, 2, 0),
        ({"first": 1}, 1, 1, 0),
        ({"turn": 2, "first": 1}, 1, 2, 1),
        ({"turn": 0, "first": 1}, 1, 0, 2),
        ({"turn": 0, "turns_played": 7}, 2, 0, 7),
        ({"first": 2, "turns_played": 7}, 2, 0, 7),
    ],
)
def test_first_turn_and_turns_played_follow_from_each_other(given, first, turn, turns):
    data = to_position(from_position({"board": "new_york", "players": 3, **given}))
    assert (data["first"], data["turn"], data["turns_played"]) == (first, turn, turns)


def test_points_trains_and_what_is_closed_follow_from_the_routes():
    seats = [{"routes": ["frankfurt-paris", "amsterdam-bruxelles"]}, {"routes": ["berlin-danzig"]}]
    game = from_position({"board": "europe", "seats": seats})
    board = load_board("europe")
    lengths = [board.route(route).length for route in seats[0]["routes"]]
    assert game.view(0).trains[0] == 45 - sum(lengths)
    assert game.view(0).scores[0] == sum(board.route(route).points for route in seats[0]["routes"])
    assert game.view(0).why_not("frankfurt-paris/2") is not None  # closed with two players


def test_merchandise_follows_from_the_carts():
    board = load_board("amsterdam")
    carts = [route.id for route in board.routes if route.carts and (route.twin is None or route.twin > route.number)][
        :2
    ]
    game = from_position({"board": "amsterdam", "seats": [{"routes": carts}, {}]})
    assert game.view(0).merchandise == (2, 0)
    assert game.view(0).merchandise_left == board.bonuses.merchandise.cards - 2


def test_the_display_takes_wilds_only_when_nothing_else_is_left():
    everything = dict.fromkeys(load_board("new_york").card_colors, 6)
    game = from_position({"board": "new_york", "seats": [{"hand": everything}, {}]})
    assert game.view(0).display == ("wild",) * 5
    everything["blue"] = 4
    game = from_position({"board": "new_york", "seats": [{"hand": everything}, {}]})
    assert sorted(game.view(0).display) == ["blue", "blue", "wild", "wild", "wild"]


def test_unused_long_tickets_are_out_of_the_game():
    board = load_board("europe")
    game = from_position({"board": "europe"})
    assert game.view(0).ticket_deck_count == sum(not ticket.long for ticket in board.tickets)


def test_the_next_draws_can_be_given():
    board = load_board("new_york")
    tickets = [board.tickets[4].id, board.tickets[9].id]
    game = from_position({"board": "new_york", "next": ["wild", "red", *tickets]})
    game.play("draw")
    game.play("draw")
    assert game.view(0).hand["wild"] == game.view(0).hand["red"] == 1
    game.play("tickets")
    assert list(game.view(1).offer) == tickets


def test_a_start_position_remembers_its_offers():
    board = load_board("london")
    offers = [[ticket.id for ticket in board.tickets[i : i + 2]] for i in (0, 2)]
    seats = [{"offer": offers[0], "chosen": [2]}, {"offer": offers[1]}]
    game = from_position({"board": "london", "phase": "choosing_start", "first": 1, "seats": seats})
    assert game.actors == {1}
    assert game.states[0].has_history
    assert [entry["seat"] for entry in to_position(game)["ledger"]] == [1, 0]
    game.play("keep 1")
    assert game.phase == "turn"
    assert game.view(0).tickets == (offers[0][1],)


def test_a_tunnel_asks_for_what_its_cards_say():
    tunnel = {"route": "marseille-zurich", "color": "purple", "wilds": 0, "shown": ["purple", "wild", "red"]}
    seats = [{"hand": {"purple": 1, "wild": 1}}, {}]
    game = from_position({"board": "europe", "phase": "in_tunnel", "tunnel": tunnel, "seats": seats})
    assert game.view(1).tunnel["extra"] == 2
    game.play("pay wild*1")
    assert game.view(1).owners == {"marseille-zurich": 0}


def test_a_game_set_up_as_over_has_a_result():
    game = from_position({"board": "usa", "phase": "over", "ended_by": "passes"})
    assert game.is_over
    assert game.result().ended_by == "passes"
