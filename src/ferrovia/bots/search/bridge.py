"""The bridge from Python into the bots' kernels: takes arrays, which cost less to pass than records."""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.bots.search.candidates import find_candidates
from ferrovia.bots.search.worlds import find_beliefs
from ferrovia.engine import kernel


@kernel
def decide_once(boards, roads, views, seat, minds, legal, styles):
    """The policy's action in a view, with an empty memory."""
    minds[seat].is_made = 0
    return decide(boards[0], roads[0], views[0], seat, minds[seat], legal, styles[seat])


@kernel
def list_candidates(boards, roads, views, seat, minds, legal, styles, actions, claims, stations):
    """The candidate actions in a view; see `candidates`."""
    return find_candidates(
        boards[0], roads[0], views[0], seat, minds[seat], legal, styles[seat], actions, claims, stations
    )


@kernel
def list_beliefs(boards, roads, views, seat, seen, minds, beliefs):
    """The fit of every ticket to the opponents' routes; see `worlds`."""
    find_beliefs(boards[0], roads[0], views[0], seat, seen, minds[seat], beliefs)
