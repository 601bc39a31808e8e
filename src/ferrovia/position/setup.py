"""Sets up a game from position data, or rejects it with everything that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ferrovia.boards import Board, load_board
from ferrovia.game import Game, Key
from ferrovia.position.build import build
from ferrovia.position.check_cards import check_cards
from ferrovia.position.check_ledger import check_ledger
from ferrovia.position.check_routes import check_routes
from ferrovia.position.check_tickets import check_tickets
from ferrovia.position.check_turns import check_turns
from ferrovia.position.problems import PositionProblems
from ferrovia.position.read import read_draft
from ferrovia.position.read_board import read_board
from ferrovia.position.write import to_position
from ferrovia.views import World


def from_position(
    data: Any, *, seed: int | None = None, key: Key | None = None, board: str | Path | Board | None = None
) -> Game:
    """Returns a game that continues from a position. `key` or `seed` decides chance; without them it is random.

    `board` is for a position on your own board, a path or a Board; the data itself can only name a built-in board or
    bring the text. Raises PositionError with all problems found.
    """
    if seed is not None and key is not None:
        raise ValueError("a game has a seed or a key, not both")
    given = board if isinstance(board, Board) or board is None else load_board(board)
    problems = PositionProblems()
    draft = read_draft(data, read_board(data, given, problems), problems)
    draft = check_cards(draft, problems)
    draft = check_routes(draft, problems)
    check_tickets(draft, problems)
    check_turns(draft, problems)
    draft = check_ledger(draft, problems)
    problems.raise_if_any()
    key = key or (Key.random() if seed is None else Key.of_seed(seed))
    game = Game.of_world(World(draft.board, build(draft, key)), key=key, script=draft.script)
    game.position = to_position(game) | ({"next": list(data["next"])} if draft.script else {})
    return game
