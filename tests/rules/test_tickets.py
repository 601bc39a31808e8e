"""Rule T: drawing tickets."""

from __future__ import annotations

import pytest

from ferrovia import Game, load_board, to_position
from ferrovia.engine.state import DRAW_TICKETS, KEEP_TICKETS
from ferrovia.events import TicketOffered, TicketsKept, TurnStarted

from .printed import each_board
from .table import changes, may, play, refusal, set_up

COMING = ["berlin-roma", "kyiv-sochi", "paris-wien"]


def all_but(board, *tickets):
    """The regular tickets of a board without some."""
    return [ticket.id for ticket in load_board(board).tickets if not ticket.long and ticket.id not in tickets]


# --- T1: draw, keep at least one, the rest goes under the deck --------------------------------------------------------
@pytest.mark.rule("T1")
def test_drawing_tickets_and_all_that_follows_from_it():
    game = set_up("europe", {}, {}, next=COMING)
    assert changes(game, "tickets") == {
        "phase": ("turn", "choosing_tickets"),
        "seats[0].offer": ([], COMING),
        "ticket_deck.size": (40, 37),
    }
    changed = changes(game, "keep 1 3")
    assert changed == {
        "phase": ("choosing_tickets", "turn"),
        "turn": (0, 1),
        "seats[0].offer": (COMING, []),
        "seats[0].tickets": ([], ["berlin-roma", "paris-wien"]),
        "ticket_deck.returned": ([], ["kyiv-sochi"]),
        "ticket_deck.size": (37, 38),
    }


@pytest.mark.rule("T1")
def test_the_events_of_drawing_tickets():
    game = set_up("europe", {}, {}, next=COMING)
    assert game.play("tickets") == tuple(TicketOffered(0, ticket) for ticket in COMING)
    assert game.play("keep 2") == (TicketsKept(0, kept=1, returned=2, tickets=("kyiv-sochi",)), TurnStarted(1))


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "keep, returned",
    [
        ("keep 1", ["kyiv-sochi", "paris-wien"]),
        ("keep 2", ["berlin-roma", "paris-wien"]),
        ("keep 3", ["berlin-roma", "kyiv-sochi"]),
        ("keep 2 3", ["berlin-roma"]),
        ("keep 1 2 3", []),
    ],
)
def test_what_is_not_kept_goes_under_the_deck_in_the_order_drawn(keep, returned):
    deck = {"returned": ["london-wien"]}
    game = set_up("europe", {}, {}, next=COMING, ticket_deck=deck)
    play(game, "tickets", keep)
    assert to_position(game)["ticket_deck"]["returned"] == ["london-wien", *returned]


@pytest.mark.rule("T1")
def test_something_must_be_kept():
    game = set_up("europe", {}, {}, next=COMING)
    game.play("tickets")
    assert may(game) == ["keep 1", "keep 1 2", "keep 1 2 3", "keep 1 3", "keep 2", "keep 2 3", "keep 3"]
    for action in ("draw", "take red", "tickets"):
        assert refusal(game, action) == ("phase/choose_tickets", "T1")
    assert refusal(game, "pass") == ("pass/not_allowed", "E2")
    assert refusal(game, "keep 4") == ("tickets/no_such_offer", "T1")


@pytest.mark.known_mistake("unkept tickets are the next to come")
@pytest.mark.rule("T1")
def test_tickets_come_back_only_when_all_others_have_been_drawn():
    """New York: three tickets never seen, then the two that were put back, the first put back first."""
    unseen = ["central_park-chelsea", "chelsea-wall_street", "times_square-soho"]
    back = ["chelsea-brooklyn", "times_square-brooklyn"]
    game = set_up(
        "new_york",
        {},
        {"tickets": all_but("new_york", *unseen, *back)},
        ticket_deck={"returned": back},
        next=unseen,
    )
    game.play("tickets")
    assert game.view(0).offer == tuple(unseen[:2])
    game.play("keep 1")
    game.play("tickets")
    assert game.view(1).offer == (unseen[2], back[0])
    game.play("keep 1 2")
    game.play("tickets")
    assert game.view(0).offer == (back[1], unseen[1])


# --- T2: few tickets left ---------------------------------------------------------------------------------------------
@pytest.mark.rule("T2")
@each_board
def test_without_tickets_the_action_is_not_available(printed):
    game = set_up(printed.board, {}, {"tickets": all_but(printed.board)})
    assert not may(game, "tickets")
    assert refusal(game, "tickets") == ("tickets/none_left", "T2")


@pytest.mark.known_mistake("tickets cannot be drawn when one is left")
@pytest.mark.rule("T2")
@each_board
def test_the_last_single_ticket_must_be_kept(printed):
    last = next(ticket.id for ticket in load_board(printed.board).tickets if not ticket.long)
    game = set_up(printed.board, {}, {"tickets": all_but(printed.board, last)})
    game.play("tickets")
    assert game.view(0).offer == (last,)
    assert may(game) == ["keep 1"]
    game.play("keep 1")
    assert game.view(0).tickets == (last,)
    assert not may(game, "tickets")


@pytest.mark.known_mistake("tickets cannot be drawn when two are left")
@pytest.mark.rule("T1")
@pytest.mark.rule("T2")
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_of_the_last_two_one_may_go_back(board):
    last = [ticket.id for ticket in load_board(board).tickets if not ticket.long][:2]
    game = set_up(board, {}, {"tickets": all_but(board, *last)}, next=last)
    game.play("tickets")
    assert may(game) == ["keep 1", "keep 1 2", "keep 2"]
    game.play("keep 2")
    assert to_position(game)["ticket_deck"]["returned"] == [last[0]]
    assert may(game, "tickets") == ["tickets"]


# --- T3: secret -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("T3")
def test_tickets_and_whether_they_are_completed_are_secret_and_their_number_is_public():
    routes = ["chinatown-lower_east_side", "chinatown-wall_street"]
    done, open_ = "lower_east_side-wall_street", "chelsea-brooklyn"
    games = [set_up("new_york", {"tickets": [ticket], "routes": routes}, {}) for ticket in (done, open_)]
    assert games[0].view(1) == games[1].view(1)
    assert games[0].spectator_view() == games[1].spectator_view()
    assert games[0].view(1).tickets_of(0) is None
    assert games[0].view(1).ticket_counts == (1, 0)
    assert games[0].view(0).tickets_of(0) == (done,)
    assert games[0].view(0).outlook(done).joined


@pytest.mark.rule("T1")
@pytest.mark.parametrize("mask", [0b01, 0b10])
def test_the_ledger_says_which_of_the_drawn_tickets_were_kept(mask):
    """Redealt worlds are dealt from it."""
    game = Game("new_york", players=2, seed=1)
    for seat in range(2):
        game.play(KEEP_TICKETS + 0b11, seat=seat)
    game.play(DRAW_TICKETS)
    game.play(KEEP_TICKETS + mask)
    state = game.states[0]
    assert state["ledger_kept"][: state["ledger_count"]].tolist() == [0b11, 0b11, mask]
