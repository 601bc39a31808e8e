"""Plans: paths for all tickets together, within the trains, stations and turns left, and then fillers."""

from __future__ import annotations

from ferrovia.bots.planner.card_needs import set_aside, turns_for_cards
from ferrovia.bots.planner.rival_goals import find_wanted
from ferrovia.bots.planner.route_costs import LENT, danger, find_way, other_end, price_routes
from ferrovia.bots.planner.spare_trains import plan_fillers
from ferrovia.bots.planner.style import BLOCKED, BORROWED, MAX_PLAN, NEEDED, NOT_PLANNED
from ferrovia.engine import kernel
from ferrovia.engine.state import FEW_TRAINS, MAX_DISTRICTS, NO_ROUTE, NOBODY, NOT_YET


@kernel
def turns_of_seat(state, seat, style):
    """Turns a seat needs to place its trains, judged by public information."""
    trains = int(state.trains[seat]) - FEW_TRAINS
    if trains <= 0:
        return 0.0
    missing = max(trains - int(state.hand_count[seat]), 0)
    return trains / style.pace + 0.5 * style.waste * missing


@kernel
def turns_before_others(state, seat, style):
    """Turns left for the seat, this one included, if an opponent ends the game."""
    shortest = 1000.0
    for other in range(state.players):
        if other != seat:
            shortest = min(shortest, turns_of_seat(state, other, style))
    return shortest + 2.0  # the turn that triggers the end, and one more


@kernel
def turns_ahead(state, seat, style):
    """Turns left for the seat, this one included."""
    if state.turns_left != NOT_YET:
        return 1.0
    return min(turns_before_others(state, seat, style), turns_of_seat(state, seat, style) + 2.0)


@kernel
def add_goal(mind, a, b, points):
    """Add a pair of cities to connect."""
    mind.goal_from[mind.goal_count] = a
    mind.goal_to[mind.goal_count] = b
    mind.goal_points[mind.goal_count] = points
    mind.goal_lost[mind.goal_count] = 0
    mind.goal_count += 1


@kernel
def add_ticket(board, mind, ticket):
    """Add a ticket as a goal."""
    add_goal(mind, int(board.ticket_from[ticket]), int(board.ticket_to[ticket]), float(board.ticket_points[ticket]))


@kernel
def collect_goals(board, state, seat, mind):
    """Collect the seat's tickets, highest first."""
    mind.goal_count = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            add_ticket(board, mind, ticket)
    sort_goals(mind)


@kernel
def sort_goals(mind):
    """Sort the goals by points, highest first; ties keep their order."""
    for i in range(1, int(mind.goal_count)):
        k = i
        while k > 0 and mind.goal_points[k] > mind.goal_points[k - 1]:
            swap_goals(mind, k, k - 1)
            k -= 1


@kernel
def swap_goals(mind, i, k):
    mind.goal_from[i], mind.goal_from[k] = mind.goal_from[k], mind.goal_from[i]
    mind.goal_to[i], mind.goal_to[k] = mind.goal_to[k], mind.goal_to[i]
    mind.goal_points[i], mind.goal_points[k] = mind.goal_points[k], mind.goal_points[i]
    mind.goal_lost[i], mind.goal_lost[k] = mind.goal_lost[k], mind.goal_lost[i]


@kernel
def clear_plan(board, mind):
    """Start an empty plan, with every route at its price."""
    mind.plan_count = 0
    mind.plan_trains = 0
    mind.plan_stations = 0
    mind.plan_turns = 0.0
    mind.open_goals = 0
    mind.value = 0.0
    for route in range(board.routes):
        mind.role[route] = NOT_PLANNED
        mind.price[route] = mind.full_price[route]


@kernel
def measure_way(board, state, mind, goal):
    """Trains, stations, turns and routes that the path to `goal` still needs."""
    trains = 0
    stations = 0
    routes = 0
    turns = 0.0
    city = goal
    while mind.by_route[city] != NO_ROUTE:
        route = int(mind.by_route[city])
        if mind.price[route] > LENT:
            turns += mind.turns[route]
            routes += 1
            if state.owner[route] == NOBODY:
                trains += int(board.route_length[route])
            else:
                stations += 1
        city = other_end(board, route, city)
    return trains, stations, turns, routes


@kernel
def _take_way(board, state, mind, goal):
    """Add the path to `goal` to the plan."""
    city = goal
    while mind.by_route[city] != NO_ROUTE:
        route = int(mind.by_route[city])
        if mind.price[route] > LENT and mind.plan_count < MAX_PLAN:
            mind.plan[mind.plan_count] = route
            mind.plan_count += 1
            mind.role[route] = NEEDED if state.owner[route] == NOBODY else BORROWED
            mind.price[route] = 0.0
        city = other_end(board, route, city)


@kernel
def _take_back(mind, count):
    """Remove all but the first `count` routes from the plan."""
    while mind.plan_count > count:
        mind.plan_count -= 1
        route = int(mind.plan[mind.plan_count])
        mind.role[route] = NOT_PLANNED
        mind.price[route] = mind.full_price[route]


@kernel
def _turns_of_plan(board, state, seat, mind, style):
    """Turns that the whole plan takes: one per claim or station, plus those for cards; all routes share the hand."""
    set_aside(board, state, seat, mind, style)
    turns = float(mind.plan_count) + turns_for_cards(board, state, seat, mind, style)
    for i in range(int(mind.plan_count)):
        if board.route_tunnel[mind.plan[i]] and mind.role[mind.plan[i]] == NEEDED:
            turns += style.tunnel
    return turns


@kernel
def pursue(board, roads, state, seat, mind, goal, ahead, style):
    """Add the cheapest path of a goal to the plan if there is time for it. Returns the chance to complete it, or -1."""
    start, end = int(mind.goal_from[goal]), int(mind.goal_to[goal])
    if find_way(board, roads, mind, start, end) >= BLOCKED:
        return -1.0
    trains, stations, _turns, routes = measure_way(board, state, mind, end)
    if routes == 0:
        return 1.0
    if mind.plan_trains + trains > state.trains[seat] or mind.plan_stations + stations > state.stations_left[seat]:
        return -1.0
    before = int(mind.plan_count)
    _take_way(board, state, mind, end)
    turns = _turns_of_plan(board, state, seat, mind, style)
    if turns > ahead + style.slack:
        _take_back(mind, before)
        return -1.0
    mind.plan_trains += trains
    mind.plan_stations += stations
    mind.plan_turns = turns
    mind.open_goals += 1
    return max(1.0 - style.risk * routes, 0.0)


@kernel
def _cost_of_plan(board, state, mind, style):
    """The cost of the plan, apart from the points of its routes."""
    cost = style.turn * mind.plan_turns + style.train * mind.plan_trains
    cost += (style.station + int(board.station_points)) * mind.plan_stations
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == NEEDED:
            cost += style.contested * danger(board, state, mind, route) + style.avoid * mind.wanted[route]
            cost -= mind.score[route]
    return cost


@kernel
def plan_goals(board, roads, state, seat, mind, ahead, style):
    """Plan all goals in order; sets mind.value to what they earn minus what their routes cost."""
    clear_plan(board, mind)
    for goal in range(int(mind.goal_count)):
        chance = pursue(board, roads, state, seat, mind, goal, ahead, style)
        mind.goal_lost[goal] = chance < 0.0
        mind.value += mind.goal_points[goal] * (2.0 * max(chance, 0.0) - 1.0)
    mind.value -= _cost_of_plan(board, state, mind, style)


@kernel
def _put_first(mind, goal):
    """Move a goal to the front; the others keep their order."""
    for i in range(goal, 0, -1):
        swap_goals(mind, i, i - 1)


@kernel
def plan_best_order(board, roads, state, seat, mind, ahead, style):
    """Plan the goals with each of them first in turn; keep the best plan."""
    plan_goals(board, roads, state, seat, mind, ahead, style)
    best = mind.value
    for goal in range(1, min(int(mind.goal_count), int(style.orders))):
        _put_first(mind, goal)
        plan_goals(board, roads, state, seat, mind, ahead, style)
        if mind.value > best + 1e-9:
            best = mind.value
        else:
            for i in range(goal):
                swap_goals(mind, i, i + 1)
    if mind.value < best:
        plan_goals(board, roads, state, seat, mind, ahead, style)


@kernel
def plan_districts(board, roads, state, seat, mind, ahead, style):
    """E7: connect the places of a district if its points are worth the paths."""
    for district in range(1, MAX_DISTRICTS + 1):
        first = -1
        cost = 0.0
        for city in range(board.cities):
            if board.city_district[city] == district:
                if first < 0:
                    first = city
                else:
                    cost += find_way(board, roads, mind, first, city)
        if first < 0 or cost == 0.0 or cost > district:
            continue
        for city in range(first + 1, int(board.cities)):
            if board.city_district[city] == district:
                add_goal(mind, first, city, 0.0)
                pursue(board, roads, state, seat, mind, int(mind.goal_count) - 1, ahead, style)


@kernel
def make_plan(board, roads, state, seat, mind, style):
    """Make a plan for the seat's tickets, its district bonuses and its spare trains."""
    ahead = turns_before_others(state, seat, style)
    find_wanted(board, roads, state, seat, mind, style)
    price_routes(board, state, seat, mind, style)
    collect_goals(board, state, seat, mind)
    plan_best_order(board, roads, state, seat, mind, ahead, style)
    if board.districts:
        plan_districts(board, roads, state, seat, mind, ahead, style)
    plan_fillers(board, state, seat, mind, ahead, style)
    mind.tickets = state.tickets_held[seat]
    mind.is_made = 1
    mind.asked_tickets = 0


@kernel
def is_plan_good(board, state, seat, mind):
    """Whether the plan is still valid: all its routes are available, and the tickets are the same."""
    if mind.is_made == 0 or mind.tickets != state.tickets_held[seat]:
        return False
    left = 0
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        owner = int(state.owner[route])
        if owner == seat:
            continue
        left += 1
        if mind.role[route] != BORROWED and (int(state.open_to[route]) >> seat) & 1 == 0:
            return False
        if mind.role[route] != BORROWED and int(board.route_length[route]) > state.trains[seat]:
            return False
    return left > 0 or state.trains[seat] <= FEW_TRAINS
