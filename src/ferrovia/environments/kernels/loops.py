"""Loops over many games: begin, step, score, begin anew, mask and observe, all into buffers of the caller.

Every loop works on the games `start` to `stop`, so that threads can share a batch; nothing is written outside.
"""

from __future__ import annotations

from ferrovia.engine import apply, inlined, kernel, next_to_act, roll, score, set_up
from ferrovia.engine.state import OVER, RANDOM_FIRST

from .masks import pick_allowed, write_mask
from .observe import observe, write_row
from .paths import refresh
from .rewards import write_rewards
from .sections import NO_STAMP

GAMES_AT_A_TIME = 32  # what they touch stays near the core from one thing to the next


@inlined
def _begin(board, state, graphs, players, key, stream):
    """Nobody asks what happened: the rules are compiled for it without notes and script."""
    set_up(board, state, players, RANDOM_FIRST, key, stream, None, None)
    for seat in range(players):
        graphs[seat].stamp = NO_STAMP


@kernel
def _show(
    boards, plans, states, graphs, searches, number_of, legal, seats, observations, masks, codes, start, stop
):  # fmt: skip
    """Whose turn it is, what that seat may know and do. In a game that is over nobody may do anything.

    One thing after the other for all games: the code for all of them together is too long for a core's fast memory.
    """
    board = boards[0]
    plan = plans[0]
    search = searches[0]
    for i in range(start, stop):
        if states[i].phase != OVER:
            seats[i] = next_to_act(states[i])
            refresh(board, plan, states[i], int(seats[i]), graphs[i, int(seats[i])], search)
    for i in range(start, stop):
        if states[i].phase != OVER:
            write_row(board, plan, states[i], int(seats[i]), graphs[i, int(seats[i])], observations[i])
    for i in range(start, stop):
        write_mask(board, plan, states[i], int(seats[i]), number_of, legal, masks[i], codes[i])


@kernel
def begin_games(
    boards, plans, states, graphs, searches, number_of, legal, key, streams, players,
    seats, observations, masks, codes, given, start, stop,
):  # fmt: skip
    """Set up the games with the streams given and show the first position of each."""
    for i in range(start, stop):
        _begin(boards[0], states[i], graphs[i], players, key, streams[i])
        for seat in range(players):
            given[i, seat] = 0.0
    _show(
        boards, plans, states, graphs, searches, number_of, legal, seats, observations, masks, codes, start, stop
    )  # fmt: skip


@kernel
def first_refused(actions, masks, start, stop):
    """The first game whose action its mask does not allow; `stop` if there is none."""
    for i in range(start, stop):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return stop


@kernel
def _act(
    boards, plans, states, graphs, sheets, scratches, code_of, key, streams, stride, again, actions, seats, codes,
    rewards, dones, totals, ranks, given, start, stop,
):  # fmt: skip
    """One action in each game. A game that ends is scored and, if `again`, the next one of its place begins at once."""
    board = boards[0]
    plan = plans[0]
    for i in range(start, stop):
        state = states[i]
        players = int(state.players)
        number = int(actions[i])
        code = int(codes[i, number]) if plan.fewest else int(code_of[number])
        apply(board, state, int(seats[i]), code, None, None)
        over = state.phase == OVER
        dones[i] = 1 if over else 0
        if over:
            score(board, state, sheets[0], scratches[0])
            for seat in range(players):
                totals[i, seat] = sheets[0].total[seat]
                ranks[i, seat] = sheets[0].rank[seat]
        write_rewards(plan, state, sheets[0], over, given[i], rewards[i])
        if over and again:
            streams[i] += stride
            _begin(board, state, graphs[i], players, key, streams[i])


@kernel
def step_games(
    boards, plans, states, graphs, searches, sheets, scratches, number_of, code_of, legal, key, streams, stride,
    again, actions, seats, observations, masks, codes, rewards, dones, totals, ranks, given, start, stop,
):  # fmt: skip
    """Act in each game and show what came of it, a few games at a time."""
    for first in range(start, stop, GAMES_AT_A_TIME):
        last = min(first + GAMES_AT_A_TIME, stop)
        _act(
            boards, plans, states, graphs, sheets, scratches, code_of, key, streams, stride, again, actions, seats,
            codes, rewards, dones, totals, ranks, given, first, last,
        )  # fmt: skip
        _show(
            boards, plans, states, graphs, searches, number_of, legal, seats, observations, masks, codes, first, last
        )  # fmt: skip


@kernel
def observe_seats(boards, plans, states, graphs, searches, seats, observations, start, stop):
    """What the given seat of each game may know, whoever's turn it is."""
    for i in range(start, stop):
        seat = int(seats[i])
        observe(boards[0], plans[0], states[i], seat, graphs[i, seat], searches[0], observations[i])


@kernel
def mask_seats(boards, plans, states, seats, number_of, legal, masks, codes, start, stop):
    """What the given seat of each game may do now."""
    for i in range(start, stop):
        write_mask(boards[0], plans[0], states[i], int(seats[i]), number_of, legal, masks[i], codes[i])


@kernel
def choose_at_random(masks, words, actions, start, stop):
    """An allowed action of each game; `words` are the dice of `engine.dice`, one a game."""
    for i in range(start, stop):
        words[i] = roll(int(words[i]))
        actions[i] = pick_allowed(masks[i], masks.shape[1], int(words[i]))


@kernel
def show_game(boards, plans, states, graphs, searches, number_of, legal, seats, i, observations, masks, codes):
    """Show a position that somebody put in place of game `i`; one that is over has no seat to act."""
    _show(
        boards, plans, states, graphs, searches, number_of, legal, seats, observations, masks, codes, i, i + 1
    )  # fmt: skip
