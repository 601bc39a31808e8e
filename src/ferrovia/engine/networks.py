"""Which cities a player's routes join, and what the stations should borrow: rules E4 and B3.

A network is an array `joined` that gives each city the number of its group; two cities are joined if the numbers agree.
"""

from __future__ import annotations

from .jit import kernel
from .layout import MAX_ROUTES_AT_A_CITY, MAX_STATIONS, NO_ROUTE, NOBODY


@kernel
def _root(joined, city):
    while joined[city] != city:
        city = int(joined[city])
    return city


@kernel
def join_own_routes(board, state, seat, joined):
    """Write the groups that a seat's own routes make into `joined`."""
    for city in range(board.cities):
        joined[city] = city
    for route in range(board.routes):
        if state.owner[route] == seat:
            a = _root(joined, int(board.route_from[route]))
            b = _root(joined, int(board.route_to[route]))
            if a < b:
                joined[b] = a
            else:
                joined[a] = b
    for city in range(board.cities):  # a group's number is its first city's, which comes before the others
        joined[city] = joined[joined[city]]


@kernel
def _options_of_station(board, state, seat, joined, city, routes):
    """Opponents' routes at a station that join something new; return how many."""
    count = 0
    for route in range(board.routes):
        owner = int(state.owner[route])
        if owner == NOBODY or owner == seat:
            continue
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if (a == city or b == city) and joined[a] != joined[b] and count < MAX_ROUTES_AT_A_CITY:
            routes[count] = route
            count += 1
    return count


@kernel
def _value(board, state, seat, groups):
    """Points and number of the seat's tickets that these groups complete, as one number to compare by (B3)."""
    value = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            if groups[board.ticket_from[ticket]] == groups[board.ticket_to[ticket]]:
                value += int(board.ticket_points[ticket]) * 1024 + 1
    return value


@kernel
def _merge(board, groups, route):
    a = int(groups[board.route_from[route]])
    b = int(groups[board.route_to[route]])
    if a != b:
        for city in range(board.cities):
            if groups[city] == b:
                groups[city] = a


@kernel
def borrow_routes(board, state, seat, joined, borrowed, scratch):
    """B3: choose for all stations together the routes that complete most ticket points, then most tickets.

    `joined` comes with the seat's own groups and leaves with the borrowed routes in them; `borrowed` gets one route a
    station, in order of cities. A route that would change nothing is not borrowed.
    """
    for i in range(MAX_STATIONS):
        borrowed[i] = NO_ROUTE
    options = scratch.options
    counts = scratch.option_count
    picks = scratch.pick
    groups = scratch.groups
    stations = 0
    for city in range(board.cities):
        if state.station_owner[city] == seat and stations < MAX_STATIONS:
            counts[stations] = _options_of_station(board, state, seat, joined, city, options[stations])
            picks[stations] = 0
            stations += 1
    if stations == 0:
        return
    best = _value(board, state, seat, joined)
    going_on = True
    while going_on:  # every combination; pick 0 is "nothing", so the first one is what we have already
        going_on = False
        for i in range(stations):
            if picks[i] < counts[i]:
                picks[i] += 1
                going_on = True
                break
            picks[i] = 0
        if not going_on:
            break
        for city in range(board.cities):
            groups[city] = joined[city]
        for i in range(stations):
            if picks[i] > 0:
                _merge(board, groups, int(options[i, picks[i] - 1]))
        value = _value(board, state, seat, groups)
        if value > best:
            best = value
            for i in range(stations):
                borrowed[i] = options[i, picks[i] - 1] if picks[i] > 0 else NO_ROUTE
    for i in range(stations):
        if borrowed[i] != NO_ROUTE:
            _merge(board, joined, int(borrowed[i]))
