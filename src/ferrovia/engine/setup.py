"""Setting up a game: rules S1 to S5."""

from __future__ import annotations

from .cards import deal_card, fill_display, settle_display
from .chance import first_seat, set_key
from .claims import clear_tunnel, list_free_routes
from .compilation.jit import kernel
from .knowledge.shuffle_memory import remember_shuffle
from .state import (
    CARDS,
    CHOOSING_START,
    DISPLAY,
    MAX_CITIES,
    MAX_ROUTES,
    MAX_TICKETS,
    NOBODY,
    NOT_YET,
    OUT_OF_GAME,
    RANDOM_FIRST,
)
from .tickets import clear_ticket_deck, fill_ticket_deck, offer_ticket, write_ledger


@kernel
def set_up(board, state, players, first, key, stream, notes, script):
    """S1–S5. A used state may be set up again: every field that the rules read is written."""
    set_key(state, key, stream)
    state.players = players
    state.first = first_seat(state, script) if first == RANDOM_FIRST else first
    state.phase = CHOOSING_START
    state.turn = state.first
    state.turns = 0
    state.turns_left = NOT_YET
    state.passes = 0
    state.ended_by = 0
    state.chosen = 0
    state.merchandise_left = board.merchandise_cards  # S4
    clear_tunnel(state)
    _clear_table(board, state)
    for i in range(players):
        seat = (int(state.first) + i) % players
        for _ in range(board.starting_cards):
            deal_card(state, seat, notes, script)
    for slot in range(DISPLAY):
        fill_display(state, slot, notes, script)
    settle_display(state, notes, script)
    _offer_start_tickets(board, state, notes, script)


@kernel
def _clear_table(board, state):
    state.deck_count = 0
    state.discard_count = 0
    for card in range(CARDS):
        state.deck[card] = board.cards[card]
        state.deck_count += board.cards[card]
        state.discards[card] = 0
    for route in range(MAX_ROUTES):
        state.owner[route] = NOBODY
    list_free_routes(board, state)
    for city in range(MAX_CITIES):
        state.station_owner[city] = NOBODY
    for ticket in range(MAX_TICKETS):
        state.ticket_at[ticket] = OUT_OF_GAME
    for seat in range(state.hand_count.shape[0]):
        taking_part = seat < int(state.players)
        state.hand_count[seat] = 0
        state.score[seat] = 0
        state.trains[seat] = board.trains if taking_part else 0
        state.stations_left[seat] = board.stations if taking_part else 0
        state.merchandise[seat] = 0
        state.tickets_held[seat] = 0
        state.offer_count[seat] = 0
        state.start_kept[seat] = 0
        for card in range(CARDS):
            state.hands[seat, card] = 0
            state.known[seat, card] = 0
    remember_shuffle(state)


@kernel
def _offer_start_tickets(board, state, notes, script):
    """S2, P7: offer long tickets first, then regular ones, seat by seat from the first player."""
    players = int(state.players)
    state.returned_tickets = 0
    state.drawn_tickets = 0
    state.ledger_count = 0
    state.has_history = 1
    if board.start_long > 0:
        fill_ticket_deck(board, state, 1)
        for i in range(players):
            for _ in range(board.start_long):
                offer_ticket(state, (int(state.first) + i) % players, notes, script)
        clear_ticket_deck(state)
    fill_ticket_deck(board, state, 0)
    for i in range(players):
        seat = (int(state.first) + i) % players
        for _ in range(board.start_regular):
            offer_ticket(state, seat, notes, script)
        write_ledger(state, seat)
