"""Runs the command: inside this process, as a separate process, or under a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.kit.waiting import PATIENCE, wait_until
from typer.testing import CliRunner

from ferrovia.cli.app import app

COMMAND = (sys.executable, "-m", "ferrovia")
# Without the caller's environment variables; a wide terminal, so that sentences stay on one line.
PLAIN = {"LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "200"}
UNSET = ("NO_COLOR", "FORCE_COLOR")  # even when empty, they mean something to some versions of Rich


def run(*arguments: str, text: str = "", columns: int = 200, env: Mapping[str, str] | None = None) -> Any:
    """The command in this process: `exit_code`, `stdout`, `stderr`."""
    environment = dict.fromkeys(UNSET) | PLAIN | {"COLUMNS": str(columns)} | dict(env or {})
    return CliRunner().invoke(app, list(arguments), input=text, env=environment)


class Terminal:
    """The command under a pseudo-terminal, as a person runs it."""

    def __init__(self, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        self.text = ""
        self._waited = 0  # how much of it has been awaited
        environment = os.environ | PLAIN | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"} | dict(env or {})
        for name in UNSET:
            environment.pop(name, None)
        # A shell's background jobs ignore Ctrl-C and hand that on; a person's terminal does not.
        ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment
            )
        finally:
            signal.signal(signal.SIGINT, ignored)
        os.close(slave)

    def wait_for(self, words: str) -> None:
        """Waits until the words appear after the last awaited ones."""
        end = time.monotonic() + PATIENCE
        while (found := self.text.find(words, self._waited)) < 0:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{words!r} never came:\n{self.text[self._waited :]}")
        self._waited = found + len(words)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C once the program waits, as a person does: just before, readline would see it one key later."""
        wait_until(self._is_waiting, "the program waits for a key or for its threads")
        self.process.send_signal(signal.SIGINT)

    def _is_waiting(self) -> bool:
        """By the state of its main thread, which stands after the name in brackets."""
        return Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def finish(self) -> int:
        """The exit code, once everything is read."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(timeout=max(1.0, end - time.monotonic()))

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return False
        self.text += found.decode(errors="replace")
        return bool(found)
