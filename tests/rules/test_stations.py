"""Rules B1 and B2: building stations (what they are worth is in the tests of scoring)."""

from __future__ import annotations

import pytest

from ferrovia.events import StationBuilt, TurnStarted

from .table import changes, may, refusal, set_up


# --- B1: where --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("B1")
def test_a_station_and_all_that_follows_from_it():
    game = set_up("europe", {"hand": {"red": 2}}, {})
    assert changes(game, "station paris red") == {
        "turn": (0, 1),
        "seats[0].hand.red": (2, 1),
        "discards.red": (0, 1),
        "seats[0].stations": ([], ["paris"]),
    }
    assert game.spectator_view().stations_left == (2, 3)
    assert game.spectator_view().stations == {"paris": 0}


@pytest.mark.rule("B1")
def test_the_events_of_a_station():
    game = set_up("europe", {"hand": {"red": 1, "wild": 1}, "stations": ["roma"]}, {})
    assert game.play("station paris red+wild*1") == (
        StationBuilt(0, "paris", "red", colored=1, wilds=1),
        TurnStarted(1),
    )


@pytest.mark.rule("B1")
def test_every_city_without_a_station_will_do_whatever_routes_it_has():
    seats = [{"hand": {"red": 1}, "routes": ["dieppe-paris"]}, {"stations": ["roma"], "routes": ["brest-dieppe"]}]
    game = set_up("europe", *seats)
    cities = {text.split()[1] for text in may(game, "station")}
    assert cities == {city.id for city in game.board.cities} - {"roma"}


@pytest.mark.rule("B1")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_city_has_one_station_at_most(owner):
    seats = [{"hand": {"red": 3}}, {}]
    seats[owner]["stations"] = ["roma"]
    game = set_up("europe", *seats)
    assert refusal(game, "station roma red") == ("station/city_taken", "B1")


@pytest.mark.rule("B1")
def test_one_station_a_turn_and_three_a_game():
    game = set_up("europe", {"hand": {"red": 9}, "stations": ["roma", "paris"]}, {})
    game.play("station wien red")
    assert refusal(game, "station berlin red", seat=0) == ("action/not_your_turn", "S5")
    game.play("draw")
    game.play("draw")
    assert not may(game, "station")
    assert refusal(game, "station berlin red") == ("station/none_left", "B1")


# --- B2: what they cost -----------------------------------------------------------------------------------------------
@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    "built, payments",
    [
        ([], ["blue", "red", "wild*1"]),
        (["roma"], ["blue", "blue+wild*1", "red+wild*1", "wild*2"]),
        (["roma", "wien"], ["blue+wild*1", "blue+wild*2", "red+wild*2", "wild*3"]),
    ],
)
def test_the_first_costs_one_card_the_second_two_the_third_three(built, payments):
    """With two blue cards, a red one and three wilds; the number of coloured cards follows from the cost."""
    game = set_up("europe", {"hand": {"blue": 2, "red": 1, "wild": 3}, "stations": built}, {}, display=["green"] * 5)
    assert may(game, "station paris") == [f"station paris {payment}" for payment in payments]


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    "built, action, paid",
    [
        ([], "station paris red", {"red": 1}),
        ([], "station paris wild*1", {"wild": 1}),
        (["roma"], "station paris red", {"red": 2}),
        (["roma"], "station paris red+wild*1", {"red": 1, "wild": 1}),
        (["roma", "wien"], "station paris red", {"red": 3}),
        (["roma", "wien"], "station paris red+wild*2", {"red": 1, "wild": 2}),
        (["roma", "wien"], "station paris wild*3", {"wild": 3}),
    ],
)
def test_what_a_station_takes_from_the_hand(built, action, paid):
    game = set_up("europe", {"hand": {"red": 3, "wild": 3}, "stations": built}, {})
    changed = changes(game, action)
    assert changed == {
        "turn": (0, 1),
        "seats[0].stations": (sorted(built), sorted([*built, "paris"])),
        **{f"seats[0].hand.{card}": (3, 3 - count) for card, count in paid.items()},
        **{f"discards.{card}": (0, count) for card, count in paid.items()},
    }


@pytest.mark.rule("B2")
def test_two_colours_never_pay_together():
    game = set_up("europe", {"hand": {"red": 1, "blue": 1}, "stations": ["roma"]}, {})
    assert not may(game, "station")
    assert refusal(game, "station paris red") == ("station/too_few_cards", "B2")


@pytest.mark.rule("B2")
def test_a_station_costs_neither_more_nor_less():
    game = set_up("europe", {"hand": {"red": 3, "wild": 3}, "stations": ["roma"]}, {})
    assert refusal(game, "station paris wild*1") == ("payment/wrong_count", "B2")
    assert refusal(game, "station paris wild*3") == ("payment/wrong_count", "B2")
    assert refusal(game, "station paris red+wild*2") == ("payment/wrong_count", "B2")


@pytest.mark.rule("B2")
def test_a_station_costs_no_trains_and_scores_nothing_at_once():
    game = set_up("europe", {"hand": {"red": 1}}, {})
    game.play("station paris red")
    assert game.spectator_view().trains == (45, 45)
    assert game.spectator_view().scores == (0, 0)
