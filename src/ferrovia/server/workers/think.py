"""The bots' tasks: `think` about a move, `advise` as the coach, and `judge` the chances through a finished game.

A bot and the coach get only a view; a finished game has no secrets.
"""

from __future__ import annotations

import base64
import io
import pickle
from collections.abc import Sequence
from typing import Any, BinaryIO, Final

import numpy as np

from ferrovia.actions import Action, encode
from ferrovia.boards import Board, engine_board, parse_board
from ferrovia.bots import Budget, coach, new_installed_bot
from ferrovia.bots.chances import chance_curve
from ferrovia.bots.programs import ProgramBot, is_program, read_program
from ferrovia.data.schema import Json
from ferrovia.game import Game
from ferrovia.server.workers.worker import Say
from ferrovia.views import View

MOST_BOARDS: Final = 20

_boards: dict[str, Board] = {}
_programs: dict[str, ProgramBot] = {}  # by name


class ViewPickler(pickle.Pickler):
    """Pickles views and games without their boards, which both sides have: a fiftieth of the size."""

    def __init__(self, file: BinaryIO, board: Board) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._board = board
        self._engine_board = engine_board(board)

    def persistent_id(self, found: object) -> str | None:
        if found is self._board:
            return "board"
        return "engine_board" if found is self._engine_board else None


class ViewUnpickler(pickle.Unpickler):
    def __init__(self, file: BinaryIO, board: Board) -> None:
        super().__init__(file)
        self._board = board

    def persistent_load(self, name: object) -> object:
        return self._board if name == "board" else engine_board(self._board)


def packed(found: View | Game) -> dict[str, str]:
    """A view or game as arguments of a task. Only the server writes these, so the worker may unpickle them."""
    file = io.BytesIO()
    ViewPickler(file, found.board).dump(found)
    pickled = base64.b64encode(file.getvalue()).decode()
    return {"board": found.board.text, "digest": found.board.digest, "packed": pickled}


def _board_of(text: str, digest: str) -> Board:
    if digest not in _boards:
        if len(_boards) >= MOST_BOARDS:
            _boards.clear()
        _boards[digest] = parse_board(text)
    return _boards[digest]


def _unpacked(request: Json) -> Any:
    board = _board_of(request["board"], request["digest"])
    return ViewUnpickler(io.BytesIO(base64.b64decode(request["packed"])), board).load()


def _view_in(request: Json) -> View:
    view: View = _unpacked(request)
    return view


def think(request: Json, _say: Say) -> int:
    """Returns the code of the action that a bot chooses."""
    view = _view_in(request)
    legal = view.legal_actions()
    rng, budget = np.random.default_rng(request["seed"]), Budget(seconds=request["seconds"])
    choice = _choose(request["bot"], view, legal, rng, budget)
    if choice not in legal:
        raise ValueError(f"{request['bot']} chose {choice}, which is not legal")
    return encode(view.board, choice)


def _choose(name: str, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
    """Asks a bot. The name comes from the levels, so a program is the operator's own and its process is kept."""
    if not is_program(name):
        return new_installed_bot(name).choose(view, legal, rng, budget)
    bot = _programs.setdefault(name, ProgramBot(read_program(name)))
    try:
        return bot.choose(view, legal, rng, budget)
    except Exception:
        _programs.pop(name).close()  # restarted by the next question
        raise


def advise(request: Json, _say: Say) -> list[dict[str, float]]:
    """Returns the coach's best actions with their chances, best first."""
    view = _view_in(request)
    seed = int(request["seed"]) % 2**63
    found = coach.advise(view, budget=Budget(seconds=request["seconds"]), seed=seed, best=request["best"])
    return [
        {"code": encode(view.board, advice.action), "win": float(advice.win), "margin": float(advice.margin)}
        for advice in found
    ]


def judge(request: Json, _say: Say) -> dict[str, Any]:
    """Returns the chances through a finished game, by step and seat: from the seat's knowledge, and from all hands."""
    beginning: Game = _unpacked(request)
    return chance_curve(beginning, [(seat, code) for seat, code in request["moves"]]).as_data()
