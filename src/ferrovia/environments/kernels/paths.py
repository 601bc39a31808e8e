"""How far a seat's tickets are: joined, trains still missing, and the routes that lie on a cheapest path.

A *cheapest path* lacks fewest trains: own routes cost nothing, routes that the seat may still claim cost their length,
all others are closed. Stations are not counted on. A ticket may have many cheapest paths; every route on any of them
counts, so the answer does not depend on an order. Answers are kept in a `GRAPH` and found anew only where a change of
routes or tickets can have changed them; `NO_STAMP` makes it forget everything.
"""

from __future__ import annotations

from ferrovia.engine.jit import kernel

from .plan import (
    CLOSED,
    FAR,
    LARGEST,
    LEVELS,
    LOOKED_AT_HELD,
    LOOKED_AT_OFFER,
    NO_STAMP,
    NOT_LOOKED_AT,
    NOWHERE,
    PATH_BITS,
    PRIME,
)


@kernel
def _measure(board, plan, graph, search, start, goal, radius, distance):
    """Write distances from `start` of all cities up to `radius` and up to `goal` (or NOWHERE); FAR for the others.

    Cities wait as bits in one number for each distance that can be next: there is nothing to ask about a road, and
    branches that cannot be foretold are what a search takes its time for.
    """
    waiting, city_of_bit = search.waiting, plan.city_of_bit
    road_start, road_city, road_route, price = plan.road_start, plan.road_city, plan.road_route, graph.cost
    for city in range(board.cities):
        distance[city] = FAR
    for slot in range(LEVELS):
        waiting[slot] = 0
    one = 1
    waiting[0] = one << start
    settled = 0
    level = 0
    empty = 0
    while empty < LEVELS and level <= radius:
        fresh = waiting[level & (LEVELS - 1)] & ~settled
        if fresh == 0:
            if goal != NOWHERE and (settled >> goal) & 1:
                return
            waiting[level & (LEVELS - 1)] = 0
            level += 1
            empty += 1
            continue
        empty = 0
        settled |= fresh
        while fresh != 0:
            bit = fresh & -fresh
            fresh ^= bit
            city = int(city_of_bit[bit % PRIME])
            distance[city] = level
            for road in range(int(road_start[city]), int(road_start[city + 1])):
                cost = int(price[road_route[road]])
                is_open = 1 if cost != CLOSED else 0
                waiting[(level + cost) & (LEVELS - 1)] |= is_open << int(road_city[road])


@kernel
def _mark(plan, graph, search, distance, ticket, goal):
    """Walk all cheapest paths back from `goal` to where distances are 0, and add their routes to the ticket's path."""
    stack, path = search.stack, graph.path
    road_start, road_city, road_route, price = plan.road_start, plan.road_city, plan.road_route, graph.cost
    one = 1
    seen = one << goal
    stack[0] = goal
    waiting = 1
    while waiting > 0:
        waiting -= 1
        city = int(stack[waiting])
        here = int(distance[city])
        if here == 0:
            continue  # the rest is joined already
        for road in range(int(road_start[city]), int(road_start[city + 1])):
            route = int(road_route[road])
            cost = int(price[route])
            other = int(road_city[road])
            if int(distance[other]) + cost != here:
                continue
            if cost > 0:
                graph.touched[route] = 1
                place = route // PATH_BITS
                path[ticket, place] = int(path[ticket, place]) | (1 << (route % PATH_BITS))
            if (seen >> other) & 1 == 0:
                seen |= one << other
                stack[waiting] = other
                waiting += 1


@kernel
def _count_path(board, graph, ticket, step):
    """Add the ticket's path to what is wanted, or take it away."""
    path, wanted = graph.path, graph.wanted
    for place in range((int(board.routes) + PATH_BITS - 1) // PATH_BITS):
        bits = int(path[ticket, place])
        route = place * PATH_BITS
        while bits != 0:
            wanted[route] += step * (bits & 1)
            bits >>= 1
            route += 1


@kernel
def _clear_path(board, graph, ticket):
    for place in range((int(board.routes) + PATH_BITS - 1) // PATH_BITS):
        graph.path[ticket, place] = 0


@kernel
def _write_distance(graph, ticket, far):
    graph.joined[ticket] = 1 if far == 0 else 0
    graph.hopeless[ticket] = 1 if far >= FAR else 0
    graph.missing[ticket] = 0 if far >= FAR else min(far, LARGEST)


@kernel
def _search_ticket(board, plan, graph, search, ticket):
    """Find a ticket's answers anew."""
    start, goal = int(board.ticket_from[ticket]), int(board.ticket_to[ticket])
    _clear_path(board, graph, ticket)
    _measure(board, plan, graph, search, start, goal, FAR, search.distance)
    far = int(search.distance[goal])
    _write_distance(graph, ticket, far)
    if 0 < far < FAR:
        _mark(plan, graph, search, search.distance, ticket, goal)


@kernel
def _lead_through(board, plan, graph, search, ticket, through):
    """The route just claimed lies on cheapest paths now: on all if they became cheaper, beside the old ones if not."""
    if through < int(graph.missing[ticket]):
        _clear_path(board, graph, ticket)
        _write_distance(graph, ticket, through)
    _mark(plan, graph, search, search.around, ticket, int(board.ticket_from[ticket]))
    _mark(plan, graph, search, search.around, ticket, int(board.ticket_to[ticket]))


@kernel
def _was_closed(board, graph, ticket):
    """Whether a route on the ticket's cheapest paths was closed since."""
    for place in range((int(board.routes) + PATH_BITS - 1) // PATH_BITS):
        if graph.path[ticket, place] & graph.closed[place]:
            return True
    return False


@kernel
def _improve(board, plan, graph, search, ticket, claimed, held):
    """Look again at a ticket, neither joined nor hopeless, if a route claimed or closed since can matter to it."""
    closed = _was_closed(board, graph, ticket)
    through = FAR
    if claimed != NOWHERE:
        through = int(search.around[board.ticket_from[ticket]]) + int(search.around[board.ticket_to[ticket]])
    if not closed and through > int(graph.missing[ticket]):
        return
    if held:
        _count_path(board, graph, ticket, -1)
    if closed:
        _search_ticket(board, plan, graph, search, ticket)
    else:
        _lead_through(board, plan, graph, search, ticket, through)
    if held:
        _count_path(board, graph, ticket, 1)


@kernel
def _look_at_ticket(board, plan, graph, search, ticket, now, claimed):
    """Bring one ticket up to date; `now` is what it is to the seat. Return its points if it is not joined."""
    before = int(graph.looked[ticket])
    graph.looked[ticket] = now
    if now == NOT_LOOKED_AT:  # it was offered and not kept
        _write_distance(graph, ticket, FAR)
        graph.hopeless[ticket] = 0
        return 0
    if before == NOT_LOOKED_AT:
        _search_ticket(board, plan, graph, search, ticket)
    elif not graph.joined[ticket] and not graph.hopeless[ticket]:  # else it stays so
        _improve(board, plan, graph, search, ticket, claimed, before == LOOKED_AT_HELD)
    if now == LOOKED_AT_HELD and before != LOOKED_AT_HELD:
        _count_path(board, graph, ticket, 1)
    return 0 if graph.joined[ticket] else int(board.ticket_points[ticket])


@kernel
def _sum_up(board, graph):
    """Points and goals of the tickets held."""
    goal, looked, joined = graph.goal, graph.looked, graph.joined
    for city in range(board.cities):
        goal[city] = 0
    points_joined = 0
    points_open = 0
    for ticket in range(board.tickets):
        if looked[ticket] == LOOKED_AT_HELD:
            if joined[ticket]:
                points_joined += int(board.ticket_points[ticket])
            else:
                points_open += int(board.ticket_points[ticket])
                goal[board.ticket_from[ticket]] += 1
                goal[board.ticket_to[ticket]] += 1
    graph.points_joined = points_joined
    graph.points_open = points_open


@kernel
def _farthest(board, graph):
    """The most trains that a ticket looked at still lacks: no path through a claimed route need be followed farther."""
    looked, missing = graph.looked, graph.missing
    most = 0
    for ticket in range(board.tickets):
        if looked[ticket] != NOT_LOOKED_AT:
            most = max(most, int(missing[ticket]))
    return most


@kernel
def _forget(board, graph):
    for route in range(board.routes):
        graph.cost[route] = CLOSED
        graph.wanted[route] = 0
        graph.touched[route] = 0
    for city in range(board.cities):
        graph.reached[city] = 0
    for ticket in range(board.tickets):
        graph.looked[ticket] = NOT_LOOKED_AT
        graph.joined[ticket] = 0
        graph.hopeless[ticket] = 0
        graph.missing[ticket] = 0


@kernel
def _count_changes(board, state, seat, graph):
    """How many changes there are among what routes cost the seat that can matter to a ticket.

    A route that was closed matters only if a cheapest path led over it. Written without branches for the compiler.
    """
    owner, opened, length = state.owner, state.open_to, board.route_length
    price, touched = graph.cost, graph.touched
    matter = 0
    for route in range(board.routes):
        may_have = (opened[route] >> seat) & 1
        cost = length[route] if may_have else CLOSED
        cost = 0 if owner[route] == seat else cost
        matter += (cost != price[route]) & ((cost == 0) | (touched[route] != 0))
    return matter


@kernel
def _take_prices(board, state, seat, graph):
    """Write the new costs and what was closed; return the route that the seat claimed since, NOWHERE if none.

    Several at once come only when nothing is known yet.
    """
    for place in range((int(board.routes) + PATH_BITS - 1) // PATH_BITS):
        graph.closed[place] = 0
    claimed = NOWHERE
    for route in range(board.routes):
        may_have = (int(state.open_to[route]) >> seat) & 1
        cost = int(board.route_length[route]) if may_have else CLOSED
        cost = 0 if state.owner[route] == seat else cost
        if cost != int(graph.cost[route]):
            graph.cost[route] = cost
            if cost == 0:
                claimed = route
                graph.reached[board.route_from[route]] = 1
                graph.reached[board.route_to[route]] = 1
            elif graph.touched[route]:
                place = route // PATH_BITS
                graph.closed[place] = int(graph.closed[place]) | (1 << (route % PATH_BITS))
    return claimed


@kernel
def _is_offered(state, seat, ticket):
    for i in range(int(state.offer_count[seat])):
        if state.offer[seat, i] == ticket:
            return True
    return False


@kernel
def refresh(board, plan, state, seat, graph, search):
    """Bring a seat's graph up to date. It costs next to nothing when no route and no ticket changed.

    A seat claims at most one route between two looks at its graph; who puts another state in its place forgets first.
    """
    trains = 0
    for other in range(state.players):
        trains += int(state.trains[other])  # falls with every claim, so it tells positions of the board apart
    offered = int(state.offer_count[seat])
    held = int(state.tickets_held[seat]) * 8 + offered
    if graph.stamp == trains and graph.held == held:
        return
    if graph.stamp == NO_STAMP:
        _forget(board, graph)
    tickets_changed = graph.stamp == NO_STAMP or graph.held != held
    own_claim = graph.trains != int(state.trains[seat])
    graph.stamp = trains
    graph.held = held
    graph.trains = state.trains[seat]
    if not tickets_changed and not own_claim and _count_changes(board, state, seat, graph) == 0:
        return  # somebody else claimed a route that no cheapest path of this seat needed
    claimed = _take_prices(board, state, seat, graph)
    if claimed != NOWHERE:
        start, radius = int(board.route_from[claimed]), _farthest(board, graph)
        _measure(board, plan, graph, search, start, NOWHERE, radius, search.around)
    points = int(graph.points_open)
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            points -= _look_at_ticket(board, plan, graph, search, ticket, LOOKED_AT_HELD, claimed)
        elif graph.looked[ticket] != NOT_LOOKED_AT and not _is_offered(state, seat, ticket):
            _look_at_ticket(board, plan, graph, search, ticket, NOT_LOOKED_AT, claimed)
    for i in range(offered):
        _look_at_ticket(board, plan, graph, search, int(state.offer[seat, i]), LOOKED_AT_OFFER, claimed)
    if tickets_changed or points != 0:
        _sum_up(board, graph)
