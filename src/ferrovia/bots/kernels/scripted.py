"""Three of the playtesting styles as compiled code, the same choice for choice: opponents for learning, and a light
policy. What they do and why is told where people read it, in `route_focus`, `one_step`, `maps` and `purse`.
"""

from __future__ import annotations

from ferrovia.bots.kernels.mind import BLOCKED, NO_ACTION
from ferrovia.bots.kernels.roads import find_way, other_end
from ferrovia.bots.kernels.tunnels import pay_tunnel
from ferrovia.bots.kernels.wants import claim_code
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import (
    ANY_COLOR,
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
    NOBODY,
    PASS,
    SECOND_CARD,
    TAKE_CARD,
    WILD,
)
from ferrovia.engine.legal import legal_actions

ONE_STEP = 1
LONG_ROUTE = 2
ROUTE_FOCUS = 3

A_TRAIN = 256.0  # in a cost: trains count first, then routes
KEPT_AT_THE_START = 3
TRAINS_FOR_TICKETS = 8
LONG = 3


@kernel
def _is_free(board, state, seat, route):
    """Whether the seat may claim a route and has the trains for it."""
    is_open = state.owner[route] == NOBODY and (int(state.open_to[route]) >> seat) & 1
    return is_open and int(board.route_length[route]) <= int(state.trains[seat])


@kernel
def _look(board, state, seat, mind, shortest):
    """The map: what every route costs the seat, in trains and routes."""
    for route in range(board.routes):
        price = BLOCKED
        if state.owner[route] == seat:
            price = 0.0
        elif int(board.route_length[route]) >= shortest and _is_free(board, state, seat, route):
            price = int(board.route_length[route]) * A_TRAIN + 1.0
        mind.price[route] = price


@kernel
def _trains_for(board, roads, state, seat, mind, ticket):
    """Trains that the shortest way of a ticket lacks, 0 if it is joined; -1 if it is lost."""
    cost = find_way(board, roads, mind, int(board.ticket_from[ticket]), int(board.ticket_to[ticket]))
    if cost >= BLOCKED or cost // A_TRAIN > int(state.trains[seat]):
        return -1
    return int(cost // A_TRAIN)


@kernel
def _paying_color(board, state, seat, route):
    """The route's colour, or of a grey one the colour held most."""
    color = int(board.route_color[route])
    if color != ANY_COLOR:
        return color
    best = 1
    for other in range(2, board.colors + 1):
        if state.hands[seat, other] > state.hands[seat, best]:
            best = other
    return best


@kernel
def _lacks(board, state, seat, route):
    """How many cards are still missing for a route."""
    length = int(board.route_length[route])
    color = _paying_color(board, state, seat, route)
    held = min(int(state.hands[seat, color]), length - int(board.route_ferry[route]))
    return max(0, length - held - int(state.hands[seat, WILD]))


@kernel
def _card_lacking(board, state, seat, route):
    """The card that brings a route nearer, -1 if the hand can pay."""
    if _lacks(board, state, seat, route) == 0:
        return -1
    color = _paying_color(board, state, seat, route)
    needs_color = int(state.hands[seat, color]) < int(board.route_length[route]) - int(board.route_ferry[route])
    return color if needs_color else WILD


@kernel
def _payment(board, state, seat, route):
    """The claim of a route with fewest wilds, then in the colour held most; NO_ACTION if the hand can't pay."""
    length = int(board.route_length[route])
    color = int(board.route_color[route])
    first, last = (1, int(board.colors)) if color == ANY_COLOR else (color, color)
    best = NO_ACTION
    fewest, held = 100, -1
    for paid in range(first, last + 1):
        wilds = max(length - int(state.hands[seat, paid]), int(board.route_ferry[route]))
        if wilds <= int(state.hands[seat, WILD]):
            many = int(state.hands[seat, paid if wilds < length else WILD])
            if wilds < fewest or (wilds == fewest and many > held):
                fewest, held = wilds, many
                best = claim_code(route, paid, wilds, length)
    return best


@kernel
def _rank_at_start(board, ticket):
    return float(board.ticket_points[ticket])


@kernel
def _rank_later(board, roads, state, seat, mind, ticket):
    """Points per train; boundless where the cities are joined, below zero where no way fits."""
    points = float(board.ticket_points[ticket])
    trains = _trains_for(board, roads, state, seat, mind, ticket)
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
            rank = _rank_at_start(board, ticket)
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
            if _is_free(board, state, seat, route) and int(board.route_points[route]) > most:
                action = _payment(board, state, seat, route)
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
def _first_missing(board, mind, ticket):
    """The first route that the way just found lacks."""
    route = NO_ROUTE
    city = int(board.ticket_to[ticket])
    while mind.by_route[city] != NO_ROUTE:
        if mind.price[mind.by_route[city]] > 0.0:
            route = int(mind.by_route[city])
        city = other_end(board, int(mind.by_route[city]), city)
    return route


@kernel
def _target(board, roads, state, seat, mind):
    """The first missing route of the highest open ticket, of a double the half that lacks fewer cards."""
    points, after = 1000, -1
    while True:
        ticket = _next_ticket(board, state, seat, points, after)
        if ticket < 0:
            return NO_ROUTE
        points, after = int(board.ticket_points[ticket]), ticket
        if _trains_for(board, roads, state, seat, mind, ticket) > 0:
            route = _first_missing(board, mind, ticket)
            twin = int(board.route_twin[route])
            if twin != NO_TWIN and mind.price[twin] == mind.price[route]:
                low, high = min(route, twin), max(route, twin)
                route = high if _lacks(board, state, seat, high) < _lacks(board, state, seat, low) else low
            return route


@kernel
def _longest_free(board, state, seat):
    best = NO_ROUTE
    for route in range(board.routes):
        if _is_free(board, state, seat, route):
            if best == NO_ROUTE or board.route_length[route] > board.route_length[best]:
                best = route
    return best


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
        route = _longest_free(board, state, seat)
    if route == NO_ROUTE:
        return _take(board, state, seat, -1, -1, legal)
    if state.phase != SECOND_CARD:
        action = _payment(board, state, seat, route)
        if action != NO_ACTION:
            return action
    wish = _card_lacking(board, state, seat, route)
    return _take(board, state, seat, wish, WILD if wish >= 0 else -1, legal)


@kernel
def _rank_routes(board, roads, state, seat, mind):
    """Fill mind.score with the order of `route_focus`: on the ways of open tickets, else all that are free; 0 = not."""
    for route in range(board.routes):
        mind.score[route] = 0.0
    found = False
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] != seat or _trains_for(board, roads, state, seat, mind, ticket) <= 0:
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
            if _is_free(board, state, seat, route):
                mind.score[route] = float(board.route_points[route])


@kernel
def _route_focus(board, roads, state, seat, mind, legal):
    _rank_routes(board, roads, state, seat, mind)
    best, wish = NO_ACTION, -1
    most, most_lacking = 0.0, 0.0
    for route in range(board.routes):
        if mind.score[route] > most and state.phase != SECOND_CARD:
            action = _payment(board, state, seat, route)
            if action != NO_ACTION:
                best, most = action, mind.score[route]
        if mind.score[route] > most_lacking:
            card = _card_lacking(board, state, seat, route)
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
    _look(board, state, seat, mind, LONG if which == LONG_ROUTE else 1)
    if state.phase == CHOOSING_START or state.phase == CHOOSING_TICKETS:
        return _choose_tickets(board, roads, state, seat, mind)
    if which == ROUTE_FOCUS:
        return _route_focus(board, roads, state, seat, mind, legal)
    return _one_step(board, roads, state, seat, mind, which == ONE_STEP, legal)
