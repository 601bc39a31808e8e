"""The process in which bots think: `python -m ferrovia.server.workers.think`. Its only business is stdin and stdout.

A request is a pickle from our own server (never from outside) behind its length; so is the answer. A bot gets its view
and nothing else.
"""

from __future__ import annotations

import io
import pickle
import struct
import sys
from typing import Any, BinaryIO, Final

import numpy as np

from ferrovia.actions import encode
from ferrovia.boards import Board, engine_board, parse_board
from ferrovia.bots import Bot, Budget, new_installed_bot
from ferrovia.bots.coach import advise
from ferrovia.views import View

LENGTH: Final = struct.Struct(">I")
MOST_BOARDS: Final = 20

_boards: dict[str, Board] = {}


class ViewPickler(pickle.Pickler):
    """Views without their boards, which both sides have: a fiftieth of the size."""

    def __init__(self, file: BinaryIO, board: Board) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._board = board
        self._engine_board = engine_board(board)

    def persistent_id(self, found: Any) -> str | None:
        if found is self._board:
            return "board"
        return "engine_board" if found is self._engine_board else None


class ViewUnpickler(pickle.Unpickler):
    def __init__(self, file: BinaryIO, board: Board) -> None:
        super().__init__(file)
        self._board = board

    def persistent_load(self, name: Any) -> Any:
        return self._board if name == "board" else engine_board(self._board)


def packed(request: dict[str, Any]) -> bytes:
    text = pickle.dumps(request, protocol=pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(text)) + text


def packed_view(view: View) -> bytes:
    file = io.BytesIO()
    ViewPickler(file, view.board).dump(view)
    return file.getvalue()


def _board_of(text: str, digest: str) -> Board:
    if digest not in _boards:
        if len(_boards) >= MOST_BOARDS:
            _boards.clear()
        _boards[digest] = parse_board(text)
    return _boards[digest]


def _view_in(request: dict[str, Any]) -> View:
    board = _board_of(request["board"], request["digest"])
    view: View = ViewUnpickler(io.BytesIO(request["view"]), board).load()
    return view


def _advise(request: dict[str, Any]) -> list[dict[str, Any]]:
    """The coach's best actions with their chances, best first."""
    view = _view_in(request)
    seed = int(request["seed"]) % 2**63
    found = advise(view, budget=Budget(seconds=request["seconds"]), seed=seed, best=request["best"])
    return [{"code": encode(view.board, advice.action), "win": advice.win, "margin": advice.margin} for advice in found]


def _think(request: dict[str, Any]) -> int:
    view = _view_in(request)
    board = view.board
    legal = view.legal_actions()
    bot: Bot = new_installed_bot(request["bot"])  # never a program
    rng = np.random.default_rng(request["seed"])
    choice = bot.choose(view, legal, rng, Budget(seconds=request["seconds"]))
    if choice not in legal:
        raise ValueError(f"{request['bot']} chose {choice}, which is not legal")
    return encode(board, choice)


def main() -> None:
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not get among the answers
    while True:
        head = requests.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return  # the server is gone
        request = pickle.loads(requests.read(LENGTH.unpack(head)[0]))
        answer: dict[str, Any]
        try:
            answer = {"moves": _advise(request)} if "best" in request else {"code": _think(request)}
        except Exception as error:  # a bot may fail in any way; the server takes a quick one then
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        try:
            answers.write(packed(answer))
            answers.flush()
        except BrokenPipeError:
            return  # the server went while the bot thought


if __name__ == "__main__":
    main()
