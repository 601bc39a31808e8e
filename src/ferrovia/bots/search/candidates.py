"""Candidate actions for the search: the policy's own first, then claims, draws, tickets and stations."""

from __future__ import annotations

from ferrovia.bots.planner.card_needs import count_wants, pay_route
from ferrovia.bots.planner.plan import make_plan
from ferrovia.bots.planner.policy import decide, station_code
from ferrovia.bots.planner.style import BLOCKED, NO_ACTION, NOT_PLANNED
from ferrovia.engine import kernel, legal_actions
from ferrovia.engine.state import CLAIM, EVERYTHING, NOBODY, TURN


@kernel
def _add(actions, count, action):
    """Add an action that is not yet listed, if there is room."""
    if action == NO_ACTION or count == actions.shape[0]:
        return count
    for i in range(count):
        if actions[i] == action:
            return count
    actions[count] = action
    return count + 1


@kernel
def _add_claims(board, state, seat, mind, actions, count, room, style):
    """Add the most promising claims, one payment per route: planned ones first, then by points per turn."""
    end = min(count + room, actions.shape[0])
    for route in range(board.routes):
        mind.turns[route] = -1.0
        if state.owner[route] == NOBODY and mind.full_price[route] < BLOCKED:
            action, cost = pay_route(board, state, seat, mind, route, 0, style)
            if action != NO_ACTION:
                planned = 20.0 if mind.role[route] != NOT_PLANNED else 0.0
                mind.turns[route] = 100.0 + planned + mind.score[route] - cost
    while count < end:
        best = -1
        most = 0.0
        for route in range(board.routes):
            if mind.turns[route] > most:
                most = mind.turns[route]
                best = route
        if best < 0:
            return count
        mind.turns[best] = -1.0
        action, _cost = pay_route(board, state, seat, mind, best, 0, style)
        count = _add(actions, count, action)
    return count


@kernel
def _add_stations(board, state, seat, mind, actions, count, room):
    """Add stations at the ends of opponents' routes that would connect something new, own ticket cities first."""
    end = min(count + room, actions.shape[0])
    for goal in range(int(mind.goal_count)):
        for side in range(2):
            city = int(mind.goal_from[goal]) if side == 0 else int(mind.goal_to[goal])
            if count < end and mind.touched[city] == 0:
                count = _add(actions, count, station_code(board, state, seat, mind, city))
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if state.owner[route] != NOBODY and state.owner[route] != seat:
            for side in range(2):
                city = int(board.route_from[route]) if side == 0 else int(board.route_to[route])
                if count < end:
                    count = _add(actions, count, station_code(board, state, seat, mind, city))
    return count


@kernel
def find_candidates(board, roads, state, seat, mind, legal, style, actions, claims, stations):
    """Write the candidates into `actions`, the policy's own first; return their number."""
    mind.is_made = 0
    count = _add(actions, 0, decide(board, roads, state, seat, mind, legal, style))
    if state.phase == TURN:
        make_plan(board, roads, state, seat, mind, style)
        count_wants(board, state, seat, mind, style)
        count = _add_claims(board, state, seat, mind, actions, count, claims, style)
        if stations > 0:
            count = _add_stations(board, state, seat, mind, actions, count, stations)
    listed = legal_actions(board, state, seat, legal, EVERYTHING)
    for i in range(listed):
        action = int(legal[i])
        if action < CLAIM:  # everything except claims and stations
            count = _add(actions, count, action)
    return count
