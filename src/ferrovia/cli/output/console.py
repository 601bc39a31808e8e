"""Output of the commands: a console for results, one line on stderr per error, progress bars only on a terminal."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from typer.core import TyperGroup

from ferrovia.boards import BoardError

PIPED_WIDTH = 200  # columns when piped: nothing is cut, and a sentence stays on one line
INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C


class Failure(Exception):
    """A problem that the user can fix; its text is one readable line: where it is, and a sentence."""

    def __init__(self, reason: str, *, at: object = None, exit_code: int = 1) -> None:
        super().__init__(as_sentence(reason) if at is None else f"{at}: {as_sentence(reason)}")
        self.exit_code = exit_code


def as_sentence(text: str) -> str:
    """The text with a capital letter and a full stop. Places before it stay as they are: `a.txt: line 3: `."""
    place, colon, reason = text.partition(": ")
    is_sentence = re.match(r"(a|an|the|there|this) ", place)
    if colon and not is_sentence and (" " not in place or re.search(r"[/\\.]|^--\S+ '|^line \d", place)):
        return f"{place}: {as_sentence(reason)}"
    first = text.partition(" ")[0]
    start = text[0].upper() if first != text and first.isalpha() else text[:1]
    return f"{start}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def counted(count: int, noun: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def new_console() -> Console:
    """For results. Created for each command, because tests and pipes replace stdout."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without `★` shows `?` instead of failing
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, soft_wrap=False, width=PIPED_WIDTH if piped else None)


def say_error(message: str) -> None:
    print(f"ferrovia: {message}", file=sys.stderr)


class OneLineErrors(TyperGroup):
    """Every error is a line on stderr and an exit code, never a traceback or a box."""

    def main(self, *args: Any, standalone_mode: bool = True, **kwargs: Any) -> Any:
        try:
            result = super().main(*args, **(kwargs | {"standalone_mode": False}))
        except typer.Abort:
            code = INTERRUPTED
        except BoardError as error:
            for problem in error.problems:
                say_error(f"{error.source}: {problem}" if problem.code != "board/unknown_board" else problem.reason)
            code = 2 if error.problems[0].code in ("board/unknown_board", "board/not_readable") else 1
        except Failure as error:
            say_error(str(error))
            code = error.exit_code
        except Exception as error:
            # Typer's errors about options format themselves; their class moves between versions.
            if not hasattr(error, "format_message"):
                raise
            message = " ".join(error.format_message().split()).replace("Value error, ", "")
            if message:  # without arguments, typer has shown the help, and there is nothing to add
                say_error(as_sentence(message))
            code = getattr(error, "exit_code", 2)
        else:
            code = result if isinstance(result, int) else 0
        if standalone_mode:
            sys.exit(code)
        return code


def new_progress() -> Progress:
    """A bar with the time left, on stderr; hidden if stderr is not a terminal."""
    bar = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("·"),
        TimeRemainingColumn(compact=True),
        console=bar,
        transient=True,
        disable=not bar.is_terminal,
    )
