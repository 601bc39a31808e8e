"""Whole games and ends of games played by the policy, a mind for each seat."""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.engine import apply, kernel, next_to_act, score, set_up
from ferrovia.engine.state import MAX_PLAYERS, OVER

# columns of a result by seat
TOTAL = 0
RANK = 1
TURNS = 2
KEPT = 3
COMPLETED = 4
CARDS_LEFT = 5
TRAINS_LEFT = 6
RESULT_COLUMNS = 7


@kernel
def play_on(board, roads, state, minds, styles, legal, notes, script):
    """Play a state to its end, each seat by its own style. Returns the number of decisions."""
    for seat in range(MAX_PLAYERS):
        minds[seat].is_made = 0
    decisions = 0
    while state.phase != OVER:
        seat = next_to_act(state)
        action = decide(board, roads, state, seat, minds[seat], legal, styles[seat])
        apply(board, state, seat, action, notes, script)
        decisions += 1
    return decisions


@kernel
def play_games(
    boards, roads, states, minds, styles, sheets, scratches, legal, notes, script, key, first, players, results
):
    """Play results.shape[0] games, numbered from `first`; seat 0 begins. results[game, seat, column]."""
    state = states[0]
    sheet = sheets[0]
    decisions = 0
    for i in range(results.shape[0]):
        set_up(boards[0], state, players, 0, key, first + i, notes, script)
        decisions += play_on(boards[0], roads[0], state, minds, styles, legal, notes, script)
        score(boards[0], state, sheet, scratches[0])
        for seat in range(players):
            results[i, seat, TOTAL] = sheet.total[seat]
            results[i, seat, RANK] = sheet.rank[seat]
            results[i, seat, TURNS] = state.turns
            results[i, seat, KEPT] = state.tickets_held[seat]
            results[i, seat, COMPLETED] = sheet.tickets_completed[seat]
            results[i, seat, CARDS_LEFT] = state.hand_count[seat]
            results[i, seat, TRAINS_LEFT] = state.trains[seat]
    return decisions
