"""Rule H: what everybody, oneself alone and nobody may know, at each step.

Most tests play two worlds that differ in one secret: whoever may not know it must see the same in both.
"""

from __future__ import annotations

import pytest

from ferrovia import SPECTATOR, Game, View, from_position
from ferrovia.data import event_data
from ferrovia.events import CardDealt, CardDrawn, CardTaken, TicketOffered, TicketsKept

from .printed import each_board
from .table import hand, held, hoarded, may, other_views, others_of, play, seen_by, set_up


def tell_apart(worlds, *actions, seat=0):
    """Play the same in two worlds; nobody but `seat` may ever see a difference, in views or in events."""
    assert other_views(worlds[0], seat) == other_views(worlds[1], seat)
    for action in actions:
        told = [world.play(action) for world in worlds]
        for viewer in others_of(worlds[0], seat):
            assert seen_by(viewer, told[0]) == seen_by(viewer, told[1])
        assert other_views(worlds[0], seat) == other_views(worlds[1], seat)
        assert worlds[0].view(seat) != worlds[1].view(seat)  # the seat itself knows


# --- H1: public -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("H1")
def test_everybody_sees_the_table():
    game = set_up(
        "europe",
        {"hand": {"red": 3}, "routes": ["dieppe-paris"], "tickets": ["london-wien", "berlin-roma"]},
        {"hand": {"blue": 1, "wild": 1}, "stations": ["roma"], "tickets": ["paris-wien"]},
        {},
        discards={"white": 2},
        turn=1,
    )
    for view in (game.view(0), game.view(2), game.spectator_view()):
        assert view.owners == {"dieppe-paris": 0}
        assert view.stations == {"roma": 1}
        assert view.stations_left == (3, 2, 3)
        assert view.display == ("red", "blue", "green", "black", "orange")
        assert (view.deck_count, view.discard_count, view.ticket_deck_count) == (110 - 5 - 5 - 2, 2, 37)
        assert held(view.discards) == {"white": 2}
        assert view.hand_counts == (3, 2, 0)
        assert view.ticket_counts == (2, 1, 0)
        assert view.trains == (44, 45, 45)
        assert view.scores == (1, 0, 0)
        assert (view.turn, view.turns_left, view.phase) == (1, None, "turn")


@pytest.mark.rule("H1")
def test_everybody_sees_cards_taken_from_the_display_and_remembers_them():
    game = set_up("europe", {}, {}, next=["white", "white"])
    events = game.play("take red")
    assert seen_by(SPECTATOR, events)[0] == CardTaken(0, "red", 0)
    game.play("draw")
    for view in other_views(game, 0):
        assert held(view.known_hand(0)) == {"red": 1}
    assert hand(game, 0) == {"red": 1, "white": 1}


@pytest.mark.rule("H1")
def test_everybody_sees_how_many_cards_a_hand_holds():
    game = set_up("europe", {"hand": {"red": 1}}, {}, next=["white", "white"])
    for action, count in (("take red", 2), ("draw", 3)):
        game.play(action)
        assert {view.hand_counts for view in (game.view(0), *other_views(game, 0))} == {(count, 0)}
    play(game, "draw", "draw", "claim bruxelles-paris red*2")
    assert {view.hand_counts for view in (game.view(0), *other_views(game, 0))} == {(1, 2)}


@pytest.mark.rule("H1")
def test_cards_that_are_paid_are_no_longer_known_to_be_held():
    """Three red cards, two of them taken face up; paying two leaves one that nobody has seen."""
    game = set_up("europe", {"hand": {"red": 3}, "known": {"red": 2}}, {})
    game.play("claim bruxelles-paris red*2")
    assert held(game.view(1).known_hand(0)) == {}
    game = set_up("europe", {"hand": {"red": 4}, "known": {"red": 3}}, {})
    game.play("claim bruxelles-paris red*2")
    assert held(game.view(1).known_hand(0)) == {"red": 1}


@pytest.mark.rule("H1")
@pytest.mark.rule("R10")
def test_cards_laid_down_and_taken_back_are_known_to_be_held():
    game = set_up("europe", {"hand": {"yellow": 4, "wild": 1}}, {}, next=["yellow", "red", "red"])
    game.play("claim munchen-zurich yellow*1+wild*1")
    for view in other_views(game, 0):
        assert held(view.known_hand(0)) == {}  # they lie on the table
        assert view.tunnel["colored"] == view.tunnel["wilds"] == 1
    game.play("back")
    for view in other_views(game, 0):
        assert held(view.known_hand(0)) == {"yellow": 1, "wild": 1}
        assert view.hand_counts == (5, 0)


@pytest.mark.rule("H1")
@pytest.mark.parametrize("known, after", [(0, 2), (1, 2), (2, 2), (3, 3), (4, 4)])
def test_taking_back_adds_nothing_to_what_was_known_already(known, after):
    seat = {"hand": {"yellow": 4}, "known": {"yellow": known}}
    game = set_up("europe", seat, {}, next=["yellow", "red", "red"])
    play(game, "claim munchen-zurich yellow*2", "back")
    assert game.view(1).known_hand(0)["yellow"] == after


@pytest.mark.rule("H1")
def test_everybody_sees_what_was_laid_down_and_turned_up_for_a_tunnel():
    game = set_up("europe", {"hand": {"yellow": 3}}, {}, next=["yellow", "red", "blue"])
    events = game.play("claim munchen-zurich yellow*2")
    assert seen_by(1, events) == list(events)
    assert seen_by(SPECTATOR, events) == list(events)
    assert game.spectator_view().tunnel == game.view(0).tunnel


@pytest.mark.rule("H1")
def test_everybody_sees_how_many_turns_remain():
    routes = ["brooklyn-chinatown", "brooklyn-lower_east_side", "brooklyn-wall_street", "chelsea-soho"]
    game = set_up("new_york", {}, {"routes": routes}, {}, turn=2, turns_left=3)
    assert [view.turns_left for view in (game.view(0), game.spectator_view())] == [3, 3]
    play(game, "draw", "draw")
    assert [view.turns_left for view in (game.view(0), game.spectator_view())] == [2, 2]


@pytest.mark.rule("H1")
def test_merchandise_lies_open():
    game = set_up("amsterdam", {"hand": {"orange": 2}}, {})
    game.play("claim jordaan-westermarkt orange*2")
    assert game.spectator_view().merchandise == (1, 0)


# --- H2: own eyes only ------------------------------------------------------------------------------------------------
@pytest.mark.rule("H2")
@each_board
def test_a_hand_is_seen_by_its_seat_alone(printed):
    worlds = [set_up(printed.board, {"hand": cards}, {}) for cards in ({"green": 3}, {"black": 2, "wild": 1})]
    tell_apart(worlds)
    for view in other_views(worlds[0], 0):
        assert held(view.known_hand(0)) == {}
        assert view.hand_counts[0] == 3
    assert held(worlds[0].view(0).known_hand(0)) == {"green": 3}
    assert worlds[0].spectator_view().hand == {}


@pytest.mark.rule("H2")
@each_board
def test_cards_drawn_unseen_are_seen_by_their_drawer_alone(printed):
    worlds = [set_up(printed.board, {}, {}, next=cards) for cards in (["green", "wild"], ["blue", "black"])]
    tell_apart(worlds, "draw", "draw")


@pytest.mark.rule("H2")
def test_dealt_cards_are_seen_by_their_seat_alone():
    game = Game("europe", players=3, seed=17)
    for viewer in (0, 2, SPECTATOR):
        for event in seen_by(viewer, game.opening):
            if isinstance(event, CardDealt):
                assert (event.card is not None) == (event.seat == viewer)
            if isinstance(event, TicketOffered):
                assert (event.ticket is not None) == (event.seat == viewer)


@pytest.mark.rule("H2")
@each_board
def test_tickets_on_offer_and_kept_are_seen_by_their_seat_alone(printed):
    tickets = [t.id for t in set_up(printed.board, {}, {}).board.tickets if not t.long]
    offers = tickets[: printed.drawn], tickets[printed.drawn : 2 * printed.drawn]
    worlds = [set_up(printed.board, {}, {}, next=offer) for offer in offers]
    tell_apart(worlds, "tickets", "keep 2")
    assert worlds[0].view(1).tickets_of(0) is None
    assert worlds[0].spectator_view().tickets_of(0) is None
    assert worlds[0].view(0).tickets == (offers[0][1],)


@pytest.mark.rule("H2")
def test_which_of_the_offered_tickets_were_kept_is_seen_by_their_seat_alone():
    coming = ["berlin-roma", "kyiv-sochi", "paris-wien"]
    worlds = [set_up("europe", {}, {}, next=coming) for _ in range(2)]
    for world in worlds:
        world.play("tickets")
    told = [worlds[0].play("keep 1"), worlds[1].play("keep 3")]
    assert seen_by(1, told[0]) == seen_by(1, told[1])
    assert seen_by(1, told[0])[0] == TicketsKept(0, kept=1, returned=2, tickets=None)
    assert other_views(worlds[0], 0) == other_views(worlds[1], 0)


@pytest.mark.known_mistake("others are told what a player can pay for")
@pytest.mark.rule("H2")
def test_only_the_seat_itself_sees_what_it_can_afford():
    rich = set_up("europe", {"hand": {"red": 2}}, {"hand": {"blue": 4}})
    assert may(rich, "claim bruxelles-paris") == ["claim bruxelles-paris red*2"]
    assert rich.view(1).legal_actions() == ()
    assert rich.spectator_view().legal_actions() == ()
    assert rich.view(1).why_not("bruxelles-paris").code == "action/not_your_turn"
    assert rich.view(0).legal_actions() == rich.legal_actions(0)


@pytest.mark.rule("H2")
def test_a_refusal_to_another_seat_does_not_depend_on_a_hand():
    worlds = [set_up("europe", {"hand": cards}, {}) for cards in ({"red": 2}, {"blue": 2})]
    for action in ("claim bruxelles-paris red*2", "draw", "tickets", "station paris red"):
        assert worlds[0].why_not(action, seat=1) == worlds[1].why_not(action, seat=1)


@pytest.mark.rule("H2")
def test_when_a_seat_must_pass_everybody_sees_only_that_it_passed():
    game = hoarded(
        "new_york", {}, display=["red"] * 5, hoarder={"tickets": [t.id for t in set_up("new_york").board.tickets]}
    )
    events = game.play("pass")
    assert [event_data(event) for event in seen_by(SPECTATOR, events)] == [
        {"event": "passed", "seat": 0},
        {"event": "turn_started", "seat": 1},
    ]


# --- H3: nobody -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("H3")
def test_what_is_in_the_deck_is_known_to_nobody():
    """Two worlds in which the same cards lie in another seat's hand and in the deck, the other way round."""
    worlds = [
        hoarded("new_york", {}, display=["red"] * 5, deck=deck, turn=0)
        for deck in ({"blue": 3, "green": 1}, {"wild": 4})
    ]
    assert worlds[0].view(0) == worlds[1].view(0)
    assert worlds[0].spectator_view() == worlds[1].spectator_view()


@pytest.mark.rule("H3")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_view_does_not_depend_on_the_seed(viewer):
    data = {"board": "europe", "players": 2, "seats": [{"hand": {"red": 2}, "tickets": ["london-wien"]}, {}]}
    views = [View(game.board, game.states, viewer) for game in (from_position(data, seed=s) for s in (1, 2))]
    assert views[0] == views[1]


@pytest.mark.rule("H3")
def test_tickets_that_left_the_game_are_known_to_nobody_else():
    """Europe: seat 0 turns down other tickets in each world, and nobody else can tell."""
    worlds = [Game("europe", players=2, seed=18) for _ in range(2)]
    for world, keep in zip(worlds, ("keep 1 2", "keep 3 4"), strict=True):
        world.play(keep, seat=0)
        world.play("keep 1 2", seat=1)
    assert other_views(worlds[0], 0) == other_views(worlds[1], 0)


@pytest.mark.rule("H3")
def test_a_view_gives_away_nothing_by_name():
    view = Game("europe", players=2, seed=19).view(0)
    assert not [name for name in ("key", "seed", "deck", "ticket_deck", "script") if hasattr(view, name)]
    assert not view.states[0].key.any()
    assert not view.states[0].deck.any()


# --- H4: after the end ------------------------------------------------------------------------------------------------
@pytest.mark.rule("H4")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_after_the_end_all_hands_and_tickets_are_open(viewer):
    seats = [{"hand": {"red": 2}, "tickets": ["london-wien"]}, {"hand": {"wild": 1}, "tickets": ["berlin-roma"]}]
    game = set_up("europe", *seats, turns_played=999)
    before = View(game.board, game.states, viewer)
    assert [before.tickets_of(seat) is None for seat in (0, 1)] == [viewer != 0, viewer != 1]
    play(game, "draw", "draw")
    assert game.is_over
    view = View(game.board, game.states, viewer)
    assert [view.tickets_of(seat) for seat in (0, 1)] == [("london-wien",), ("berlin-roma",)]
    assert [held(view.known_hand(seat)) for seat in (0, 1)] == [hand(game, 0), hand(game, 1)]
    assert sum(view.known_hand(1).values()) == 3


@pytest.mark.rule("H4")
def test_after_the_end_the_seed_and_the_record_make_the_same_game_again():
    game = Game("new_york", players=2, seed=20, first=0)
    for seat in (0, 1):
        game.play("keep 1", seat=seat)
    while not game.is_over and len(game.moves) < 60:
        game.play(game.legal_codes()[0])
    again = Game("new_york", players=2, key=game.key, first=0)
    for seat, code in game.moves:
        again.play(code, seat=seat)
    assert again.digest() == game.digest()
    assert again.digests == game.digests


@pytest.mark.rule("H1")
def test_a_drawn_card_is_hidden_and_a_taken_one_is_not():
    game = set_up("new_york", {}, {}, next=["pink", "blue"])
    assert seen_by(1, game.play("draw"))[0] == CardDrawn(0, None)
    assert seen_by(1, game.play("take red"))[0] == CardTaken(0, "red", 0)


@pytest.mark.rule("H1")
def test_a_spectator_has_no_tickets_to_complete():
    """Nobody's free routes are not a spectator's own: asking how far a ticket is has no answer."""
    game = set_up("new_york", {"routes": ["chelsea-soho"]}, {})
    with pytest.raises(ValueError, match="no seat"):
        game.spectator_view().outlook("central_park-midtown_west")
