"""The progress of a seat's tickets: connected or not, trains still missing, and the routes on a cheapest path.

A *cheapest path* needs the fewest trains: own routes cost nothing, routes that the seat may still claim cost their
length, all others are closed. Stations do not count. A ticket may have many cheapest paths; every route on any of them
counts, so the answer does not depend on an order. A `GRAPH` keeps the answers, and `refresh` recomputes only those that
a change of routes or tickets can affect; `prices` keeps the costs of routes.
"""

from __future__ import annotations

from ferrovia.engine import inlined, kernel
from ferrovia.engine.state import MAX_LENGTH

from .prices import all_open, take_prices
from .sections import (
    AROUND,
    FAR,
    FROM_START,
    GOAL,
    HELD,
    HOPELESS,
    JOINED,
    LARGEST,
    LEVELS,
    LOOKED_AT_HELD,
    LOOKED_AT_OFFER,
    MISSING,
    NO_STAMP,
    NOT_LOOKED_AT,
    NOWHERE,
    PART_BITS,
    SLOT,
    STATION,
    WANTED,
    kept_at,
    lowest,
)


@kernel
def _measure(board, plan, graph, search, which, start, goals, radius):
    """Write the distances from `start` of all cities within `radius`, until all `goals` (bits) are reached; FAR for
    the others. `which` is FROM_START or AROUND, two places for the answers.

    Cities wait as bits, in one number per possible next distance, so that roads need no branches: unpredictable
    branches would take most of the time.
    """
    waiting, distance, at = search.waiting, search.distance[which], search.at[which]
    near, free, own, lengths, length = plan.near, graph.free, graph.own, int(plan.lengths), plan.length
    for city in range(board.cities):
        distance[city] = FAR
    for slot in range(LEVELS):
        waiting[slot] = 0
    for level in range(MAX_LENGTH):
        at[level] = 0
    one = 1
    waiting[0] = one << start
    settled = 0
    level = 0
    empty = 0
    while empty < LEVELS and level <= radius and goals & ~settled != 0:
        here = level & (LEVELS - 1)
        before = settled
        fresh = waiting[here] & ~settled
        empty += 1
        while fresh != 0:
            empty = 0
            settled |= fresh
            while fresh != 0:
                city = lowest(plan, fresh)
                fresh &= fresh - 1
                distance[city] = level
                waiting[here] |= own[city]
                for i in range(lengths):
                    waiting[(level + int(length[i])) & (LEVELS - 1)] |= near[city, i] & free[city]
            fresh = waiting[here] & ~settled
        waiting[here] = 0
        at[level + MAX_LENGTH] = settled & ~before
        level += 1


@kernel
def _mark(plan, graph, search, which, ticket, goal):
    """Walk all cheapest paths back from `goal` to where distances are 0, and add their routes to the ticket's path."""
    at, path, ends, opened = search.at[which], graph.path[ticket], plan.ends, graph.open
    near, free, own, lengths, length = plan.near, graph.free, graph.own, int(plan.lengths), plan.length
    one = 1
    on_paths = one << goal
    for level in range(int(search.distance[which, goal]), 0, -1):
        here = on_paths & at[level + MAX_LENGTH]
        while here != 0:
            city = lowest(plan, here)
            joined = own[city] & ~on_paths
            here = (here & (here - 1)) | joined
            on_paths |= joined
            before = 0
            for i in range(lengths):
                before |= near[city, i] & at[level - int(length[i]) + MAX_LENGTH]
            before &= free[city]
            on_paths |= before
            while before != 0:
                other = lowest(plan, before)
                before &= before - 1
                for part in range(plan.parts):
                    path[part] |= ends[city, part] & ends[other, part] & opened[part]


@kernel
def _count_path(plan, graph, ticket, step):
    """Add the ticket's path to the wanted routes, or remove it."""
    wanted = graph.row[kept_at(plan, WANTED) :]
    for part in range(plan.parts):
        routes, first = int(graph.path[ticket, part]), part * PART_BITS
        while routes != 0:
            route = first + lowest(plan, routes)
            routes &= routes - 1
            wanted[route] = int(wanted[route]) + step


@kernel
def _leads_over(plan, path, ticket, routes):
    """Whether one of the routes is on the ticket's path."""
    common = 0
    for part in range(plan.parts):
        common |= int(path[ticket, part]) & int(routes[part])
    return common != 0


@kernel
def _is_open(plan, graph, ticket):
    """Whether all cheapest paths of the empty board are open to the seat."""
    shut = 0
    for part in range(plan.parts):
        shut |= int(plan.path[ticket, part]) & ~int(graph.open[part])
    return shut == 0


@kernel
def _clear_path(plan, graph, ticket):
    for part in range(plan.parts):
        graph.path[ticket, part] = 0


@kernel
def _write_distance(plan, graph, ticket, far):
    graph.row[kept_at(plan, JOINED) + ticket] = 1 if far == 0 else 0
    graph.row[kept_at(plan, HOPELESS) + ticket] = 1 if far >= FAR else 0
    graph.row[kept_at(plan, MISSING) + ticket] = 0 if far >= FAR else min(far, LARGEST)


@inlined
def _answer(plan, graph, section, ticket):
    """JOINED, HOPELESS or MISSING of a ticket."""
    return int(graph.row[kept_at(plan, section) + ticket])


@kernel
def _find_path(board, plan, graph, search, ticket):
    """Recompute a ticket's answers; return its distance."""
    start, goal = int(board.ticket_from[ticket]), int(board.ticket_to[ticket])
    _clear_path(plan, graph, ticket)
    one = 1
    _measure(board, plan, graph, search, FROM_START, start, one << goal, FAR)
    far = int(search.distance[FROM_START, goal])
    _write_distance(plan, graph, ticket, far)
    if 0 < far < FAR:
        _mark(plan, graph, search, FROM_START, ticket, goal)
    return far


@kernel
def _search_ticket(board, plan, graph, search, ticket):
    """Like `_find_path`; until something relevant happens, the answer is that of the empty board."""
    if graph.own_routes > 0 or not _is_open(plan, graph, ticket):
        _find_path(board, plan, graph, search, ticket)
        return
    _write_distance(plan, graph, ticket, int(plan.distance[ticket]))
    for part in range(plan.parts):
        graph.path[ticket, part] = plan.path[ticket, part]


@kernel
def _lead_through(board, plan, graph, search, ticket, through):
    """Add the paths over the route just claimed: they replace the old ones if cheaper, otherwise they join them."""
    if through < _answer(plan, graph, MISSING, ticket):
        _clear_path(plan, graph, ticket)
        _write_distance(plan, graph, ticket, through)
    _mark(plan, graph, search, AROUND, ticket, int(board.ticket_from[ticket]))
    _mark(plan, graph, search, AROUND, ticket, int(board.ticket_to[ticket]))


@kernel
def _improve(board, plan, graph, search, ticket, claimed, held):
    """Update a ticket that is neither connected nor hopeless, if a route claimed or closed since can affect it."""
    closed = _leads_over(plan, graph.path, ticket, search.closed)
    through = FAR
    if claimed != NOWHERE:
        around = search.distance[AROUND]
        through = int(around[board.ticket_from[ticket]]) + int(around[board.ticket_to[ticket]])
    if not closed and through > _answer(plan, graph, MISSING, ticket):
        return
    if held:
        _count_path(plan, graph, ticket, -1)
    if closed:
        _find_path(board, plan, graph, search, ticket)
    else:
        _lead_through(board, plan, graph, search, ticket, through)
    if held:
        _count_path(plan, graph, ticket, 1)


@kernel
def _look_at_ticket(board, plan, graph, search, ticket, now, claimed):
    """Bring one ticket up to date; `now` is its status for the seat. Returns whether it has become connected."""
    before = int(graph.looked[ticket])
    was_joined = _answer(plan, graph, JOINED, ticket)
    graph.looked[ticket] = now
    if before == NOT_LOOKED_AT:
        _search_ticket(board, plan, graph, search, ticket)
    elif not was_joined and not _answer(plan, graph, HOPELESS, ticket):  # otherwise it stays connected
        _improve(board, plan, graph, search, ticket, claimed, before == LOOKED_AT_HELD)
    if now == LOOKED_AT_HELD and before != LOOKED_AT_HELD:
        _count_path(plan, graph, ticket, 1)
    return _answer(plan, graph, JOINED, ticket) != was_joined


@kernel
def _sum_up(board, plan, graph):
    """Sum up points and goals of the tickets held."""
    goal = graph.row[kept_at(plan, GOAL) :]
    for city in range(board.cities):
        goal[city] = 0
    points_joined = 0
    points_open = 0
    for i in range(int(graph.listed_held)):
        ticket = int(graph.list[i])
        points = int(board.ticket_points[ticket])
        if _answer(plan, graph, JOINED, ticket):
            points_joined += points
        else:
            points_open += points
            goal[board.ticket_from[ticket]] += 1
            goal[board.ticket_to[ticket]] += 1
    graph.points_joined = points_joined
    graph.points_open = points_open


@kernel
def _measure_around(board, plan, graph, search, route):
    """Measure from the route just claimed as far as its paths can matter: to the ends of tickets not connected yet,
    and no farther than the most trains that one of them is missing.
    """
    ends, most, one = 0, 0, 1
    for i in range(int(graph.listed)):
        ticket = int(graph.list[i])
        missing = _answer(plan, graph, MISSING, ticket)
        most = max(most, missing)
        if missing > 0:
            ends |= one << int(board.ticket_from[ticket]) | one << int(board.ticket_to[ticket])
    _measure(board, plan, graph, search, AROUND, int(board.route_from[route]), ends, most)


@kernel
def _forget(board, plan, graph):
    """Reset to an empty board without tickets."""
    all_open(board, plan, graph)
    for ticket in range(board.tickets):
        graph.looked[ticket] = NOT_LOOKED_AT
    graph.listed = 0
    graph.stations = NO_STAMP


@kernel
def _is_offered(state, seat, ticket):
    for i in range(int(state.offer_count[seat])):
        if state.offer[seat, i] == ticket:
            return True
    return False


@kernel
def _list_tickets(board, plan, state, seat, graph):
    """List the tickets held and on offer; forget those no longer on offer."""
    listed = 0
    held, slot = graph.row[kept_at(plan, HELD) :], graph.row[kept_at(plan, SLOT) :]
    for ticket in range(board.tickets):
        held[ticket] = 1 if state.ticket_at[ticket] == seat else 0
        slot[ticket] = 0
        if held[ticket]:
            graph.list[listed] = ticket
            listed += 1
        elif graph.looked[ticket] != NOT_LOOKED_AT and not _is_offered(state, seat, ticket):
            graph.looked[ticket] = NOT_LOOKED_AT
            _write_distance(plan, graph, ticket, FAR)
            graph.row[kept_at(plan, HOPELESS) + ticket] = 0
    graph.listed_held = listed
    for i in range(int(state.offer_count[seat])):
        graph.list[listed] = state.offer[seat, i]
        slot[state.offer[seat, i]] = i + 1
        listed += 1
    graph.listed = listed


@inlined
def _sum_of_seats(numbers, players):
    total = 0
    for seat in range(players):
        total += int(numbers[seat])
    return total


@inlined
def _stamp(state):
    """The trains left of all seats: they decrease with every claim, so they identify the set of claimed routes."""
    return _sum_of_seats(state.trains, int(state.players))


@inlined
def _tickets(state, seat):
    """Changes whenever the seat's tickets or its offer change."""
    return int(state.tickets_held[seat]) * 8 + int(state.offer_count[seat])


@inlined
def _stations_left(state):
    return _sum_of_seats(state.stations_left, int(state.players))


@kernel
def is_current(plan, state, seat, graph):
    """Whether `refresh` would change nothing."""
    if graph.stamp != _stamp(state) or graph.held != _tickets(state, seat):
        return False
    return not plan.stations or graph.stations == _stations_left(state)


@kernel
def _see_stations(board, plan, state, seat, graph):
    """Write the owners of stations, if one was built since the last call."""
    players, cities = int(state.players), int(board.cities)
    stations = _stations_left(state)
    if graph.stations == stations:
        return
    graph.stations = stations
    for k in range(players):
        owner = seat + k - players if seat + k >= players else seat + k
        plane = graph.row[kept_at(plan, STATION) + k * cities :]
        for city in range(cities):
            plane[city] = 1 if state.station_owner[city] == owner else 0


@kernel
def refresh(board, plan, state, seat, graph, search):
    """Bring a seat's graph up to date. Almost free if no route and no ticket changed.

    Assumes that the seat claimed at most one route since the last call; callers that replace the state reset first.
    """
    stamp, held = _stamp(state), _tickets(state, seat)
    if graph.stamp == NO_STAMP:
        _forget(board, plan, graph)
    if plan.stations:
        _see_stations(board, plan, state, seat, graph)
    if graph.stamp == stamp and graph.held == held:
        return
    sum_up = graph.stamp == NO_STAMP or graph.held != held
    graph.stamp = stamp
    graph.held = held
    if sum_up:
        _list_tickets(board, plan, state, seat, graph)
    claimed = take_prices(board, plan, state, seat, graph, search)
    if claimed != NOWHERE:
        _measure_around(board, plan, graph, search, claimed)
    elif not sum_up and search.wanted == 0 and graph.listed == graph.listed_held:
        return  # no ticket leads over the routes that others claimed
    for i in range(int(graph.listed)):
        now = LOOKED_AT_HELD if i < int(graph.listed_held) else LOOKED_AT_OFFER
        if _look_at_ticket(board, plan, graph, search, int(graph.list[i]), now, claimed):
            sum_up = True
    if sum_up:
        _sum_up(board, plan, graph)


@kernel
def look_ahead(boards, plans, graphs, searches):
    """Write into the plan what holds on an empty board. Its lengths must be there already."""
    board, plan, graph = boards[0], plans[0], graphs[0]
    one = 1
    for route in range(board.routes):
        city, other, bit = int(board.route_from[route]), int(board.route_to[route]), one << (route % PART_BITS)
        plan.ends[city, route // PART_BITS] |= bit
        plan.ends[other, route // PART_BITS] |= bit
        for i in range(plan.lengths):
            if board.route_length[route] == plan.length[i]:
                plan.near[city, i] |= one << other
                plan.near[other, i] |= one << city
    all_open(board, plan, graph)
    for ticket in range(board.tickets):
        plan.distance[ticket] = _find_path(board, plan, graph, searches[0], ticket)
        for part in range(plan.parts):
            plan.path[ticket, part] = graph.path[ticket, part]
