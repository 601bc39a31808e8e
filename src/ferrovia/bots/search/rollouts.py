"""Trying candidate actions in worlds imagined from a view: each is played on by the policy, in the same worlds.

Values are written by world and candidate, so that sums can be taken in one order whatever the number of threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ferrovia.bots.search.imagined_games import play_on
from ferrovia.bots.search.worlds import imagine_world
from ferrovia.engine import apply, kernel, score
from ferrovia.engine.state import OVER

# columns of a value
WIN = 0  # 1, or a share of it among several winners
MARGIN = 1  # points ahead of the best other seat
VALUE_COLUMNS = 2


class Question(NamedTuple):
    """A question about a position: the view of a seat, its candidates, and where their values go."""

    views: Any
    seat: int
    seen: Any
    beliefs: Any  # how well tickets fit what others built
    key: Any  # of the worlds
    actions: Any  # the candidates
    alive: Any  # those that are still tried
    values: Any  # by world, candidate and column


@kernel
def write_result(sheet, players, seat, value):
    """The value of a finished game."""
    winners = 0
    best_other = -1000
    for other in range(players):
        if sheet.rank[other] == 0:
            winners += 1
        if other != seat and sheet.total[other] > best_other:
            best_other = int(sheet.total[other])
    value[WIN] = 1.0 / winners if sheet.rank[seat] == 0 else 0.0
    value[MARGIN] = int(sheet.total[seat]) - best_other


@kernel
def imagine(bench, question, number):
    """Imagine world `number` into states[1]."""
    bench.states[1] = question.views[0]
    imagine_world(
        bench.boards[0],
        question.views[0],
        question.seat,
        question.seen,
        question.beliefs,
        question.key,
        number,
        bench.states[1],
        bench.works[0],
    )


@kernel
def try_actions(bench, question, first, last, turns, leaves, places):
    """Try every candidate that is alive in worlds first, ..., last - 1, for some turns of the seat's own.

    Games that end by then are valued at once: values[world, candidate, column]. The others stay in `leaves`, to be
    judged, with world and candidate in `places`. Returns how many.
    """
    board, state, sheet = bench.boards[0], bench.states[0], bench.sheets[0]
    count = 0
    for number in range(first, last):
        imagine(bench, question, number)
        for i in range(question.actions.shape[0]):
            if question.alive[i]:
                bench.states[0] = bench.states[1]
                apply(board, state, question.seat, int(question.actions[i]), None, None)
                play_on(bench, state, question.seat, turns)
                if state.phase == OVER:
                    score(board, state, sheet, bench.scratches[0])
                    write_result(sheet, int(state.players), question.seat, question.values[number, i])
                else:
                    leaves[count] = state
                    places[count, 0] = number
                    places[count, 1] = i
                    count += 1
    return count
