"""The process in which an uploaded board is tried: `python -m ferrovia.server.workers.check_board`, the text on stdin.

It writes one JSON object a line: how far it is, at last what came of it. Whatever a board does to it, it does to this
process alone, and only for as long as the server lets it.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Final

from ferrovia.boards import Board, BoardError, parse_board
from ferrovia.boards.hardness import hardest_network
from ferrovia.game import Game
from ferrovia.server.layouts import layout_text

GAMES: Final = 1000
HARDNESS_SECONDS: Final = 10.0
MEMORY: Final = 8 * 1024**3  # of addresses: the compiler reserves more than it uses


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        text = sys.stdin.buffer.read().decode()
        board = parse_board(text)
    except UnicodeDecodeError:
        say(problems=["The file is not a UTF-8 text."])
        return
    except BoardError as error:
        say(problems=[str(problem) for problem in error.problems][:100])
        return
    say(stage="checking", done=0.2)
    hardest = hardest_network(board, seconds=HARDNESS_SECONDS)
    if hardest is not None and hardest.too_hard:
        say(problems=["One player could own a network whose longest path could not be proven: fewer trains, or fewer "
                      "short routes close together, make it easier."])  # fmt: skip
        return
    say(stage="playing", done=0.0)
    play_many(board)
    say(ready=True, digest=board.digest)
    say(stage="laying_out", done=0.0)
    say(layout=layout_text(board, quick=False))


def play_many(board: Board) -> None:
    """Random games for every number of players: that each ends is the proof that people will not get stuck."""
    chance = random.Random(1)
    fewest, most = board.players
    for number in range(GAMES):
        game = Game(board, players=fewest + number % (most - fewest + 1), seed=number)
        while not game.is_over:
            seat = min(game.actors)
            game.play(chance.choice(game.legal_codes(seat)), seat=seat)
        game.result()
        if number % 25 == 0:
            say(stage="playing", done=round(number / GAMES, 3))


if __name__ == "__main__":
    main()
