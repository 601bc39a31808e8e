"""Trying candidate actions in worlds imagined from a view: each is played to the end by the policy, in the same worlds.

Values are written by world and candidate, so that sums can be taken in one order whatever the number of threads.
"""

from __future__ import annotations

from ferrovia.bots.search.imagined_games import play_on
from ferrovia.bots.search.worlds import imagine_world
from ferrovia.engine import apply, kernel, score

# columns of a value
WIN = 0  # 1, or a share of it among several winners
MARGIN = 1  # points ahead of the best other seat
VALUE_COLUMNS = 2


@kernel
def _write_result(sheet, players, seat, value):
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
def try_actions(
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
):
    """Try every candidate that is alive in worlds first, ..., last - 1. values[world, candidate, column]."""
    board = boards[0]
    for number in range(first, last):
        states[1] = views[0]
        imagine_world(board, views[0], seat, seen, beliefs, key, number, states[1], works[0])
        for i in range(actions.shape[0]):
            if alive[i]:
                states[0] = states[1]
                apply(board, states[0], seat, int(actions[i]), notes, script)
                play_on(board, roads[0], states[0], minds, styles, legal, notes, script)
                score(board, states[0], sheets[0], scratches[0])
                _write_result(sheets[0], int(states[0].players), seat, values[number, i])
