"""Writes a checked draft into an engine state. All derived fields are computed here and nowhere else."""

from __future__ import annotations

from typing import Any

from ferrovia.boards import engine_board
from ferrovia.engine import bridge
from ferrovia.engine.state import (
    ALL_WILD,
    ENDINGS,
    IN_DECK,
    MAX_TICKETS,
    NO_CARD,
    NO_ROUTE,
    NOBODY,
    NOT_YET,
    ON_OFFER,
    OUT_OF_GAME,
    PHASES,
    STATE,
    new_records,
)
from ferrovia.game import Key
from ferrovia.position.check_ledger import drawn_order
from ferrovia.position.check_tickets import unseen_tickets
from ferrovia.position.draft import Draft


def build(draft: Draft, key: Key) -> Any:
    """Returns an array of one state, with chance at the start of the key's stream."""
    states = new_records(STATE)
    state = states[0]
    state.key[:] = key.words
    state.block_used = len(state.block)  # empty: the first draw generates new values
    _write_turns(draft, state)
    _write_cards(draft, state)
    _write_board(draft, state)
    bridge.find_free_routes(engine_board(draft.board), states, 0)
    _write_tickets(draft, state)
    _write_ledger(draft, state)
    return states


def _write_turns(draft: Draft, state: Any) -> None:
    state.players = draft.players
    state.first = draft.first
    state.phase = PHASES.index(draft.phase)
    state.turn = draft.turn
    state.turns = draft.turns
    state.turns_left = NOT_YET if draft.turns_left is None else draft.turns_left
    state.passes = draft.passes
    state.ended_by = 0 if draft.ended_by is None else ENDINGS.index(draft.ended_by)
    state.tunnel_route = NO_ROUTE
    state.tunnel_color = ALL_WILD
    state.tunnel_shown[:] = NO_CARD
    if draft.tunnel is not None:
        state.tunnel_route = draft.tunnel.route
        state.tunnel_color = draft.tunnel.color
        state.tunnel_wilds = draft.tunnel.wilds
        state.tunnel_extra = draft.tunnel.extra
        state.tunnel_shown[: len(draft.tunnel.shown)] = draft.tunnel.shown


def _write_cards(draft: Draft, state: Any) -> None:
    assert draft.display is not None
    assert draft.deck is not None
    state.display[:] = draft.display
    state.deck[:] = draft.deck
    state.deck_count = sum(draft.deck)
    state.discards[:] = draft.discards
    state.discard_count = sum(draft.discards)
    for i, seat in enumerate(draft.seats):
        state.hands[i, :] = seat.hand
        state.hand_count[i] = sum(seat.hand)
        state.known[i, :] = seat.known
        state.drawn_since[i, :] = seat.drawn
        state.old_hidden[i] = seat.old_hidden
    state.fresh[:] = state.deck + state.drawn_since.sum(axis=0, dtype=state.deck.dtype)


def _write_board(draft: Draft, state: Any) -> None:
    board = draft.board
    state.owner[:] = NOBODY
    state.station_owner[:] = NOBODY
    for i, seat in enumerate(draft.seats):
        state.trains[i] = seat.trains_left(board)
        state.score[i] = sum(board.route(number).points for number in seat.routes)
        state.stations_left[i] = board.stations.each - len(seat.stations)
        state.station_owner[list(seat.stations)] = i
        state.merchandise[i] = seat.merchandise
        for number in seat.routes:
            state.owner[number] = i
    cards = board.bonuses.merchandise.cards if board.bonuses.merchandise is not None else 0
    state.merchandise_left = cards - int(state.merchandise.sum())


def _write_tickets(draft: Draft, state: Any) -> None:
    state.ticket_at[:] = OUT_OF_GAME
    start = draft.phase == "choosing_start"
    state.chosen = 0 if start else draft.everyone
    for i, seat in enumerate(draft.seats):
        state.ticket_at[list(seat.tickets)] = i
        state.tickets_held[i] = len(seat.tickets)
        state.ticket_at[list(seat.offer)] = ON_OFFER
        state.offer[i, : len(seat.offer)] = seat.offer
        state.offer_count[i] = len(seat.offer)
        if start and seat.chosen is not None:
            state.start_kept[i] = sum(1 << (place - 1) for place in seat.chosen)
            state.chosen = int(state.chosen) | 1 << i
    state.ticket_at[list(draft.returned)] = IN_DECK
    state.ticket_deck[: len(draft.returned)] = draft.returned
    state.returned_tickets = len(draft.returned)
    unseen = unseen_tickets(draft)
    state.ticket_at[list(unseen)] = IN_DECK
    state.unseen_tickets = len(unseen)
    for i, ticket in enumerate(unseen):
        state.ticket_deck[MAX_TICKETS - 1 - i] = ticket


def _write_ledger(draft: Draft, state: Any) -> None:
    if draft.ledger is None:
        return
    state.has_history = 1
    order = drawn_order(draft)
    state.drawn_order[: len(order)] = order
    state.drawn_tickets = len(order)
    state.ledger_count = len(draft.ledger)
    for number, entry in enumerate(draft.ledger):
        state.ledger_seat[number] = entry.seat
        state.ledger_size[number] = len(entry.offered)
        kept = entry.kept or ()
        state.ledger_kept[number] = sum(1 << i for i, ticket in enumerate(entry.offered) if ticket in kept)
