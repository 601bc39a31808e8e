"""The legal actions of a seat: a list of codes, with every payment as an action of its own (R4).

Payments of one colour that differ only in wilds have neighbouring codes, so the list consists of runs. `wanted` says
what to write: EVERYTHING all codes into `out`, COUNT_ONLY nothing, and a number the one action at that place of the
list into out[0] (`sampling` does so faster, without a list in memory).
"""

from __future__ import annotations

from .chance import can_draw
from .compilation.jit import inlined, kernel
from .state import (
    ALL_WILD,
    ANY_COLOR,
    CHOOSING_START,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
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

    Short runs are written whole before they are counted: an unpredictable branch would cost more.
    """
    if wanted is None:  # EVERYTHING; decided at compile time
        out[n] = first
        out[n + 1] = first + 1
        for i in range(2, count):
            out[n + i] = first + i
    elif n <= wanted < n + count:
        out[0] = first + wanted - n
    return n + count


@kernel
def draws(state, out, n, wanted):
    if not can_draw(state):  # D9
        return n
    n = _run(out, n, DRAW_UNSEEN, 1, wanted)
    listed = 0
    if state.phase == SECOND_CARD:
        listed = 1 << WILD  # D3
    for slot in range(DISPLAY):
        card = int(state.display[slot])
        is_new = 1 - ((listed >> card) & 1)
        listed |= 1 << card
        n = _run(out, n, TAKE_CARD + card, is_new, wanted)
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
def claims_with_wilds(board, state, seat, out, n, wanted):
    """R2: wilds alone pay for any route."""
    reach = min(int(state.hands[seat, WILD]), int(state.trains[seat]))
    if reach == 0:
        return n
    for group in range(board.colors + 1):
        for i in range(int(board.color_start[group]), int(state.free_end[group])):
            route = int(state.free_routes[i])
            length = int(board.route_length[route])
            if length > reach:
                break
            is_open = (int(state.open_to[route]) >> seat) & 1
            n = _run(out, n, CLAIM + route * ROUTE_STRIDE + ALL_WILD * COLOR_STRIDE + length, is_open, wanted)
    return n


@inlined
def claims_with_color(board, state, seat, color, out, n, wanted):
    """Claims paid with cards of one colour, and wilds among them."""
    held = int(state.hands[seat, color])
    if held > 0:
        wilds = int(state.hands[seat, WILD])
        reach = min(held + wilds, int(state.trains[seat]))  # R1
        n = _claims_in_color(board, state, seat, color, color, held, wilds, reach, out, n, wanted)
        n = _claims_in_color(board, state, seat, ANY_COLOR, color, held, wilds, reach, out, n, wanted)  # R3
    return n


@kernel
def _claims(board, state, seat, out, n, wanted):
    for color in range(1, board.colors + 1):
        n = claims_with_color(board, state, seat, color, out, n, wanted)
    return claims_with_wilds(board, state, seat, out, n, wanted)


@inlined
def station_payments(board, state, seat, color):
    """The fewest wilds that, with cards of `color`, pay for the next station, and the number of such payments."""
    cost = int(board.stations) - int(state.stations_left[seat]) + 1  # B2
    held = int(state.hands[seat, color])
    wilds = int(state.hands[seat, WILD])
    fewest = cost if color == ALL_WILD else max(cost - held, 0)
    most = min(wilds, cost) if color == ALL_WILD else min(wilds, cost - 1)
    return fewest, (max(most - fewest + 1, 0) if held > 0 else 0)


@kernel
def _stations(board, state, seat, out, n, wanted):
    if state.stations_left[seat] == 0:
        return n
    for color in range(board.colors + 1):
        fewest, ways = station_payments(board, state, seat, color)
        if ways == 0:
            continue
        for city in range(board.cities):
            is_free = 1 if state.station_owner[city] == NOBODY else 0  # B1
            first = STATION + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + fewest
            n = _run(out, n, first, ways * is_free, wanted)
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
    """R10: take the payment back, or pay with any mix of colour cards and wilds."""
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
def answers(board, state, seat, out, wanted):
    """The choices in the middle of a turn or at the start."""
    phase = int(state.phase)
    if phase == SECOND_CARD:
        return draws(state, out, 0, wanted)
    if phase == IN_TUNNEL:
        return _extras(state, seat, out, 0, wanted)
    offered = int(state.offer_count[seat])
    least = int(board.start_keep) if phase == CHOOSING_START else min(int(board.draw_keep), offered)
    return _keeps(offered, least, out, 0, wanted)


@inlined
def ticket_draw(state, out, n, wanted):
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:  # T2
        n = _run(out, n, DRAW_TICKETS, 1, wanted)
    return n


@inlined
def passing(out, n, wanted):
    """Passing, if there are no other actions."""
    if n == 0:
        n = _run(out, n, PASS, 1, wanted)  # E2
    return n


@kernel
def legal_actions(board, state, seat, out, wanted):
    """List what `seat` may do now; return the number of actions (0 if it is not the seat's turn)."""
    if not may_act(state, seat):
        return 0
    if state.phase != TURN:
        return answers(board, state, seat, out, wanted)
    n = draws(state, out, 0, wanted)
    n = _claims(board, state, seat, out, n, wanted)
    n = ticket_draw(state, out, n, wanted)
    n = _stations(board, state, seat, out, n, wanted)
    return passing(out, n, wanted)
