"""Puts mistakes into good board files, to test what the loader rejects."""

from __future__ import annotations

from importlib import resources

import pytest
from tests.kit.walks import TINY

from ferrovia.boards import BoardError, board_names, parse_board


def text_of(board: str) -> str:
    """The source of a built-in board, or of the tiny one."""
    if board == "tiny":
        return TINY.read_text(encoding="utf-8")
    assert board in board_names()
    return resources.files("ferrovia.boards").joinpath(f"{board}.toml").read_text(encoding="utf-8")


def changed(board: str, *changes: tuple[str, str]) -> str:
    """A board's source with the first occurrence of each `old` replaced by `new`."""
    text = text_of(board)
    for old, new in changes:
        assert old in text, f"{board} has no {old!r} to change"
        text = text.replace(old, new, 1)
    return text


def refusals(text: str) -> list[tuple[str, str]]:
    """Code and place of every problem in a text that must be rejected."""
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    for problem in caught.value.problems:
        assert problem.reason.endswith((".", "?")), "a reason is a full sentence"
        assert problem.reason.isprintable(), "a reason is one line"
        assert problem.place.isprintable()
    return [(problem.code, problem.place) for problem in caught.value.problems]
