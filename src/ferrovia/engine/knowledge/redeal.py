"""What a seat knows for certain, and worlds consistent with it.

`conceal` is the only place that removes secrets from a state. `redeal` completes a concealed state to a world that the
seat cannot distinguish from the real one. It never sees the real state, so it cannot leak anything.
"""

from __future__ import annotations

from ..chance import set_key
from ..compilation.jit import kernel
from ..state import CARDS, MAX_OFFER, MAX_PLAYERS, MAX_TICKETS, ON_OFFER, OVER, UNKNOWN
from .cards import redeal_cards
from .tickets import count_bits, redeal_tickets, write_seen


@kernel
def _conceal_chance(state):
    state.stream = 0
    state.block_number = 0
    state.block_used = 0
    for i in range(8):
        state.key[i] = 0
    for i in range(16):
        state.block[i] = 0


@kernel
def _conceal_cards(state, seat):
    """Reduce other hands to the cards they are known to hold, and the deck to its size."""
    for card in range(CARDS):
        state.deck[card] = 0
    for other in range(MAX_PLAYERS):
        if other != seat:
            for card in range(CARDS):
                state.hands[other, card] = state.known[other, card]
                state.drawn_since[other, card] = 0


@kernel
def _conceal_tickets(board, state, seat):
    """Keep the number of tickets that others chose, and the places of the seat's own tickets."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            state.start_kept[other] = 0
            for i in range(MAX_OFFER):
                state.offer[other, i] = UNKNOWN
    for ticket in range(MAX_TICKETS):
        if ticket >= board.tickets or state.ticket_at[ticket] != seat or seat < 0:
            state.ticket_at[ticket] = UNKNOWN
        state.ticket_deck[ticket] = UNKNOWN
        state.drawn_order[ticket] = UNKNOWN
    if 0 <= seat:
        for i in range(int(state.offer_count[seat])):
            state.ticket_at[state.offer[seat, i]] = ON_OFFER
    for entry in range(int(state.ledger_count)):
        if int(state.ledger_seat[entry]) != seat:
            state.ledger_kept[entry] = (1 << count_bits(int(state.ledger_kept[entry]))) - 1


@kernel
def conceal(board, state, seat, seen, work):
    """Remove from `state` (a copy!) everything `seat` may not know (H2, H3); `seen` gets all its offers."""
    write_seen(board, state, seat, seen, work)
    _conceal_chance(state)
    if state.phase == OVER:
        return  # H4
    _conceal_cards(state, seat)
    _conceal_tickets(board, state, seat)


@kernel
def redeal(board, view, seat, seen, key, stream, world, work):
    """Complete `world`, a copy of the concealed `view`; key and stream determine it and its future.

    Returns False if no consistent world was found for the tickets (see `tickets`).
    """
    set_key(world, key, stream)
    if view.phase == OVER:
        return True
    redeal_cards(board, view, seat, world, work)
    return redeal_tickets(board, view, seat, seen, world, work)
