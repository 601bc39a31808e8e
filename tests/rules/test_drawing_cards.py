"""Rule D: drawing cards."""

from __future__ import annotations

import pytest

from ferrovia.events import CardDrawn, CardTaken, DeckReshuffled, DisplayFilled, TurnStarted

from .table import changes, hand, hoarded, may, play, refusal, set_up

DISPLAY = ["red", "blue", "green", "black", "wild"]
DRAWS = ["draw", "take black", "take blue", "take green", "take red", "take wild"]


def city(*coming, **more):
    """New York, nothing played yet, with these cards to come."""
    return set_up("new_york", {}, {}, display=DISPLAY, next=list(coming), **more)


# --- D1: two cards, each from the display or unseen ------------------------------------------------------------------
@pytest.mark.rule("D1")
def test_each_card_may_come_from_the_display_or_from_the_deck():
    game = city("pink", "orange")
    assert may(game, "draw", "take") == DRAWS
    game.play("draw")
    assert may(game) == [text for text in DRAWS if text != "take wild"]


@pytest.mark.rule("D1")
def test_two_unseen_cards():
    assert changes(city("pink", "orange"), "draw", "draw") == {
        "turn": (0, 1),
        "deck.pink": (6, 5),
        "deck.orange": (6, 5),
        "seats[0].hand.pink": (0, 1),
        "seats[0].hand.orange": (0, 1),
    }


@pytest.mark.rule("D1")
@pytest.mark.rule("D2")
def test_two_face_up_cards():
    assert changes(city("pink", "orange"), "take red", "take black") == {
        "turn": (0, 1),
        "deck.pink": (6, 5),
        "deck.orange": (6, 5),
        "display[0]": ("red", "pink"),
        "display[3]": ("black", "orange"),
        "seats[0].hand.red": (0, 1),
        "seats[0].known.red": (0, 1),
        "seats[0].hand.black": (0, 1),
        "seats[0].known.black": (0, 1),
    }


@pytest.mark.rule("D1")
@pytest.mark.parametrize("actions", [("take blue", "draw"), ("draw", "take blue")])
def test_one_face_up_and_one_unseen_card(actions):
    first, second = ("pink", "orange") if actions[0] == "draw" else ("orange", "pink")
    assert changes(city(first, second), *actions) == {
        "turn": (0, 1),
        "deck.pink": (6, 5),
        "deck.orange": (6, 5),
        "display[1]": ("blue", "orange"),
        "seats[0].hand.pink": (0, 1),
        "seats[0].hand.blue": (0, 1),
        "seats[0].known.blue": (0, 1),
    }


@pytest.mark.rule("D1")
def test_the_second_card_must_be_drawn_if_it_can_be():
    game = set_up("new_york", {"hand": {"red": 3}}, {}, display=DISPLAY)
    game.play("draw")
    assert all(text.startswith(("draw", "take")) for text in may(game))
    for action in ("claim central_park-times_square/2 red*2", "tickets"):
        assert refusal(game, action) == ("phase/second_card", "D1")
    assert refusal(game, "pass") == ("pass/not_allowed", "E2")


@pytest.mark.rule("D1")
def test_a_card_that_is_not_in_the_display_cannot_be_taken():
    game = city()
    assert refusal(game, "take pink") == ("draw/not_in_display", "D1")


@pytest.mark.rule("D1")
def test_the_events_tell_what_was_drawn():
    game = city("pink", "orange")
    assert game.play("take red") == (CardTaken(0, "red", 0), DisplayFilled(0, "pink"))
    assert game.play("draw") == (CardDrawn(0, "orange"), TurnStarted(1))


# --- D2: replaced at once --------------------------------------------------------------------------------------------
@pytest.mark.rule("D2")
def test_the_replacement_of_the_first_card_may_be_the_second():
    game = city("pink", "orange")
    game.play("take red")
    assert game.spectator_view().display == ("pink", "blue", "green", "black", "wild")
    game.play("take pink")
    assert game.spectator_view().display == ("orange", "blue", "green", "black", "wild")
    assert hand(game, 0) == {"red": 1, "pink": 1}


@pytest.mark.rule("D2")
def test_of_two_equal_cards_one_is_taken_and_its_place_is_filled():
    game = set_up("new_york", {}, {}, display=["red", "blue", "red", "black", "pink"], next=["green"])
    game.play("take red")
    assert game.spectator_view().display == ("green", "blue", "red", "black", "pink")


# --- D3, D4: wilds ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("D3")
@pytest.mark.parametrize("board", ["europe", "usa", "new_york", "london", "amsterdam"])
def test_a_wild_taken_from_the_display_is_the_only_card_of_the_turn(board):
    display = ["orange", "blue", "green", "black", "wild"]
    game = set_up(board, {}, {}, display=display, next=["orange"])
    before = game.spectator_view().deck_count
    changed = changes(game, "take wild")
    assert game.spectator_view().deck_count == before - 1
    assert changed.pop("deck.orange")
    assert changed == {
        "turn": (0, 1),
        "display[4]": ("wild", "orange"),
        "seats[0].hand.wild": (0, 1),
        "seats[0].known.wild": (0, 1),
    }


@pytest.mark.known_mistake("a face-up wild is taken as the second card")
@pytest.mark.rule("D3")
@pytest.mark.parametrize("board", ["europe", "usa", "new_york", "london", "amsterdam"])
@pytest.mark.parametrize("first", ["draw", "take blue"])
def test_a_face_up_wild_is_never_the_second_card(board, first):
    game = set_up(board, {}, {}, display=["orange", "blue", "green", "black", "wild"], next=["black"])
    game.play(first)
    assert "take wild" not in may(game)
    assert refusal(game, "take wild") == ("draw/wild_is_no_second_card", "D3")


@pytest.mark.rule("D3")
def test_a_wild_that_turns_up_as_the_replacement_is_no_second_card_either():
    game = set_up("europe", {}, {}, next=["wild"])
    game.play("take red")
    assert game.spectator_view().display[0] == "wild"
    assert refusal(game, "take wild") == ("draw/wild_is_no_second_card", "D3")


@pytest.mark.known_mistake("an unseen wild ends the turn")
@pytest.mark.rule("D4")
@pytest.mark.parametrize("board", ["europe", "usa", "new_york", "london", "amsterdam"])
def test_a_wild_drawn_unseen_counts_as_one_ordinary_card(board):
    game = set_up(board, {}, {}, next=["wild", "wild"])
    game.play("draw")
    assert game.phase == "second_card"
    game.play("draw")
    assert hand(game, 0) == {"wild": 2}
    assert game.actors == {1}


@pytest.mark.rule("D4")
def test_after_an_unseen_wild_a_face_up_card_may_follow():
    game = city("wild", "pink")
    play(game, "draw", "take red")
    assert hand(game, 0) == {"wild": 1, "red": 1}


# --- D5: no hand limit -----------------------------------------------------------------------------------------------
@pytest.mark.rule("D5")
def test_a_hand_may_hold_every_card_but_the_display():
    game = hoarded("new_york", {}, display=["red"] * 5, deck={"pink": 2}, turn=1)
    assert game.spectator_view().hand_counts == (0, 37)
    play(game, "draw", "draw")
    assert game.spectator_view().hand_counts == (0, 39)


# --- D7: the new deck ------------------------------------------------------------------------------------------------
@pytest.mark.rule("D7")
def test_the_discards_become_the_deck_when_a_card_has_to_be_drawn_and_not_earlier():
    discards = {"red": 2, "black": 1}
    game = hoarded("new_york", {}, display=["blue"] * 5, deck={"pink": 1}, discards=discards, next=["pink", "red"])
    assert game.play("draw") == (CardDrawn(0, "pink"),)
    view = game.spectator_view()
    assert (view.deck_count, view.discard_count) == (0, 3)
    assert game.play("draw")[:2] == (DeckReshuffled(3), CardDrawn(0, "red"))
    view = game.spectator_view()
    assert (view.deck_count, view.discard_count) == (2, 0)


@pytest.mark.rule("D7")
def test_the_replacement_in_the_display_may_come_from_a_new_deck():
    game = hoarded("new_york", {}, display=["blue"] * 5, discards={"red": 2}, next=["red"])
    assert changes(game, "take blue") == {
        "phase": ("turn", "second_card"),
        "discards.red": (2, 0),
        "deck.red": (0, 1),
        "display[0]": ("blue", "red"),
        "seats[0].hand.blue": (0, 1),
        "seats[0].known.blue": (0, 1),
    }


@pytest.mark.known_mistake("cards are created or lost when the discards become the deck")
@pytest.mark.rule("D7")
def test_hands_and_display_are_not_in_the_new_deck():
    game = hoarded("new_york", {"pink": 3}, display=["blue"] * 5, discards={"red": 2, "wild": 1})
    play(game, "draw", "draw")
    drawn = {card: count for card, count in hand(game, 0).items() if card != "pink"}
    assert set(drawn) <= {"red", "wild"}
    assert sum(drawn.values()) == 2
    assert game.spectator_view().display == ("blue",) * 5


# --- D9, D10: no cards left ------------------------------------------------------------------------------------------
@pytest.mark.known_mistake("a face-up card is taken though nothing can replace it")
@pytest.mark.rule("D9")
@pytest.mark.parametrize("board", ["europe", "new_york", "london", "amsterdam", "usa"])
def test_without_deck_and_discards_nobody_may_draw_even_from_the_display(board):
    game = hoarded(board, {"black": 4}, display=["blue", "blue", "green", "green", "orange"])
    assert not may(game, "draw", "take")
    for action in ("draw", "take blue"):
        assert refusal(game, action) == ("draw/no_cards", "D9")
    assert may(game, "claim")
    assert may(game, "tickets") == ["tickets"]
    assert bool(may(game, "station")) == (board == "europe")


@pytest.mark.rule("D9")
def test_cards_that_are_paid_can_be_drawn_by_the_next_player():
    game = hoarded("new_york", {"black": 2}, display=["blue"] * 5)
    game.play("claim central_park-times_square black*2")
    assert may(game, "draw", "take") == ["draw", "take blue"]
    play(game, "draw", "draw")
    assert game.view(1).hand["black"] == 6


@pytest.mark.known_mistake("the game hangs when no second card exists")
@pytest.mark.rule("D10")
def test_the_turn_ends_after_one_unseen_card_when_there_is_no_second():
    game = hoarded("new_york", {}, display=["blue"] * 5, deck={"pink": 1})
    assert changes(game, "draw") == {"turn": (0, 1), "deck.pink": (1, 0), "seats[0].hand.pink": (0, 1)}


@pytest.mark.known_mistake("the game hangs when no second card exists")
@pytest.mark.rule("D10")
def test_the_turn_ends_after_one_face_up_card_when_its_replacement_was_the_last():
    game = hoarded("new_york", {}, display=["blue"] * 5, discards={"pink": 1})
    assert changes(game, "take blue") == {
        "turn": (0, 1),
        "discards.pink": (1, 0),
        "display[0]": ("blue", "pink"),
        "seats[0].hand.blue": (0, 1),
        "seats[0].known.blue": (0, 1),
    }


@pytest.mark.known_mistake("a display swept in the middle of a draw offers a wild as the second card")
@pytest.mark.rule("D3")
def test_a_display_swept_in_the_middle_of_a_draw_offers_no_wild_as_second_card():
    display = ["wild", "wild", "blue", "green", "green"]
    coming = ["wild", "red", "wild", "wild", "blue", "green"]
    game = set_up("europe", {}, {}, display=display, next=coming)
    game.play("take blue")
    assert may(game) == ["draw", "take blue", "take green", "take red"]
