"""The map and the purse of the compiled playtesting styles: ways over free and own routes, and what a hand pays.

Ties go to the lowest number, as in `maps` and `purse`, which people read.
"""

from __future__ import annotations

from ferrovia.bots.planner.card_needs import claim_code
from ferrovia.bots.planner.route_costs import find_way, other_end
from ferrovia.bots.planner.style import BLOCKED, NO_ACTION
from ferrovia.engine import kernel
from ferrovia.engine.state import ANY_COLOR, NO_ROUTE, NOBODY, WILD

A_TRAIN = 256.0  # in a cost: trains count first, then routes


@kernel
def is_free(board, state, seat, route):
    """Whether the seat may claim a route and has the trains for it."""
    is_open = state.owner[route] == NOBODY and (int(state.open_to[route]) >> seat) & 1
    return is_open and int(board.route_length[route]) <= int(state.trains[seat])


@kernel
def look_at_map(board, state, seat, mind, shortest):
    """The map: what every route costs the seat, in trains and routes."""
    for route in range(board.routes):
        price = BLOCKED
        if state.owner[route] == seat:
            price = 0.0
        elif int(board.route_length[route]) >= shortest and is_free(board, state, seat, route):
            price = int(board.route_length[route]) * A_TRAIN + 1.0
        mind.price[route] = price


@kernel
def trains_for(board, roads, state, seat, mind, ticket):
    """Trains that the shortest way of a ticket lacks, 0 if it is joined; -1 if it is lost."""
    cost = find_way(board, roads, mind, int(board.ticket_from[ticket]), int(board.ticket_to[ticket]))
    if cost >= BLOCKED or cost // A_TRAIN > int(state.trains[seat]):
        return -1
    return int(cost // A_TRAIN)


@kernel
def paying_color(board, state, seat, route):
    """The route's colour, or of a grey one the colour held most."""
    color = int(board.route_color[route])
    if color != ANY_COLOR:
        return color
    best = 1
    for other in range(2, board.colors + 1):
        if state.hands[seat, other] > state.hands[seat, best]:
            best = other
    return best


@kernel
def cards_lacking(board, state, seat, route):
    """How many cards are still missing for a route."""
    length = int(board.route_length[route])
    color = paying_color(board, state, seat, route)
    held = min(int(state.hands[seat, color]), length - int(board.route_ferry[route]))
    return max(0, length - held - int(state.hands[seat, WILD]))


@kernel
def card_lacking(board, state, seat, route):
    """The card that brings a route nearer, -1 if the hand can pay."""
    if cards_lacking(board, state, seat, route) == 0:
        return -1
    color = paying_color(board, state, seat, route)
    needs_color = int(state.hands[seat, color]) < int(board.route_length[route]) - int(board.route_ferry[route])
    return color if needs_color else WILD


@kernel
def best_payment(board, state, seat, route):
    """The claim of a route with fewest wilds, then in the colour held most; NO_ACTION if the hand can't pay."""
    length = int(board.route_length[route])
    color = int(board.route_color[route])
    first, last = (1, int(board.colors)) if color == ANY_COLOR else (color, color)
    best = NO_ACTION
    fewest, held = 100, -1
    for paid in range(first, last + 1):
        wilds = max(length - int(state.hands[seat, paid]), int(board.route_ferry[route]))
        if wilds <= int(state.hands[seat, WILD]):
            many = int(state.hands[seat, paid if wilds < length else WILD])
            if wilds < fewest or (wilds == fewest and many > held):
                fewest, held = wilds, many
                best = claim_code(route, paid, wilds, length)
    return best


@kernel
def first_missing(board, mind, ticket):
    """The first route that the way just found lacks."""
    route = NO_ROUTE
    city = int(board.ticket_to[ticket])
    while mind.by_route[city] != NO_ROUTE:
        if mind.price[mind.by_route[city]] > 0.0:
            route = int(mind.by_route[city])
        city = other_end(board, int(mind.by_route[city]), city)
    return route


@kernel
def longest_free(board, state, seat):
    """The longest free route, the lowest number first."""
    best = NO_ROUTE
    for route in range(board.routes):
        is_longer = best == NO_ROUTE or board.route_length[route] > board.route_length[best]
        if is_longer and is_free(board, state, seat, route):
            best = route
    return best
