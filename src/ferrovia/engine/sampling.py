"""Counts the legal actions and picks one by its place in the list, without writing the list: for random players.

Claims are counted without a loop over routes: k wilds and h cards of a colour pay for routes of k + 1 to k + h spaces,
and the state knows how many of them are free. `marks` keeps the counts of each colour, so picking loops over the routes
of one colour only.
"""

from __future__ import annotations

from .chance import can_draw
from .compilation.jit import inlined, kernel
from .legal import answers, claims_with_wilds, station_payments
from .state import (
    ANY_COLOR,
    CARDS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    COUNT_ONLY,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    MAX_LENGTH,
    NOBODY,
    PASS,
    ROUTE_STRIDE,
    SECOND_CARD,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_CARD,
    TURN,
    WILD,
)

# Marks: where the draws end, where the claims of each colour end (by its number), where those with wilds end.
AFTER_DRAWS = 0
AFTER_WILDS = CARDS
MARKS = CARDS + 1


@inlined
def _payable(state, kind, held, used, longest):
    """The number of free routes of a kind that `used` wilds and 1 to `held` cards of a colour pay for exactly."""
    most = max(min(used + held, longest), used)  # R1
    return int(state.free_up_to[kind, most]) - int(state.free_up_to[kind, used])


@inlined
def _payments(length, ferry, held, wilds):
    """The number of ways that `held` cards of a colour and `wilds` wilds pay for a route, excluding wilds alone."""
    return max(min(wilds, length - 1) - max(length - held, ferry) + 1, 0)


@kernel
def _leave_out_halves(board, state, seat, wilds, longest, marks):
    """R6: subtract the claims of free halves of doubles that are closed to the seat because it owns the other half."""
    for i in range(int(state.half_count)):
        route = int(state.halves[i])
        length = int(board.route_length[route])
        if (int(state.open_to[route]) >> seat) & 1 or length > longest:
            continue
        color = int(board.route_color[route])
        ferry = int(board.route_ferry[route])
        first, last = (1, int(board.colors)) if color == ANY_COLOR else (color, color)
        for paid in range(first, last + 1):
            held = int(state.hands[seat, paid])
            if held > 0:
                marks[paid] -= _payments(length, ferry, held, wilds)
        if length <= wilds:
            marks[AFTER_WILDS] -= 1


@inlined
def _count_claims(board, state, seat, marks, n):
    """Mark where the claims of each colour end in the list, after `n` earlier actions; return where all end."""
    wilds = int(state.hands[seat, WILD])
    longest = min(int(state.trains[seat]), MAX_LENGTH)
    most_used = min(wilds, MAX_LENGTH - 1)  # with one card of a colour
    for color in range(1, board.colors + 1):
        held = int(state.hands[seat, color])
        ways = 0
        for kind in range(int(board.kind_start[color]), int(board.kind_start[color + 1])):
            for used in range(int(board.kind_ferry[kind]), most_used + 1):  # R2, R8
                ways += _payable(state, kind, held, used, longest)
        marks[color] = ways
    for kind in range(int(board.kind_start[ANY_COLOR + 1])):
        for used in range(int(board.kind_ferry[kind]), most_used + 1):
            for color in range(1, board.colors + 1):  # R3
                marks[color] += _payable(state, kind, int(state.hands[seat, color]), used, longest)
    ways = 0
    if wilds > 0:
        for kind in range(int(board.kind_start[board.colors + 1])):
            ways += int(state.free_up_to[kind, min(wilds, longest)])
    marks[AFTER_WILDS] = ways
    if state.half_count > 0:
        _leave_out_halves(board, state, seat, wilds, longest, marks)
    for color in range(1, board.colors + 1):
        n += int(marks[color])
        marks[color] = n
    n += int(marks[AFTER_WILDS])
    marks[AFTER_WILDS] = n
    return n


@kernel
def _free_cities(board, state):
    """B1: every city without a station."""
    free = int(board.cities)
    for seat in range(state.players):
        free -= int(board.stations) - int(state.stations_left[seat])
    return free


@kernel
def _count_stations(board, state, seat):
    if state.stations_left[seat] == 0:
        return 0
    ways = 0
    for color in range(board.colors + 1):
        ways += station_payments(board, state, seat, color)[1]
    return ways * _free_cities(board, state)


@inlined
def _count_draws(state):
    """D1, D3: the deck, and every kind of card in the display; counted without unpredictable branches."""
    if not can_draw(state):  # D9
        return 0
    kinds = 0
    for slot in range(DISPLAY):
        kinds |= 1 << int(state.display[slot])
    if state.phase == SECOND_CARD:
        kinds &= ~(1 << WILD)
    n = 1
    for card in range(CARDS):
        n += (kinds >> card) & 1
    return n


@kernel
def count_actions(board, state, seat, marks):
    """The number of actions of `seat`, whose turn it is; fills `marks` for `pick_action`."""
    if state.phase == SECOND_CARD:
        return _count_draws(state)
    if state.phase != TURN:
        return answers(board, state, seat, marks, COUNT_ONLY)
    n = _count_draws(state)
    marks[AFTER_DRAWS] = n
    n = _count_claims(board, state, seat, marks, n)
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:  # T2
        n += 1
    n += _count_stations(board, state, seat)
    return max(n, 1)  # E2: pass, if nothing else is possible


@inlined
def _pick_draw(state, place):
    """The action at `place` among the draws: the deck, then every kind of card in the display, in order of slots."""
    picked = DRAW_UNSEEN
    seen = 1 << WILD if state.phase == SECOND_CARD else 0  # D3
    n = 0
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        n += 1 - ((seen >> card) & 1)
        picked = TAKE_CARD + card if (n == place) & ((seen >> card) & 1 == 0) else picked
        seen |= 1 << card
    return picked


@kernel
def _pick_claim(board, state, seat, color, place):
    """The action at `place` among the claims with cards of a colour: its own routes first, then grey ones."""
    held = int(state.hands[seat, color])
    wilds = int(state.hands[seat, WILD])
    group = color
    i = int(board.color_start[group])
    while True:
        if i == state.free_end[group]:
            group = ANY_COLOR
            i = int(board.color_start[group])
        route = int(state.free_routes[i])
        length = int(board.route_length[route])
        ferry = int(board.route_ferry[route])
        ways = _payments(length, ferry, held, wilds) * ((int(state.open_to[route]) >> seat) & 1)
        if length > state.trains[seat]:
            ways = 0
        if place < ways:
            return CLAIM + route * ROUTE_STRIDE + color * COLOR_STRIDE + max(length - held, ferry) + place
        place -= ways
        i += 1


@kernel
def _pick_station(board, state, seat, place):
    """The action at `place` among the stations."""
    free = _free_cities(board, state)
    for color in range(board.colors + 1):
        fewest, ways = station_payments(board, state, seat, color)
        if place < ways * free:
            city = -1
            skipped = place // ways
            while skipped >= 0:
                city += 1
                if state.station_owner[city] == NOBODY:
                    skipped -= 1
            return STATION + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + fewest + place % ways
        place -= ways * free
    return PASS


@kernel
def pick_action(board, state, seat, marks, place):
    """The action at `place` of the list, after `count_actions` filled `marks` in the same position."""
    if state.phase == SECOND_CARD or (state.phase == TURN and place < marks[AFTER_DRAWS]):
        return _pick_draw(state, place)
    if state.phase != TURN:
        answers(board, state, seat, marks, place)
        return int(marks[0])
    if place < marks[AFTER_WILDS]:
        color = 1
        for passed in range(1, board.colors + 1):
            color += int(place >= marks[passed])
        begin = int(marks[color - 1])
        if color <= board.colors:
            return _pick_claim(board, state, seat, color, place - begin)
        claims_with_wilds(board, state, seat, marks, begin, place)
        return int(marks[0])
    n = int(marks[AFTER_WILDS])
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:
        if place == n:
            return DRAW_TICKETS
        n += 1
    if state.stations_left[seat] == 0:
        return PASS
    return _pick_station(board, state, seat, place - n)
