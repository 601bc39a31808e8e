"""Rules R9 to R11: tunnels, in every flavour."""

from __future__ import annotations

import pytest

from ferrovia.events import (
    DeckReshuffled,
    DisplayReset,
    RouteClaimed,
    TunnelCardShown,
    TunnelEntered,
    TunnelLeft,
    TunnelPriced,
    TurnStarted,
)

from .table import (
    all_cards,
    cards_of,
    changes,
    hand,
    held,
    hoarded,
    may,
    other_views,
    others_of,
    refusal,
    seen_by,
    set_up,
)

CLAIM = "claim munchen-zurich yellow*2"  # a yellow tunnel of two
DISPLAY = ["red", "blue", "green", "black", "orange"]


def tunnel_of(game):
    """The state's fields about the tunnel that a player is in."""
    return {name: game.states[name].tolist() for name in game.states.dtype.names if name.startswith("tunnel_")}


def mountain(cards, *turned_up):
    """Seat 0 before a tunnel, with these cards to be turned up."""
    return set_up("europe", {"hand": cards}, {}, next=list(turned_up))


# --- R9: what is turned up --------------------------------------------------------------------------------------------
@pytest.mark.rule("R9")
@pytest.mark.rule("R10")
@pytest.mark.rule("R11")
def test_nothing_to_pay_the_tunnel_is_claimed_at_once():
    game = mountain({"yellow": 3, "wild": 1}, "red", "blue", "green")
    assert changes(game, CLAIM) == {
        "turn": (0, 1),
        "seats[0].hand.yellow": (3, 1),
        "deck.red": (11, 10),
        "deck.blue": (11, 10),
        "deck.green": (11, 10),
        "discards.yellow": (0, 2),
        "discards.red": (0, 1),
        "discards.blue": (0, 1),
        "discards.green": (0, 1),
        "seats[0].routes": ([], ["munchen-zurich"]),
        "seats[0].trains": (45, 43),
        "seats[0].score": (0, 2),
    }


@pytest.mark.rule("R9")
def test_the_events_of_a_tunnel_that_asks_for_nothing():
    assert mountain({"yellow": 2}, "red", "blue", "green").play(CLAIM) == (
        TunnelEntered(0, "munchen-zurich", "yellow", colored=2, wilds=0),
        TunnelCardShown("red", counts=False),
        TunnelCardShown("blue", counts=False),
        TunnelCardShown("green", counts=False),
        TunnelPriced(0, extra=0),
        RouteClaimed(0, "munchen-zurich", "yellow", colored=2, wilds=0, points=2),
        TurnStarted(1),
    )


@pytest.mark.known_mistake("a tunnel paid with wilds alone is charged for a colour")
@pytest.mark.known_mistake("a wild turned up does not count")
@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    "laid_down, turned_up, extra",
    [
        ("yellow*2", ["red", "blue", "green"], 0),
        ("yellow*2", ["yellow", "blue", "green"], 1),
        ("yellow*2", ["yellow", "yellow", "green"], 2),
        ("yellow*2", ["yellow", "yellow", "yellow"], 3),
        ("yellow*2", ["wild", "blue", "green"], 1),
        ("yellow*2", ["wild", "yellow", "wild"], 3),
        ("yellow*1+wild*1", ["yellow", "blue", "green"], 1),
        ("yellow*1+wild*1", ["wild", "blue", "yellow"], 2),
        ("yellow*1+wild*1", ["blue", "blue", "green"], 0),
        ("wild*2", ["yellow", "yellow", "yellow"], 0),
        ("wild*2", ["yellow", "wild", "red"], 1),
        ("wild*2", ["wild", "wild", "wild"], 3),
    ],
)
def test_each_card_of_the_colour_laid_down_and_each_wild_costs_one_more(laid_down, turned_up, extra):
    game = mountain({"yellow": 5, "wild": 5}, *turned_up)
    events = game.play(f"claim munchen-zurich {laid_down}")
    assert TunnelPriced(0, extra) in events
    kinds = {card.partition("*")[0] for card in laid_down.split("+")} | {"wild"}
    counts = [card in kinds for card in turned_up]
    shown = [event for event in events if isinstance(event, TunnelCardShown)]
    assert ([event.card for event in shown], [event.counts for event in shown]) == (turned_up, counts)
    if extra:
        assert game.phase == "in_tunnel"
        assert game.view(1).tunnel["extra"] == extra
        assert game.view(1).tunnel["shown"] == turned_up
        assert game.view(1).tunnel["counts"] == counts
    else:
        assert game.spectator_view().owners == {"munchen-zurich": 0}


@pytest.mark.rule("R9")
def test_in_a_grey_tunnel_the_colour_laid_down_counts():
    game = mountain({"red": 4, "blue": 3}, "red", "blue", "green")
    assert may(game, "claim paris-zurich") == ["claim paris-zurich blue*3", "claim paris-zurich red*3"]
    game.play("claim paris-zurich red*3")
    assert game.view(0).tunnel == {
        "route": "paris-zurich",
        "color": "red",
        "colored": 3,
        "wilds": 0,
        "shown": ["red", "blue", "green"],
        "counts": [True, False, False],
        "extra": 1,
    }
    assert may(game) == ["back", "pay wild*0"]


@pytest.mark.rule("R9")
def test_the_payment_laid_down_is_in_no_hand_and_no_pile():
    game = mountain({"yellow": 3, "wild": 1}, "yellow", "red", "red")
    changed = changes(game, "claim munchen-zurich yellow*1+wild*1")
    assert changed.pop("tunnel")[1] == {
        "route": "munchen-zurich",
        "color": "yellow",
        "wilds": 1,
        "shown": ["yellow", "red", "red"],
    }
    assert changed == {
        "phase": ("turn", "in_tunnel"),
        "seats[0].hand.yellow": (3, 2),
        "seats[0].hand.wild": (1, 0),
        "deck.yellow": (9, 8),
        "deck.red": (11, 9),
    }
    assert all_cards(game) == cards_of(game.board)


@pytest.mark.rule("R9")
def test_extra_cards_need_no_trains():
    """Two trains are enough for a tunnel of two that costs four cards."""
    routes = ["petrograd-stockholm", "budapest-kyiv", "palermo-smyrna", "athina-brindisi", "athina-sarajevo"]
    routes += ["barcelona-marseille", "berlin-danzig", "brest-pamplona", "brest-paris"]
    seat = {"hand": {"yellow": 4}, "routes": routes}
    game = set_up("europe", seat, {}, turns_left=2, next=["yellow", "yellow", "red"])
    assert game.spectator_view().trains[0] == 2
    game.play(CLAIM)
    game.play("pay wild*0")
    assert game.spectator_view().trains[0] == 0


# --- R10: pay or take back --------------------------------------------------------------------------------------------
@pytest.mark.rule("R10")
def test_an_extra_card_paid_in_the_colour():
    game = mountain({"yellow": 3, "wild": 2}, "yellow", "red", "blue")
    game.play(CLAIM)
    assert may(game) == ["back", "pay wild*0", "pay wild*1"]
    changed = changes(game, "pay wild*0")
    assert changed.pop("tunnel")[1] is None
    assert changed == {
        "phase": ("in_tunnel", "turn"),
        "turn": (0, 1),
        "seats[0].hand.yellow": (1, 0),
        "discards.yellow": (0, 4),
        "discards.red": (0, 1),
        "discards.blue": (0, 1),
        "seats[0].routes": ([], ["munchen-zurich"]),
        "seats[0].trains": (45, 43),
        "seats[0].score": (0, 2),
    }


@pytest.mark.rule("R10")
def test_an_extra_card_paid_with_a_wild():
    game = mountain({"yellow": 3, "wild": 2}, "yellow", "red", "blue")
    game.play(CLAIM)
    assert game.play("pay wild*1") == (
        RouteClaimed(0, "munchen-zurich", "yellow", colored=2, wilds=1, points=2),
        TurnStarted(1),
    )
    assert hand(game, 0) == {"yellow": 1, "wild": 1}
    assert held(game.view(0).discards) == {"yellow": 3, "red": 1, "blue": 1, "wild": 1}


@pytest.mark.rule("R10")
def test_colour_cards_and_wilds_may_be_mixed_as_one_likes():
    game = mountain({"yellow": 4, "wild": 3}, "yellow", "wild", "yellow")
    game.play(CLAIM)
    assert may(game) == ["back", "pay wild*1", "pay wild*2", "pay wild*3"]  # two yellow cards are left
    assert refusal(game, "pay wild*0") == ("payment/not_held", "R9")
    game.play("pay wild*2")
    assert hand(game, 0) == {"yellow": 1, "wild": 1}
    assert all_cards(game) == cards_of(game.board)


@pytest.mark.rule("R10")
def test_a_tunnel_entered_with_only_wilds_is_paid_with_wilds():
    game = mountain({"yellow": 5, "wild": 4}, "wild", "yellow", "yellow")
    game.play("claim munchen-zurich wild*2")
    assert may(game) == ["back", "pay wild*1"]
    assert refusal(game, "pay wild*0") == ("tunnel/wrong_payment", "R9")
    assert game.play("pay wild*1")[0] == RouteClaimed(0, "munchen-zurich", None, colored=0, wilds=3, points=2)
    assert hand(game, 0) == {"yellow": 5, "wild": 1}
    assert held(game.view(0).discards) == {"wild": 4, "yellow": 2}


@pytest.mark.rule("R10")
def test_no_more_and_no_less_than_asked_is_paid():
    game = mountain({"yellow": 5, "wild": 4}, "yellow", "red", "red")
    game.play(CLAIM)
    assert refusal(game, "pay wild*2") == ("tunnel/wrong_payment", "R9")


@pytest.mark.rule("R10")
@pytest.mark.parametrize("action", ["back", "pay wild*0"])
def test_no_tunnel_is_open_after_it_was_paid_or_taken_back(action):
    game = mountain({"yellow": 3}, "yellow", "red", "blue")
    before = tunnel_of(game)
    game.play(CLAIM)
    assert tunnel_of(game) != before
    game.play(action)
    assert tunnel_of(game) == before


@pytest.mark.rule("R10")
def test_taking_back_ends_the_turn_without_a_route():
    game = mountain({"yellow": 3, "wild": 2}, "yellow", "red", "blue")
    game.play("claim munchen-zurich yellow*1+wild*1")
    changed = changes(game, "back")
    assert changed.pop("tunnel")[1] is None
    assert changed == {
        "phase": ("in_tunnel", "turn"),
        "turn": (0, 1),
        "seats[0].hand.yellow": (2, 3),
        "seats[0].hand.wild": (1, 2),
        "seats[0].known.yellow": (0, 1),
        "seats[0].known.wild": (0, 1),
        "discards.yellow": (0, 1),
        "discards.red": (0, 1),
        "discards.blue": (0, 1),
    }
    assert all_cards(game) == cards_of(game.board)


@pytest.mark.rule("R10")
def test_a_tunnel_that_was_left_is_free_for_the_next_player():
    game = set_up("europe", {"hand": {"yellow": 2}}, {"hand": {"yellow": 2}}, next=["wild", "red", "red"])
    game.play(CLAIM)
    assert game.play("back") == (TunnelLeft(0, "munchen-zurich"), TurnStarted(1))
    assert may(game, "claim munchen-zurich") == [CLAIM]


@pytest.mark.rule("R10")
def test_nothing_else_can_be_done_before_a_tunnel_is_settled():
    game = mountain({"yellow": 3, "orange": 2}, "yellow", "red", "blue")
    game.play(CLAIM)
    for action in ("draw", "take red", "tickets", "claim brest-dieppe orange*2", "station paris yellow"):
        assert refusal(game, action) == ("phase/in_tunnel", "R10")
    assert refusal(game, "draw", seat=1) == ("action/not_your_turn", "S5")


@pytest.mark.rule("R10")
def test_outside_a_tunnel_there_is_nothing_to_pay_or_take_back():
    game = mountain({"yellow": 3})
    for action in ("back", "pay wild*0"):
        assert refusal(game, action) == ("tunnel/none_open", "R10")


@pytest.mark.known_mistake("the step of a tunnel tells whether its player could pay")
@pytest.mark.rule("R10")
@pytest.mark.rule("H2")
@pytest.mark.parametrize("cannot", [{"yellow": 2, "red": 2}, {"yellow": 2, "purple": 1, "white": 1}])
def test_who_cannot_pay_takes_back_by_the_same_step_and_nobody_can_tell(cannot):
    """Two worlds that differ in a hand: in one the seat could pay, in the other `back` is all it may do."""
    can = {"yellow": 3, "wild": 1}
    worlds = [mountain(cards, "yellow", "red", "blue") for cards in (can, cannot)]
    told = [game.play(CLAIM) for game in worlds]
    assert [may(game) for game in worlds] == [["back", "pay wild*0", "pay wild*1"], ["back"]]
    assert refusal(worlds[1], "pay wild*0") == ("payment/not_held", "R9")
    assert other_views(worlds[0], 0) == other_views(worlds[1], 0)
    assert [view.legal_actions() for view in other_views(worlds[1], 0)] == [(), ()]
    for events in (told, [game.play("back") for game in worlds]):
        for viewer in others_of(worlds[0], 0):
            assert seen_by(viewer, events[0]) == seen_by(viewer, events[1])
    assert other_views(worlds[0], 0) == other_views(worlds[1], 0)


# --- R11: the end of the turn, and too few cards ----------------------------------------------------------------------
@pytest.mark.rule("R11")
def test_with_too_few_cards_those_there_are_are_turned_up():
    """One card in the deck, one among the discards: it is shuffled, and the two yellow cards laid down are not."""
    game = hoarded("europe", {"yellow": 3}, display=DISPLAY, deck={"red": 1}, discards={"yellow": 1})
    events = game.play(CLAIM)
    assert events == (
        TunnelEntered(0, "munchen-zurich", "yellow", colored=2, wilds=0),
        TunnelCardShown("red", counts=False),
        DeckReshuffled(1),
        TunnelCardShown("yellow", counts=True),
        TunnelPriced(0, extra=1),
    )
    view = game.spectator_view()
    assert (view.deck_count, view.discard_count) == (0, 0)
    assert may(game) == ["back", "pay wild*0"]
    game.play("back")
    assert held(game.view(0).discards) == {"red": 1, "yellow": 1}
    assert hand(game, 0) == {"yellow": 3}
    assert all_cards(game) == cards_of(game.board)


@pytest.mark.rule("R11")
def test_two_cards_that_ask_for_nothing():
    game = hoarded("europe", {"yellow": 2}, display=DISPLAY, deck={"red": 2})
    events = game.play(CLAIM)
    assert [event.card for event in events if isinstance(event, TunnelCardShown)] == ["red", "red"]
    assert game.spectator_view().owners == {"munchen-zurich": 0}
    assert held(game.view(0).discards) == {"red": 2, "yellow": 2}


@pytest.mark.known_mistake("a tunnel cannot be claimed with deck and discards empty")
@pytest.mark.rule("R11")
def test_with_no_card_left_there_is_no_risk():
    game = hoarded("europe", {"yellow": 2}, display=DISPLAY)
    assert game.play(CLAIM) == (
        TunnelEntered(0, "munchen-zurich", "yellow", colored=2, wilds=0),
        TunnelPriced(0, extra=0),
        RouteClaimed(0, "munchen-zurich", "yellow", colored=2, wilds=0, points=2),
        TurnStarted(1),
    )
    assert held(game.view(0).discards) == {"yellow": 2}


@pytest.mark.known_mistake("cards laid down for an open tunnel are shuffled into the deck")
@pytest.mark.rule("R11")
@pytest.mark.rule("D7")
def test_a_tunnel_that_needs_a_new_deck_gets_it_from_the_discards_alone():
    game = hoarded(
        "europe",
        {"yellow": 3},
        display=DISPLAY,
        deck={"red": 2},
        discards={"blue": 2, "green": 2},
        next=["red", "red", "blue"],
    )
    assert DeckReshuffled(4) in game.play(CLAIM)
    view = game.spectator_view()
    assert view.owners == {"munchen-zurich": 0}
    assert (view.deck_count, held(view.discards)) == (3, {"red": 2, "blue": 1, "yellow": 2})


@pytest.mark.rule("R11")
@pytest.mark.rule("D6")
def test_after_a_tunnel_the_display_is_looked_at_again():
    """Three wilds had to stay; the payment brings two colours back, and seven cards make the new display and deck."""
    game = hoarded(
        "europe",
        {"yellow": 2},
        display=["wild", "wild", "wild", "red", "blue"],
        next=["yellow", "red", "wild", "blue", "wild"],
    )
    events = game.play(CLAIM)
    assert DisplayReset() in events
    view = game.spectator_view()
    assert view.display == ("yellow", "red", "wild", "blue", "wild")
    assert (view.deck_count, view.discard_count) == (2, 0)


@pytest.mark.rule("R11")
@pytest.mark.rule("D6")
def test_after_taking_back_the_display_is_looked_at_again():
    """The cards turned up are discarded by taking back too."""
    game = hoarded(
        "europe",
        {"green": 2},
        display=["wild", "wild", "wild", "wild", "red"],
        deck={"green": 1},
        discards={"wild": 1},
        next=["green", "wild"],
    )
    game.play("claim venezia-zurich green*2")
    events = game.play("back")
    assert DisplayReset() not in events  # red and green are two: it has to stay
    game = hoarded(
        "europe",
        {"green": 2},
        display=["wild", "wild", "wild", "wild", "red"],
        deck={"green": 1, "blue": 2},
        next=["green", "blue", "blue", "green", "blue", "blue", "wild", "red"],
    )
    game.play("claim venezia-zurich green*2")
    events = game.play("back")
    assert DisplayReset() in events
    assert game.spectator_view().display == ("green", "blue", "blue", "wild", "red")


@pytest.mark.rule("R11")
def test_the_turned_up_cards_are_out_of_reach_until_the_turn_ends():
    game = mountain({"yellow": 3}, "yellow", "red", "blue")
    before = game.spectator_view()
    game.play(CLAIM)
    view = game.spectator_view()
    assert view.discard_count == 0
    assert view.deck_count == before.deck_count - 3
    assert view.display == before.display
    game.play("back")
    assert game.spectator_view().discard_count == 3
