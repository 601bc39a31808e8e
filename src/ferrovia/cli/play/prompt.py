"""Asks for a line: with history and Tab on a terminal, line by line from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console


class Prompt:
    """`ask` returns the next line; EOFError at the end of the input, KeyboardInterrupt at Ctrl-C."""

    def __init__(self, console: Console, completions: Sequence[str] = ()) -> None:
        self.console = console
        self.interactive = sys.stdin.isatty()
        if self.interactive:
            _complete(completions)

    def ask(self, question: str) -> str:
        self.console.print(question, style="bold", markup=False, highlight=False)
        if self.interactive:
            return input("> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        # Input from a pipe is not echoed: print the line, so that the output reads like a conversation.
        self.console.print(f"> {line.strip()}", markup=False, highlight=False)
        return line.strip()


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # Windows: the game works without Tab
        return
    readline.set_completer_delims(" \t\n")
    readline.set_completer(lambda start, number: _nth(words, start, number))
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def _nth(words: Sequence[str], start: str, number: int) -> str | None:
    found = [word for word in words if word.startswith(start.casefold())]
    return f"{found[number]} " if number < len(found) else None
