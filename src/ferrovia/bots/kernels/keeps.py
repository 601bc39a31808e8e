"""Which tickets to keep: at the start all choices against each other, later one ticket after the other."""

from __future__ import annotations

from ferrovia.bots.kernels.plans import (
    add_ticket,
    collect_goals,
    plan_goals,
    sort_goals,
    turns_ahead,
)
from ferrovia.bots.kernels.roads import price_routes
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import KEEP_TICKETS


@kernel
def _bits(mask):
    bits = 0
    while mask > 0:
        bits += mask & 1
        mask >>= 1
    return bits


@kernel
def _add_offered(board, state, seat, mind, mask):
    for i in range(int(state.offer_count[seat])):
        if (mask >> i) & 1:
            add_ticket(board, mind, int(state.offer[seat, i]))


@kernel
def keep_at_start(board, roads, state, seat, mind, style):
    """Plan every legal choice and keep the one with the best plan."""
    offered = int(state.offer_count[seat])
    ahead = turns_ahead(state, seat, style)
    price_routes(board, state, seat, mind, style)
    best = (1 << offered) - 1
    most = -1e9
    for mask in range(1, 1 << offered):
        kept = _bits(mask)
        if kept < board.start_keep:
            continue
        collect_goals(board, state, seat, mind)
        _add_offered(board, state, seat, mind, mask)
        sort_goals(mind)
        plan_goals(board, roads, state, seat, mind, ahead, style)
        value = mind.value - style.keep_more * kept
        if value > most:
            most = value
            best = mask
    mind.is_made = 0
    return KEEP_TICKETS + best


@kernel
def keep_drawn(board, roads, state, seat, mind, style):
    """Plan the held tickets with every legal choice of the offered ones, and keep the one with the best plan."""
    ahead = turns_ahead(state, seat, style) - 1.0
    price_routes(board, state, seat, mind, style)
    offered = int(state.offer_count[seat])
    least = min(int(board.draw_keep), offered)
    best = 0
    most = -1e9
    for mask in range(1, 1 << offered):
        kept = _bits(mask)
        if kept < least:
            continue
        collect_goals(board, state, seat, mind)
        _add_offered(board, state, seat, mind, mask)
        sort_goals(mind)
        plan_goals(board, roads, state, seat, mind, ahead, style)
        if mind.value > most:
            most = mind.value
            best = mask
    mind.is_made = 0
    return KEEP_TICKETS + best
