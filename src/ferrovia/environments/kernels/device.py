"""The same kernels on a CUDA GPU. Nothing of the rules or the encoding is written again here.

One thread plays a game. What a position shows is written by many threads per game, because a thread that goes through
thousands of numbers mostly waits for memory: each copies a part of a row, or looks at the payments in one colour.
Observations, masks and lists are stored game after game for each number, so that neighbouring threads write to
neighbouring addresses; the caller sees them transposed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ferrovia.engine import SCRATCH, apply, face, next_to_act, roll, score, set_up
from ferrovia.engine.state import OVER, RANDOM_FIRST, SHEET, TURN

from .masks import allow_claims, allow_claims_of_small_board, allow_others, allow_stations, place_of
from .observe import write_cards, write_choices
from .paths import is_current, refresh
from .rewards import write_rewards
from .sections import GRAPH, NO_STAMP, OWNER, SEARCH, offset_of

THREADS_IN_A_BLOCK = 64
NUMBERS_PER_THREAD = 32  # of a row or mask, where many threads share it
BLOCKS_TO_CLEAR = 4096  # some 32 for each of an H200's processors; a block for every 64 words took four times as long
ROW_AT = offset_of(GRAPH, "row")  # in bytes


class DeviceKernels(NamedTuple):
    """Numba's CUDA module and the kernels, in the order of a step."""

    cuda: Any
    begin: Any
    act: Any
    finish: Any
    look: Any
    update: Any
    write: Any
    copy: Any
    clear: Any
    pay: Any
    complete: Any
    count: Any
    choose: Any


@lru_cache(maxsize=1)
def device_kernels() -> DeviceKernels:
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
    def look(plans, states, graphs, seats, changed, count):
        """Write whose turn it is, and list the games in which that seat's graph is out of date."""
        i = cuda.grid(1)
        if i < seats.shape[0]:
            seat = next_to_act(states[i])
            seats[i] = seat
            if not is_current(plans[0], states[i], seat, graphs[i, seat]):
                changed[cuda.atomic.add(count, 0, 1)] = i

    @cuda.jit
    def update(boards, plans, states, graphs, seats, changed, count):
        """Bring the listed graphs up to date: the threads of a warp all have work."""
        k = cuda.grid(1)
        if k < count[0]:
            searches = cuda.local.array(1, search_type, alignment=8)
            i = int(changed[k])
            seat = int(seats[i])
            refresh(boards[0], plans[0], states[i], seat, graphs[i, seat], searches[0])

    @cuda.jit
    def write(boards, plans, states, graphs, seats, observations, found, count):
        """Write the part of a row before the kept sections."""
        i = cuda.grid(1)
        if i < seats.shape[0]:
            seat = int(seats[i])
            write_cards(boards[0], plans[0], states[i], seat, graphs[i, seat], observations[i])
            found[i] = 0
            if i == 0:
                count[0] = 0

    @cuda.jit
    def copy(plans, words, seats, observations):
        """Copy a part of a row's kept sections, eight numbers at a time."""
        i = cuda.grid(1)
        if i < seats.shape[0]:
            plan = plans[0]
            first = int(cuda.blockIdx.y) * NUMBERS_PER_THREAD
            last = min(first + NUMBERS_PER_THREAD, int(plan.kept))
            row, start = words[i, int(seats[i])], int(plan.at[OWNER])
            for number in range(first, last, 8):
                word = row[(ROW_AT + number) // 8]
                for k in range(min(last - number, 8)):
                    observations[i, start + number + k] = (word >> (8 * k)) & 255

    @cuda.jit
    def clear(words):
        """Clear all masks, eight numbers at a time."""
        for i in range(cuda.grid(1), words.shape[0], cuda.gridsize(1)):
            words[i] = 0

    @cuda.jit
    def pay(boards, plans, states, graphs, seats, number_of, masks, codes, found):
        """Allow what the seat can pay for in one colour."""
        i = cuda.grid(1)
        if i < seats.shape[0] and states[i].phase == TURN:
            seat, color = int(seats[i]), int(cuda.blockIdx.y)
            board, plan, opened = boards[0], plans[0], graphs[i, seat].open
            allowed = 0
            if plan.claims == 0:
                allowed = allow_claims(
                    board, plan, states[i], seat, opened, number_of, masks[i], codes[i], color, color
                )
            elif color == 0:
                allowed = allow_claims_of_small_board(board, plan, states[i], seat, opened, masks[i])
            if states[i].stations_left[seat] > 0:
                allowed |= allow_stations(board, plan, states[i], seat, number_of, masks[i], codes[i], color)
            if allowed:
                found[i] = 1

    @cuda.jit
    def complete(boards, plans, states, graphs, number_of, legal, seats, observations, masks, codes, found):
        """Write the rest of the row and of the mask."""
        i = cuda.grid(1)
        if i < seats.shape[0]:
            seat = int(seats[i])
            write_choices(boards[0], plans[0], states[i], seat, graphs[i, seat], observations[i])
            allow_others(boards[0], plans[0], states[i], seat, number_of, legal[i], masks[i], codes[i], int(found[i]))

    @cuda.jit
    def count(masks, counts):
        """Count the allowed actions of a part of a mask."""
        i = cuda.grid(1)
        if i < masks.shape[0]:
            part = int(cuda.blockIdx.y)
            allowed = 0
            for number in range(part * NUMBERS_PER_THREAD, min((part + 1) * NUMBERS_PER_THREAD, masks.shape[1])):
                allowed += int(masks[i, number])
            counts[i, part] = allowed

    @cuda.jit
    def choose(masks, counts, words, actions):
        """As `loops.choose_at_random`, part by part."""
        i = cuda.grid(1)
        if i < actions.shape[0]:
            words[i] = roll(int(words[i]))
            allowed = 0
            for part in range(counts.shape[1]):
                allowed += int(counts[i, part])
            actions[i] = 0
            if allowed > 0:
                wanted = face(int(words[i]), allowed)
                part = 0
                while wanted >= counts[i, part]:
                    wanted -= int(counts[i, part])
                    part += 1
                actions[i] = part * NUMBERS_PER_THREAD + place_of(masks[i, part * NUMBERS_PER_THREAD :], wanted)

    return DeviceKernels(cuda, begin, act, finish, look, update, write, copy, clear, pay, complete, count, choose)
