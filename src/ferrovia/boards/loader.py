"""Finds boards by name, in files and in uploaded texts. Only this module reads board files."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ferrovia.boards.check_map import check_map
from ferrovia.boards.check_rules import check_rules
from ferrovia.boards.model import Board
from ferrovia.boards.problems import BoardError, BoardProblems, Code
from ferrovia.boards.read_rules import read_board
from ferrovia.boards.words import BUILT_IN, BoardWords, read_words
from ferrovia.validation import Problem, nearest, shown

MAX_BYTES: Final = 256 * 1024
# Python's TOML parser needs time and memory quadratic in the length of a dotted key, which fits on one line.
MAX_LINE: Final = 400


@cache
def board_names() -> tuple[str, ...]:
    """The names of the built-in boards."""
    files = resources.files("ferrovia.boards").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def load_board(name_or_path: str | Path) -> Board:
    """Returns a built-in board by name, or your own board by the path of its .toml file.

    Files next to it add to its look: `mine.scenery.toml` next to `mine.toml` is drawn under the board, and
    `mine.words.toml` names its pieces and tickets. This function opens any path it is given: pass untrusted text to
    `parse_board` instead.
    """
    if not isinstance(name_or_path, str | PathLike):
        reason = f"A board is a name or the path of a .toml file, not {shown(name_or_path)}."
        raise _refusal("board", "board/unknown_board", reason)
    name = str(name_or_path)
    if name in board_names():
        return _built_in(name)
    if isinstance(name_or_path, str) and not _looks_like_a_path(name):
        names = board_names()
        reason = (
            f"There is no board {shown(name)}; there are {', '.join(names)}, "
            f"and the path of a .toml file is taken too.{nearest(name, names)}"
        )
        raise _refusal(name, "board/unknown_board", reason)
    path = Path(name_or_path)
    board = parse_board(_read_text(path), source=name)
    scenery, words = path.with_suffix(".scenery.toml"), path.with_suffix(".words.toml")
    if scenery.is_file():
        board = replace(board, scenery=_read_text(scenery))
    return replace(board, words=_read_words(words)) if words.is_file() else board


def is_built_in(board_id: str, digest: str) -> bool:
    """Whether this is exactly a built-in board; other boards may have the same id."""
    return board_id in board_names() and _built_in(board_id).digest == digest


def parse_board(text: str, *, source: str = "board") -> Board:
    """Returns the board that a TOML text describes; `source` names it in errors.

    Reports all problems of single entries together. Compares entries with each other only if there are none, so that
    one mistake is not reported twice.
    """
    problems = BoardProblems(source, text)
    board = read_board(_parse_toml(text, source), text, problems)
    problems.raise_if_any()
    check_map(board, problems)
    check_rules(board, problems)
    problems.raise_if_any()
    return replace(board, words=BUILT_IN.get(board.id, board.words))


@cache
def _built_in(name: str) -> Board:
    file = f"{name}.toml"
    return parse_board(resources.files("ferrovia.boards").joinpath(file).read_bytes().decode(), source=file)


def _read_words(path: Path) -> BoardWords:
    try:
        return read_words(_read_text(path))
    except BoardError:
        raise
    except ValueError as error:
        raise _refusal(str(path), "board/unknown_word", str(error)) from None


def _looks_like_a_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name or "\\" in name


def _read_text(path: Path) -> str:
    source = str(path)
    try:
        if not path.is_file():  # a pipe or a device could block forever
            reason = "This is not a file." if path.exists() else "There is no such file."
            raise _refusal(source, "board/not_readable", reason)
        with path.open("rb") as file:
            found = file.read(MAX_BYTES + 1)  # one more, to detect a file that is too large
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        if isinstance(error, BoardError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _refusal(source, "board/not_readable", f"The file cannot be read: {why}.") from error
    if len(found) > MAX_BYTES:
        raise _too_large(source)
    try:
        return found.decode()  # unchanged: the digest covers line ends too
    except UnicodeDecodeError as error:
        reason = f"The file is not a UTF-8 text (at byte {error.start})."
        raise _refusal(source, "board/not_text", reason) from error


def _parse_toml(text: str, source: str) -> dict[str, Any]:
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        reason = f"The text has half a character that UTF-8 cannot write (at character {error.start})."
        raise _refusal(source, "board/not_text", reason) from error
    if size > MAX_BYTES:
        raise _too_large(source)
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            reason = f"A line may have {MAX_LINE} characters at most, and this one has {len(line)}."
            raise _refusal(source, "board/too_large", reason, place=f"line {number}")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # some editors add a byte-order mark
    except tomllib.TOMLDecodeError as error:
        raise _syntax_refusal(source, str(error)) from error
    except RecursionError:
        # Without the cause: its traceback has a thousand lines of nesting.
        raise _refusal(source, "board/syntax", "The lists or tables are nested too deeply.") from None
    except ValueError as error:  # some Pythons raise this for a date that does not exist
        raise _refusal(source, "board/syntax", f"A value cannot be read: {error}.") from error


def _syntax_refusal(source: str, message: str) -> BoardError:
    what, _, where = message.rpartition(" (at ")  # `Invalid value (at line 2, column 3)`
    if not what:
        return _refusal(source, "board/syntax", f"This is not TOML: {message}.")
    return _refusal(source, "board/syntax", f"This is not TOML: {what}.", place=where.rstrip(")"))


def _too_large(source: str) -> BoardError:
    return _refusal(source, "board/too_large", f"A board file may have {MAX_BYTES} bytes at most, and this has more.")


def _refusal(source: str, code: Code, reason: str, *, place: str = "") -> BoardError:
    return BoardError(source, (Problem(code, place, reason),))
