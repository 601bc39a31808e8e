"""Fillers: routes for the trains that tickets do not need, paid with the cards that tickets leave."""

from __future__ import annotations

from ferrovia.bots.planner.card_needs import ask_route, most_lacked, set_aside
from ferrovia.bots.planner.style import BLOCKED, FILLER, MAX_PLAN, NOT_PLANNED
from ferrovia.engine import kernel
from ferrovia.engine.state import ANY_COLOR, NO_ROUTE, NOBODY, WILD


@kernel
def _best_rest(board, mind, route):
    """The colour to pay for a route: its own, or the one with most cards left."""
    color = int(board.route_color[route])
    if color != ANY_COLOR:
        return color
    best = 1
    for other in range(2, board.colors + 1):
        if mind.rest[other] > mind.rest[best]:
            best = other
    return best


@kernel
def _filler_turns(board, mind, route, color, most, style):
    """Turns to claim a route with the cards that tickets leave; `most` cards of some colour are missing anyway."""
    ferry = int(board.route_ferry[route])
    count = int(board.route_length[route]) - ferry
    held = max(min(int(mind.rest[color]), count), 0)
    turns = 1.0 + style.filler_held * held + style.filler_missing * (count - held)
    turns += style.single * max(mind.lacking[color] + mind.filling[color] + (count - held) - most, 0.0)
    if ferry > 0:
        wilds = max(min(int(mind.rest[WILD]), ferry), 0)
        turns += style.filler_held * wilds + style.ferry_wild * (ferry - wilds)
    if board.route_tunnel[route]:
        turns += style.tunnel
    return turns


@kernel
def _filler_worth(board, mind, route, turns, style):
    """The value of a free route beyond its turns: points, a longer network, and denying it to opponents."""
    worth = mind.score[route] - style.filler_turn * turns + style.block * mind.wanted[route]
    if board.longest_path_points > 0:
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if mind.touched[a] != mind.touched[b]:
            worth += style.longest
    return worth


@kernel
def _may_fill(board, state, mind, route, trains):
    """Whether a route is free, short enough, and neither planned nor the twin of a planned one."""
    if mind.role[route] != NOT_PLANNED or mind.full_price[route] >= BLOCKED or state.owner[route] != NOBODY:
        return False
    twin = int(board.route_twin[route])
    return int(board.route_length[route]) <= trains and (twin < 0 or mind.role[twin] == NOT_PLANNED)


@kernel
def _take_filler(board, mind, route, color):
    """Add a route to the plan and set its cards aside."""
    mind.plan[mind.plan_count] = route
    mind.plan_count += 1
    mind.role[route] = FILLER
    ask_route(board, mind, mind.filling, route, color)
    mind.rest[WILD] -= min(max(int(mind.rest[WILD]), 0), int(board.route_ferry[route]))


@kernel
def plan_fillers(board, state, seat, mind, ahead, style):
    """Add fillers to a plan, best first, each with the cards that the earlier ones leave."""
    trains = float(state.trains[seat]) - mind.plan_trains
    if mind.open_goals > 0:
        trains -= style.reserve
    left = ahead + style.slack - mind.plan_turns
    set_aside(board, state, seat, mind, style)
    mind.rest[WILD] -= int(mind.lacking[WILD])
    while mind.plan_count < MAX_PLAN:
        best = NO_ROUTE
        worth_of_best = style.filler_bar if mind.plan_count > 0 else -BLOCKED  # a poor aim is better than none
        most = most_lacked(board, mind)
        for route in range(board.routes):
            if _may_fill(board, state, mind, route, trains):
                turns = _filler_turns(board, mind, route, _best_rest(board, mind, route), most, style)
                worth = _filler_worth(board, mind, route, turns, style)
                if turns <= left and worth > worth_of_best:
                    best = route
                    worth_of_best = worth
        if best == NO_ROUTE:
            return
        color = _best_rest(board, mind, best)
        trains -= int(board.route_length[best])
        left -= _filler_turns(board, mind, best, color, most, style)
        _take_filler(board, mind, best, color)
