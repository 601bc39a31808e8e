"""Three of the playtesting styles as compiled code, the same choice for choice: opponents for learning.

What they do and why is told where people read it, in `route_focus`, `one_step`, `manners`, `maps` and `purse`.
"""

from __future__ import annotations

from ferrovia.bots.planner.route_costs import other_end
from ferrovia.bots.planner.style import BLOCKED, NO_ACTION
from ferrovia.bots.planner.tunnels import pay_tunnel
from ferrovia.bots.styles.kernel_map import (
    best_payment,
    card_lacking,
    cards_lacking,
    first_missing,
    is_free,
    longest_free,
    look_at_map,
    trains_for,
)
from ferrovia.engine import kernel, legal_actions
from ferrovia.engine.state import (
    CHOOSING_START,
    CHOOSING_TICKETS,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    EVERYTHING,
    IN_TUNNEL,
    KEEP_TICKETS,
    NO_ROUTE,
    NO_TWIN,
    PASS,
    SECOND_CARD,
    TAKE_CARD,
    WILD,
)

ONE_STEP = 1
LONG_ROUTE = 2
ROUTE_FOCUS = 3

KEPT_AT_THE_START = 3
TRAINS_FOR_TICKETS = 8
LONG = 3


@kernel
def _rank_later(board, roads, state, seat, mind, ticket):
    """Points per train; boundless where the cities are joined, below zero where no way fits."""
    points = float(board.ticket_points[ticket])
    trains = trains_for(board, roads, state, seat, mind, ticket)
    if trains < 0:
        return -points
    return points / trains if trains > 0 else BLOCKED


@kernel
def _keep(board, roads, state, seat, mind, count, at_start):
    """Keep `count` of the offered tickets, those of highest rank, then of most points, then the first."""
    mask = 0
    for _ in range(count):
        best = -1
        most, points = -BLOCKED, -1
        for i in range(int(state.offer_count[seat])):
            if (mask >> i) & 1:
                continue
            ticket = int(state.offer[seat, i])
            rank = float(board.ticket_points[ticket])
            if not at_start:
                rank = _rank_later(board, roads, state, seat, mind, ticket)
            if rank > most or (rank == most and int(board.ticket_points[ticket]) > points):
                best, most, points = i, rank, int(board.ticket_points[ticket])
        mask |= 1 << best
    return KEEP_TICKETS + mask


@kernel
def _choose_tickets(board, roads, state, seat, mind):
    offered = int(state.offer_count[seat])
    if state.phase == CHOOSING_START:
        count = max(int(board.start_keep), min(KEPT_AT_THE_START, offered))
        return _keep(board, roads, state, seat, mind, min(count, offered), True)
    return _keep(board, roads, state, seat, mind, min(int(board.draw_keep), offered), False)


@kernel
def _is_shown(state, card):
    for slot in range(DISPLAY):
        if state.display[slot] == card:
            return not (card == WILD and state.phase == SECOND_CARD)
    return False


@kernel
def _take(board, state, seat, wish, then, legal):
    """The first wish that lies face up, else an unseen card; with no cards a claim, tickets, or whatever there is."""
    if wish >= 0 and _is_shown(state, wish):
        return TAKE_CARD + wish
    if then >= 0 and _is_shown(state, then):
        return TAKE_CARD + then
    count = legal_actions(board, state, seat, legal, EVERYTHING)
    for i in range(count):
        if legal[i] == DRAW_UNSEEN:
            return DRAW_UNSEEN
    best, most = NO_ACTION, -1
    if state.phase != SECOND_CARD:
        for route in range(board.routes):
            if is_free(board, state, seat, route) and int(board.route_points[route]) > most:
                action = best_payment(board, state, seat, route)
                if action != NO_ACTION:
                    best, most = action, int(board.route_points[route])
    if best != NO_ACTION:
        return best
    for wanted in (DRAW_TICKETS, PASS):
        for i in range(count):
            if legal[i] == wanted:
                return wanted
    return int(legal[0])


@kernel
def _next_ticket(board, state, seat, points, after):
    """The ticket that comes next in order of points, then of numbers; -1 after the last."""
    best = -1
    for ticket in range(board.tickets):
        worth = int(board.ticket_points[ticket])
        if state.ticket_at[ticket] != seat or worth > points or (worth == points and ticket <= after):
            continue
        if best < 0 or worth > int(board.ticket_points[best]):
            best = ticket
    return best


@kernel
def _target(board, roads, state, seat, mind):
    """The first missing route of the highest open ticket, of a double the half that lacks fewer cards."""
    points, after = 1000, -1
    while True:
        ticket = _next_ticket(board, state, seat, points, after)
        if ticket < 0:
            return NO_ROUTE
        points, after = int(board.ticket_points[ticket]), ticket
        if trains_for(board, roads, state, seat, mind, ticket) > 0:
            route = first_missing(board, mind, ticket)
            twin = int(board.route_twin[route])
            if twin != NO_TWIN and mind.price[twin] == mind.price[route]:
                low, high = min(route, twin), max(route, twin)
                is_high = cards_lacking(board, state, seat, high) < cards_lacking(board, state, seat, low)
                return high if is_high else low
            return route


@kernel
def _may_draw_tickets(state):
    for other in range(state.players):
        if state.trains[other] < TRAINS_FOR_TICKETS:
            return False
    return state.phase != SECOND_CARD and int(state.unseen_tickets) + int(state.returned_tickets) > 0


@kernel
def _one_step(board, roads, state, seat, mind, draws_tickets, legal):
    route = _target(board, roads, state, seat, mind)
    if route == NO_ROUTE:
        if draws_tickets and _may_draw_tickets(state):
            return DRAW_TICKETS
        route = longest_free(board, state, seat)
    if route == NO_ROUTE:
        return _take(board, state, seat, -1, -1, legal)
    if state.phase != SECOND_CARD:
        action = best_payment(board, state, seat, route)
        if action != NO_ACTION:
            return action
    wish = card_lacking(board, state, seat, route)
    return _take(board, state, seat, wish, WILD if wish >= 0 else -1, legal)


@kernel
def _rank_routes(board, roads, state, seat, mind):
    """Fill mind.score with the order of `route_focus`: on the ways of open tickets, else all that are free; 0 = not."""
    for route in range(board.routes):
        mind.score[route] = 0.0
    found = False
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] != seat or trains_for(board, roads, state, seat, mind, ticket) <= 0:
            continue
        found = True
        city = int(board.ticket_to[ticket])
        while mind.by_route[city] != NO_ROUTE:
            route = int(mind.by_route[city])
            twin = int(board.route_twin[route])
            if mind.price[route] > 0.0:
                worth = 2.0 * int(board.ticket_points[ticket])
                mind.score[route] = max(mind.score[route], int(board.route_points[route]) + worth)
                if twin != NO_TWIN and mind.price[twin] == mind.price[route]:
                    mind.score[twin] = max(mind.score[twin], int(board.route_points[twin]) + worth)
            city = other_end(board, route, city)
    if not found:
        for route in range(board.routes):
            if is_free(board, state, seat, route):
                mind.score[route] = float(board.route_points[route])


@kernel
def _route_focus(board, roads, state, seat, mind, legal):
    _rank_routes(board, roads, state, seat, mind)
    best, wish = NO_ACTION, -1
    most, most_lacking = 0.0, 0.0
    for route in range(board.routes):
        if mind.score[route] > most and state.phase != SECOND_CARD:
            action = best_payment(board, state, seat, route)
            if action != NO_ACTION:
                best, most = action, mind.score[route]
        if mind.score[route] > most_lacking:
            card = card_lacking(board, state, seat, route)
            if card >= 0:
                wish, most_lacking = card, mind.score[route]
    if best != NO_ACTION:
        return best
    return _take(board, state, seat, wish, -1, legal)


@kernel
def decide_scripted(board, roads, state, seat, mind, legal, which):
    """The action of a scripted style; `which` is ONE_STEP, LONG_ROUTE or ROUTE_FOCUS. Mind is only room to think."""
    if state.phase == IN_TUNNEL:
        return pay_tunnel(state, seat)
    look_at_map(board, state, seat, mind, LONG if which == LONG_ROUTE else 1)
    if state.phase == CHOOSING_START or state.phase == CHOOSING_TICKETS:
        return _choose_tickets(board, roads, state, seat, mind)
    if which == ROUTE_FOCUS:
        return _route_focus(board, roads, state, seat, mind, legal)
    return _one_step(board, roads, state, seat, mind, which == ONE_STEP, legal)
