"""Many imagined games at once, for a policy that chooses for all of them together."""

from __future__ import annotations

from ferrovia.bots.search.imagined_games import play_others
from ferrovia.bots.search.rollouts import imagine, write_result
from ferrovia.engine import apply, kernel, next_to_act, score
from ferrovia.engine.state import OVER, TURN

# columns of a place
WORLD = 0
CANDIDATE = 1
TURNS_LEFT = 2  # of the seat's own, until the position is judged
PLACE_COLUMNS = 3


@kernel
def begin_games(bench, question, first, last, turns, states, places):
    """Begin a game with every candidate that is alive in worlds first, ..., last - 1. Returns how many games there are.

    Each is to be followed for some turns of the seat's own.
    """
    count = 0
    for number in range(first, last):
        imagine(bench, question, number)
        for i in range(question.actions.shape[0]):
            if question.alive[i]:
                states[count] = bench.states[1]
                apply(bench.boards[0], states[count], question.seat, int(question.actions[i]), None, None)
                places[count, WORLD] = number
                places[count, CANDIDATE] = i
                places[count, TURNS_LEFT] = turns
                count += 1
    return count


@kernel
def settle_games(bench, question, count, states, places, seats, light_rivals, found, leaves, leaf_places):
    """Write the values of the games that are over, and move those that have been followed far enough to `leaves`.

    With `light_rivals` the light policy first plays the other seats. The games that go on close ranks, in order, and
    get their seat to act. Returns how many go on, and how many leaves there are; `found` were there before.
    """
    left = 0
    for i in range(count):
        if light_rivals:
            play_others(bench, states[i], question.seat)
        if states[i].phase == OVER:
            score(bench.boards[0], states[i], bench.sheets[0], bench.scratches[0])
            value = question.values[places[i, WORLD], places[i, CANDIDATE]]
            write_result(bench.sheets[0], int(states[i].players), question.seat, value)
            continue
        actor = next_to_act(states[i])
        if actor == question.seat and states[i].phase == TURN:
            places[i, TURNS_LEFT] -= 1
            if places[i, TURNS_LEFT] == 0:
                leaves[found] = states[i]
                leaf_places[found] = places[i]
                found += 1
                continue
        if left < i:
            states[left] = states[i]
            places[left] = places[i]
        seats[left] = actor
        left += 1
    return left, found


@kernel
def act_in_games(bench, count, states, seats, codes):
    """Play the action with codes[i] in each game."""
    for i in range(count):
        apply(bench.boards[0], states[i], int(seats[i]), int(codes[i]), None, None)
