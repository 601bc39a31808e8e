"""The process that plays finished games out again: `python -m ferrovia.server.workers.evaluate`, stdin to stdout.

It reads positions as JSON, plays each of them to the end again and again with a planner at every seat, each time with
another future, and writes after every round who won how often.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, Final

import numpy as np

from ferrovia.boards import parse_board
from ferrovia.bots import Budget, new_bot
from ferrovia.game import Game
from ferrovia.position import from_position

BOT: Final = "planner"
FEWEST_ROUNDS: Final = 8
MOST_ROUNDS: Final = 40


def winners_of(game: Game, rng: np.random.Generator) -> tuple[int, ...]:
    """Play a game to its end."""
    bot = new_bot(BOT)
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        legal = view.legal_actions()
        choice = legal[0] if len(legal) == 1 else bot.choose(view, legal, rng, Budget(seconds=0.1))
        game.play(choice, seat=seat)
    return game.result().winners


def main() -> None:
    parent = os.getppid()
    os.nice(10)  # people's moves come first
    wish: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    board = parse_board(wish["board"])
    rng = np.random.default_rng(wish["seed"])
    wins = np.zeros((len(wish["positions"]), wish["players"]))
    begun = time.monotonic()
    for number in range(1, MOST_ROUNDS + 1):
        for place, position in enumerate(wish["positions"]):
            if os.getppid() != parent:
                return  # the server is gone
            winners = winners_of(from_position(position, board=board, seed=int(rng.integers(2**62))), rng)
            wins[place, list(winners)] += 1 / len(winners)
        passed = (time.monotonic() - begun) / wish["seconds"]
        last = number == MOST_ROUNDS or (number >= FEWEST_ROUNDS and passed >= 1)
        shares = (wins / number).round(3).tolist()
        print(json.dumps({"done": 1.0 if last else min(passed, 0.99), "games": number, "shares": shares}), flush=True)
        if last:
            return


if __name__ == "__main__":
    main()
