"""The choice of tickets: plan every legal selection and keep the one with the best plan."""

from __future__ import annotations

from ferrovia.bots.planner.plan import add_ticket, collect_goals, plan_goals, sort_goals, turns_before_others
from ferrovia.bots.planner.rival_goals import find_wanted
from ferrovia.bots.planner.route_costs import price_routes
from ferrovia.engine import count_bits, kernel
from ferrovia.engine.state import KEEP_TICKETS


@kernel
def _add_offered(board, state, seat, mind, mask):
    """Add the offered tickets of a choice as goals."""
    for i in range(int(state.offer_count[seat])):
        if (mask >> i) & 1:
            add_ticket(board, mind, int(state.offer[seat, i]))


@kernel
def _best_keep(board, roads, state, seat, mind, least, ahead, price, style):
    """Plan the held tickets with every legal choice of the offered ones, and keep the choice with the best plan."""
    offered = int(state.offer_count[seat])
    find_wanted(board, roads, state, seat, mind, style)
    price_routes(board, state, seat, mind, style)
    best = (1 << offered) - 1
    most = -1e9
    for mask in range(1, 1 << offered):
        kept = count_bits(mask)
        if kept < least:
            continue
        collect_goals(board, state, seat, mind)
        _add_offered(board, state, seat, mind, mask)
        sort_goals(mind)
        plan_goals(board, roads, state, seat, mind, ahead, style)
        value = mind.value - price * kept
        if value > most:
            most = value
            best = mask
    mind.is_made = 0
    return KEEP_TICKETS + best


@kernel
def keep_at_start(board, roads, state, seat, mind, style):
    """Chooses among the starting tickets."""
    ahead = turns_before_others(state, seat, style)
    return _best_keep(board, roads, state, seat, mind, int(board.start_keep), ahead, style.keep_more, style)


@kernel
def keep_drawn(board, roads, state, seat, mind, style):
    """Chooses among the drawn tickets; drawing took the turn."""
    least = min(int(board.draw_keep), int(state.offer_count[seat]))
    ahead = turns_before_others(state, seat, style) - 1.0
    return _best_keep(board, roads, state, seat, mind, least, ahead, 0.0, style)
