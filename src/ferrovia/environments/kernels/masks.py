"""Which actions of the dense space a seat may take now, and one of them at random."""

from __future__ import annotations

from ferrovia.engine import after_claims, draws, face, inlined, kernel, legal_actions, may_act
from ferrovia.engine.state import (
    ALL_WILD,
    ANY_COLOR,
    CLAIM,
    COLOR_STRIDE,
    EVERYTHING,
    MAX_LENGTH,
    ROUTE_STRIDE,
    TURN,
    WILD,
)

from .sections import ANY_ROUTE, PART_BITS, lowest


@kernel
def pick_allowed(mask, actions, word):
    """A random action that the mask allows, uniform; 0 if it allows none. `word` is a roll of `engine.fast_random`."""
    allowed = 0
    for number in range(actions):
        allowed += int(mask[number])
    if allowed == 0:
        return 0
    wanted = face(word, allowed)
    number = -1
    while wanted >= 0:
        number += 1
        wanted -= int(mask[number])
    return number


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
def _allow_claims(board, plan, state, seat, opened, number_of, mask, codes):
    """Allow every payment for the routes in `opened`, a set of bits; return 0 if there is none.

    The same claims as in the engine's list, but without a look at routes that the hand does not pay for.
    """
    wilds, trains = int(state.hands[seat, WILD]), int(state.trains[seat])
    payable = plan.payable[min(wilds, int(plan.most_ferry))]
    found = 0
    for color in range(int(board.colors) + 1):
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
def _allow_claims_of_small_board(board, plan, state, seat, opened, mask):
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
def write_mask(board, plan, state, seat, opened, number_of, legal, mask, codes):
    """Write the mask of `seat`, to whom the routes in `opened` are open. All but claims come from the engine's list."""
    for number in range(plan.actions):
        mask[number] = 0
    if state.phase != TURN or not may_act(state, seat):
        listed = legal_actions(board, state, seat, legal, EVERYTHING)
        _allow_listed(plan, number_of, legal, 0, listed, mask, codes)
        return
    if plan.claims > 0:
        claims = _allow_claims_of_small_board(board, plan, state, seat, opened, mask)
    else:
        claims = _allow_claims(board, plan, state, seat, opened, number_of, mask, codes)
    drawn = draws(state, legal, 0, EVERYTHING)
    end = after_claims(board, state, seat, legal, drawn + claims, EVERYTHING)
    _allow_listed(plan, number_of, legal, 0, drawn, mask, codes)
    _allow_listed(plan, number_of, legal, drawn + claims, end, mask, codes)
