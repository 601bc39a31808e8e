"""No card, train, point or ticket is ever created or lost, every game ends, and the audit sees it when one is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.kit.walks import BUILT_IN_TABLES, any_kind, many_tickets, sized

from ferrovia.boards import Board
from ferrovia.engine import audit, bridge, loops
from ferrovia.engine.state import (
    IN_DECK,
    IN_TUNNEL,
    MAX_TICKETS,
    MAX_TURNS_EACH,
    NO_CARD,
    NOBODY,
    ON_OFFER,
    OUT_OF_GAME,
    RANDOM_FIRST,
    STATE,
    TURN,
)

from .table import Table, play_games, positions


@pytest.mark.slow
@pytest.mark.rule("D8")
@pytest.mark.rule("R6")
@pytest.mark.parametrize("board, players", [*BUILT_IN_TABLES, ("tiny", 2), ("tiny", 3)])
def test_nothing_is_created_or_lost_in_random_games(board: str, players: int) -> None:
    games = sized(1_000, 1)
    steps, outcomes = play_games(board, players, games)
    assert not outcomes[:, loops.FAULTS].any()
    assert steps == outcomes[:, loops.STEPS].sum()
    assert (outcomes[:, loops.TURNS] > 0).all()
    assert (outcomes[:, loops.TURNS] <= MAX_TURNS_EACH * players).all()
    assert (outcomes[:, loops.LISTED] >= outcomes[:, loops.STEPS]).all(), "there always was something to do"


@pytest.mark.parametrize("board, players", [("europe", 3), ("usa", 2), ("london", 4), ("amsterdam", 3), ("tiny", 3)])
@pytest.mark.parametrize("choose", [any_kind, many_tickets])
def test_nothing_is_created_or_lost_when_rare_actions_are_frequent(board: str, players: int, choose: Any) -> None:
    table = Table(board, players)
    for number in range(sized(10, 1)):
        table.open(players, first=RANDOM_FIRST, stream=number)
        for _ in positions(table, seed=number, choose=choose):
            assert table.faults() == 0
            check_ticket_places(table.board, table.state)


def check_ticket_places(board: Board, state: Any) -> None:
    """The deck's own list holds each of its tickets once, and offers hold those that are on offer."""
    unseen, returned = int(state.unseen_tickets), int(state.returned_tickets)
    in_deck = [*state.ticket_deck[MAX_TICKETS - unseen :], *state.ticket_deck[:returned]]
    at = state.ticket_at[: len(board.tickets)].tolist()
    assert sorted(in_deck) == [number for number, place in enumerate(at) if place == IN_DECK]
    offered = [
        int(ticket) for seat in range(state.players) for ticket in state.offer[seat, : int(state.offer_count[seat])]
    ]
    assert sorted(offered) == [number for number, place in enumerate(at) if place == ON_OFFER]
    if not state.has_history:
        return
    drawn = state.drawn_order[: int(state.drawn_tickets)].tolist()
    assert len(set(drawn)) == len(drawn)


# --- the audit itself -------------------------------------------------------------------------------------------------


def middle_of_a_game(board: str) -> Table:
    """After some turns of three players, at the beginning of a turn."""
    table = Table(board, 3, stream=4)
    for step, _ in enumerate(positions(table, seed=4, choose=any_kind)):
        if step >= 60 and table.state.phase == TURN:
            break
    assert table.faults() == 0
    assert table.state.phase == TURN
    return table


def owned(state: Any) -> int:
    return next(route for route, owner in enumerate(state.owner) if owner != NOBODY)


def card_from_nowhere(state: Any) -> None:
    state.deck[2] += 1
    state.deck_count += 1


def negative_deck(state: Any) -> None:
    state.discards[2] += int(state.deck[2]) + 1
    state.discard_count += int(state.deck[2]) + 1
    state.deck_count -= int(state.deck[2]) + 1
    state.deck[2] = -1


def negative_hand(state: Any) -> None:
    state.deck[1] += int(state.hands[0, 1]) + 1
    state.deck_count += int(state.hands[0, 1]) + 1
    state.hand_count[0] -= int(state.hands[0, 1]) + 1
    state.hands[0, 1] = -1
    state.known[0, 1] = -1


def wrong_deck_count(state: Any) -> None:
    state.deck_count += 1


def wrong_discard_count(state: Any) -> None:
    state.discard_count -= 1


def wrong_hand_count(state: Any) -> None:
    state.hand_count[1] += 1


def lost_train(state: Any) -> None:
    state.trains[2] -= 1


def wrong_score(state: Any) -> None:
    state.score[0] += 1


def known_card_that_is_not_there(state: Any) -> None:
    state.known[1, 1] = state.hands[1, 1] + 1


def known_below_nothing(state: Any) -> None:
    state.known[1, 1] = -1


def gap_in_the_display(state: Any) -> None:
    state.discards[state.display[2]] += 1
    state.discard_count += 1
    state.display[2] = NO_CARD


def ticket_lost(state: Any) -> None:
    state.unseen_tickets -= 1


def ticket_in_deck_and_hand(state: Any) -> None:
    state.ticket_at[state.ticket_deck[MAX_TICKETS - 1]] = 0
    state.tickets_held[0] += 1


def wrong_number_of_tickets(state: Any) -> None:
    state.tickets_held[1] += 1


def nobody_keeps_no_ticket(state: Any) -> None:
    state.tickets_held[1] = 0
    for ticket, place in enumerate(state.ticket_at):
        if place == 1:
            state.ticket_at[ticket] = OUT_OF_GAME


def station_from_nowhere(state: Any) -> None:
    state.stations_left[0] += 1


def merchandise_from_nowhere(state: Any) -> None:
    state.merchandise[0] += 1


def shuffle_misremembered(state: Any) -> None:
    state.fresh[1] += 1


def closed_route_on_the_list(state: Any) -> None:
    state.free_routes[0] = owned(state)


def free_route_off_the_list(state: Any) -> None:
    state.free_end[0] -= 1


def own_route_still_open(state: Any) -> None:
    state.open_to[owned(state)] = 1


BROKEN: list[tuple[str, Callable[[Any], None], int]] = [
    ("europe", card_from_nowhere, audit.CARDS_WRONG | audit.SHUFFLE_WRONG),
    ("europe", negative_deck, audit.CARDS_WRONG | audit.SHUFFLE_WRONG),
    ("europe", negative_hand, audit.CARDS_WRONG | audit.KNOWN_WRONG | audit.SHUFFLE_WRONG),
    ("europe", wrong_deck_count, audit.COUNTS_WRONG),
    ("europe", wrong_discard_count, audit.COUNTS_WRONG),
    ("europe", wrong_hand_count, audit.COUNTS_WRONG | audit.SHUFFLE_WRONG),
    ("europe", lost_train, audit.TRAINS_WRONG),
    ("europe", wrong_score, audit.SCORE_WRONG),
    ("europe", known_card_that_is_not_there, audit.KNOWN_WRONG | audit.SHUFFLE_WRONG),
    ("europe", known_below_nothing, audit.KNOWN_WRONG | audit.SHUFFLE_WRONG),
    ("europe", gap_in_the_display, audit.DISPLAY_WRONG),
    ("usa", ticket_lost, audit.TICKETS_WRONG),
    ("usa", ticket_in_deck_and_hand, audit.TICKETS_WRONG),
    ("usa", wrong_number_of_tickets, audit.TICKETS_WRONG),
    ("usa", nobody_keeps_no_ticket, audit.TICKETS_WRONG),
    ("europe", station_from_nowhere, audit.STATIONS_WRONG),
    ("amsterdam", merchandise_from_nowhere, audit.MERCHANDISE_WRONG),
    ("europe", shuffle_misremembered, audit.SHUFFLE_WRONG),
    ("europe", closed_route_on_the_list, audit.FREE_ROUTES_WRONG),
    ("europe", free_route_off_the_list, audit.FREE_ROUTES_WRONG),
    ("europe", own_route_still_open, audit.FREE_ROUTES_WRONG),
]


@pytest.mark.parametrize("board, spoil, found", BROKEN, ids=[spoil.__name__ for _, spoil, _ in BROKEN])
def test_the_audit_finds_what_is_wrong_and_nothing_else(board: str, spoil: Any, found: int) -> None:
    table = middle_of_a_game(board)
    spoil(table.state)
    assert table.faults() == found


def test_the_audit_finds_an_open_tunnel_with_cards_missing() -> None:
    table = Table("europe", 2)
    for number in range(40):
        table.open(2, stream=number)
        for _ in positions(table, seed=number, choose=any_kind):
            if table.state.phase == IN_TUNNEL:
                assert table.faults() == 0
                table.state.tunnel_shown[0] = NO_CARD
                assert table.faults() == audit.CARDS_WRONG
                return
    pytest.fail("no tunnel was entered")


def test_the_audit_finds_trains_and_points_of_a_route_that_changed_hands() -> None:
    table = middle_of_a_game("europe")
    route = owned(table.state)
    table.state.owner[route] = (int(table.state.owner[route]) + 1) % 3
    assert table.faults() & (audit.TRAINS_WRONG | audit.SCORE_WRONG) == audit.TRAINS_WRONG | audit.SCORE_WRONG


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players, other_owner, wrong", [(2, 1, True), (3, 1, True), (4, 1, False), (4, 0, True)])
def test_the_audit_finds_doubles_that_may_not_be_owned(players: int, other_owner: int, wrong: bool) -> None:
    table = Table("europe", players)
    table.choose_start()
    double = next(route for route in table.board.routes if route.twin is not None)
    state = table.state
    for route, owner in ((double.number, 0), (double.twin, other_owner)):
        state.owner[route] = owner
        state.trains[owner] -= double.length
        state.score[owner] += double.points
    bridge.find_free_routes(table.boards, table.states, 0)
    assert table.faults() == (audit.DOUBLES_WRONG if wrong else 0)


@pytest.mark.parametrize("flag", ["trains", "merchandise_left"])
def test_the_audit_finds_negative_numbers(flag: str) -> None:
    table = middle_of_a_game("amsterdam")
    state = table.state
    if flag == "trains":
        for route in range(len(table.board.routes)):
            if state.owner[route] == NOBODY and state.trains[0] >= 0:
                state.owner[route] = 0
                state.trains[0] -= table.board.routes[route].length
        assert table.faults() & audit.TRAINS_WRONG
    else:
        state.merchandise[0] += int(state.merchandise_left) + 1
        state.merchandise_left = -1
        assert table.faults() == audit.MERCHANDISE_WRONG


# Lists with a count: nothing reads beyond it.
COUNTED = {"ticket_deck", "drawn_order", "ledger_seat", "ledger_size", "ledger_kept"}


@pytest.mark.rule("S1")
@pytest.mark.parametrize("steps", [1, 10_000], ids=["while tickets were chosen", "at the end"])
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_a_used_state_is_set_up_like_a_new_one(board: str, players: int, steps: int) -> None:
    used, new = Table(board, players), Table(board, players, stream=7)
    for step, _ in enumerate(positions(used, seed=1)):
        if step == steps:
            break
    used.open(players, stream=7)
    fields = [name for name in STATE.names or () if name not in COUNTED]
    assert [name for name in fields if used.states[name].tobytes() != new.states[name].tobytes()] == []
