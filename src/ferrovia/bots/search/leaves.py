"""Trying candidate actions for some turns only: where a game is not over by then, the position is left to be judged.

The same worlds as in `rollouts`, so that a candidate's value does not depend on what the others met.
"""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.bots.search.rollouts import _write_result
from ferrovia.bots.search.worlds import imagine_world
from ferrovia.engine import apply, kernel, next_to_act, score
from ferrovia.engine.state import MAX_PLAYERS, OVER, TURN


@kernel
def play_turns(board, roads, state, seat, turns, minds, styles, legal, notes, script):
    """Play on by the policy until the seat begins its turn for the `turns`-th time, or to the end of the game."""
    for other in range(MAX_PLAYERS):
        minds[other].is_made = 0
    while state.phase != OVER:
        actor = next_to_act(state)
        if actor == seat and state.phase == TURN:
            turns -= 1
            if turns <= 0:
                return
        action = decide(board, roads, state, actor, minds[actor], legal, styles[actor])
        apply(board, state, actor, action, notes, script)


@kernel
def grow_leaves(
    boards,
    roads,
    views,
    seat,
    seen,
    beliefs,
    key,
    first,
    last,
    actions,
    alive,
    turns,
    states,
    minds,
    styles,
    legal,
    sheets,
    scratches,
    works,
    notes,
    script,
    values,
    leaves,
    places,
):
    """Try every candidate that is alive in worlds first, ..., last - 1. Games that end are valued at once.

    The others stay in `leaves`, with world and candidate in `places`. Returns how many.
    """
    board = boards[0]
    count = 0
    for number in range(first, last):
        states[1] = views[0]
        imagine_world(board, views[0], seat, seen, beliefs, key, number, states[1], works[0])
        for i in range(actions.shape[0]):
            if alive[i]:
                states[0] = states[1]
                apply(board, states[0], seat, int(actions[i]), notes, script)
                play_turns(board, roads[0], states[0], seat, turns, minds, styles, legal, notes, script)
                if states[0].phase == OVER:
                    score(board, states[0], sheets[0], scratches[0])
                    _write_result(sheets[0], int(states[0].players), seat, values[number, i])
                else:
                    leaves[count] = states[0]
                    places[count, 0] = number
                    places[count, 1] = i
                    count += 1
    return count
