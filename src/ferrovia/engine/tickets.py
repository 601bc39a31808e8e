"""Offering, keeping and returning tickets: rules S2, S3 and T. The ledger records every draw for `knowledge.redeal`."""

from __future__ import annotations

from .chance import draw_ticket
from .compilation.jit import kernel
from .event_buffer import note
from .state import (
    IN_DECK,
    MAX_TICKETS,
    NOTE_TICKET_KEPT,
    NOTE_TICKET_OFFERED,
    NOTE_TICKETS_CHOSEN,
    NOTE_TICKETS_KEPT,
    ON_OFFER,
    OUT_OF_GAME,
)


@kernel
def fill_ticket_deck(board, state, long):
    """Put all long (or all regular) tickets into the deck, unordered."""
    unseen = 0
    for ticket in range(board.tickets):
        if int(board.ticket_long[ticket]) == long:
            unseen += 1
            state.ticket_deck[MAX_TICKETS - unseen] = ticket
            state.ticket_at[ticket] = IN_DECK
    state.unseen_tickets = unseen


@kernel
def clear_ticket_deck(state):
    """P8: remove the remaining long tickets from the game, unseen."""
    for i in range(MAX_TICKETS - int(state.unseen_tickets), MAX_TICKETS):
        state.ticket_at[state.ticket_deck[i]] = OUT_OF_GAME
    state.unseen_tickets = 0


@kernel
def offer_ticket(state, seat, notes, script):
    ticket = draw_ticket(state, script)
    state.offer[seat, state.offer_count[seat]] = ticket
    state.offer_count[seat] += 1
    state.ticket_at[ticket] = ON_OFFER
    note(notes, NOTE_TICKET_OFFERED, seat, ticket, 0, 0, 0)


@kernel
def write_ledger(state, seat):
    """Record an offer of tickets to `seat`; its choice is added later."""
    if not state.has_history:
        return
    entry = int(state.ledger_count)
    state.ledger_seat[entry] = seat
    state.ledger_size[entry] = state.offer_count[seat]
    state.ledger_kept[entry] = 0
    state.ledger_count = entry + 1


@kernel
def _keep(state, seat, mask, entry, removed, notes):
    """Give the tickets of `mask` to the seat; the others go under the deck in the order drawn, or out of the game."""
    offered = int(state.offer_count[seat])
    kept = 0
    for i in range(offered):
        ticket = int(state.offer[seat, i])
        state.offer[seat, i] = 0
        if (mask >> i) & 1:
            state.ticket_at[ticket] = seat
            state.tickets_held[seat] += 1
            kept += 1
            note(notes, NOTE_TICKET_KEPT, seat, ticket, 0, 0, 0)
        elif removed:
            state.ticket_at[ticket] = OUT_OF_GAME
        else:
            state.ticket_at[ticket] = IN_DECK
            state.ticket_deck[state.returned_tickets] = ticket
            state.returned_tickets += 1
    if state.has_history:
        state.ledger_kept[entry] = mask
    state.offer_count[seat] = 0
    note(notes, NOTE_TICKETS_KEPT, seat, kept, offered, 0, 0)


@kernel
def draw_tickets(board, state, seat, notes, script):
    """T1: draw from the top, or whatever is left."""
    left = int(state.unseen_tickets) + int(state.returned_tickets)
    for _ in range(min(int(board.draw_tickets), left)):
        offer_ticket(state, seat, notes, script)
    write_ledger(state, seat)


@kernel
def keep_drawn(state, seat, mask, notes):
    _keep(state, seat, mask, int(state.ledger_count) - 1, 0, notes)


@kernel
def choose_start(board, state, seat, mask, notes):
    """S2: a choice at the start stays secret until all have chosen. Returns whether all have."""
    state.start_kept[seat] = mask
    state.chosen = int(state.chosen) | (1 << seat)
    note(notes, NOTE_TICKETS_CHOSEN, seat, 0, 0, 0, 0)
    players = int(state.players)
    if int(state.chosen) != (1 << players) - 1:
        return False
    for i in range(players):  # unkept ones go seat by seat from the first player
        other = (int(state.first) + i) % players
        kept = int(state.start_kept[other])
        _keep(state, other, kept, i, int(board.start_removed), notes)
        state.start_kept[other] = 0
    return True
