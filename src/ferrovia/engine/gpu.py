"""The same rules on a CUDA GPU: one thread per game, thousands at once, results equal to the CPU's bit by bit.

No rule is written twice: this module compiles the same kernels. Needs the `gpu` extra, and is imported on demand.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np

from .fast_random import face, roll, seed_dice
from .loops import (
    DIGEST,
    ENDED_BY,
    FIRST,
    LISTED,
    OUTCOME_COLUMNS,
    STEPS,
    TURNS,
    mix,
    next_to_act,
    random_games,
    write_result,
)
from .rules import apply
from .sampling import MARKS, count_actions, pick_action
from .scoring import SCRATCH, score
from .setup import set_up
from .state import LIST_SIZE, OVER, RANDOM_FIRST, SHEET, STATE, TURN, new_records

THREADS_IN_A_BLOCK = 128
REGISTERS_TO_PLAY = 48  # per thread; fewer or more were slower on an H200
REGISTERS_TO_SCORE = 64
GAMES_AT_ONCE = 1 << 20  # final states that are scored together
THREADS = GAMES_AT_ONCE


def available() -> tuple[bool, str]:
    """Whether a GPU can be used here, and its name or what is missing."""
    try:
        from numba import cuda
    except ImportError as error:
        return False, f"the GPU part of Numba is missing ({error}): pip install 'ferrovia[gpu]'"
    try:
        if not cuda.is_available():
            return False, "no CUDA GPU was found (driver or device missing)"
        name = cuda.get_current_device().name
    except Exception as error:  # drivers fail in many ways; each of them means no
        return False, f"the CUDA driver does not answer: {error}"
    return True, name.decode() if isinstance(name, bytes) else str(name)


@lru_cache(maxsize=1)
def _kernels() -> Any:
    """Compile the two kernels on first use, so that importing this module needs no GPU."""
    from numba import cuda, from_dtype, int16

    state_type, sheet_type, scratch_type = from_dtype(STATE), from_dtype(SHEET), from_dtype(SCRATCH)

    @cuda.jit(max_registers=REGISTERS_TO_PLAY)
    def play(boards, finals, key, first, players, seed, outcomes):
        """Each thread plays games i, i + threads, ... in its own state, in local memory, which the GPU interleaves.

        All threads of a warp list a turn's actions in one beat and answer (a second card, tickets, a tunnel) in the
        next; otherwise most would wait while a few loop over the routes.
        """
        states = cuda.local.array(1, state_type, alignment=8)
        marks = cuda.local.array(MARKS, int16)
        board = boards[0]
        # If the compiler knows that the state is local, it unrolls every loop over it: 75 % more code to fetch.
        state = finals[0]
        if players > 0:
            state = states[0]
        for game in range(cuda.grid(1), outcomes.shape[0], cuda.gridsize(1)):
            set_up(board, state, players, RANDOM_FIRST, key, first + game, None, None)
            word = seed_dice(seed, first + game)
            steps = 0
            listed = 0
            digest = 0x811C9DC5
            is_turn_beat = False
            while state.phase != OVER:
                if (state.phase == TURN) == is_turn_beat:
                    seat = next_to_act(state)
                    count = count_actions(board, state, seat, marks)
                    word = roll(word)
                    action = pick_action(board, state, seat, marks, face(word, count))
                    apply(board, state, seat, action, None, None)
                    steps += 1
                    listed += count
                    digest = mix(digest, action)
                is_turn_beat = not is_turn_beat
            finals[game] = state
            outcomes[game, TURNS] = state.turns
            outcomes[game, STEPS] = steps
            outcomes[game, LISTED] = listed
            outcomes[game, ENDED_BY] = state.ended_by
            outcomes[game, DIGEST] = digest
            outcomes[game, FIRST] = state.first

    @cuda.jit(max_registers=REGISTERS_TO_SCORE)
    def score_all(boards, finals, players, outcomes):
        game = cuda.grid(1)
        if game < outcomes.shape[0]:
            sheets = cuda.local.array(1, sheet_type, alignment=8)
            scratches = cuda.local.array(1, scratch_type, alignment=8)
            score(boards[0], finals[game], sheets[0], scratches[0])
            write_result(sheets[0], players, outcomes[game])

    return cuda, play, score_all


class Batch:
    """Random games on the GPU, the same as those of `loops.random_games` on a core."""

    def __init__(self, boards: Any, *, players: int, key: Any, seed: int, games: int, threads: int = THREADS) -> None:
        self.cuda, self._play, self._score = _kernels()
        self.games = games
        self.players = players
        self.seed = seed
        blocks = max(1, min(threads, games) // THREADS_IN_A_BLOCK)
        self._grid = (blocks, THREADS_IN_A_BLOCK)
        self._boards = self.cuda.to_device(np.ascontiguousarray(boards.view(np.ndarray)))
        self._key = self.cuda.to_device(np.asarray(key, dtype=np.int32))
        self._finals = self.cuda.device_array(games, dtype=STATE)
        self._outcomes = self.cuda.to_device(np.zeros((games, OUTCOME_COLUMNS), dtype=np.int64))

    def play(self, first: int) -> None:
        """Games number `first`, `first` + 1, ... to their ends."""
        self._play[self._grid](self._boards, self._finals, self._key, first, self.players, self.seed, self._outcomes)

    def score(self) -> None:
        blocks = (self.games + THREADS_IN_A_BLOCK - 1) // THREADS_IN_A_BLOCK
        self._score[blocks, THREADS_IN_A_BLOCK](self._boards, self._finals, self.players, self._outcomes)

    def outcomes(self) -> Any:
        self.cuda.synchronize()
        return self._outcomes.copy_to_host()


def cpu_outcomes(boards: Any, *, players: int, key: Any, seed: int, first: int, games: int) -> Any:
    """The same games on the CPU, for comparison."""
    outcomes = np.zeros((games, OUTCOME_COLUMNS), dtype=np.int64)
    legal = np.zeros(LIST_SIZE, dtype=np.int16)
    states, sheets, scratches = new_records(STATE), new_records(SHEET), new_records(SCRATCH)
    random_games(boards, states, sheets, scratches, legal, key, first, players, seed, outcomes, 0)
    return outcomes


def bench(boards: Any, *, players: int, games: int = GAMES_AT_ONCE, repeats: int = 3, threads: int = THREADS) -> Any:
    """Games per second with and without final scores, and how many of a sample differ from the CPU's (must be 0)."""
    key = np.arange(8, dtype=np.int32)
    began = time.perf_counter()
    batch = Batch(boards, players=players, key=key, seed=5, games=games, threads=threads)
    batch.play(0)
    batch.score()
    outcomes = batch.outcomes()
    compile_seconds = time.perf_counter() - began
    sample = min(games, 2000)
    expected = cpu_outcomes(boards, players=players, key=key, seed=5, first=0, games=sample)
    different = int((outcomes[:sample] != expected).any(axis=1).sum())
    play_seconds, all_seconds = [], []
    for number in range(1, repeats + 1):
        began = time.perf_counter()
        batch.play(number * games)
        batch.cuda.synchronize()
        play_seconds.append(time.perf_counter() - began)
        batch.score()
        batch.cuda.synchronize()
        all_seconds.append(time.perf_counter() - began)
    steps = int(batch.outcomes()[:, STEPS].sum())
    return {
        "players": players,
        "games": games,
        "threads": threads,
        "games_per_second": games / min(play_seconds),
        "games_per_second_scored": games / min(all_seconds),
        "steps_per_second": steps / min(play_seconds),
        "compile_seconds": compile_seconds,
        "compared_with_cpu": sample,
        "different_from_cpu": different,
    }
