"""Workbenches, positions and watched games for the tests of the planning bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ferrovia import Board, Game
from ferrovia.bots import new_bot
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import MIND
from ferrovia.engine import prepare
from ferrovia.engine.bridge import new_seen
from ferrovia.engine.chance import NO_SCRIPT
from ferrovia.engine.event_buffer import NO_NOTES
from ferrovia.engine.state import STATE, new_records

from .kernels import checks

KEY = np.arange(8, dtype=np.int32)


def watch(
    board: Board, players: int, games: int, *, every: int = 0, last: bool = False, styles: Any = None
) -> dict[str, int]:
    """What `checks.watch_games` counted; planners sit beside the players of imagined games unless styles are given."""
    prepare("rules")
    bench = Workbench(board)
    if styles is None:
        styles = bench.planner.copy()
        styles[1::2] = bench.rollouts[1::2]
    counts = np.zeros(checks.COUNTS, dtype=np.int64)
    desk = bench.desk
    checks.watch_games(
        bench.boards, bench.roads, new_records(STATE, checks.STATES), bench.minds, new_records(MIND), styles,
        desk.legal, desk.sheets, desk.scratches, new_seen(), desk.works, NO_NOTES, NO_SCRIPT, KEY, games, players,
        every, last, counts,
    )  # fmt: skip
    names = ("decisions", "unlisted", "compared", "concealed", "redealt", "last", "best_last", "missed")
    return dict(zip(names, counts.tolist(), strict=True))


def positions(board: Board, players: int, seed: int, *, bot: str = "planner") -> Iterator[Game]:
    """A game as it goes on, before each decision; one and the same object."""
    game, rng = Game(board, players=players, seed=seed), np.random.default_rng(seed)
    bots = [new_bot(bot) for _ in range(players)]
    while not game.is_over:
        yield game
        seat = min(game.actors)
        view = game.view(seat)
        game.play(bots[seat].choose(view, view.legal_actions(), rng, Budget(simulations=1)), seat=seat)


def turns(board: Board, players: int, seed: int) -> Iterator[tuple[Game, int]]:
    """The beginnings of turns in such a game, with the seat whose turn it is."""
    for game in positions(board, players, seed):
        if game.phase == "turn":
            yield game, min(game.actors)


def position_after(board: Board, players: int, seed: int, decisions: int) -> Game:
    """The game before that decision, or its last one if it is shorter."""
    for number, game in enumerate(positions(board, players, seed)):
        if number == decisions:
            return game
    raise ValueError("the game is shorter than that")
