"""Errors name file, entry and reason, one line each, and every code can occur."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import get_args

import pytest

from ferrovia.boards import BoardError, Problem, parse_board
from ferrovia.boards.problems import Code
from ferrovia.validation import nearest, shown

from .mistakes import changed, text_of


def test_an_error_lists_file_entry_and_reason_one_a_line() -> None:
    problems = (Problem("board/unknown_city", "routes[12] dieppe-paris", "No."), Problem("board/syntax", "", "Bad."))
    assert str(BoardError("mine.toml", problems)) == "mine.toml: routes[12] dieppe-paris: No.\nmine.toml: Bad."


def test_an_error_is_a_value_error_and_survives_the_way_between_processes() -> None:
    with pytest.raises(ValueError, match="trains") as caught:
        parse_board(changed("tiny", ("trains = 8", "trains = 0")), source="mine.toml")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(copy, BoardError)
    assert (copy.source, copy.problems) == ("mine.toml", caught.value.problems)  # type: ignore[attr-defined]


def test_reading_stops_after_a_hundred_problems() -> None:
    keys = "".join(f"nonsense_{number} = 1\n" for number in range(5000))
    with pytest.raises(BoardError) as caught:
        parse_board(keys + text_of("tiny"))
    assert len(caught.value.problems) == 101
    assert caught.value.problems[-1].code == "board/too_many_problems"


def test_every_code_is_tested() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert set(get_args(Code)) - set(re.findall(r'"(board/\w+)"', tests)) == set()


@pytest.mark.parametrize(
    "value, expected",
    [
        (True, "true"),
        (10**4000, "a huge number"),
        (-3, "-3"),
        (float("nan"), "nan"),
        ("two\nlines", '"two?lines"'),
        ("x" * 1000, '"' + "x" * 39 + '…"'),
        ({}, "a table"),
        ([[]], "a list"),
    ],
)
def test_foreign_values_are_shown_short_and_on_one_line(value: object, expected: str) -> None:
    assert shown(value) == expected


def test_the_nearest_name_is_suggested_only_if_it_is_near() -> None:
    assert nearest("pariss", ["paris", "roma"]) == ' Did you mean "paris"?'
    assert nearest("xyz", ["paris", "roma"]) == ""
    assert nearest("paris" * 100_000, ["paris"]) == ""
