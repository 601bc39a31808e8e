"""Trying candidate actions in worlds redealt from a view: each is played on by the policy, in the same worlds.

Values are written by world and candidate, so that sums can be taken in one order whatever the number of threads.
"""

from __future__ import annotations

from ferrovia.bots.kernels.games import play_on
from ferrovia.bots.kernels.judge import judge, turns_to_the_end
from ferrovia.bots.kernels.rivals import price_in_trains
from ferrovia.bots.kernels.roads import find_way
from ferrovia.engine.hidden import redeal
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import OVER
from ferrovia.engine.rules import apply
from ferrovia.engine.scoring import score

# columns of a value
WIN = 0  # 1, or a share of it among several winners
MARGIN = 1  # points ahead of the best other seat
VALUE_COLUMNS = 2

TRIES = 4  # worlds of which one is picked by how well the others' tickets fit what they built
FIT_OF_A_STRANGE_TICKET = 0.15  # nobody builds for all tickets at once
DOUBT_BY_TRAIN = 0.12  # how fast a ticket's fit falls with the trains it lacks
MOST_TRAINS = 40.0  # lacking; a ticket that can't be joined counts as this far
DOUBT = 6.0  # points by which the judge's margins are off in the last turn ...
DOUBT_BY_TURN = 0.8  # ... and for every turn ahead


@kernel
def _fit_of(board, roads, state, seat, mind):
    """How well a seat's tickets in this world explain its routes: near 1 for tickets that it has begun to join."""
    fit = 1.0
    price_in_trains(board, state, seat, mind)
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            missing = find_way(board, roads, mind, int(board.ticket_from[ticket]), int(board.ticket_to[ticket]))
            fit *= FIT_OF_A_STRANGE_TICKET + 1.0 / (1.0 + DOUBT_BY_TRAIN * min(missing, MOST_TRAINS))
    return fit


@kernel
def _pick(fits, tries, dice):
    """One of the tries, each as likely as it fits; dice is a number from 0 to 1."""
    total = 0.0
    for i in range(tries):
        total += fits[i]
    rest = dice * total
    for i in range(tries - 1):
        rest -= fits[i]
        if rest < 0.0:
            return i
    return tries - 1


@kernel
def imagine_world(board, roads, view, seat, seen, key, number, world, mind, work, fits):
    """World `number` of a view: one of several redeals, each as likely as the others' tickets fit what they built."""
    for i in range(TRIES):
        world[0] = view
        is_possible = redeal(board, view, seat, seen, key, number * TRIES + i, world[0], work)
        fits[i] = 1.0 if is_possible else 0.0
        for other in range(view.players):
            if other != seat:
                fits[i] *= _fit_of(board, roads, world[0], other, mind)
    dice = ((number * 2654435761) & 0xFFFFFFFF) / 4294967296.0
    chosen = _pick(fits, TRIES, dice)
    if chosen != TRIES - 1:
        world[0] = view
        redeal(board, view, seat, seen, key, number * TRIES + chosen, world[0], work)


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
def _write_estimate(totals, players, seat, doubt, value):
    """The value of a position by the judge's totals; `doubt` is how far their margins are off, one way or the other."""
    best_other = -1000.0
    win = 1.0
    for other in range(players):
        if other != seat:
            lead = (totals[seat] - totals[other]) / doubt
            win *= 0.5 + 0.5 * lead / (1.0 + abs(lead))
            best_other = max(best_other, totals[other])
    value[WIN] = win
    value[MARGIN] = totals[seat] - best_other


@kernel
def try_actions(
    boards,
    roads,
    views,
    seat,
    seen,
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
    fits,
    weights,
    features,
    totals,
    horizon,
    notes,
    script,
    values,
):
    """Try every candidate that is alive in worlds first, ..., last - 1. values[world, candidate, column].

    It is played on by the policy for `horizon` turns of each seat; then the judge says what it is worth.
    """
    board = boards[0]
    for number in range(first, last):
        imagine_world(board, roads[0], views[0], seat, seen, key, number, states[1:2], minds[0], works[0], fits)
        for i in range(actions.shape[0]):
            if alive[i]:
                states[0] = states[1]
                apply(board, states[0], seat, int(actions[i]), notes, script)
                players = int(states[0].players)
                until = int(states[1].turns) + horizon * players
                play_on(board, roads[0], states[0], minds, styles, legal, until, notes, script)
                if states[0].phase == OVER:
                    score(board, states[0], sheets[0], scratches[0])
                    _write_result(sheets[0], players, seat, values[number, i])
                else:
                    judge(board, roads[0], states[0], minds, styles, sheets[0], scratches[0], weights, features, totals)
                    doubt = DOUBT + DOUBT_BY_TURN * turns_to_the_end(states[0])
                    _write_estimate(totals, players, seat, doubt, values[number, i])
