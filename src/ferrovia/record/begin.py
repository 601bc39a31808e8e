"""Restarts a recorded game: from the opening, or from the position it was set up from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ferrovia.boards import Board
from ferrovia.engine.state import RULES_VERSION
from ferrovia.game import Game, Key
from ferrovia.position import from_position
from ferrovia.record.errors import RecordError


def begin(
    board: Board,
    players: int,
    first: int | None,
    key: Key,
    *,
    script: tuple[int, ...] = (),
    position: Mapping[str, Any] | None = None,
) -> Game:
    if position is None:
        return Game(board, players=players, key=key, first=first, script=script)
    return from_position({**position, "players": players, "rules_version": RULES_VERSION}, key=key, board=board)


def key_of(game: Game) -> Key:
    if game.key is None:
        raise RecordError("record/no_beginning", None, "The key of this game is not known: it cannot be replayed.")
    return game.key


def begin_again(game: Game) -> Game:
    """Returns the same game at its beginning."""
    position = None
    if game.position is not None:
        position = {name: value for name, value in game.position.items() if name not in ("board", "board_text")}
    return begin(game.board, game.players, game.asked_first, key_of(game), script=game.script, position=position)
