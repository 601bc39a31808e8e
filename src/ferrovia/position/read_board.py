"""Finds the board of a position. Data may name a built-in board or bring a board's text; it never opens a file."""

from __future__ import annotations

from typing import Any, Final

from ferrovia.boards import Board, BoardError, board_names, load_board, parse_board
from ferrovia.position.problems import PositionProblems
from ferrovia.validation import nearest, shown

_SHOWN_PROBLEMS: Final = 20  # of a board's own


def read_board(data: object, board: Board | None, problems: PositionProblems) -> Board:
    """Returns the given board if there is one (the data must agree with it), otherwise the one the data names or
    brings.

    Nothing can be read without a board, so problems with it are raised at once.
    """
    if not isinstance(data, dict):
        problems.add("position/wrong_type", "", f"A position is a table, and this is {shown(data)}.")
        problems.raise_if_any()
    assert isinstance(data, dict)
    found = board or _board_of_data(data, problems)
    problems.raise_if_any()
    assert found is not None
    name, text = data.get("board"), data.get("board_text")
    if name is not None and name != found.id:
        problems.add("position/board", "board", f"The position is on {shown(name)}, and the board is {found.id}.")
    if text is not None and text != found.text:
        problems.add("position/board", "board_text", "This is not the text of the board that was given.")
    problems.raise_if_any()
    return found


def _board_of_data(data: dict[Any, Any], problems: PositionProblems) -> Board | None:
    name, text = data.get("board"), data.get("board_text")
    if text is None:
        names = board_names()
        if isinstance(name, str) and name in names:
            return load_board(name)
        near = nearest(name, names) if isinstance(name, str) else ""
        reason = f"board must be one of {', '.join(names)}, or its text be in board_text, and is {shown(name)}.{near}"
        problems.add("position/board", "board", reason)
        return None
    if not isinstance(text, str):
        problems.add("position/wrong_type", "board_text", f"board_text must be a text, and is {shown(text)}.")
        return None
    try:
        return parse_board(text, source="board_text")
    except BoardError as error:
        for problem in error.problems[:_SHOWN_PROBLEMS]:
            problems.add("position/board", "board_text", str(problem))
        return None
