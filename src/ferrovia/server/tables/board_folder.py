"""The boards in an operator's folder, which everybody can choose in the lobby."""

from __future__ import annotations

from pathlib import Path

from ferrovia.boards import Board, BoardError, board_names, parse_board


class BadBoard(ValueError):
    """A folder or file that cannot be offered; the text names it and says why."""


def read_boards(folder: Path) -> dict[str, Board]:
    """Every .toml file of the folder, by the id of its board."""
    if not folder.is_dir():
        raise BadBoard(f"{folder}: there is no such folder of boards")
    found: dict[str, Board] = {}
    for file in sorted(folder.glob("*.toml")):
        board = _read(file)
        if board.id in board_names() or board.id in found:
            raise BadBoard(f"{file}: there is another board with the id {board.id}")
        found[board.id] = board
    if not found:
        raise BadBoard(f"{folder}: there is no board in this folder; a board is a .toml file")
    return found


def _read(file: Path) -> Board:
    try:
        return parse_board(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadBoard(f"{file}: the file cannot be read: {error}") from error
    except BoardError as error:
        first, more = error.problems[0], len(error.problems) - 1
        others = f" (and {more} more: `ferrovia board check` lists them)" if more else ""
        raise BadBoard(f"{file}: {first}{others}") from error
