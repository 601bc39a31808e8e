"""Whole games, or the rest of a game, played by the policy with a mind per seat."""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.engine import apply, kernel, next_to_act, score, set_up
from ferrovia.engine.state import MAX_PLAYERS, OVER, TURN

TO_THE_END = 1 << 30  # turns, which no game has

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
def _clear_minds(bench):
    for seat in range(MAX_PLAYERS):
        bench.minds[seat].is_made = 0


@kernel
def _act(bench, state, seat):
    mind, style = bench.minds[seat], bench.styles[seat]
    action = decide(bench.boards[0], bench.roads[0], state, seat, mind, bench.legal, style)
    apply(bench.boards[0], state, seat, action, None, None)


@kernel
def play_on(bench, state, seat, turns):
    """Play until the seat begins its turn for the `turns`-th time, or to the end; each seat has a style of its own.

    Returns the number of decisions.
    """
    _clear_minds(bench)
    decisions = 0
    while state.phase != OVER:
        actor = next_to_act(state)
        if actor == seat and state.phase == TURN:
            turns -= 1
            if turns <= 0:
                break
        _act(bench, state, actor)
        decisions += 1
    return decisions


@kernel
def play_others(bench, state, seat):
    """Play the other seats until this one is to act, or to the end."""
    _clear_minds(bench)
    while state.phase != OVER:
        actor = next_to_act(state)
        if actor == seat:
            break
        _act(bench, state, actor)


@kernel
def play_games(bench, key, first, players, results):
    """Play results.shape[0] games, numbered from `first`; seat 0 starts. Fills results[game, seat, column]."""
    board, state, sheet = bench.boards[0], bench.states[0], bench.sheets[0]
    decisions = 0
    for i in range(results.shape[0]):
        set_up(board, state, players, 0, key, first + i, None, None)
        decisions += play_on(bench, state, 0, TO_THE_END)
        score(board, state, sheet, bench.scratches[0])
        for seat in range(players):
            results[i, seat, TOTAL] = sheet.total[seat]
            results[i, seat, RANK] = sheet.rank[seat]
            results[i, seat, TURNS] = state.turns
            results[i, seat, KEPT] = state.tickets_held[seat]
            results[i, seat, COMPLETED] = sheet.tickets_completed[seat]
            results[i, seat, CARDS_LEFT] = state.hand_count[seat]
            results[i, seat, TRAINS_LEFT] = state.trains[seat]
    return decisions
