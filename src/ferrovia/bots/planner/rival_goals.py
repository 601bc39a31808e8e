"""The routes that opponents seem to want, judged by their routes and the tickets that this seat does not hold.

A rival that has started to connect a ticket's cities probably holds the ticket and wants the free routes on its path.
"""

from __future__ import annotations

from ferrovia.bots.planner.route_costs import find_way, other_end
from ferrovia.bots.planner.style import BLOCKED
from ferrovia.engine import kernel
from ferrovia.engine.state import NO_ROUTE, NOBODY

STRANGE = 0.1  # belief in a ticket with nothing connected; a fully connected one has 1 more
MIXER = 1000003
EVERY_BIT = (1 << 62) - 1
NO_POSITION = 0
USUAL_POINTS = 10.0  # of a ticket: the unit of how much a route is wanted


@kernel
def price_in_trains(board, state, seat, mind):
    """Price routes by the trains they would cost a seat; its own cost none."""
    for route in range(board.routes):
        owner = int(state.owner[route])
        mind.price[route] = float(board.route_length[route])
        if owner == seat:
            mind.price[route] = 0.0
        elif owner != NOBODY:
            mind.price[route] = BLOCKED


@kernel
def measure_tickets(board, roads, mind):
    """Measure the trains that every ticket takes on an empty board."""
    for route in range(board.routes):
        mind.price[route] = float(board.route_length[route])
    for ticket in range(board.tickets):
        start, end = int(board.ticket_from[ticket]), int(board.ticket_to[ticket])
        roads.ticket_trains[ticket] = min(find_way(board, roads, mind, start, end), 1000.0)


@kernel
def look_at_ticket(board, roads, mind, ticket):
    """Trains that a ticket is missing at the prices of `price_in_trains`, and the share of its path already claimed."""
    lacking = find_way(board, roads, mind, int(board.ticket_from[ticket]), int(board.ticket_to[ticket]))
    return lacking, max(1.0 - lacking / float(roads.ticket_trains[ticket]), 0.0)


@kernel
def _belief(board, roads, state, seat, rival, mind, ticket):
    """The likelihood that the rival pursues a ticket: 0 if it is impossible or complete."""
    if state.ticket_at[ticket] == seat:
        return 0.0
    lacking, joined = look_at_ticket(board, roads, mind, ticket)
    if lacking <= 0.0 or lacking > state.trains[rival]:
        return 0.0
    return STRANGE + joined * joined


@kernel
def _want_way(board, mind, ticket, much):
    """Add the free routes of the path just found to what a rival wants."""
    city = int(board.ticket_to[ticket])
    while mind.by_route[city] != NO_ROUTE:
        route = int(mind.by_route[city])
        if mind.price[route] > 0.0:
            mind.score[route] += much
        city = other_end(board, route, city)


@kernel
def _want_as(board, roads, state, seat, rival, mind):
    """Add what one rival wants: its number of tickets, shared out by how likely each ticket seems."""
    price_in_trains(board, state, rival, mind)
    for route in range(board.routes):
        mind.score[route] = 0.0
    total = 0.0
    for ticket in range(board.tickets):
        belief = _belief(board, roads, state, seat, rival, mind, ticket)
        if belief > 0.0:
            total += belief
            _want_way(board, mind, ticket, belief * float(board.ticket_points[ticket]) / USUAL_POINTS)
    if total > 0.0:
        for route in range(board.routes):
            mind.wanted[route] += mind.score[route] * float(state.tickets_held[rival]) / total


@kernel
def _position(board, state, seat):
    """A hash of everything `wanted` depends on: routes, the seat's tickets, all trains and numbers of tickets."""
    mixed = 1 + seat
    for route in range(board.routes):
        mixed = mixed * MIXER + int(state.owner[route]) + 2
    for ticket in range(board.tickets):
        mixed = mixed * MIXER + (1 if state.ticket_at[ticket] == seat else 0)
    for rival in range(state.players):
        mixed = (mixed * MIXER + int(state.trains[rival])) * MIXER + int(state.tickets_held[rival])
    return (mixed & EVERY_BIT) | 1


@kernel
def find_wanted(board, roads, state, seat, mind, style):
    """Fill mind.wanted: for each route, how many average tickets opponents probably need it for.

    Overwrites prices and scores of routes. Keeps the result if the position is the same as last time.
    """
    is_asked = style.block != 0.0 or style.avoid != 0.0 or style.urgent != 0.0
    now = _position(board, state, seat) if is_asked else NO_POSITION
    if is_asked and now == mind.wanted_when:
        return
    mind.wanted_when = now
    for route in range(board.routes):
        mind.wanted[route] = 0.0
    if not is_asked:
        return
    for rival in range(state.players):
        if rival != seat:
            _want_as(board, roads, state, seat, rival, mind)
