"""Which actions of the dense space a seat may take now, and one of them at random."""

from __future__ import annotations

from ferrovia.engine import (
    draws,
    face,
    inlined,
    kernel,
    legal_actions,
    may_act,
    passing,
    station_payments,
    ticket_draw,
)
from ferrovia.engine.state import (
    ALL_WILD,
    ANY_COLOR,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    EVERYTHING,
    MAX_LENGTH,
    NOBODY,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
    TURN,
    WILD,
)

from .sections import ANY_ROUTE, PART_BITS, lowest

COLOR_BITS = 15  # changes no colour, but tells the compiler that no index is negative


@kernel
def place_of(mask, wanted):
    """The place of the allowed action number `wanted`, counted from 0."""
    place = -1
    while wanted >= 0:
        place += 1
        wanted -= int(mask[place])
    return place


@kernel
def pick_allowed(mask, actions, word):
    """A random action that the mask allows, uniform; 0 if it allows none. `word` is a roll of `engine.fast_random`."""
    allowed = 0
    for number in range(actions):
        allowed += int(mask[number])
    if allowed == 0:
        return 0
    return place_of(mask, face(word, allowed))


@inlined
def _allow(plan, number_of, mask, codes, first, ways):
    """Allow the codes first, first + 1, ... that differ in wilds only.

    If all of them share a number (`wilds="fewest"`), `codes` gets the first, which has the fewest wilds.
    """
    number = int(number_of[first])
    mask[number] = 1
    if plan.fewest:
        codes[number] = first
        return
    mask[number + int(ways > 1)] = 1  # no branch: it could not be predicted
    for i in range(2, ways):
        mask[number + i] = 1


@kernel
def _allow_listed(plan, number_of, legal, start, stop, mask, codes):
    """Allow the actions at places `start` to `stop` of the engine's list."""
    for i in range(start, stop):
        code = int(legal[i])
        number = int(number_of[code])
        if plan.fewest and (mask[number] == 0 or code < codes[number]):
            codes[number] = code
        mask[number] = 1


@kernel
def allow_claims(board, plan, state, seat, opened, number_of, mask, codes, first_color, last_color):
    """Allow the claims of routes in `opened`, a set of bits, with cards of the colours `first_color` to `last_color`;
    return 0 if there is none.

    The same claims as in the engine's list, but without a look at routes that the hand does not pay for.
    """
    wilds, trains = int(state.hands[seat, WILD]), int(state.trains[seat])
    payable = plan.payable[min(wilds, int(plan.most_ferry))]
    found = 0
    for place in range(first_color, last_color + 1):
        color = place & COLOR_BITS
        held = int(state.hands[seat, color])
        cards = held if color == ALL_WILD else held + wilds
        reach = min(cards, trains, MAX_LENGTH) if held > 0 else 0  # R1
        for part in range(int(plan.parts)):
            if color == ALL_WILD:
                routes = int(payable[ANY_ROUTE, reach, part])  # R2
            else:
                routes = int(payable[color, reach, part]) | int(payable[ANY_COLOR, reach, part])  # R3
            routes &= int(opened[part])
            found |= routes
            while routes != 0:
                route = part * PART_BITS + lowest(plan, routes)
                routes &= routes - 1
                length = int(board.route_length[route])
                fewest, most = length, length
                if color != ALL_WILD:
                    fewest = max(length - held, int(board.route_ferry[route]))  # R2, R8
                    most = min(wilds, length - 1)
                first = CLAIM + route * ROUTE_STRIDE + color * COLOR_STRIDE + fewest
                _allow(plan, number_of, mask, codes, first, most - fewest + 1)
    return int(found != 0)


@kernel
def allow_stations(board, plan, state, seat, number_of, mask, codes, color):
    """Allow every payment with cards of a colour for a station in every free city; return 0 if there is none. The seat
    has stations left.

    The numbers of one payment are equally far apart from city to city.
    """
    fewest, ways = station_payments(board, state, seat, color)
    if ways == 0:
        return 0
    cities, found = int(board.cities), 0
    first = STATION + color * STATION_COLOR_STRIDE + fewest
    number = int(number_of[first])
    step = int(number_of[first + CITY_STRIDE]) - number
    for way in range(1 if plan.fewest else ways):
        part = mask[number + way :]
        for city in range(cities):
            is_free = int(state.station_owner[city] == NOBODY)  # B1
            part[city * step] = is_free
            found |= is_free
    if plan.fewest:
        code = codes[number:]
        for city in range(cities):
            code[city * step] = first + city * CITY_STRIDE
    return found


@kernel
def allow_claims_of_small_board(board, plan, state, seat, opened, mask):
    """The same where kinds of payments are the bits of one number: no branch, but a look at all claims."""
    wilds, trains = int(state.hands[seat, WILD]), int(state.trains[seat])
    longest, mixes, one = int(plan.longest), int(plan.mixes), 1
    payments = (one << min(wilds, trains, longest)) - 1
    for color in range(1, int(board.colors) + 1):
        mix = plan.mix[min(trains, MAX_LENGTH), min(wilds, MAX_LENGTH), min(int(state.hands[seat, color]), MAX_LENGTH)]
        payments |= int(mix) << (longest + (color - 1) * mixes)
    routes = int(opened[0])
    first, claims = int(plan.first_claim), int(plan.claims)
    part, payment, route = mask[first : first + claims], plan.claim_payment, plan.claim_route
    found = 0
    for i in range(claims):
        is_allowed = (payments >> int(payment[i])) & (routes >> int(route[i])) & 1
        part[i] = is_allowed
        found |= is_allowed
    return found


@kernel
def allow_others(board, plan, state, seat, number_of, legal, mask, codes, found):
    """Allow everything but claims and stations, from the engine's list. `found` is not 0 if one of these is allowed."""
    if state.phase != TURN or not may_act(state, seat):
        listed = legal_actions(board, state, seat, legal, EVERYTHING)
        _allow_listed(plan, number_of, legal, 0, listed, mask, codes)
        return
    listed = ticket_draw(state, legal, draws(state, legal, 0, EVERYTHING), EVERYTHING)
    end = passing(legal, listed + found, EVERYTHING)
    _allow_listed(plan, number_of, legal, 0, listed, mask, codes)
    _allow_listed(plan, number_of, legal, listed + found, end, mask, codes)


@kernel
def write_mask(board, plan, state, seat, opened, number_of, legal, mask, codes):
    """Write the mask of `seat`, to whom the routes in `opened` are open."""
    for number in range(plan.actions):
        mask[number] = 0
    found = 0
    if state.phase == TURN and may_act(state, seat):
        if plan.claims > 0:
            found = allow_claims_of_small_board(board, plan, state, seat, opened, mask)
        else:
            found = allow_claims(board, plan, state, seat, opened, number_of, mask, codes, 0, int(board.colors))
        if state.stations_left[seat] > 0:
            for color in range(int(board.colors) + 1):
                found |= allow_stations(board, plan, state, seat, number_of, mask, codes, color)
    allow_others(board, plan, state, seat, number_of, legal, mask, codes, found)
