"""The same kernels on a CUDA GPU, one thread a game. Nothing of the rules or the encoding is written again here.

Arrays of observations, masks and lists lie game after game for each number, so that threads beside each other write
beside each other; the caller sees them transposed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ferrovia.engine import SCRATCH, apply, next_to_act, roll, score, set_up
from ferrovia.engine.state import OVER, RANDOM_FIRST, SHEET

from .masks import pick_allowed, write_mask
from .observe import observe
from .rewards import write_rewards
from .sections import NO_STAMP, SEARCH

THREADS_IN_A_BLOCK = 64


@lru_cache(maxsize=1)
def device_kernels() -> Any:
    """Compile them; only here, so that importing this module needs no GPU."""
    from numba import cuda, from_dtype

    sheet_type, scratch_type, search_type = from_dtype(SHEET), from_dtype(SCRATCH), from_dtype(SEARCH)

    @cuda.jit
    def begin(boards, states, graphs, key, streams, players, given):
        i = cuda.grid(1)
        if i < streams.shape[0]:
            set_up(boards[0], states[i], players, RANDOM_FIRST, key, streams[i], None, None)
            for seat in range(players):
                graphs[i, seat].stamp = NO_STAMP
                given[i, seat] = 0.0

    @cuda.jit
    def act(boards, plans, states, seats, masks, actions, codes, code_of, dones, refused):
        """An action that its mask does not allow is left out and noted in `refused`."""
        i = cuda.grid(1)
        if i < actions.shape[0]:
            number = int(actions[i])
            dones[i] = 0
            refused[i] = 1
            if 0 <= number < masks.shape[1] and masks[i, number] != 0:
                refused[i] = 0
                code = int(codes[i, number]) if plans[0].fewest else int(code_of[number])
                apply(boards[0], states[i], int(seats[i]), code, None, None)
                dones[i] = 1 if states[i].phase == OVER else 0

    @cuda.jit
    def finish(boards, plans, states, graphs, key, streams, stride, rewards, dones, totals, ranks, given):
        i = cuda.grid(1)
        if i < dones.shape[0]:
            state = states[i]
            players = int(state.players)
            sheets = cuda.local.array(1, sheet_type, alignment=8)
            over = dones[i] != 0
            if over:
                scratches = cuda.local.array(1, scratch_type, alignment=8)
                score(boards[0], state, sheets[0], scratches[0])
                for seat in range(players):
                    totals[i, seat] = sheets[0].total[seat]
                    ranks[i, seat] = sheets[0].rank[seat]
            write_rewards(plans[0], state, sheets[0], over, given[i], rewards[i])
            if over:
                streams[i] += stride
                set_up(boards[0], state, players, RANDOM_FIRST, key, streams[i], None, None)
                for seat in range(players):
                    graphs[i, seat].stamp = NO_STAMP

    @cuda.jit
    def show(boards, plans, states, graphs, number_of, legal, seats, observations, masks, codes):
        i = cuda.grid(1)
        if i < seats.shape[0]:
            searches = cuda.local.array(1, search_type, alignment=8)
            seat = next_to_act(states[i])
            seats[i] = seat
            observe(boards[0], plans[0], states[i], seat, graphs[i, seat], searches[0], observations[i])
            opened = graphs[i, seat].open
            write_mask(boards[0], plans[0], states[i], seat, opened, number_of, legal[i], masks[i], codes[i])

    @cuda.jit
    def choose(masks, words, actions):
        """As `many.choose_at_random`."""
        i = cuda.grid(1)
        if i < actions.shape[0]:
            words[i] = roll(int(words[i]))
            actions[i] = pick_allowed(masks[i], masks.shape[1], int(words[i]))

    return cuda, begin, act, finish, show, choose
