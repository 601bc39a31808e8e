"""Examples to learn from: what a bot sees and does in games against itself.

A few moves are replaced at random, so that unusual positions occur too; the examples still hold only the bot's choices.
Games are played in several processes, each with its own random stream, so their number changes nothing. This module
does without PyTorch, which every process would have to load.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from ferrovia.actions import decode, encode
from ferrovia.boards import Board
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.api import dismiss, think
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.registry import prepare_bots
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.observer import Observer
from ferrovia.game import Game

from .games import MARGIN_SCALE, results

STRAY: Final = (0.0, 0.02, 0.1)  # share of random moves, per game


@dataclass(slots=True)
class Examples:
    """A bot's decisions: what it saw, its options, its choice, and the outcome."""

    rows: Any
    masks: Any
    actions: Any
    wins: Any
    margins: Any

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class Lessons:
    """Which games to play."""

    board: Board
    style: Mapping[str, float]  # of the plans that the network sees
    bot: str
    budget: Budget
    shares: Mapping[int, float]  # of the games, by number of players
    seed: int


def gather(
    lessons: Lessons, *, games: int, processes: int = 1, tell: Callable[[int], None] = lambda _: None
) -> Examples:
    """Lets a bot play itself and records every decision with more than one option."""
    parts = []
    for part in _play(lessons, games, processes):
        parts.append(part)
        tell(len(parts))
    return Examples(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Examples)))


def _play(lessons: Lessons, games: int, processes: int) -> Iterator[Examples]:
    if processes == 1:
        yield from map(_Recorder(lessons).game, range(games))
        return
    prepare_bots([lessons.bot])  # compiles once; the processes only load
    with ProcessPoolExecutor(
        processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(lessons,)
    ) as pool:
        yield from pool.map(_record, range(games))


class _Recorder:
    """Plays games by number and writes down the decisions."""

    def __init__(self, lessons: Lessons) -> None:
        self.lessons = lessons
        self.features = Features(lessons.board, lessons.style)
        self._viewer = Viewer(self.features)
        self._observers = {
            players: Observer(Encoding(lessons.board, players), self.features.actions) for players in lessons.shares
        }

    def game(self, number: int) -> Examples:
        lessons, board = self.lessons, self.lessons.board
        rng = np.random.default_rng([lessons.seed, number])
        shares = np.array(list(lessons.shares.values()))
        players = int(rng.choice(list(lessons.shares), p=shares / shares.sum()))
        game = Game(board, players=players, seed=lessons.seed * 1_000_003 + number)
        stray = STRAY[number % len(STRAY)]
        bots = [new_bot(lessons.bot) for _ in range(players)]
        rows, masks, actions, seats = [], [], [], []
        while not game.is_over:
            seat = min(game.actors)
            view = game.view(seat)
            action = think(bots[seat], view, rng, lessons.budget)
            observation, mask, codes = self._observers[players].look(view)
            chosen = int(self.features.actions.number_of[encode(board, action)])
            if mask.sum() > 1 and mask[chosen]:
                row, marks = np.zeros((1, self.features.size), dtype=np.uint8), mask[None].copy()
                where, planned = np.array([seat], dtype=np.int8), np.zeros(1, dtype=np.int64)
                self._viewer.view(players, view.states, where, observation[None], row, marks, planned)
                rows.append(row[0])
                masks.append(marks[0].view(np.uint8))
                actions.append(chosen)
                seats.append(seat)
            if stray and rng.random() < stray:
                action = decode(board, int(codes[int(rng.choice(np.flatnonzero(mask)))]))
            game.play(action, seat=seat)
        for bot in bots:
            dismiss(bot)
        sheets = game.result().sheets
        wins, margins = results(np.array([[s.total for s in sheets]]), np.array([[s.rank - 1 for s in sheets]]))
        squeezed = np.tanh(margins[0] / MARGIN_SCALE).astype(np.float32)
        return Examples(np.array(rows), np.array(masks), np.array(actions), wins[0, seats], squeezed[seats])


_recorder: _Recorder | None = None  # of this process


def _begin(lessons: Lessons) -> None:
    global _recorder
    os.environ["FERROVIA_THREADS"] = "1"  # for bots that think on all cores: each process has one
    _recorder = _Recorder(lessons)


def _record(number: int) -> Examples:
    assert _recorder is not None
    return _recorder.game(number)
