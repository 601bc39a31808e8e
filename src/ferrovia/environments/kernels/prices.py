"""What every route costs a seat: nothing if it owns it, its length while it may claim it; otherwise it is closed.

Only this module detects changes, by comparing with the state; it then updates the neighbours of the cities.
"""

from __future__ import annotations

import numpy as np

from ferrovia.engine import kernel

from .sections import CLOSED, NOWHERE, WORD_BITS


@kernel
def all_open(board, plan, graph):
    """Prices on an empty board."""
    for route in range(board.routes):
        graph.cost[route] = board.route_length[route]
        graph.wanted[route] = 0
    for city in range(board.cities):
        graph.reached[city] = 0
        for cost in range(plan.costs):
            graph.near[city, cost] = plan.near[city, cost]
    for word in range(plan.words):
        graph.shut[word] = 0
    graph.own_routes = 0


@kernel
def _write_prices(board, state, seat, prices):
    """Write all prices, without branches and in small types, so that the compiler vectorises the loop."""
    owner, opened, length = state.owner, state.open_to, board.route_length
    own, bit, nothing, closed = np.int8(seat), np.int8(1 << seat), np.int8(0), np.int8(CLOSED)
    for route in range(board.routes):
        price = length[route] if opened[route] & bit else closed
        prices[route] = nothing if owner[route] == own else price


@kernel
def _part(plan, graph, city, other, cost):
    """Remove the road of this cost between two cities, unless another one remains."""
    for road in range(int(plan.road_start[city]), int(plan.road_start[city + 1])):
        if plan.road_city[road] == other and graph.cost[plan.road_route[road]] == cost:
            return
    one = 1
    graph.near[city, cost] &= ~(one << other)
    graph.near[other, cost] &= ~(one << city)


@kernel
def _change(board, plan, graph, search, route, cost):
    """Write a new price and its consequences."""
    one = 1
    city, other = int(board.route_from[route]), int(board.route_to[route])
    before = int(graph.cost[route])
    graph.cost[route] = cost
    if before != CLOSED:
        _part(plan, graph, city, other, before)
    if cost == CLOSED:
        word, bit = route // WORD_BITS, one << (route % WORD_BITS)
        graph.shut[word] = int(graph.shut[word]) | bit
        search.closed[word] = int(search.closed[word]) | bit
        return
    graph.near[city, cost] |= one << other
    graph.near[other, cost] |= one << city
    if cost == 0:
        graph.own_routes += 1
        graph.reached[city] = 1
        graph.reached[other] = 1


@kernel
def take_prices(board, plan, state, seat, graph, search):
    """Write the new prices and newly closed routes; return the route that the seat claimed, NOWHERE if none.

    Several claims at once occur only on the first call.
    """
    for word in range(plan.words):
        search.closed[word] = 0
    claimed = NOWHERE
    prices = search.prices
    _write_prices(board, state, seat, prices)
    for route in range(board.routes):
        if prices[route] != graph.cost[route]:
            _change(board, plan, graph, search, route, int(prices[route]))
            if prices[route] == 0:
                claimed = route
    return claimed
