"""Which actions a seat may take: the list of codes, every payment by itself (R4).

Payments of one colour that differ in wilds only have neighbouring codes, so the list is made of runs. `wanted` says
what to do with them: EVERYTHING writes all codes into `out`, COUNT_ONLY writes nothing, and a number writes the one
action at that place of the list into out[0] (a GPU thread picks that way without a list in memory).
"""

from __future__ import annotations

from .chance import can_draw
from .jit import inlined, kernel
from .layout import (
    ALL_WILD,
    ANY_COLOR,
    CHOOSING_START,
    CHOOSING_TICKETS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    EVERYTHING,
    IN_TUNNEL,
    KEEP_TICKETS,
    NOBODY,
    OVER,
    PASS,
    PAY_EXTRA,
    ROUTE_STRIDE,
    SECOND_CARD,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_BACK,
    TAKE_CARD,
    TURN,
    WILD,
)


@kernel
def may_act(state, seat):
    if state.phase == OVER or seat < 0 or seat >= state.players:
        return False
    if state.phase == CHOOSING_START:
        return (int(state.chosen) >> seat) & 1 == 0
    return seat == int(state.turn)


@inlined
def _run(out, n, first, count, wanted):
    """Add the codes first, first + 1, ... to the list; return its new length.

    Short runs are written whole and counted after, without asking: a branch that cannot be foretold costs more.
    """
    if wanted == EVERYTHING:
        out[n] = first
        out[n + 1] = first + 1
        for i in range(2, count):
            out[n + i] = first + i
    elif n <= wanted < n + count:
        out[0] = first + wanted - n
    return n + count


@kernel
def _draws(state, out, n, wanted):
    if not can_draw(state):  # D9
        return n
    n = _run(out, n, DRAW_UNSEEN, 1, wanted)
    listed = 0
    if state.phase == SECOND_CARD:
        listed = 1 << WILD  # D3
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        if (listed >> card) & 1 == 0:
            listed |= 1 << card
            n = _run(out, n, TAKE_CARD + card, 1, wanted)
    return n


@inlined
def _claims_in_color(board, state, seat, group, color, held, wilds, reach, out, n, wanted):
    """Claims of free routes of one colour group (grey ones: ANY_COLOR) with cards of `color` and wilds."""
    for i in range(int(board.color_start[group]), int(state.free_end[group])):
        route = int(state.free_routes[i])
        length = int(board.route_length[route])
        if length > reach:
            break
        fewest = max(length - held, int(board.route_ferry[route]))  # R2, R8
        most = min(wilds, length - 1)
        is_open = (int(state.open_to[route]) >> seat) & 1  # R6
        first = CLAIM + route * ROUTE_STRIDE + color * COLOR_STRIDE + fewest
        n = _run(out, n, first, max(most - fewest + 1, 0) * is_open, wanted)
    return n


@kernel
def _claims_with_wilds(board, state, seat, reach, out, n, wanted):
    """R2: wilds alone pay for any route."""
    for group in range(board.colors + 1):
        for i in range(int(board.color_start[group]), int(state.free_end[group])):
            route = int(state.free_routes[i])
            length = int(board.route_length[route])
            if length > reach:
                break
            is_open = (int(state.open_to[route]) >> seat) & 1
            n = _run(out, n, CLAIM + route * ROUTE_STRIDE + ALL_WILD * COLOR_STRIDE + length, is_open, wanted)
    return n


@kernel
def _claims(board, state, seat, out, n, wanted):
    wilds = int(state.hands[seat, WILD])
    trains = int(state.trains[seat])
    for color in range(1, board.colors + 1):
        held = int(state.hands[seat, color])
        if held > 0:
            reach = min(held + wilds, trains)  # R1
            n = _claims_in_color(board, state, seat, color, color, held, wilds, reach, out, n, wanted)
            n = _claims_in_color(board, state, seat, ANY_COLOR, color, held, wilds, reach, out, n, wanted)  # R3
    if wilds > 0:
        n = _claims_with_wilds(board, state, seat, min(wilds, trains), out, n, wanted)
    return n


@kernel
def _stations(board, state, seat, out, n, wanted):
    if state.stations_left[seat] == 0:
        return n
    cost = int(board.stations) - int(state.stations_left[seat]) + 1  # B2
    wilds = int(state.hands[seat, WILD])
    for color in range(board.colors + 1):
        held = int(state.hands[seat, color])
        fewest = cost if color == ALL_WILD else max(cost - held, 0)
        most = min(wilds, cost) if color == ALL_WILD else min(wilds, cost - 1)
        if held == 0 or most < fewest:
            continue
        for city in range(board.cities):
            is_free = 1 if state.station_owner[city] == NOBODY else 0  # B1
            first = STATION + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + fewest
            n = _run(out, n, first, (most - fewest + 1) * is_free, wanted)
    return n


@kernel
def _keeps(offered, least, out, n, wanted):
    for mask in range(1, 1 << offered):
        bits = 0
        for i in range(offered):
            bits += (mask >> i) & 1
        if bits >= least:
            n = _run(out, n, KEEP_TICKETS + mask, 1, wanted)
    return n


@kernel
def _extras(state, seat, out, n, wanted):
    """R10: take back, or pay in colour cards and wilds as one likes."""
    n = _run(out, n, TAKE_BACK, 1, wanted)
    color = int(state.tunnel_color)
    extra = int(state.tunnel_extra)
    wilds = int(state.hands[seat, WILD])
    fewest = extra if color == ALL_WILD else max(extra - int(state.hands[seat, color]), 0)
    most = min(wilds, extra)
    if most >= fewest:
        n = _run(out, n, PAY_EXTRA + fewest, most - fewest + 1, wanted)
    return n


@kernel
def legal_actions(board, state, seat, out, wanted):
    """List what `seat` may do now; return how many actions there are (0 if it is not to act)."""
    if not may_act(state, seat):
        return 0
    phase = int(state.phase)
    if phase == TURN:
        n = _draws(state, out, 0, wanted)
        n = _claims(board, state, seat, out, n, wanted)
        if int(state.unseen_tickets) + int(state.returned_tickets) > 0:  # T2
            n = _run(out, n, DRAW_TICKETS, 1, wanted)
        n = _stations(board, state, seat, out, n, wanted)
        if n == 0:
            n = _run(out, n, PASS, 1, wanted)  # E2
        return n
    if phase == SECOND_CARD:
        return _draws(state, out, 0, wanted)
    if phase == IN_TUNNEL:
        return _extras(state, seat, out, 0, wanted)
    if phase == CHOOSING_START:
        return _keeps(int(state.offer_count[seat]), int(board.start_keep), out, 0, wanted)
    if phase == CHOOSING_TICKETS:
        offered = int(state.offer_count[seat])
        return _keeps(offered, min(int(board.draw_keep), offered), out, 0, wanted)
    return 0
