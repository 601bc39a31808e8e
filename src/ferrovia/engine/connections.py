"""Which cities a player's routes connect, and which routes the stations borrow: rules E4 and B3.

A network is an array `joined` with the group number of each city; two cities are connected if their numbers agree.
"""

from __future__ import annotations

from .compilation.jit import kernel
from .state import MAX_ROUTES_AT_A_CITY, MAX_STATIONS, NO_ROUTE, NOBODY

A_POINT = 1024  # the value of tickets compares points first, then the number of tickets


@kernel
def _root(joined, city):
    while joined[city] != city:
        city = int(joined[city])
    return city


@kernel
def _join(joined, a, b):
    a = _root(joined, a)
    b = _root(joined, b)
    if a < b:
        joined[b] = a
    else:
        joined[a] = b


@kernel
def _number_groups(board, joined):
    """Number every city after the first city of its group."""
    for city in range(board.cities):
        joined[city] = joined[joined[city]]


@kernel
def collect_own_routes(board, state, seat, scratch):
    """List the seat's routes in scratch.own; return their number.

    Writes every route and counts only the seat's: an unpredictable branch would cost more.
    """
    count = 0
    for route in range(board.routes):
        scratch.own[count] = route
        count += int(state.owner[route] == seat)
    return count


@kernel
def join_own_routes(board, own, count, joined):
    """Write the groups formed by `count` routes into `joined`."""
    for city in range(board.cities):
        joined[city] = city
    for i in range(count):
        _join(joined, int(board.route_from[own[i]]), int(board.route_to[own[i]]))
    _number_groups(board, joined)


@kernel
def _options_of_station(board, state, seat, joined, city, routes):
    """List the opponents' routes at a station that connect something new; return their number."""
    count = 0
    for route in range(board.routes):
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if a != city and b != city:
            continue
        owner = int(state.owner[route])
        if owner != NOBODY and owner != seat and joined[a] != joined[b] and count < MAX_ROUTES_AT_A_CITY:
            routes[count] = route
            count += 1
    return count


@kernel
def _find_options(board, state, seat, joined, scratch):
    """List what each station could borrow; return the number of stations."""
    stations = 0
    for city in range(board.cities):
        if state.station_owner[city] == seat and stations < MAX_STATIONS:
            options = scratch.options[stations]
            scratch.option_count[stations] = _options_of_station(board, state, seat, joined, city, options)
            scratch.pick[stations] = 0
            stations += 1
    return stations


@kernel
def _find_hopeful_tickets(board, state, seat, joined, stations, scratch):
    """List the seat's tickets that all options together would complete; return their number (often 0)."""
    groups = scratch.groups
    for city in range(board.cities):
        groups[city] = joined[city]
    for i in range(stations):
        for k in range(int(scratch.option_count[i])):
            route = int(scratch.options[i, k])
            _join(groups, int(joined[board.route_from[route]]), int(joined[board.route_to[route]]))
    count = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            a, b = int(joined[board.ticket_from[ticket]]), int(joined[board.ticket_to[ticket]])
            if a != b and _root(groups, a) == _root(groups, b):
                scratch.hopeful[count] = ticket
                count += 1
    return count


@kernel
def _through(scratch, merged, group):
    """The number of a group after the borrowed routes have merged some."""
    for i in range(merged):
        if group == int(scratch.swallowed[i]):
            group = int(scratch.swallower[i])
    return group


@kernel
def _value_of_picks(board, joined, stations, hopeful, scratch):
    """Value of the hopeful tickets that the picked options complete."""
    merged = 0
    for i in range(stations):
        pick = int(scratch.pick[i])
        if pick > 0:
            route = int(scratch.options[i, pick - 1])
            scratch.swallower[merged] = _through(scratch, merged, int(joined[board.route_from[route]]))
            scratch.swallowed[merged] = _through(scratch, merged, int(joined[board.route_to[route]]))
            merged += 1
    value = 0
    for i in range(hopeful):
        ticket = int(scratch.hopeful[i])
        a = _through(scratch, merged, int(joined[board.ticket_from[ticket]]))
        b = _through(scratch, merged, int(joined[board.ticket_to[ticket]]))
        if a == b:
            value += int(board.ticket_points[ticket]) * A_POINT + 1
    return value


@kernel
def _next_picks(scratch, stations):
    """Advance the picks like the digits of a number (0 is "nothing"); False after the last combination."""
    for i in range(stations):
        if scratch.pick[i] < scratch.option_count[i]:
            scratch.pick[i] += 1
            return True
        scratch.pick[i] = 0
    return False


@kernel
def borrow_routes(board, state, seat, joined, borrowed, scratch):
    """B3: choose, for all stations together, the routes that complete the most ticket points, then the most tickets.

    `joined` holds the seat's own groups; on return it includes the borrowed routes. `borrowed` gets one route per
    station, in order of cities. A route that changes nothing is not borrowed.
    """
    for i in range(MAX_STATIONS):
        borrowed[i] = NO_ROUTE
    stations = _find_options(board, state, seat, joined, scratch)
    if stations == 0:
        return
    hopeful = _find_hopeful_tickets(board, state, seat, joined, stations, scratch)
    if hopeful == 0:
        return
    best = 0
    while _next_picks(scratch, stations):
        value = _value_of_picks(board, joined, stations, hopeful, scratch)
        if value > best:
            best = value
            for i in range(stations):
                borrowed[i] = scratch.options[i, scratch.pick[i] - 1] if scratch.pick[i] > 0 else NO_ROUTE
    for i in range(stations):
        if borrowed[i] != NO_ROUTE:
            _join(joined, int(board.route_from[borrowed[i]]), int(board.route_to[borrowed[i]]))
    for city in range(board.cities):
        joined[city] = _root(joined, city)
