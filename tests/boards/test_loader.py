"""Boards by name, from files and from uploaded texts. Any text raises nothing but BoardError."""

from __future__ import annotations

import hashlib
import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.boards import BoardError, board_names, engine_board, is_built_in, load_board, parse_board

from .mistakes import TINY, changed, refusals, text_of


def only_problem(error: BoardError) -> tuple[str, str]:
    assert len(error.problems) == 1
    return error.problems[0].code, error.problems[0].place


def test_the_built_in_boards_are_these() -> None:
    assert board_names() == ("amsterdam", "europe", "london", "new_york", "usa")


def test_an_unknown_name_lists_the_boards_and_suggests_a_similar_one() -> None:
    with pytest.raises(
        BoardError, match=r'amsterdam, europe, london, new_york, usa.*Did you mean "new_york"'
    ) as caught:
        load_board("newyork")
    assert only_problem(caught.value) == ("board/unknown_board", "")


@pytest.mark.parametrize("path", [TINY, str(TINY)])
def test_your_own_board_is_loaded_by_its_path(path: str | Path) -> None:
    assert load_board(path).id == "tiny"


def test_text_and_digest_are_those_of_the_file_to_the_byte(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_bytes().replace(b"\n", b"\r\n"))
    board = load_board(file)
    assert board.text.encode() == file.read_bytes()
    assert board.digest == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_board_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TINY.read_bytes())
    board = load_board(file)
    assert board.routes == load_board(TINY).routes
    assert board.digest == hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", [None, 7, b"europe", ["europe"]])
def test_a_board_is_named_by_a_text_or_a_path(name: object) -> None:
    with pytest.raises(BoardError, match="A board is a name or the path") as caught:
        load_board(name)  # type: ignore[arg-type]
    assert only_problem(caught.value) == ("board/unknown_board", "")


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed("tiny", ("trains = 8", "trains = 0")), encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load_board(file)
    assert str(caught.value).startswith(f"{file}: trains: ")


@pytest.mark.parametrize("path", ["no/such.toml", "no_such.toml", "nul\0.toml", "x" * 5000 + ".toml", "/", Path()])
def test_a_path_that_is_not_a_file_is_rejected(path: str | Path) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert only_problem(caught.value) == ("board/not_readable", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes in the file system are a thing of Unix")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BoardError) as caught:
        load_board(tmp_path / "pipe.toml")
    assert only_problem(caught.value) == ("board/not_readable", "")


@pytest.mark.parametrize(
    "content, code",
    [(b"\xff\xfe", "board/not_text"), (b"#\n" * 200_000, "board/too_large"), (b"", "board/missing_key")],
)
def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(BoardError) as caught:
        load_board(tmp_path / "mine.toml")
    assert caught.value.problems[0].code == code


def test_bad_syntax_is_refused_with_its_line() -> None:
    assert refusals('id = "x"\nname = ]\n') == [("board/syntax", "line 2, column 8")]


HOSTILE = {
    "half a character": ("\ud800", "board/not_text"),
    "too long a text": ("#\n" * 200_000, "board/too_large"),
    "too long in bytes": ("#é\n" * 66_000, "board/too_large"),
    "too long a line": ("#" * 401, "board/too_large"),
    "a key of a hundred thousand parts": (".".join("a" * 100_000) + " = 1", "board/too_large"),
    "deep lists": ("a = " + "[\n" * 100_000, "board/syntax"),
    "deep lists, closed": ("a = " + "[\n" * 30_000 + "]\n" * 30_000, "board/syntax"),
    "deep tables": ("a = " + "{a = " * 79, "board/syntax"),
    "deep parts": (".".join("a" * 190) + " = 1", "board/unknown_key"),
    "many deep parts": ("".join(f"[{'.'.join('a' * 190)}.b{n}]\n" for n in range(600)), "board/unknown_key"),
    "keys under deep parts": (
        f"[{'.'.join('a' * 190)}]\n" + "".join(f"b{n} = 1\n" for n in range(20_000)),
        "board/unknown_key",
    ),
    "long digits": ("trains = 0x" + "f" * 380, "board/out_of_range"),
    "a date that is not": ("a = 1979-05-99", "board/syntax"),
    "a null character": ("a = '\0'", "board/syntax"),
    "a long text": ("name = '''" + "x\n" * 100_000 + "'''", "board/bad_name"),
    "many unknown keys": ("".join(f"k{n} = 1\n" for n in range(20_000)), "board/too_many_problems"),
    "many entries": ("routes = [\n" + "0,\n" * 80_000 + "]", "board/too_many_problems"),
    "a list of lists": ("cities = [" + "[], " * 90 + "]", "board/wrong_type"),
}


@pytest.mark.parametrize("text, code", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_refused_and_soon(text: str, code: str) -> None:
    europe = load_board("europe").text
    start = time.process_time()
    for _ in range(10):
        parse_board(europe)
    usual = (time.process_time() - start) / 10
    start = time.process_time()
    codes = {found for found, _ in refusals(text)}
    assert time.process_time() - start < 2_000 * usual, "of the processor's time, on a machine of any speed"
    assert code in codes


VALUES = [
    "1",
    "-1",
    "0",
    "true",
    "nan",
    "inf",
    '""',
    '"ash"',
    "[]",
    "{}",
    "[[]]",
    "1979-05-27",
    "1e400",
    "9" * 300,
    "]",
]

VALUE = re.compile(r'= ("[^"]*"|\[[^\]]*\]|[^\s,{}]+)')


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A board file with lines deleted, duplicated or swapped, values and words replaced, characters changed."""
    lines = text_of(draw(st.sampled_from(["tiny", "amsterdam", "london"]))).split("\n")
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        what = draw(st.sampled_from(["delete", "double", "swap", "value", "word", "character"]))
        if what == "delete":
            lines[at] = ""
        elif what == "double":
            lines[at] += "\n" + lines[at]
        elif what == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif what == "value" and (values := list(VALUE.finditer(lines[at]))):
            start, end = draw(st.sampled_from(values)).span(1)
            lines[at] = lines[at][:start] + draw(st.sampled_from(VALUES)) + lines[at][end:]
        elif what == "word":
            words = lines[at].split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from([*VALUES, "=", "{", "long", "cities"]))
            lines[at] = " ".join(words)
        elif what == "character" and lines[at]:
            place = draw(st.integers(0, len(lines[at]) - 1))
            lines[at] = lines[at][:place] + draw(st.characters()) + lines[at][place + 1 :]
    return "\n".join(lines)


@given(mangled())
@settings(max_examples=300, deadline=None)
def test_a_mangled_board_is_refused_or_whole(text: str) -> None:
    try:
        board = parse_board(text)
    except BoardError:
        assert refusals(text)
        return
    assert engine_board(board)[0].routes == len(board.routes)
    assert all(board.route(route.id) is route for route in board.routes)
    assert all(board.ticket(ticket.id) is ticket for ticket in board.tickets)


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_at_all_is_refused(text: str) -> None:
    with pytest.raises(BoardError):
        parse_board(text)


def test_a_board_with_the_id_of_a_built_in_one_is_not_built_in() -> None:
    board = load_board("new_york")
    assert is_built_in(board.id, board.digest)
    changed = parse_board(board.text.replace('name = "New York"', 'name = "Another one"'))
    assert changed.id == board.id
    assert not is_built_in(changed.id, changed.digest)
    assert not is_built_in("no_such_board", board.digest)
