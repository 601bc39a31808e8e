"""Compiled loops over many games of the policy, for tests that look at every decision. Not shipped."""

from __future__ import annotations

from ferrovia.bots.planner.policy import decide
from ferrovia.engine.compilation.jit import kernel
from ferrovia.engine.knowledge.redeal import conceal, redeal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.loops import next_to_act
from ferrovia.engine.rules import apply
from ferrovia.engine.scoring import score
from ferrovia.engine.setup import set_up
from ferrovia.engine.state import EVERYTHING, MAX_PLAYERS, NOT_YET, OVER, TURN

# what is counted
DECISIONS = 0
UNLISTED = 1  # decisions that are not among the legal actions
COMPARED = 2
CONCEALED_DIFFERS = 3  # decisions that change when the real state is taken away
REDEALT_DIFFERS = 4  # decisions that change in another world
LAST_MOVES = 5
LAST_MOVES_BEST = 6  # those that no other action beats
POINTS_MISSED = 7  # by the others, in sum
COUNTS = 8

REAL = 0  # the state in play
VIEW = 1
WORLD = 2
TRIED = 3
STATES = 4


@kernel
def _is_listed(board, state, seat, action, legal):
    for i in range(legal_actions(board, state, seat, legal, EVERYTHING)):
        if legal[i] == action:
            return True
    return False


@kernel
def _decide_anew(board, roads, state, seat, mind, legal, style):
    mind.is_made = 0
    return decide(board, roads, state, seat, mind, legal, style)


@kernel
def _compare(board, roads, states, seat, mind, legal, style, seen, works, key, number, counts):
    """The same decision in the real state, in what the seat knows of it, and in a world dealt from that."""
    real = _decide_anew(board, roads, states[REAL], seat, mind, legal, style)
    states[VIEW] = states[REAL]
    conceal(board, states[VIEW], seat, seen, works[0])
    states[WORLD] = states[VIEW]
    redeal(board, states[VIEW], seat, seen, key, number, states[WORLD], works[0])
    counts[COMPARED] += 1
    if _decide_anew(board, roads, states[VIEW], seat, mind, legal, style) != real:
        counts[CONCEALED_DIFFERS] += 1
    if _decide_anew(board, roads, states[WORLD], seat, mind, legal, style) != real:
        counts[REDEALT_DIFFERS] += 1


@kernel
def _points(board, state, seat, sheet, scratch):
    """What a seat has without the bonuses that depend on others."""
    score(board, state, sheet, scratch)
    tickets = int(sheet.tickets_won[seat]) - int(sheet.tickets_lost[seat])
    return int(sheet.routes[seat]) + tickets + int(sheet.attractions[seat]) + int(sheet.stations_unused[seat])


@kernel
def _judge_last_move(board, states, seat, action, legal, sheet, scratch, notes, script, counts):
    """Hold the last move against all that could have been done."""
    states[TRIED] = states[REAL]
    apply(board, states[TRIED], seat, action, notes, script)
    got = _points(board, states[TRIED], seat, sheet, scratch)
    most = got
    for i in range(legal_actions(board, states[REAL], seat, legal, EVERYTHING)):
        states[TRIED] = states[REAL]
        apply(board, states[TRIED], seat, int(legal[i]), notes, script)
        most = max(most, _points(board, states[TRIED], seat, sheet, scratch))
    counts[LAST_MOVES] += 1
    if got == most:
        counts[LAST_MOVES_BEST] += 1
    counts[POINTS_MISSED] += most - got


@kernel
def watch_games(
    boards, roads, states, minds, spares, styles, legal, sheets, scratches, seen, works, notes, script, key, games,
    players, every, judge_last, counts,
):  # fmt: skip
    """Play games and look at the decisions: all of them, one in `every` in other worlds, and the last if asked."""
    board = boards[0]
    state = states[REAL]
    for game in range(games):
        set_up(board, state, players, game % players, key, game, notes, script)
        for seat in range(MAX_PLAYERS):
            minds[seat].is_made = 0
        while state.phase != OVER:
            seat = next_to_act(state)
            counts[DECISIONS] += 1
            action = decide(board, roads[0], state, seat, minds[seat], legal, styles[seat])
            if not _is_listed(board, state, seat, action, legal):
                counts[UNLISTED] += 1
                action = int(legal[0])
            number = int(counts[DECISIONS])
            if every > 0 and number % every == 0:
                _compare(
                    board, roads[0], states, seat, spares[0], legal, styles[seat], seen, works, key, number, counts
                )
            if judge_last and state.phase == TURN and state.turns_left != NOT_YET:
                _judge_last_move(board, states, seat, action, legal, sheets[0], scratches[0], notes, script, counts)
            apply(board, state, seat, action, notes, script)
