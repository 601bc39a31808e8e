"""The task of checking an uploaded board: read, measure, play a thousand games, lay out.

A harmful board affects only this process, and only for as long as the server allows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ferrovia import geometry
from ferrovia.boards import Board, BoardError, parse_board
from ferrovia.boards.hardness import hardest_network
from ferrovia.data.schema import Json
from ferrovia.server.workers.limits import BOARD_SECONDS, limit_process
from ferrovia.server.workers.worker import Say
from ferrovia.simulation import simulate

GAMES: Final = 1000
HARDNESS_SECONDS: Final = 10.0


def check_board(request: Json, say: Say) -> dict[str, object]:
    """Returns the board's layout or its problems. Reports the digest as soon as tables may use the board."""
    limit_process(seconds=BOARD_SECONDS)
    try:
        board = parse_board(request["text"])
    except BoardError as error:
        told = [{"code": found.code, "place": found.place, "text": str(found)} for found in error.problems]
        return {"problems": told[:100]}
    quick: str | None = None  # straight tracks on the scenery, until the good layout is ready
    if request.get("scenery") is not None:
        board = replace(board, scenery=request["scenery"])
        try:
            quick = geometry.as_text(geometry.make_layout(board, quality="quick"))
        except geometry.SceneryError as error:
            return {"problems": [{"code": "board/scenery", "place": "", "text": str(error)}]}
    say(stage="checking", done=0.2)
    hardest = hardest_network(board, seconds=HARDNESS_SECONDS)
    if hardest is not None and hardest.too_hard:
        problem = (
            "One player could own a network whose longest path could not be proven: fewer trains, or fewer short "
            "routes close together, make it easier."
        )
        return {"problems": [{"code": "board/too_hard", "place": "", "text": problem}]}
    say(stage="playing", done=0.0)
    play_many(board, say)
    say(stage="laying_out", done=0.0, digest=board.digest, layout=quick)
    return {"layout": geometry.as_text(geometry.layout_of(board, quick=False))}


def play_many(board: Board, say: Say) -> None:
    """Plays random games for every number of players. If each one ends, people will not get stuck."""
    fewest, most = board.players
    games = GAMES // (most - fewest + 1)
    for players in range(fewest, most + 1):
        say(stage="playing", done=round((players - fewest) * games / GAMES, 3))
        played = simulate(board, games=games, players=players, seed=players, threads=1, audit=True)
        if played.faults:
            raise RuntimeError(f"{played.faults} of {games} games of {players} players went wrong")
