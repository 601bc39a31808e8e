"""Rules D6 and D8: three wilds sweep the display away, and it always has five cards."""

from __future__ import annotations

import random

import pytest

from ferrovia import Game
from ferrovia.events import CardTaken, DeckReshuffled, DisplayFilled, DisplayReset

from .printed import each_board
from .table import all_cards, cards_of, changes, held, hoarded, may, play, set_up

TWO_WILDS = ["wild", "red", "wild", "blue", "green"]


@pytest.mark.rule("D6")
def test_a_third_wild_sweeps_the_display_away():
    game = set_up("new_york", {}, {}, display=TWO_WILDS, next=["wild", "pink", "black", "wild", "wild", "orange"])
    assert game.play("take blue") == (
        CardTaken(0, "blue", 3),
        DisplayFilled(3, "wild"),
        DisplayReset(),
        DisplayFilled(0, "pink"),
        DisplayFilled(1, "black"),
        DisplayFilled(2, "wild"),
        DisplayFilled(3, "wild"),
        DisplayFilled(4, "orange"),
    )
    view = game.spectator_view()
    assert view.display == ("pink", "black", "wild", "wild", "orange")
    assert held(view.discards) == {"wild": 3, "red": 1, "green": 1}
    assert view.deck_count == 44 - 5 - 1 - 5
    assert game.phase == "second_card"  # the turn goes on with the new display
    assert may(game, "take") == ["take black", "take orange", "take pink"]


@pytest.mark.rule("D6")
def test_two_wilds_stay():
    game = set_up("new_york", {}, {}, display=TWO_WILDS, next=["pink"])
    game.play("take blue")
    assert game.spectator_view().display == ("wild", "red", "wild", "pink", "green")


@pytest.mark.known_mistake("three wilds are swept away once only")
@pytest.mark.rule("D6")
@pytest.mark.parametrize("wilds", [3, 4, 5])
def test_a_new_display_is_looked_at_again(wilds):
    again = ["wild"] * wilds + ["red"] * (5 - wilds)
    game = set_up("europe", {}, {}, display=TWO_WILDS, next=["wild", *again, *again, *["blue"] * 5])
    game.play("take blue")
    view = game.spectator_view()
    assert view.display == ("blue",) * 5
    assert view.discards["wild"] == 3 + 2 * wilds
    assert view.discard_count == 15
    assert all_cards(game)["wild"] == 14


@pytest.mark.rule("D6")
def test_a_sweep_may_need_a_new_deck():
    """Deck: the wild that comes and one card more; then the five swept cards and the old discard are shuffled."""
    game = hoarded(
        "new_york",
        {},
        display=TWO_WILDS,
        deck={"wild": 1, "pink": 1},
        discards={"black": 1},
        next=["wild", "pink", "red", "green", "wild", "black"],
    )
    events = game.play("take blue")
    assert DeckReshuffled(6) in events
    view = game.spectator_view()
    assert view.display == ("pink", "red", "green", "wild", "black")
    assert (view.deck_count, view.discard_count) == (2, 0)
    assert game.phase == "second_card"


@pytest.mark.rule("D6")
def test_wilds_stay_when_the_cards_outside_hands_cannot_make_a_better_display():
    """Two coloured cards among deck, discards and display: every display of five has three wilds or more."""
    game = hoarded("new_york", {}, display=["wild", "wild", "red", "pink", "blue"], deck={"wild": 2})
    changed = changes(game, "take red")
    assert changed["display[2]"] == ("red", "wild")
    assert game.spectator_view().display == ("wild", "wild", "wild", "pink", "blue")
    assert game.phase == "second_card"
    assert may(game) == ["draw", "take blue", "take pink"]


@pytest.mark.rule("D6")
def test_three_coloured_cards_are_enough_for_a_sweep():
    """The third coloured card lies among the discards."""
    game = hoarded(
        "new_york",
        {},
        display=["wild", "wild", "red", "pink", "blue"],
        deck={"wild": 1},
        discards={"black": 1},
        next=["wild", "pink", "blue", "black", "wild", "wild"],
    )
    game.play("take red")
    assert game.spectator_view().display == ("pink", "blue", "black", "wild", "wild")


@pytest.mark.known_mistake("three wilds that had to stay are never looked at again")
@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    "action, swept",
    [
        ("claim central_park-times_square black*2", True),  # two coloured cards more: four
        ("claim chinatown-wall_street green*1", True),  # one more: three
        ("claim times_square-midtown_west wild*1", False),  # wilds bring no colour back
    ],
)
def test_a_display_that_had_to_stay_is_looked_at_again_after_every_discard(action, swept):
    game = hoarded("new_york", {"black": 2, "green": 1, "wild": 1}, display=["wild", "wild", "wild", "pink", "blue"])
    events = game.play(action)
    assert (DisplayReset() in events) == swept
    assert (game.spectator_view().display.count("wild") < 3) == swept
    assert len(game.spectator_view().display) == 5


@pytest.mark.rule("D6")
def test_a_station_brings_colours_back_too():
    game = hoarded("europe", {"black": 1}, display=["wild", "wild", "wild", "red", "blue"])
    events = game.play("station paris black")
    assert DisplayReset() in events
    assert game.spectator_view().display.count("wild") == 2


@pytest.mark.rule("D8")
@each_board
def test_the_display_always_has_five_cards(printed):
    """A hundred random steps: at each five cards lie face up, with two wilds at most while colours can be had."""
    rng = random.Random(printed.board)
    game = Game(printed.board, players=2, seed=16)
    for _ in range(100):
        if game.is_over:
            break
        seat = min(game.actors)
        game.play(rng.choice(may(game, seat=seat)), seat=seat)
        view = game.spectator_view()
        assert len(view.display) == 5
        assert all(card == "wild" or card in printed.colors for card in view.display)
        assert view.display.count("wild") < 3  # with so few turns colours are never scarce


@pytest.mark.rule("D8")
def test_the_display_has_five_cards_even_when_all_others_are_in_hands():
    game = hoarded("new_york", {}, display=["blue"] * 5, deck={"pink": 1}, discards={"red": 1})
    play(game, "take blue", "draw")
    view = game.spectator_view()
    assert (view.deck_count, view.discard_count) == (0, 0)
    assert len(view.display) == 5
    assert not may(game, "draw", "take")


@pytest.mark.known_mistake("a sweep never ends when colours are scarce")
@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    "wilds, colored", [(3, 2), (3, 3), (4, 1), (4, 2), (5, 0), (5, 1), (5, 2), (5, 3), (8, 0), (8, 1), (8, 2), (8, 4)]
)
def test_a_sweep_ends_when_colours_are_scarce(wilds, colored):
    """All cards outside hands: so many wilds, so many blue ones, and the green card that is claimed with."""
    display = (["wild"] * wilds + ["blue"] * colored)[:5]
    rest = {"wild": wilds - display.count("wild"), "blue": colored - display.count("blue")}
    game = hoarded("new_york", {"green": 1}, display=display, deck=rest)
    game.play("claim chinatown-wall_street green*1")
    view = game.spectator_view()
    assert len(view.display) == 5
    assert (view.display.count("wild") < 3) == (colored + 1 >= 3)
    assert all_cards(game) == cards_of(game.board)
