"""Claiming routes, tunnels and stations: rules R and B."""

from __future__ import annotations

from .cards import discard, discard_payment, lay_down, take_back, turn_up
from .compilation.jit import kernel
from .event_buffer import note
from .state import (
    ALL_WILD,
    CARDS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    IN_TUNNEL,
    KEEP_TICKETS,
    MAX_LENGTH,
    MAX_ROUTE_KINDS,
    MAX_ROUTES,
    NO_CARD,
    NO_ROUTE,
    NO_TWIN,
    NOBODY,
    NOTE_MERCHANDISE_TAKEN,
    NOTE_ROUTE_CLAIMED,
    NOTE_STATION_BUILT,
    NOTE_TUNNEL_CARD,
    NOTE_TUNNEL_ENTERED,
    NOTE_TUNNEL_LEFT,
    NOTE_TUNNEL_PRICED,
    PAY_EXTRA,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
    TUNNEL_CARDS,
    WILD,
)


@kernel
def list_free_routes(board, state):
    """R6: from the owners, find which seats may still claim each route, and list the routes open to any seat."""
    players = int(state.players)
    for route in range(MAX_ROUTES):
        state.open_to[route] = (1 << players) - 1 if route < board.routes and state.owner[route] == NOBODY else 0
    for route in range(board.routes):
        twin = int(board.route_twin[route])
        if state.owner[route] != NOBODY and twin != NO_TWIN:
            if players <= board.doubles_close_up_to:
                state.open_to[twin] = 0
            else:
                state.open_to[twin] = int(state.open_to[twin]) & ~(1 << int(state.owner[route]))
    for color in range(CARDS):
        end = int(board.color_start[color])
        for i in range(end, int(board.color_start[color + 1])):
            if state.open_to[board.by_color[i]] != 0:
                state.free_routes[end] = board.by_color[i]
                end += 1
        state.free_end[color] = end
        for i in range(end, int(board.color_start[color + 1])):
            state.free_routes[i] = NO_ROUTE
    _count_free_routes(board, state)


@kernel
def _count_free_routes(board, state):
    """Count the free routes by kind and length, and list the free halves of doubles that are not open to all."""
    for kind in range(MAX_ROUTE_KINDS):
        for length in range(MAX_LENGTH + 1):
            state.free_up_to[kind, length] = 0
    state.half_count = 0
    for route in range(board.routes):
        if state.open_to[route] != 0:
            state.free_up_to[board.route_kind[route], board.route_length[route]] += 1
            if state.open_to[route] != (1 << int(state.players)) - 1:
                state.halves[state.half_count] = route
                state.half_count += 1
    for kind in range(int(board.kind_start[CARDS])):
        for length in range(MAX_LENGTH):
            state.free_up_to[kind, length + 1] += state.free_up_to[kind, length]
    for i in range(int(state.half_count), MAX_ROUTES // 2):
        state.halves[i] = NO_ROUTE


@kernel
def _close(board, state, route):
    """Take a route that no seat may claim any more off the list of its colour."""
    state.open_to[route] = 0
    color = int(board.route_color[route])
    i = int(board.color_start[color])
    while state.free_routes[i] != route:
        i += 1
    state.free_end[color] -= 1
    for k in range(i, int(state.free_end[color])):
        state.free_routes[k] = state.free_routes[k + 1]
    state.free_routes[state.free_end[color]] = NO_ROUTE
    kind, closed = int(board.route_kind[route]), int(board.route_length[route])
    for length in range(MAX_LENGTH + 1):
        state.free_up_to[kind, length] -= int(length >= closed)


@kernel
def _list_half(state, route):
    """Put the free half of a double, whose other half is taken, on the list of free halves, in order."""
    i = int(state.half_count)
    state.half_count += 1
    while i > 0 and state.halves[i - 1] > route:
        state.halves[i] = state.halves[i - 1]
        i -= 1
    state.halves[i] = route


@kernel
def _unlist_half(state, route):
    """Take the second half of a double, now taken too, off the list."""
    i = 0
    while state.halves[i] != route:
        i += 1
    state.half_count -= 1
    for k in range(i, int(state.half_count)):
        state.halves[k] = state.halves[k + 1]
    state.halves[state.half_count] = NO_ROUTE


@kernel
def _occupy(board, state, seat, route, color, colored, wilds, notes):
    """R5, R6, R12: place the trains, score the points and take the merchandise of a paid route."""
    length = int(board.route_length[route])
    state.owner[route] = seat
    _close(board, state, route)
    twin = int(board.route_twin[route])
    if twin != NO_TWIN and state.owner[twin] == NOBODY:
        if state.players <= board.doubles_close_up_to:
            _close(board, state, twin)
        else:
            state.open_to[twin] = int(state.open_to[twin]) & ~(1 << seat)
            _list_half(state, twin)
    elif twin != NO_TWIN:
        _unlist_half(state, route)
    state.trains[seat] -= length
    state.score[seat] += board.route_points[route]
    note(notes, NOTE_ROUTE_CLAIMED, seat, route, color, colored, wilds)
    if board.route_carts[route] and state.merchandise_left > 0:
        state.merchandise_left -= 1
        state.merchandise[seat] += 1
        note(notes, NOTE_MERCHANDISE_TAKEN, seat, 0, 0, 0, 0)


@kernel
def build(board, state, seat, action, notes, script):
    """Pay for a route, a tunnel's extra cards or a station, and place it. Returns False if a tunnel asks for more."""
    route = NO_ROUTE
    city = 0
    if action < KEEP_TICKETS:
        route = int(state.tunnel_route)
        color, cards, wilds = int(state.tunnel_color), int(state.tunnel_extra), action - PAY_EXTRA
    elif action < STATION:
        code = action - CLAIM
        rest = code % ROUTE_STRIDE
        route = code // ROUTE_STRIDE
        color, cards, wilds = rest // COLOR_STRIDE, int(board.route_length[route]), rest % COLOR_STRIDE
    else:
        code = action - STATION
        rest = code % CITY_STRIDE
        city = code // CITY_STRIDE
        cards = int(board.stations) - int(state.stations_left[seat]) + 1  # B2
        color, wilds = rest // STATION_COLOR_STRIDE, rest % STATION_COLOR_STRIDE
    lay_down(state, seat, color, cards, wilds)
    if route == NO_ROUTE:
        discard_payment(state, color, cards, wilds)
        state.stations_left[seat] -= 1
        state.station_owner[city] = seat
        note(notes, NOTE_STATION_BUILT, seat, city, color, wilds, cards)
        return True
    if board.route_tunnel[route]:
        if state.phase != IN_TUNNEL:
            _enter_tunnel(state, seat, route, color, wilds, notes, script)
            if state.tunnel_extra > 0:
                state.phase = IN_TUNNEL
                return False
            cards = 0  # R10: no choice
            wilds = 0
        discard_payment(state, color, int(board.route_length[route]), int(state.tunnel_wilds))
        _discard_shown(state)
        discard_payment(state, color, cards, wilds)
        wilds += int(state.tunnel_wilds)
        cards += int(board.route_length[route])
        clear_tunnel(state)
    else:
        discard_payment(state, color, cards, wilds)
    _occupy(board, state, seat, route, color, cards - wilds, wilds, notes)
    return True


@kernel
def _enter_tunnel(state, seat, route, color, wilds, notes, script):
    """R9: keep the payment on the table, in no pile (D7), and turn up three cards, or as many as there are (R11)."""
    state.tunnel_route = route
    state.tunnel_color = color
    state.tunnel_wilds = wilds
    note(notes, NOTE_TUNNEL_ENTERED, seat, route, color, wilds, 0)
    extra = 0
    for i in range(TUNNEL_CARDS):
        card = turn_up(state, notes, script)
        state.tunnel_shown[i] = card
        if card == NO_CARD:
            continue
        note(notes, NOTE_TUNNEL_CARD, card, 0, 0, 0, 0)
        if card == WILD or card == color:  # color is ALL_WILD = WILD if the payment is wilds only
            extra += 1
    state.tunnel_extra = extra
    note(notes, NOTE_TUNNEL_PRICED, seat, extra, 0, 0, 0)


@kernel
def give_up_tunnel(board, state, seat, notes):
    """R10: return the whole payment to the hand."""
    route = int(state.tunnel_route)
    wilds = int(state.tunnel_wilds)
    length = int(board.route_length[route])
    take_back(state, seat, WILD, wilds)
    if length > wilds:
        take_back(state, seat, int(state.tunnel_color), length - wilds)
    _discard_shown(state)
    clear_tunnel(state)
    note(notes, NOTE_TUNNEL_LEFT, seat, route, 0, 0, 0)


@kernel
def _discard_shown(state):
    for i in range(TUNNEL_CARDS):
        card = int(state.tunnel_shown[i])
        if card != NO_CARD:
            discard(state, card, 1)


@kernel
def clear_tunnel(state):
    state.tunnel_route = NO_ROUTE
    state.tunnel_color = ALL_WILD
    state.tunnel_wilds = 0
    state.tunnel_extra = 0
    for i in range(TUNNEL_CARDS):
        state.tunnel_shown[i] = NO_CARD
