"""The value of drawing tickets: the best of an offer, over the tickets that the seat does not hold."""

from __future__ import annotations

from ferrovia.bots.planner.plan import measure_way
from ferrovia.bots.planner.route_costs import find_way
from ferrovia.bots.planner.style import BLOCKED
from ferrovia.engine import kernel


@kernel
def _worth_of_ticket(board, roads, state, seat, mind, ticket, ahead, style):
    """Points that another ticket would add to the plan, minus the price of its path."""
    points = float(board.ticket_points[ticket])
    end = int(board.ticket_to[ticket])
    cost = find_way(board, roads, mind, int(board.ticket_from[ticket]), end)
    if cost >= BLOCKED:
        return -points
    trains, stations, turns, routes = measure_way(board, state, mind, end)
    if (
        mind.plan_trains + trains > state.trains[seat]
        or mind.plan_stations + stations > state.stations_left[seat]
        or mind.plan_turns + turns > ahead - 1.0 + style.slack
    ):
        return -points
    return points * (1.0 - 2.0 * min(style.risk * routes, 0.5)) - cost


@kernel
def worth_of_drawing(board, roads, state, seat, mind, ahead, style):
    """The expected worth of the best ticket of an offer, given the current plan. Sorts the worths it computes."""
    count = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat or board.ticket_long[ticket]:
            continue
        worth = _worth_of_ticket(board, roads, state, seat, mind, ticket, ahead, style)
        place = count
        while place > 0 and mind.worth_of_ticket[place - 1] < worth:
            mind.worth_of_ticket[place] = mind.worth_of_ticket[place - 1]
            place -= 1
        mind.worth_of_ticket[place] = worth
        count += 1
    drawn = min(int(board.draw_tickets), int(state.unseen_tickets) + int(state.returned_tickets), count)
    if drawn == 0:
        return -BLOCKED
    mean = 0.0
    left = 1.0  # chance that no better ticket is drawn
    for place in range(count):
        if count - place < drawn:
            break
        here = drawn / float(count - place)  # chance that this one is drawn, if no better one is
        mean += left * here * mind.worth_of_ticket[place]
        left *= 1.0 - here
    return mean
