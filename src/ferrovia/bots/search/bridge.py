"""The doors from Python into the bots' kernels: arrays instead of records, which cost less to pass."""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.bots.search.candidates import find_candidates
from ferrovia.bots.search.worlds import find_beliefs
from ferrovia.engine import kernel


@kernel
def decide_once(boards, roads, views, seat, minds, legal, styles):
    """What the policy does in a view, with nothing remembered."""
    minds[seat].is_made = 0
    return decide(boards[0], roads[0], views[0], seat, minds[seat], legal, styles[seat])


@kernel
def list_candidates(boards, roads, views, seat, minds, legal, styles, actions, claims, stations):
    """The actions worth a thought in a view; see `candidates`."""
    return find_candidates(
        boards[0], roads[0], views[0], seat, minds[seat], legal, styles[seat], actions, claims, stations
    )


@kernel
def list_beliefs(boards, roads, views, seat, seen, minds, beliefs):
    """How well tickets fit what others built; see `worlds`."""
    find_beliefs(boards[0], roads[0], views[0], seat, seen, minds[seat], beliefs)
