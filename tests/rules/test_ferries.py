"""Rule R8: ferries ask for wilds."""

from __future__ import annotations

import pytest

from ferrovia import load_board

from .table import changes, may, refusal, set_up

FERRIES = [route for route in load_board("europe").routes if route.ferry]


@pytest.mark.rule("R8")
def test_a_ferry_of_two_with_one_symbol():
    game = set_up("europe", {"hand": {"red": 2, "blue": 1, "wild": 2}}, {}, display=["green"] * 5)
    assert may(game, "claim athina-smyrna") == [
        "claim athina-smyrna blue*1+wild*1",
        "claim athina-smyrna red*1+wild*1",
        "claim athina-smyrna wild*2",
    ]
    assert refusal(game, "claim athina-smyrna red*2") == ("payment/too_few_wilds", "R8")


@pytest.mark.rule("R8")
def test_a_ferry_all_of_symbols_takes_wilds_alone():
    game = set_up("europe", {"hand": {"red": 4, "wild": 2}}, {})
    assert may(game, "claim amsterdam-london") == ["claim amsterdam-london wild*2"]


@pytest.mark.rule("R8")
def test_the_long_ferry_with_two_symbols_allows_more_wilds():
    game = set_up("europe", {"hand": {"red": 4, "blue": 3, "wild": 3}}, {}, display=["green"] * 5)
    assert may(game, "claim palermo-smyrna") == [
        "claim palermo-smyrna blue*3+wild*3",
        "claim palermo-smyrna red*3+wild*3",
        "claim palermo-smyrna red*4+wild*2",
    ]


@pytest.mark.rule("R8")
def test_a_ferry_and_all_that_follows_from_it():
    game = set_up("europe", {"hand": {"red": 4, "wild": 3}}, {}, display=["green"] * 5)
    assert changes(game, "claim palermo-smyrna red*4+wild*2") == {
        "turn": (0, 1),
        "seats[0].hand.red": (4, 0),
        "seats[0].hand.wild": (3, 1),
        "discards.red": (0, 4),
        "discards.wild": (0, 2),
        "seats[0].routes": ([], ["palermo-smyrna"]),
        "seats[0].trains": (45, 39),
        "seats[0].score": (0, 15),
    }


@pytest.mark.rule("R8")
@pytest.mark.parametrize("ferry", FERRIES, ids=[ferry.id for ferry in FERRIES])
def test_one_wild_too_few_keeps_everybody_off_a_ferry(ferry):
    hand = {"red": 6, "wild": ferry.ferry - 1}
    game = set_up("europe", {"hand": hand}, {}, display=["green"] * 5)
    assert not may(game, f"claim {ferry.id} ")
    action = f"claim {ferry.id} wild*{ferry.length}"
    assert refusal(game, action) == ("route/too_few_wilds", "R8")


@pytest.mark.rule("R8")
def test_the_coloured_cards_of_a_ferry_are_of_one_colour():
    game = set_up("europe", {"hand": {"red": 1, "blue": 1, "wild": 1}}, {}, display=["green"] * 5)
    assert not may(game, "claim brindisi-palermo")  # three spaces, one symbol


@pytest.mark.rule("R8")
def test_a_ferry_may_be_half_of_a_double():
    game = set_up("europe", {"hand": {"red": 1, "wild": 1}}, {"hand": {"red": 1, "wild": 1}}, display=["green"] * 5)
    game.play("claim dieppe-london red*1+wild*1")
    assert refusal(game, "claim dieppe-london/2 red*1+wild*1") == ("route/closed", "P10")
