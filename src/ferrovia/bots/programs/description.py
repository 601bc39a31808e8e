"""How a person names a program: `program:PATH`, the program itself or a small TOML file about it."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ferrovia.bots.programs.faults import shown

PREFIX: Final = "program:"
MAX_BYTES: Final = 16 * 1024
START_SECONDS: Final = 10.0  # for `ready`; even a slow machine starts a large runtime in less
# For an answer with a budget in simulations, which says nothing about time. A tournament waits longer.
ANSWER_SECONDS: Final = 15.0
LONGEST: Final = 3600.0
LONGEST_PATH: Final = 300  # of a path in a message, so that the problem stays visible
ABOUT: Final = "Your own program."


class ProgramError(ValueError):
    """A program that cannot even be tried; the text names the file and the reason."""


@dataclass(frozen=True, slots=True)
class Program:
    """How to start a program, and how long to wait for it."""

    command: tuple[str, ...]
    folder: Path  # it runs here
    about: str = ABOUT
    start_seconds: float = START_SECONDS
    answer_seconds: float = ANSWER_SECONDS


def is_program(name: str) -> bool:
    """Whether a bot's name asks to start a program, which only a person at their own machine may do."""
    return name.startswith(PREFIX)


def read_program(name: str) -> Program:
    """The program behind `program:PATH`."""
    path = Path(name.removeprefix(PREFIX)).expanduser()
    try:
        found = path.is_file()
    except (OSError, ValueError):  # a name too long, a null character
        found = False
    if not found:
        raise ProgramError(f"{_named(path)}: there is no such file")
    path = path.absolute()
    if path.suffix == ".toml":
        return _described(path)
    if not os.access(path, os.X_OK):
        hint = "make it executable, or describe its command in a .toml file"
        raise ProgramError(f"{_named(path)}: this file cannot be run; {hint}")
    return Program((str(path),), path.parent)


def program_files(name: str) -> tuple[Path, ...]:
    """The named file and those its command names: they must stay the same for results to be comparable."""
    program = read_program(name)
    named = [Path(name.removeprefix(PREFIX)).expanduser().absolute()]
    named += [program.folder / word for word in program.command]
    return tuple(dict.fromkeys(path for path in named if path.is_file()))


def _described(path: Path) -> Program:
    fields = _fields(path)
    command = fields.pop("command", None)
    if not (isinstance(command, list) and command and all(isinstance(word, str) and word for word in command)):
        raise ProgramError(f'{_named(path)}: command must be a list of texts, such as ["node", "my_bot.js"]')
    if any("\0" in word for word in command):
        raise ProgramError(f"{_named(path)}: command has a null character")
    if "/" in command[0]:  # relative to the description; other commands are looked up on the PATH
        command[0] = str(path.parent / command[0])
    about = fields.pop("about", ABOUT)
    if not isinstance(about, str):
        raise ProgramError(f"{_named(path)}: about must be a text")
    start = _seconds(path, "start_seconds", fields.pop("start_seconds", START_SECONDS))
    answer = _seconds(path, "answer_seconds", fields.pop("answer_seconds", ANSWER_SECONDS))
    if fields:
        known = "command, about, start_seconds and answer_seconds"
        raise ProgramError(f"{_named(path)}: {shown(next(iter(fields)))} is unknown; the keys are {known}")
    return Program(tuple(command), path.parent, shown(about, most=200), start, answer)


def _fields(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ProgramError(f"{_named(path)}: cannot be read: {error.strerror}") from error
    if len(text) > MAX_BYTES:
        raise ProgramError(f"{_named(path)}: a description has {MAX_BYTES} bytes at most")
    try:
        return tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ProgramError(f"{_named(path)}: this is not TOML: {shown(error)}") from None


def _seconds(path: Path, name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LONGEST:
        raise ProgramError(f"{_named(path)}: {name} must be a number of seconds up to {LONGEST:g}")
    return float(value)


def _named(path: Path) -> str:
    return shown(path, most=LONGEST_PATH)
