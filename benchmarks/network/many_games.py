"""Many imagined games at once, for a policy that chooses for all of them together."""

from __future__ import annotations

from ferrovia.bots.search.rollouts import imagine, write_result
from ferrovia.engine import apply, kernel, next_to_act, score
from ferrovia.engine.state import OVER


@kernel
def begin_games(bench, question, first, last, states, places):
    """Begin a game with every candidate that is alive in worlds first, ..., last - 1.

    Writes the world and the candidate of each game into `places`. Returns how many games there are.
    """
    count = 0
    for number in range(first, last):
        imagine(bench, question, number)
        for i in range(question.actions.shape[0]):
            if question.alive[i]:
                states[count] = bench.states[1]
                apply(bench.boards[0], states[count], question.seat, int(question.actions[i]), None, None)
                places[count, 0] = number
                places[count, 1] = i
                count += 1
    return count


@kernel
def settle_games(bench, question, count, states, places, seats):
    """Write the values of the games that are over. Those that go on close ranks, in order, and get their seat to act.

    Returns how many go on.
    """
    board, sheet = bench.boards[0], bench.sheets[0]
    left = 0
    for i in range(count):
        if states[i].phase == OVER:
            score(board, states[i], sheet, bench.scratches[0])
            value = question.values[places[i, 0], places[i, 1]]
            write_result(sheet, int(states[i].players), question.seat, value)
            continue
        if left < i:
            states[left] = states[i]
            places[left] = places[i]
        seats[left] = next_to_act(states[left])
        left += 1
    return left


@kernel
def act_in_games(bench, count, states, seats, codes):
    for i in range(count):
        apply(bench.boards[0], states[i], int(seats[i]), int(codes[i]), None, None)
