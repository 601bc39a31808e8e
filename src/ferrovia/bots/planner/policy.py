"""The planner's policy: follow the plan, replan when it breaks, draw the missing cards, and handle the end."""

from __future__ import annotations

from ferrovia.bots.planner.card_needs import best_shown, count_wants, pay_route, worth_of_unseen
from ferrovia.bots.planner.plan import collect_goals, is_plan_good, make_plan, turns_ahead
from ferrovia.bots.planner.route_costs import LENT, danger, find_way, other_end, price_routes
from ferrovia.bots.planner.style import BLOCKED, BORROWED, FILLER, NEEDED, NO_ACTION
from ferrovia.bots.planner.ticket_choice import keep_at_start, keep_drawn
from ferrovia.bots.planner.ticket_draws import worth_of_drawing
from ferrovia.bots.planner.tunnels import pay_tunnel, risk_of_claim
from ferrovia.engine import can_draw, kernel, legal_actions
from ferrovia.engine.state import (
    ALL_WILD,
    CHOOSING_START,
    CHOOSING_TICKETS,
    CITY_STRIDE,
    DISPLAY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    EVERYTHING,
    IN_TUNNEL,
    NO_CARD,
    NO_ROUTE,
    NOBODY,
    NOT_YET,
    SECOND_CARD,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_CARD,
    WILD,
)

ENDING = 2.5  # turns left at which saving cards stops


@kernel
def _claim_to_close(board, state, seat, mind, style):
    """Claim the affordable route with the most points; NO_ACTION if there is none."""
    best = NO_ACTION
    most = 0.0
    for route in range(board.routes):
        if (int(state.open_to[route]) >> seat) & 1 and mind.score[route] > most:
            action, _cost = pay_route(board, state, seat, mind, route, 0, style)
            if action != NO_ACTION:
                most = mind.score[route]
                best = action
    return best


@kernel
def _count_needed(state, seat, mind):
    """The number of routes that the plan's tickets still need."""
    needed = 0
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == NEEDED and state.owner[route] != seat:
            needed += 1
    return needed


@kernel
def _claim_of_plan(board, state, seat, mind, needed, ahead, style):
    """The planned route to claim now, or NO_ACTION."""
    best = NO_ACTION
    most = -1e9
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if state.owner[route] != NOBODY or mind.role[route] == BORROWED:
            continue
        is_filler = mind.role[route] == FILLER
        action, cost = pay_route(board, state, seat, mind, route, 0 if is_filler else 1, style)
        if action == NO_ACTION or (is_filler and needed > 0 and cost > 0.0 and ahead > ENDING):
            continue
        if not is_filler and cost > style.patience and ahead > style.hurry:
            continue
        risk = risk_of_claim(board, state, seat, route, action)
        if risk > style.dare:
            continue
        worth = style.length * int(board.route_length[route]) - cost - style.tunnel_last * risk
        if is_filler:
            worth -= style.filler_late if needed > 0 else 0.0
        else:
            worth += style.danger * danger(board, state, mind, route)
        worth += style.urgent * mind.wanted[route]
        if worth > most:
            most = worth
            best = action
    return best


@kernel
def station_code(board, state, seat, mind, city):
    """Build a station in a city with the least needed cards; NO_ACTION if the hand cannot pay."""
    if state.stations_left[seat] == 0 or state.station_owner[city] != NOBODY:
        return NO_ACTION
    cost = int(board.stations) - int(state.stations_left[seat]) + 1
    best = NO_ACTION
    most = -1000
    for color in range(1, board.colors + 1):
        wilds = max(cost - int(state.hands[seat, color]), 0)
        if wilds >= cost or wilds > state.hands[seat, WILD]:
            continue
        spare = int(mind.rest[color]) - 3 * wilds
        if spare > most:
            most = spare
            best = STATION + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + wilds
    if best == NO_ACTION and state.hands[seat, WILD] >= cost:
        best = STATION + city * CITY_STRIDE + ALL_WILD * STATION_COLOR_STRIDE + cost
    return best


@kernel
def _station_of_plan(board, state, seat, mind):
    """Build a station for the first route to borrow, at its free end."""
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == BORROWED:
            a, b = int(board.route_from[route]), int(board.route_to[route])
            if state.station_owner[a] == seat or state.station_owner[b] == seat:
                continue
            action = station_code(board, state, seat, mind, b)
            if action == NO_ACTION:
                action = station_code(board, state, seat, mind, a)
            if action != NO_ACTION:
                return action
    return NO_ACTION


@kernel
def _last_missing(board, roads, state, mind, goal):
    """The only route that a ticket is missing; NO_ROUTE if it misses none or several."""
    if find_way(board, roads, mind, int(mind.goal_from[goal]), int(mind.goal_to[goal])) >= BLOCKED:
        return NO_ROUTE
    missing = NO_ROUTE
    city = int(mind.goal_to[goal])
    while mind.by_route[city] != NO_ROUTE:
        route = int(mind.by_route[city])
        if mind.price[route] > LENT:
            if missing != NO_ROUTE:
                return NO_ROUTE
            missing = route
        city = other_end(board, route, city)
    return missing


@kernel
def _can_have_now(board, state, seat, mind, route, style):
    """Whether the hand can pay now for a free route, or for a station that borrows an opponent's."""
    if state.owner[route] == NOBODY:
        action, _cost = pay_route(board, state, seat, mind, route, 1, style)
        return action != NO_ACTION
    a, b = int(board.route_from[route]), int(board.route_to[route])
    at_a = station_code(board, state, seat, mind, a) != NO_ACTION
    return at_a or station_code(board, state, seat, mind, b) != NO_ACTION


@kernel
def _last_move(board, roads, state, seat, mind, style):
    """The seat's last turn: the claim or station that scores most, including the tickets it completes."""
    price_routes(board, state, seat, mind, style)
    for route in range(board.routes):
        if LENT < mind.full_price[route] < BLOCKED:
            mind.price[route] = BLOCKED  # there is no later turn
            if _can_have_now(board, state, seat, mind, route, style):
                mind.price[route] = 100.0 + mind.full_price[route]  # few routes first
    collect_goals(board, state, seat, mind)
    best_station = NO_ACTION
    most_station = 0.0
    for goal in range(int(mind.goal_count)):
        route = _last_missing(board, roads, state, mind, goal)
        if route == NO_ROUTE:
            continue
        if state.owner[route] == NOBODY:
            mind.score[route] += 2.0 * mind.goal_points[goal]
        else:
            gain = 2.0 * mind.goal_points[goal] - int(board.station_points)
            action = station_code(board, state, seat, mind, int(board.route_from[route]))
            if action == NO_ACTION:
                action = station_code(board, state, seat, mind, int(board.route_to[route]))
            if action != NO_ACTION and gain > most_station:
                best_station = action
                most_station = gain
    best = NO_ACTION
    most = 0.0
    for route in range(board.routes):
        if (int(state.open_to[route]) >> seat) & 1 and mind.full_price[route] < BLOCKED and mind.score[route] > most:
            action, cost = pay_route(board, state, seat, mind, route, 1, style)
            if action != NO_ACTION:
                worth = mind.score[route]
                if board.route_tunnel[route] and cost > 0.0:
                    worth *= 0.4  # no cards are left for the extra payment
                if worth > most:
                    most = worth
                    best = action
    return best_station if most_station > most else best


@kernel
def draw_best(board, state, seat, mind, style):
    """Draw the most useful card: face up, a face-up wild if worth two, or unseen. Works for both cards of a turn."""
    shown = best_shown(state, mind, NO_CARD)
    unseen = worth_of_unseen(board, state, seat, mind, style)
    first = unseen
    if shown != NO_CARD and mind.worth[state.display[shown]] > unseen:
        first = mind.worth[state.display[shown]]
    if state.phase != SECOND_CARD:
        second = best_shown(state, mind, shown) if first > unseen else shown
        after = unseen
        if second != NO_CARD and mind.worth[state.display[second]] > unseen:
            after = mind.worth[state.display[second]]
        for slot in range(DISPLAY):
            if state.display[slot] == WILD and style.wild_up * mind.worth[WILD] > first + after:
                return TAKE_CARD + WILD
    if first > unseen or (shown != NO_CARD and state.deck_count + state.discard_count == 0):
        return TAKE_CARD + int(state.display[shown])
    return DRAW_UNSEEN


@kernel
def _anything(board, state, seat, legal):
    """When no card can be drawn: the last listed claim, otherwise any legal action."""
    count = legal_actions(board, state, seat, legal, EVERYTHING)
    best = int(legal[0])
    for i in range(count):
        if DRAW_TICKETS < legal[i] < STATION:
            best = int(legal[i])
    return best


@kernel
def _wants_tickets(board, roads, state, seat, mind, ahead, style):
    """Whether another ticket is worth a turn; computed once per plan."""
    if mind.asked_tickets or ahead < style.ticket_ahead or int(state.unseen_tickets) + int(state.returned_tickets) == 0:
        return False
    mind.asked_tickets = 1
    if ahead < mind.plan_turns:
        return False
    worth = worth_of_drawing(board, roads, state, seat, mind, ahead, style)
    return style.ticket_share * worth > style.turn + style.ticket_gain


@kernel
def _take_turn(board, roads, state, seat, mind, legal, style):
    """Decide a whole turn: the last points, a station, tickets, a claim, or cards."""
    if not is_plan_good(board, state, seat, mind):
        make_plan(board, roads, state, seat, mind, style)
    count_wants(board, state, seat, mind, style)
    ahead = turns_ahead(state, seat, style)
    needed = _count_needed(state, seat, mind)
    if state.turns_left != NOT_YET:
        action = _last_move(board, roads, state, seat, mind, style)
        mind.is_made = 0
        if action != NO_ACTION:
            return action
    action = _claim_of_plan(board, state, seat, mind, needed, ahead, style)
    if needed == 0 or ahead <= ENDING:
        station = _station_of_plan(board, state, seat, mind)
        if station != NO_ACTION:
            mind.is_made = 0
            return station
    if needed == 0 and _wants_tickets(board, roads, state, seat, mind, ahead, style):
        return DRAW_TICKETS
    if action == NO_ACTION and needed == 0 and state.trains[seat] <= style.close:
        action = _claim_to_close(board, state, seat, mind, style)
    if action != NO_ACTION:
        return action
    if not can_draw(state):
        return _anything(board, state, seat, legal)
    return draw_best(board, state, seat, mind, style)


@kernel
def decide(board, roads, state, seat, mind, legal, style):
    """The action of `seat`, whose turn it is."""
    phase = int(state.phase)
    if style.fresh > 0.0:
        mind.is_made = 0
    if phase == CHOOSING_START:
        return keep_at_start(board, roads, state, seat, mind, style)
    if phase == CHOOSING_TICKETS:
        return keep_drawn(board, roads, state, seat, mind, style)
    if phase == IN_TUNNEL:
        return pay_tunnel(state, seat)
    if phase == SECOND_CARD:
        if not is_plan_good(board, state, seat, mind):
            make_plan(board, roads, state, seat, mind, style)
        count_wants(board, state, seat, mind, style)
        return draw_best(board, state, seat, mind, style)
    return _take_turn(board, roads, state, seat, mind, legal, style)
