"""`simulate`: many random games on all cores, added up. The sums do not depend on how the work is divided.

    >>> from ferrovia import simulate
    >>> simulate("new_york", games=1000).mean_scores

Kernels release Python's lock, so threads run in parallel; each has its own buffers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board, engine_board, load_board
from ferrovia.engine import bridge, loops, prepare, state, usable_cores
from ferrovia.engine.state import ENDINGS, MAX_PLAYERS
from ferrovia.game import Key

CHUNK: Final = 2_000  # games at most; short enough for a lively progress bar and Ctrl-C, long enough to hide overhead
CHUNKS_A_THREAD: Final = 8  # at least, so that no thread waits long for the last one


@dataclass
class Simulation:
    """The sums over many games, and their means. Sums are integers, so chunks can be added in any order."""

    players: int
    games: int = 0
    complete: bool = True  # False if Ctrl-C stopped it before all games were played
    turns: int = 0
    steps: int = 0
    listed: int = 0
    faults: int = 0  # games in which the audit found a fault
    scores: list[int] = field(default_factory=list)  # sums by seat
    squares: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)  # per seat, in parts: a win shared by two is half a win each
    wins_by_turn: list[int] = field(default_factory=list)  # the same per place in the turn order
    endings: list[int] = field(default_factory=list)
    digest: int = 0

    def __post_init__(self) -> None:
        for name in ("scores", "squares", "wins", "wins_by_turn"):
            setattr(self, name, getattr(self, name) or [0] * self.players)
        self.endings = self.endings or [0] * len(ENDINGS)

    def add(self, other: Simulation) -> None:
        for name in ("games", "turns", "steps", "listed", "faults"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("scores", "squares", "wins", "wins_by_turn", "endings"):
            pairs = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [a + b for a, b in pairs])
        self.digest ^= other.digest

    @property
    def mean_scores(self) -> list[float]:
        """Per seat."""
        return [score / self.games for score in self.scores]

    @property
    def deviations(self) -> list[float]:
        """Standard deviation of the score, per seat."""
        pairs = zip(self.squares, self.mean_scores, strict=True)
        return [sqrt(max(0.0, squares / self.games - mean**2)) for squares, mean in pairs]

    @property
    def win_shares(self) -> list[float]:
        """Per seat; a win shared by two is half a win each."""
        return [wins / WIN / self.games for wins in self.wins]

    @property
    def win_shares_by_turn(self) -> list[float]:
        """Per place in the turn order, the starting seat first."""
        return [wins / WIN / self.games for wins in self.wins_by_turn]


WIN: Final = 60  # parts of a win, divisible by every number of winners


class Player:
    """One thread's buffers."""

    def __init__(self, board: Board, players: int, seed: int, *, audit: bool = False) -> None:
        self.boards = engine_board(board)
        self.players = players
        self.seed = seed
        self.key = Key.of_seed(seed).words
        self.options = loops.AUDIT if audit else 0
        self.desk = bridge.Desk()
        self.states = state.new_records(state.STATE)

    def play(self, first: int, games: int) -> Any:
        """Returns the outcomes of the games numbered from `first`, one row each."""
        outcomes = np.zeros((games, loops.OUTCOME_COLUMNS), dtype=np.int64)
        desk = self.desk
        buffers = (self.boards, self.states, desk.sheets, desk.scratches, desk.legal)
        loops.random_games(*buffers, self.key, first, self.players, self.seed, outcomes, self.options)
        return outcomes

    def totals(self, first: int, games: int) -> Simulation:
        return summed(self.play(first, games), self.players)


def summed(outcomes: Any, players: int) -> Simulation:
    scores = outcomes[:, :players]
    winners = outcomes[:, MAX_PLAYERS : MAX_PLAYERS + players] == 0
    parts = np.where(winners, WIN // winners.sum(axis=1, keepdims=True), 0)
    places = (np.arange(players)[None, :] - outcomes[:, loops.FIRST, None]) % players
    by_turn = [int(parts[places == place].sum()) for place in range(players)]
    return Simulation(
        players,
        games=len(outcomes),
        turns=int(outcomes[:, loops.TURNS].sum()),
        steps=int(outcomes[:, loops.STEPS].sum()),
        listed=int(outcomes[:, loops.LISTED].sum()),
        faults=int((outcomes[:, loops.FAULTS] != 0).sum()),
        scores=scores.sum(axis=0).tolist(),
        squares=(scores * scores).sum(axis=0).tolist(),
        wins=parts.sum(axis=0).tolist(),
        wins_by_turn=by_turn,
        endings=[int((outcomes[:, loops.ENDED_BY] == ending).sum()) for ending in range(len(ENDINGS))],
        digest=int(np.bitwise_xor.reduce(outcomes[:, loops.DIGEST])),
    )


def simulate(
    board: str | Path | Board,
    *,
    games: int,
    players: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    audit: bool = False,
    tell: Callable[[int], None] = lambda games: None,
) -> Simulation:
    """Plays `games` games of random players. Every legal action is equally likely.

    The default is the smallest number of `players` the board allows, on all cores. `audit` checks every position for
    cards, trains, points or tickets created or lost. `tell` is called with the number of games after each chunk. Ctrl-C
    stops early and returns the games played so far.
    """
    if not isinstance(board, Board):
        board = load_board(board)
    if players is None:
        players = board.players[0]
    if games < 1:
        raise ValueError(f"simulate at least one game, not {games}")
    fewest, most = board.players
    if not fewest <= players <= most:
        raise ValueError(f"{board.name} is for {fewest} to {most} players, not {players}")
    threads = threads or usable_cores()
    prepare("loops")
    local = threading.local()

    def work(first: int, count: int) -> Simulation:
        if not hasattr(local, "player"):
            local.player = Player(board, players, seed, audit=audit)
        found: Simulation = local.player.totals(first, count)
        return found

    total = Simulation(players)
    chunk = max(1, min(CHUNK, games // (CHUNKS_A_THREAD * threads)))
    starts = iter(range(0, games, chunk))
    waiting: set[Future[Simulation]] = set()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                # Stay only a few chunks ahead, so that a million games need no more memory than a thousand.
                while len(waiting) < 2 * threads and (first := next(starts, None)) is not None:
                    waiting.add(pool.submit(work, first, min(chunk, games - first)))
                if not waiting:
                    break
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    total.add(future.result())
                    tell(future.result().games)
        except KeyboardInterrupt:
            total.complete = False
            for future in waiting:
                future.cancel()
    return total
