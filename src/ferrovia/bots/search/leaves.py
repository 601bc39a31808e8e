"""Trying candidate actions for some turns only: where a game is not over by then, the position is left to be judged.

The same worlds as in `rollouts`, so that a candidate's value does not depend on what the others met.
"""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.bots.search.rollouts import _write_result, imagine
from ferrovia.engine import apply, kernel, next_to_act, score
from ferrovia.engine.state import MAX_PLAYERS, OVER, TURN


@kernel
def play_turns(bench, state, seat, turns):
    """Play on by the policy until the seat begins its turn for the `turns`-th time, or to the end of the game."""
    for other in range(MAX_PLAYERS):
        bench.minds[other].is_made = 0
    while state.phase != OVER:
        actor = next_to_act(state)
        if actor == seat and state.phase == TURN:
            turns -= 1
            if turns <= 0:
                return
        mind, style = bench.minds[actor], bench.styles[actor]
        action = decide(bench.boards[0], bench.roads[0], state, actor, mind, bench.legal, style)
        apply(bench.boards[0], state, actor, action, None, None)


@kernel
def grow_leaves(bench, question, first, last, turns, leaves, places):
    """Try every candidate that is alive in worlds first, ..., last - 1. Games that end are valued at once.

    The others stay in `leaves`, with world and candidate in `places`. Returns how many.
    """
    board, state, sheet = bench.boards[0], bench.states[0], bench.sheets[0]
    count = 0
    for number in range(first, last):
        imagine(bench, question, number)
        for i in range(question.actions.shape[0]):
            if question.alive[i]:
                bench.states[0] = bench.states[1]
                apply(board, state, question.seat, int(question.actions[i]), None, None)
                play_turns(bench, state, question.seat, turns)
                if state.phase == OVER:
                    score(board, state, sheet, bench.scratches[0])
                    _write_result(sheet, int(state.players), question.seat, question.values[number, i])
                else:
                    leaves[count] = state
                    places[count, 0] = number
                    places[count, 1] = i
                    count += 1
    return count
