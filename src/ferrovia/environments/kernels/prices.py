"""What every route costs a seat: nothing if it owns it, its length while it may claim it; otherwise it is closed.

Only this module detects changes, by comparing with the state; it then updates the neighbours and groups of the cities.
"""

from __future__ import annotations

from ferrovia.engine import kernel
from ferrovia.engine.state import NO_TWIN, NOBODY

from .sections import CLOSED, NOWHERE, OPEN, OWNER, PART_BITS, REACHED, WANTED, kept_at, lowest


@kernel
def all_open(board, plan, graph):
    """Prices on an empty board."""
    for i in range(int(plan.kept)):
        graph.row[i] = 0
    opened = graph.row[kept_at(plan, OPEN) :]
    for route in range(board.routes):
        graph.owner[route] = NOBODY
        graph.cost[route] = board.route_length[route]
        opened[route] = 1
    one = 1
    for city in range(board.cities):
        graph.own[city] = one << city
        graph.free[city] = 0
        for i in range(plan.lengths):
            graph.free[city] |= plan.near[city, i]
    for part in range(plan.parts):
        graph.open[part] = (one << PART_BITS) - 1
    graph.own_routes = 0


@kernel
def _join(plan, graph, city, other):
    """Merge the groups of cities that the seat's routes connect."""
    group = int(graph.own[city]) | int(graph.own[other])
    left = group
    while left != 0:
        graph.own[lowest(plan, left)] = group
        left &= left - 1


@kernel
def _price(board, plan, state, seat, graph, search, route):
    """Write the new price of a route and its consequences, if it is no longer open to the seat."""
    one = 1
    if (int(state.open_to[route]) >> seat) & 1 or graph.cost[route] == 0 or graph.cost[route] == CLOSED:
        return
    city, other, twin = int(board.route_from[route]), int(board.route_to[route]), int(board.route_twin[route])
    part, bit = route // PART_BITS, one << (route % PART_BITS)
    graph.open[part] &= ~bit
    graph.row[kept_at(plan, OPEN) + route] = 0
    if twin == NO_TWIN or (int(state.open_to[twin]) >> seat) & 1 == 0:
        graph.free[city] &= ~(one << other)
        graph.free[other] &= ~(one << city)
    if state.owner[route] != seat:
        graph.cost[route] = CLOSED
        search.closed[part] |= bit
        search.wanted |= int(graph.row[kept_at(plan, WANTED) + route])
        return
    graph.cost[route] = 0
    graph.own_routes += 1
    _join(plan, graph, city, other)
    reached = graph.row[kept_at(plan, REACHED) :]
    reached[city] = 1
    reached[other] = 1


@kernel
def take_prices(board, plan, state, seat, graph, search):
    """Write what routes claimed since the last call cost now; return the one that the seat claimed, NOWHERE if none.

    A claim changes the price of the route and of its twin. Several own claims at once occur only on the first call.
    """
    for part in range(plan.parts):
        search.closed[part] = 0
    search.wanted = 0
    claimed = NOWHERE
    routes, players = int(board.routes), int(state.players)
    owner, known = state.owner, graph.owner
    for route in range(routes):
        if owner[route] == known[route]:
            continue
        known[route] = owner[route]
        k = int(owner[route]) - seat
        graph.row[kept_at(plan, OWNER) + (k if k >= 0 else k + players) * routes + route] = 1
        if owner[route] == seat:
            claimed = route
        twin = int(board.route_twin[route])
        _price(board, plan, state, seat, graph, search, route)
        if twin != NO_TWIN:
            _price(board, plan, state, seat, graph, search, twin)
    return claimed


@kernel
def find_open(board, plan, state, seat, opened):
    """The set of routes that the seat may claim, from the state alone."""
    one = 1
    for part in range(plan.parts):
        opened[part] = 0
    for route in range(board.routes):
        if (int(state.open_to[route]) >> seat) & 1:
            opened[route // PART_BITS] |= one << (route % PART_BITS)
