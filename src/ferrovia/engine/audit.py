"""Invariants of every position: no card, train, point or ticket is ever created or lost."""

from __future__ import annotations

from .compilation.jit import kernel
from .knowledge.shuffle_memory import hidden_count
from .state import (
    CARDS,
    CHOOSING_START,
    DISPLAY,
    IN_DECK,
    IN_TUNNEL,
    MAX_TICKETS,
    NO_CARD,
    NO_TWIN,
    NOBODY,
    TUNNEL_CARDS,
    WILD,
)

CARDS_WRONG = 1
COUNTS_WRONG = 2
TRAINS_WRONG = 4
SCORE_WRONG = 8
DOUBLES_WRONG = 16
TICKETS_WRONG = 32
KNOWN_WRONG = 64
DISPLAY_WRONG = 128
STATIONS_WRONG = 256
MERCHANDISE_WRONG = 512
FREE_ROUTES_WRONG = 1024
SHUFFLE_WRONG = 2048


@kernel
def _cards_of_kind(board, state, card):
    total = int(state.deck[card]) + int(state.discards[card])
    for seat in range(state.players):
        total += int(state.hands[seat, card])
    for slot in range(DISPLAY):
        if state.display[slot] == card:
            total += 1
    if state.phase == IN_TUNNEL:
        length = int(board.route_length[state.tunnel_route])
        if card == WILD:
            total += int(state.tunnel_wilds)
        elif card == int(state.tunnel_color):
            total += length - int(state.tunnel_wilds)
        for i in range(TUNNEL_CARDS):
            if state.tunnel_shown[i] == card:
                total += 1
    return total


@kernel
def _audit_cards(board, state):
    found = 0
    deck = 0
    discards = 0
    for card in range(CARDS):
        if _cards_of_kind(board, state, card) != int(board.cards[card]):
            found |= CARDS_WRONG
        if state.deck[card] < 0 or state.discards[card] < 0:
            found |= CARDS_WRONG
        fresh = int(state.fresh[card])
        for seat in range(state.players):
            fresh -= int(state.drawn_since[seat, card])
        if fresh != int(state.deck[card]):
            found |= SHUFFLE_WRONG
        deck += int(state.deck[card])
        discards += int(state.discards[card])
    if deck != int(state.deck_count) or discards != int(state.discard_count):
        found |= COUNTS_WRONG
    for seat in range(state.players):
        held = 0
        drawn = 0
        for card in range(CARDS):
            count = int(state.hands[seat, card])
            held += count
            if count < 0:
                found |= CARDS_WRONG
            if state.known[seat, card] < 0 or int(state.known[seat, card]) > count:
                found |= KNOWN_WRONG
            if int(state.drawn_since[seat, card]) > count - int(state.known[seat, card]):
                found |= SHUFFLE_WRONG
            drawn += int(state.drawn_since[seat, card])
        if held != int(state.hand_count[seat]):
            found |= COUNTS_WRONG
        if hidden_count(state, seat) != drawn + int(state.old_hidden[seat]):
            found |= SHUFFLE_WRONG
    for slot in range(DISPLAY):
        if state.display[slot] == NO_CARD:
            found |= DISPLAY_WRONG  # D8
    return found


@kernel
def _audit_routes(board, state):
    found = 0
    merchandise = int(state.merchandise_left)
    for seat in range(state.players):
        trains = int(state.trains[seat])
        score = 0
        stations = int(state.stations_left[seat])
        for route in range(board.routes):
            if state.owner[route] == seat:
                trains += int(board.route_length[route])
                score += int(board.route_points[route])
        for city in range(board.cities):
            if state.station_owner[city] == seat:
                stations += 1
        if trains != int(board.trains) or state.trains[seat] < 0:
            found |= TRAINS_WRONG
        if score != int(state.score[seat]):
            found |= SCORE_WRONG
        if stations != int(board.stations):
            found |= STATIONS_WRONG
        merchandise += int(state.merchandise[seat])
    if merchandise != int(board.merchandise_cards) or state.merchandise_left < 0:
        found |= MERCHANDISE_WRONG
    for route in range(board.routes):
        twin = int(board.route_twin[route])
        owner = int(state.owner[route])
        if twin != NO_TWIN and owner != NOBODY and state.owner[twin] != NOBODY:
            if owner == int(state.owner[twin]) or state.players <= board.doubles_close_up_to:
                found |= DOUBLES_WRONG
    return found


@kernel
def _audit_free_routes(board, state):
    """The fields derived for speed must agree with the owners (R6)."""
    found = 0
    listed = 0
    for color in range(CARDS):
        for i in range(int(board.color_start[color]), int(state.free_end[color])):
            listed += 1
            route = int(state.free_routes[i])
            if state.open_to[route] == 0 or int(board.route_color[route]) != color:
                found |= FREE_ROUTES_WRONG
    for route in range(board.routes):
        twin = int(board.route_twin[route])
        for seat in range(state.players):
            free = state.owner[route] == NOBODY
            if free and twin != NO_TWIN and state.owner[twin] != NOBODY:
                free = state.players > board.doubles_close_up_to and int(state.owner[twin]) != seat
            if free != ((int(state.open_to[route]) >> seat) & 1 == 1):
                found |= FREE_ROUTES_WRONG
        if state.open_to[route] != 0:
            listed -= 1
    return found if listed == 0 else FREE_ROUTES_WRONG


@kernel
def _audit_tickets(board, state):
    found = 0
    in_deck = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == IN_DECK:
            in_deck += 1
    if in_deck != int(state.unseen_tickets) + int(state.returned_tickets):
        found |= TICKETS_WRONG
    for i in range(MAX_TICKETS):
        lies = i < int(state.returned_tickets) or i >= MAX_TICKETS - int(state.unseen_tickets)
        if lies and state.ticket_at[state.ticket_deck[i]] != IN_DECK:
            found |= TICKETS_WRONG
    for seat in range(state.players):
        held = 0
        for ticket in range(board.tickets):
            if state.ticket_at[ticket] == seat:
                held += 1
        if held != int(state.tickets_held[seat]):
            found |= TICKETS_WRONG
        if held == 0 and state.phase != CHOOSING_START and state.has_history:
            found |= TICKETS_WRONG
    return found


@kernel
def audit(board, state):
    """0 if every invariant holds; otherwise the sum of the codes above for those that fail."""
    found = _audit_cards(board, state) | _audit_routes(board, state)
    return found | _audit_free_routes(board, state) | _audit_tickets(board, state)
