"""The boards in an operator's folder, which everybody can choose in the lobby."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ferrovia.boards import Board, BoardError, board_names, load_board

_COMPANIONS: Final = (".scenery.toml", ".words.toml")  # files next to a board that add to its look


class BadBoard(ValueError):
    """A folder or file that cannot be offered; the text names it and says why."""


def read_boards(folder: Path) -> dict[str, Board]:
    """Every board of the folder by its id, with the scenery and words next to its file."""
    return {board.id: board for board in board_files(folder).values()}


def board_files(folder: Path) -> dict[Path, Board]:
    """Every board of the folder by its file."""
    if not folder.is_dir():
        raise BadBoard(f"{folder}: there is no such folder of boards")
    found: dict[Path, Board] = {}
    for file in sorted(folder.glob("*.toml")):
        if file.name.endswith(_COMPANIONS):
            continue
        board = _read(file)
        if board.id in board_names() or board.id in [other.id for other in found.values()]:
            raise BadBoard(f"{file}: there is another board with the id {board.id}")
        found[file] = board
    if not found:
        raise BadBoard(f"{folder}: there is no board in this folder; a board is a .toml file")
    return found


def _read(file: Path) -> Board:
    try:
        return load_board(file)
    except BoardError as error:
        first, more = error.problems[0], len(error.problems) - 1
        others = f" (and {more} more: `ferrovia board check` lists them)" if more else ""
        raise BadBoard(f"{error.source}: {first}{others}") from error
