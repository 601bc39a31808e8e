"""The task of estimating who would win: plays positions to the end many times.

A planner plays every seat, with a different future each time. After every round it reports how often each seat won.
"""

from __future__ import annotations

import os
import time
from typing import Final

import numpy as np

from ferrovia.boards import parse_board
from ferrovia.bots import Budget, new_bot
from ferrovia.data.schema import Json
from ferrovia.game import Game
from ferrovia.position import from_position
from ferrovia.server.workers.worker import Say

BOT: Final = "planner"
FEWEST_ROUNDS: Final = 8
MOST_ROUNDS: Final = 40


def winners_of(game: Game, rng: np.random.Generator) -> tuple[int, ...]:
    """Plays a game to its end."""
    bot = new_bot(BOT)
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        legal = view.legal_actions()
        choice = legal[0] if len(legal) == 1 else bot.choose(view, legal, rng, Budget(seconds=0.1))
        game.play(choice, seat=seat)
    return game.result().winners


def evaluate(request: Json, say: Say) -> dict[str, object]:
    """Returns the share of games won by position and seat, and the number of games played per position."""
    parent = os.getppid()
    os.nice(10)  # people's moves have priority
    board = parse_board(request["board"])
    rng = np.random.default_rng(request["seed"])
    wins = np.zeros((len(request["positions"]), request["players"]))
    begun = time.monotonic()
    for number in range(1, MOST_ROUNDS + 1):
        for place, position in enumerate(request["positions"]):
            if os.getppid() != parent:
                raise BrokenPipeError  # the server is gone
            winners = winners_of(from_position(position, board=board, seed=int(rng.integers(2**62))), rng)
            wins[place, list(winners)] += 1 / len(winners)
        passed = (time.monotonic() - begun) / request["seconds"]
        if number == MOST_ROUNDS or (number >= FEWEST_ROUNDS and passed >= 1):
            break
        say(done=min(passed, 0.99))
    return {"games": number, "shares": (wins / number).round(3).tolist()}
