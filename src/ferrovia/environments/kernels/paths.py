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
    CLOSED,
    FAR,
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
    SLOT,
    STATION,
    WANTED,
    WORD_BITS,
    kept,
    lowest,
)


@kernel
def _measure(board, plan, graph, search, start, goals, radius, distance):
    """Write the distances from `start` of all cities within `radius`, until all `goals` (bits) are reached; FAR for
    the others.

    Cities wait as bits, in one number per possible next distance, so that roads need no branches: unpredictable
    branches would take most of the time.
    """
    waiting, near, free, own = search.waiting, plan.near, graph.free, graph.own
    lengths, length = int(plan.lengths), plan.length
    for city in range(board.cities):
        distance[city] = FAR
    for slot in range(LEVELS):
        waiting[slot] = 0
    one = 1
    waiting[0] = one << start
    settled = 0
    level = 0
    empty = 0
    while empty < LEVELS and level <= radius and goals & ~settled != 0:
        here = level & (LEVELS - 1)
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
        level += 1


@kernel
def _mark(plan, graph, distance, ticket, goal):
    """Walk all cheapest paths back from `goal` to where distances are 0, and add their routes to the ticket's path.

    No branches per road here either: each adds a bit or nothing.
    """
    road_start, road_city, road_route = plan.road_start, plan.road_city, plan.road_route
    price, path = graph.cost, graph.path
    one = 1
    waiting = one << goal if distance[goal] > 0 else 0
    seen = waiting
    while waiting != 0:
        city = lowest(plan, waiting)
        waiting &= waiting - 1
        here = int(distance[city])
        on_paths = 0
        for road in range(int(road_start[city]), int(road_start[city + 1])):
            route = int(road_route[road])
            other = int(road_city[road])
            cost = int(price[route])
            left = int(distance[other])
            on_path = (left + cost == here) & (cost != CLOSED)
            on_paths |= int(on_path & (left > 0)) << other
            word = route // WORD_BITS
            path[ticket, word] = int(path[ticket, word]) | (int(on_path & (cost > 0)) << (route % WORD_BITS))
        waiting |= on_paths & ~seen
        seen |= on_paths


@kernel
def _count_path(board, plan, graph, ticket, step):
    """Add the ticket's path to the wanted routes, or remove it."""
    path, wanted = graph.path, kept(plan, graph, WANTED, int(board.routes))
    for word in range(int(plan.words)):
        bits = int(path[ticket, word])
        while bits != 0:
            wanted[word * WORD_BITS + lowest(plan, bits)] += step
            bits &= bits - 1


@kernel
def _leads_over(plan, path, ticket, routes):
    """Whether one of the routes is on the ticket's path."""
    common = 0
    for word in range(int(plan.words)):
        common |= int(path[ticket, word]) & int(routes[word])
    return common != 0


@kernel
def _clear_path(plan, graph, ticket):
    for word in range(int(plan.words)):
        graph.path[ticket, word] = 0


@kernel
def _write_distance(plan, graph, ticket, far):
    graph.row[int(plan.kept_at[JOINED]) + ticket] = 1 if far == 0 else 0
    graph.row[int(plan.kept_at[HOPELESS]) + ticket] = 1 if far >= FAR else 0
    graph.row[int(plan.kept_at[MISSING]) + ticket] = 0 if far >= FAR else min(far, LARGEST)


@inlined
def _answer(plan, graph, section, ticket):
    """JOINED, HOPELESS or MISSING of a ticket."""
    return int(graph.row[int(plan.kept_at[section]) + ticket])


@kernel
def _find_path(board, plan, graph, search, ticket):
    """Recompute a ticket's answers; return its distance."""
    start, goal = int(board.ticket_from[ticket]), int(board.ticket_to[ticket])
    _clear_path(plan, graph, ticket)
    one = 1
    _measure(board, plan, graph, search, start, one << goal, FAR, search.distance)
    far = int(search.distance[goal])
    _write_distance(plan, graph, ticket, far)
    if 0 < far < FAR:
        _mark(plan, graph, search.distance, ticket, goal)
    return far


@kernel
def _search_ticket(board, plan, graph, search, ticket):
    """Like `_find_path`; until something relevant happens, the answer is that of the empty board."""
    if graph.own_routes > 0 or _leads_over(plan, plan.path, ticket, graph.taken):
        _find_path(board, plan, graph, search, ticket)
        return
    _write_distance(plan, graph, ticket, int(plan.distance[ticket]))
    for word in range(int(plan.words)):
        graph.path[ticket, word] = plan.path[ticket, word]


@kernel
def _lead_through(board, plan, graph, search, ticket, through):
    """Add the paths over the route just claimed: they replace the old ones if cheaper, otherwise they join them."""
    if through < _answer(plan, graph, MISSING, ticket):
        _clear_path(plan, graph, ticket)
        _write_distance(plan, graph, ticket, through)
    _mark(plan, graph, search.around, ticket, int(board.ticket_from[ticket]))
    _mark(plan, graph, search.around, ticket, int(board.ticket_to[ticket]))


@kernel
def _improve(board, plan, graph, search, ticket, claimed, held):
    """Update a ticket that is neither connected nor hopeless, if a route claimed or closed since can affect it."""
    closed = _leads_over(plan, graph.path, ticket, search.closed)
    through = FAR
    if claimed != NOWHERE:
        through = int(search.around[board.ticket_from[ticket]]) + int(search.around[board.ticket_to[ticket]])
    if not closed and through > _answer(plan, graph, MISSING, ticket):
        return
    if held:
        _count_path(board, plan, graph, ticket, -1)
    if closed:
        _find_path(board, plan, graph, search, ticket)
    else:
        _lead_through(board, plan, graph, search, ticket, through)
    if held:
        _count_path(board, plan, graph, ticket, 1)


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
        _count_path(board, plan, graph, ticket, 1)
    return _answer(plan, graph, JOINED, ticket) != was_joined


@kernel
def _sum_up(board, plan, graph):
    """Sum up points and goals of the tickets held."""
    goal = kept(plan, graph, GOAL, int(board.cities))
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
    _measure(board, plan, graph, search, int(board.route_from[route]), ends, most, search.around)


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
    held, slot = kept(plan, graph, HELD, int(board.tickets)), kept(plan, graph, SLOT, int(board.tickets))
    for ticket in range(board.tickets):
        held[ticket] = 1 if state.ticket_at[ticket] == seat else 0
        slot[ticket] = 0
        if held[ticket]:
            graph.list[listed] = ticket
            listed += 1
        elif graph.looked[ticket] != NOT_LOOKED_AT and not _is_offered(state, seat, ticket):
            graph.looked[ticket] = NOT_LOOKED_AT
            _write_distance(plan, graph, ticket, FAR)
            graph.row[int(plan.kept_at[HOPELESS]) + ticket] = 0
    graph.listed_held = listed
    for i in range(int(state.offer_count[seat])):
        graph.list[listed] = state.offer[seat, i]
        slot[state.offer[seat, i]] = i + 1
        listed += 1
    graph.listed = listed


@kernel
def _see_stations(board, plan, state, seat, graph):
    """Write the owners of stations, if one was built since the last call."""
    players, cities = int(state.players), int(board.cities)
    stations = 0
    for other in range(players):
        stations += int(state.stations_left[other])
    if graph.stations == stations:
        return
    graph.stations = stations
    for k in range(players):
        owner = seat + k - players if seat + k >= players else seat + k
        plane = kept(plan, graph, STATION, players * cities)[k * cities : (k + 1) * cities]
        for city in range(cities):
            plane[city] = 1 if state.station_owner[city] == owner else 0


@kernel
def refresh(board, plan, state, seat, graph, search):
    """Bring a seat's graph up to date. Almost free if no route and no ticket changed.

    Assumes that the seat claimed at most one route since the last call; callers that replace the state reset first.
    """
    trains = 0
    for other in range(state.players):
        trains += int(state.trains[other])  # decreases with every claim, so it identifies the set of claimed routes
    held = int(state.tickets_held[seat]) * 8 + int(state.offer_count[seat])
    if graph.stamp == NO_STAMP:
        _forget(board, plan, graph)
    if plan.stations:
        _see_stations(board, plan, state, seat, graph)
    if graph.stamp == trains and graph.held == held:
        return
    sum_up = graph.stamp == NO_STAMP or graph.held != held
    graph.stamp = trains
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
    """Write into the plan what holds on an empty board. Its roads must be there already."""
    board, plan, graph = boards[0], plans[0], graphs[0]
    one = 1
    for i in range(plan.lengths):
        for road in range(int(plan.road_start[board.cities])):
            city, route = int(plan.road_city[road]), int(plan.road_route[road])
            other = int(board.route_from[route]) + int(board.route_to[route]) - city
            if board.route_length[route] == plan.length[i]:
                plan.near[other, i] |= one << city
    for route in range(board.routes):
        plan.kind_color[board.route_kind[route]] = board.route_color[route]
        for length in range(int(board.route_length[route]), MAX_LENGTH + 1):
            plan.payable[board.route_kind[route], length, route // 64] |= one << (route % 64)
    all_open(board, plan, graph)
    for ticket in range(board.tickets):
        plan.distance[ticket] = _find_path(board, plan, graph, searches[0], ticket)
        for word in range(int(plan.words)):
            plan.path[ticket, word] = graph.path[ticket, word]
