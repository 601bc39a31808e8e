"""Loops over many games: start, step, score, restart, mask and observe, all into the caller's buffers.

Every loop works on games `start` to `stop` and writes nothing outside, so that threads can share a batch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ferrovia.engine import apply, inlined, kernel, next_to_act, roll, score, set_up
from ferrovia.engine.state import OVER, RANDOM_FIRST

from .masks import pick_allowed, write_mask
from .observe import observe, write_row
from .paths import refresh
from .prices import find_open
from .rewards import write_rewards
from .sections import NO_STAMP

STOP = 0  # in place of a stride: a finished game stays finished
GAMES_AT_A_TIME = 32  # few enough that their data stays in the cache from one loop to the next


class Games(NamedTuple):
    """A batch of games: arrays with one row per game, the board with its plan and action space, and the key."""

    boards: Any
    plans: Any
    states: Any
    graphs: Any  # by game and seat
    number_of: Any  # of an engine's code in the action space
    code_of: Any
    codes: Any  # the same, where several payments share a number
    key: Any
    streams: Any
    given: Any  # rewards of this game so far
    seats: Any  # the caller's buffers follow
    observations: Any
    masks: Any
    rewards: Any
    dones: Any
    totals: Any
    ranks: Any


class Desk(NamedTuple):
    """One thread's scratch buffers."""

    searches: Any
    sheets: Any
    scratches: Any
    legal: Any


@inlined
def _begin(games, i, players):
    """Set up game `i` from its stream. Notes and script are None, so the rules compile without them."""
    set_up(games.boards[0], games.states[i], players, RANDOM_FIRST, games.key, games.streams[i], None, None)
    for seat in range(players):
        games.graphs[i, seat].stamp = NO_STAMP


@kernel
def _show(games, desk, start, stop):
    """Write whose turn it is, and what that seat may know and do. In a finished game no action is allowed.

    One loop per task over all games: the code for all tasks together does not fit the instruction cache.
    """
    board, plan, search = games.boards[0], games.plans[0], desk.searches[0]
    states, graphs, seats = games.states, games.graphs, games.seats
    for i in range(start, stop):
        if states[i].phase != OVER:
            seats[i] = next_to_act(states[i])
            refresh(board, plan, states[i], int(seats[i]), graphs[i, int(seats[i])], search)
    for i in range(start, stop):
        if states[i].phase != OVER:
            write_row(board, plan, states[i], int(seats[i]), graphs[i, int(seats[i])], games.observations[i])
    for i in range(start, stop):
        seat = int(seats[i])
        opened = graphs[i, seat].open
        write_mask(board, plan, states[i], seat, opened, games.number_of, desk.legal, games.masks[i], games.codes[i])


@kernel
def begin_games(games, desk, players, start, stop):
    """Set up the games from the given streams and show the first position of each."""
    for i in range(start, stop):
        _begin(games, i, players)
        for seat in range(players):
            games.given[i, seat] = 0.0
    _show(games, desk, start, stop)


@kernel
def first_refused(actions, masks, start, stop):
    """The first game whose action is not allowed by its mask; `stop` if there is none."""
    for i in range(start, stop):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return stop


@kernel
def _act(games, desk, actions, stride, start, stop):
    """Play one action in each game. A game that ends is scored; its row continues with the stream `stride` later."""
    board, plan, sheet = games.boards[0], games.plans[0], desk.sheets[0]
    for i in range(start, stop):
        state = games.states[i]
        players = int(state.players)
        number = int(actions[i])
        code = int(games.codes[i, number]) if plan.fewest else int(games.code_of[number])
        apply(board, state, int(games.seats[i]), code, None, None)
        over = state.phase == OVER
        games.dones[i] = 1 if over else 0
        if over:
            score(board, state, sheet, desk.scratches[0])
            for seat in range(players):
                games.totals[i, seat] = sheet.total[seat]
                games.ranks[i, seat] = sheet.rank[seat]
        write_rewards(plan, state, sheet, over, games.given[i], games.rewards[i])
        if over and stride != STOP:
            games.streams[i] += stride
            _begin(games, i, players)


@kernel
def step_games(games, desk, actions, stride, start, stop):
    """Act in each game and show the result, a few games at a time. With stride STOP no new games start."""
    for first in range(start, stop, GAMES_AT_A_TIME):
        last = min(first + GAMES_AT_A_TIME, stop)
        _act(games, desk, actions, stride, first, last)
        _show(games, desk, first, last)


@kernel
def observe_seats(boards, plans, states, graphs, searches, seats, observations, start, stop):
    """Observe each game as the given seat, whoever's turn it is."""
    for i in range(start, stop):
        seat = int(seats[i])
        observe(boards[0], plans[0], states[i], seat, graphs[i, seat], searches[0], observations[i])


@kernel
def mask_seats(boards, plans, states, searches, seats, number_of, legal, masks, codes, start, stop):
    """Mask the actions of the given seat of each game."""
    for i in range(start, stop):
        seat, opened = int(seats[i]), searches[0].open
        find_open(boards[0], plans[0], states[i], seat, opened)
        write_mask(boards[0], plans[0], states[i], seat, opened, number_of, legal, masks[i], codes[i])


@kernel
def choose_at_random(masks, words, actions, start, stop):
    """A random allowed action for each game; `words` are states of `engine.fast_random`, one per game."""
    for i in range(start, stop):
        words[i] = roll(int(words[i]))
        actions[i] = pick_allowed(masks[i], masks.shape[1], int(words[i]))


@kernel
def show_game(games, desk, i):
    """Show a position that a caller stored as game `i`; a finished one has no seat to act."""
    _show(games, desk, i, i + 1)
