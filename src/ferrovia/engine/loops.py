"""Loops over many games: random play in batches, as fast as possible, on one core or (through `gpu`) on a GPU."""

from __future__ import annotations

from .audit import audit
from .compilation.jit import kernel
from .fast_random import face, roll, seed_dice
from .legal import may_act
from .rules import apply
from .sampling import count_actions, pick_action
from .scoring import score
from .setup import set_up
from .state import CHOOSING_START, MAX_PLAYERS, OVER, RANDOM_FIRST

# columns of an outcome: totals by seat, ranks by seat, then:
TURNS = 2 * MAX_PLAYERS
STEPS = TURNS + 1
LISTED = STEPS + 1  # legal actions listed in the whole game
FAULTS = LISTED + 1  # the failures that `audit` found in any position
ENDED_BY = FAULTS + 1
DIGEST = ENDED_BY + 1  # of all actions
FIRST = DIGEST + 1  # the seat that started
OUTCOME_COLUMNS = FIRST + 1

# options of `random_games`; combine by adding
NO_SCORES = 1
AUDIT = 2


@kernel
def next_to_act(state):
    """The seat to ask next: at the start the lowest one that has not chosen, otherwise the one whose turn it is."""
    if state.phase != CHOOSING_START:
        return int(state.turn)
    seat = 0
    while not may_act(state, seat):
        seat += 1
    return seat


@kernel
def mix(digest, value):
    """One step of a small checksum of plays, the same in every lane."""
    return ((digest ^ value) * 0x01000193 + 0x9E37) & 0xFFFFFFFF


@kernel
def random_game(board, state, word, marks, outcome, check):
    """Play a set-up state to its end, choosing uniformly from the full list of legal actions.

    The rules are compiled for it without notes and scripts.
    """
    steps = 0
    listed = 0
    faults = 0
    digest = 0x811C9DC5
    while state.phase != OVER:
        seat = next_to_act(state)
        count = count_actions(board, state, seat, marks)
        word = roll(word)
        action = pick_action(board, state, seat, marks, face(word, count))
        apply(board, state, seat, action, None, None)
        steps += 1
        listed += count
        digest = mix(digest, action)
        if check:
            faults |= audit(board, state)
    outcome[TURNS] = state.turns
    outcome[STEPS] = steps
    outcome[LISTED] = listed
    outcome[FAULTS] = faults
    outcome[ENDED_BY] = state.ended_by
    outcome[DIGEST] = digest
    outcome[FIRST] = state.first
    return steps


@kernel
def write_result(sheet, players, outcome):
    for seat in range(players):
        outcome[seat] = sheet.total[seat]
        outcome[MAX_PLAYERS + seat] = sheet.rank[seat]


@kernel
def random_games(boards, states, sheets, scratches, marks, key, first, players, seed, outcomes, options):
    """Play outcomes.shape[0] games, numbered from `first`: set-up, random play, final scores. Returns all steps.

    Options: NO_SCORES skips the final scores, AUDIT checks every position.
    """
    steps = 0
    state = states[0]
    for i in range(outcomes.shape[0]):
        number = first + i
        set_up(boards[0], state, players, RANDOM_FIRST, key, number, None, None)
        word = seed_dice(seed, number)
        steps += random_game(boards[0], state, word, marks, outcomes[i], options & AUDIT)
        if options & NO_SCORES == 0:
            score(boards[0], state, sheets[0], scratches[0])
            write_result(sheets[0], players, outcomes[i])
    return steps


@kernel
def copy_states(states, times):
    """Copy states[0] to the others in turn, `times` times: what a search pays for every world it starts."""
    for i in range(times):
        states[1 + i % (states.shape[0] - 1)] = states[0]
    return times
