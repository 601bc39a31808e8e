"""The measurements of `ferrovia bench`: each is repeated and includes a check of its results."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ferrovia.boards import load_board
from ferrovia.engine import loops, state, usable_cores
from ferrovia.game import Game
from ferrovia.record import read_record, replay, write_record
from ferrovia.simulation import Player, simulate

SEED: Final = 1
GOLDEN_GAMES: Final = 500
# Checksums of the first GOLDEN_GAMES random two-player games, for rules version 1.
GOLDEN: Final = {
    "amsterdam": 0xE5B299F8,
    "europe": 0x916DF0AA,
    "london": 0xBC6385B0,
    "new_york": 0x1A877B0B,
    "usa": 0xA8F06E84,
}
FIRST_GAME: Final = "from ferrovia import Game; Game('europe', players=2, seed=1)"


@dataclass(frozen=True)
class Measure:
    """`best` and `median` of the repeats; `larger` says which way is better."""

    name: str
    unit: str
    values: list[float]
    larger: bool
    target: float | None
    check: str
    right: bool
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> float:
        return max(self.values) if self.larger else min(self.values)

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def reached(self) -> bool | None:
        if self.target is None:
            return None
        return self.best >= self.target if self.larger else self.best <= self.target


def _timed(repeats: int, work: Callable[[], float], clock: Callable[[], float] = time.process_time) -> list[float]:
    """Seconds of each repeat, divided by the number of things that `work` reports.

    Processor time by default, so that other programs on the machine matter less.
    """
    found = []
    for _ in range(repeats):
        started = clock()
        things = work()
        found.append((clock() - started) / things)
    return found


def _time_of_children() -> float:
    """Processor time of the child processes that this one waited for."""
    times = os.times()
    return times.children_user + times.children_system


def games_per_second(
    board: str, *, games: int, repeats: int, target: float, players: int = 2, scores: bool = True
) -> Measure:
    """Whole random games; two-player games are checked against the recorded checksum."""
    player = Player(load_board(board), players, SEED, audit=False)
    player.options = 0 if scores else loops.NO_SCORES
    auditor = Player(load_board(board), players, SEED, audit=True)
    checked = auditor.play(0, GOLDEN_GAMES)
    faults = int((checked[:, loops.FAULTS] != 0).sum())
    digest = int(np.bitwise_xor.reduce(checked[:, loops.DIGEST]))
    values = [1 / t for t in _timed(repeats, lambda: len(player.play(0, games)))]
    golden = players != 2 or GOLDEN.get(board) == digest
    check = f"{faults} faults" + (f", {'golden' if golden else 'NOT GOLDEN'}" if players == 2 else "")
    name = board + (f", {players} players" if players != 2 else "") + ("" if scores else ", no scores")
    return Measure(name, "games/s", values, True, target, check, faults == 0 and golden, {"digest": f"{digest:08x}"})


def step(*, games: int, repeats: int, scores: bool, target: float) -> Measure:
    """One action of a random game, with the list of all legal ones."""
    player = Player(load_board("europe"), 2, SEED, audit=False)
    player.options = 0 if scores else loops.NO_SCORES
    steps = int(player.play(0, games)[:, loops.STEPS].sum())

    def work() -> float:
        return float(player.play(0, games)[:, loops.STEPS].sum())

    values = [t * 1e6 for t in _timed(repeats, work)]
    name = f"europe step{', scored' if scores else ''}"
    return Measure(name, "µs", values, False, target, f"{steps / games:.0f} a game", steps > 0)


def copy(*, times: int, repeats: int, target: float) -> Measure:
    """The cost, for a search, of every world it starts from."""
    states = state.new_records(state.STATE, 9)
    states[0].turns = 77
    values = [t * 1e9 for t in _timed(repeats, lambda: float(loops.copy_states(states, times)))]
    right = bool((states.turns == 77).all())
    check = f"{state.STATE.itemsize} bytes, equal"
    return Measure("copy of a state", "ns", values, False, target, check, right)


def finished_game(seed: int = SEED) -> Game:
    """A whole random game, played with the library."""
    game = Game("europe", players=2, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    return game


def rebuilding(*, repeats: int, target: float) -> Measure:
    game = finished_game()
    text = write_record(game)

    def work() -> float:
        replay(read_record(text))
        return 1.0

    rebuilt = replay(read_record(text))
    values = [t * 1e3 for t in _timed(repeats * 5, work)]
    right = rebuilt.digest() == game.digest() and rebuilt.result() == game.result()
    check = f"{len(game.moves)} moves, same digest"
    return Measure("europe rebuilt", "ms", values, False, target, check, right)


def start(*, repeats: int, target: float, fresh: bool = False) -> Measure:
    """A new process that imports the library and opens a game; `fresh`: with nothing compiled yet."""

    def work() -> float:
        with tempfile.TemporaryDirectory(prefix="ferrovia-bench-") as folder:
            environment = os.environ | ({"FERROVIA_CACHE": folder} if fresh else {})
            subprocess.run([sys.executable, "-c", FIRST_GAME], env=environment, check=True, capture_output=True)
        return 1.0

    name = "first start ever" if fresh else "start, first game"
    times = _timed(repeats, work, _time_of_children)
    return Measure(name, "s", times, False, target, "compiles all" if fresh else "kernels cached", True)


def scaling(*, games: int, repeats: int) -> Iterator[Measure]:
    """Europe on one thread, two, four, ... and all cores; `more` has the gain over one thread."""
    cores = usable_cores()
    board = load_board("europe")
    alone, digest = 0.0, 0
    for threads in sorted({1, cores, *(2**k for k in range(1, 10) if 2**k < cores)}):
        digests = set()
        values = []
        for _ in range(repeats):
            started = time.perf_counter()
            totals = simulate(board, games=games * threads, players=2, seed=SEED, threads=threads)
            values.append(games * threads / (time.perf_counter() - started))
            digests.add(totals.digest)
        measure = Measure(f"europe, {threads} thread{'s' * (threads > 1)}", "games/s", values, True, None, "", True)
        if threads == 1:
            alone = measure.best
        gain = measure.best / alone
        again = simulate(board, games=GOLDEN_GAMES, players=2, seed=SEED, threads=threads)
        digest = digest or again.digest
        right = again.digest == digest and len(digests) == 1
        target = None if threads == 1 else 0.9 * threads * alone
        check = f"{gain:.2f} × one, {'equal' if right else 'NOT EQUAL'}"
        yield Measure(measure.name, "games/s", values, True, target, check, right, {"gain": gain})
