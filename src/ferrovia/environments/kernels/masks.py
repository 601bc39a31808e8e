"""Which actions of the dense space a seat may take now, from the engine's own list of codes; one of them at random."""

from __future__ import annotations

from ferrovia.engine import face, kernel, legal_actions
from ferrovia.engine.state import EVERYTHING


@kernel
def pick_allowed(mask, actions, word):
    """A random action that the mask allows, uniform; 0 if it allows none. `word` is a roll of `engine.fast_random`."""
    allowed = 0
    for number in range(actions):
        allowed += int(mask[number])
    if allowed == 0:
        return 0
    wanted = face(word, allowed)
    number = -1
    while wanted >= 0:
        number += 1
        wanted -= int(mask[number])
    return number


@kernel
def write_mask(board, plan, state, seat, number_of, legal, mask, codes):
    """Write the mask of `seat`; return the number of allowed actions.

    If several payments share a number (`wilds="fewest"`), `codes` gets the one with the fewest wilds, which has the
    lowest code. The engine's list decides what is legal.
    """
    for number in range(plan.actions):
        mask[number] = 0
    listed = legal_actions(board, state, seat, legal, EVERYTHING)
    if plan.fewest == 0:
        for i in range(listed):
            mask[number_of[legal[i]]] = 1
        return listed
    allowed = 0
    for i in range(listed):
        code = int(legal[i])
        number = int(number_of[code])
        if mask[number] == 0:
            mask[number] = 1
            codes[number] = code
            allowed += 1
        elif code < codes[number]:
            codes[number] = code
    return allowed
