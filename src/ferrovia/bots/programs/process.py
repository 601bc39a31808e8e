"""A running program and its three pipes: lines go in and come out, by a deadline. Only this module starts and stops
one.

It does not trust the program, which may not read, not write, write forever, end at any moment or leave children behind.
Every wait has a limit, memory is bounded, and stopping ends its whole process group.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ferrovia.bots.programs import faults
from ferrovia.bots.programs.faults import ExternalBotFault, shown

MAX_LINE: Final = 64 * 1024  # bytes per answer
MAX_LOG: Final = 64 * 1024  # bytes of stderr to keep, the last ones
CHUNK: Final = 64 * 1024
FAREWELL: Final = 1.0  # seconds between `goodbye` and the end
GLANCE: Final = 0.05  # seconds between two checks that the program is alive
ENDING: Final = 5.0  # seconds from the end of its output to its own end, on a busy machine
# Waits until its parent is gone, even if it was killed without cleaning up, and then ends the program's group.
WATCHDOG: Final = ("sh", "-c", 'read -r _; kill -KILL "-$1"', "sh")


class Process:
    """Started on creation. Unusable after `stop` or a fault."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        if sys.platform == "win32":  # pragma: no cover
            raise ExternalBotFault(faults.CANNOT_START, "programs as bots need Linux, macOS or another Unix")
        try:
            self._child = subprocess.Popen(
                list(command),
                cwd=folder,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # its own process group, which is ended as a whole
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ExternalBotFault(faults.CANNOT_START, f"{shown(command[0])} cannot be started: {why}") from None
        pipes = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._coming = bytearray()  # output received but not yet taken as an answer
        self._log = bytearray()
        self._output_ended = False
        # Also without a call of `stop`: at interpreter exit, or when the bot is garbage collected.
        self._end = weakref.finalize(self, _end_group, self._child, _watchdog(self._child.pid), os.getpid())

    @property
    def log(self) -> str:
        """The end of its stderr, without terminal control codes."""
        text = self._log.decode("utf-8", "replace")
        return "".join(letter if letter.isprintable() or letter == "\n" else "·" for letter in text)

    # --- talking ----------------------------------------------------------------------------------------------------
    def ask(self, question: bytes, *, deadline: float, late: str = faults.LATE) -> bytes:
        """Sends a line and returns the answering line, both before `deadline` on the monotonic clock."""
        self._read_all()
        self._refuse_unasked()
        left = memoryview(question)
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._in, selectors.EVENT_WRITE)
            waiting.register(self._err, selectors.EVENT_READ)
            if not self._output_ended:
                waiting.register(self._out, selectors.EVENT_READ)
            while True:
                seconds = deadline - time.monotonic()
                if seconds <= 0:
                    raise self._too_late(late, unread=len(left))
                ready = {key.fd for key, _ in waiting.select(min(seconds, GLANCE))}
                if self._in in ready and left:
                    left = left[self._write(left) :]
                    if not left:
                        waiting.unregister(self._in)
                if self._err in ready and not self._read_log():
                    waiting.unregister(self._err)
                if self._out in ready and not self._read_output():
                    waiting.unregister(self._out)
                if left:
                    self._refuse_unasked()  # an answer before the question was sent
                line = self._line()
                if line is not None:
                    return line
                self._check_life(ready)

    def _line(self) -> bytes | None:
        """The one line received; None if it is incomplete."""
        end = self._coming.find(b"\n")
        if end < 0 and len(self._coming) <= MAX_LINE:
            return None
        if end < 0 or end > MAX_LINE:
            raise ExternalBotFault(faults.LINE_TOO_LONG, f"a line is longer than {MAX_LINE} bytes")
        line = bytes(self._coming[:end])
        del self._coming[: end + 1]
        self._refuse_unasked()
        return line

    def _refuse_unasked(self) -> None:
        if self._coming:
            reason = f"it wrote unrequested output: {shown(bytes(self._coming[:100]))}"
            raise ExternalBotFault(faults.UNASKED, reason)

    def _too_late(self, late: str, *, unread: int) -> ExternalBotFault:
        if unread:
            reason = f"it did not read its input in time, {unread} bytes are left"
            return ExternalBotFault(faults.NOT_READING, reason)
        return ExternalBotFault(late, "it did not answer in time")

    def _check_life(self, ready: set[int]) -> None:
        """Raises a fault if no answer can come. A child of the program may keep its pipes open after its end."""
        if _has_ended(self._child) and self._out not in ready:
            self._read_all()
            if b"\n" not in self._coming:
                raise ExternalBotFault(faults.CRASHED, f"it ended {self._ending()}")
        elif self._output_ended:
            until = time.monotonic() + ENDING  # most likely it is about to end
            while not _has_ended(self._child):
                if time.monotonic() > until:
                    raise ExternalBotFault(faults.CLOSED_OUTPUT, "it closed its output")
                time.sleep(0.005)
            raise ExternalBotFault(faults.CRASHED, f"it ended {self._ending()}")

    def _ending(self) -> str:
        self._end_all()
        status = self._child.returncode
        if status is not None and status < 0:
            try:
                return f"by signal {signal.Signals(-status).name}"
            except ValueError:
                return f"by signal {-status}"
        return f"with exit status {status}"

    # --- the pipes --------------------------------------------------------------------------------------------------
    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in, data[:CHUNK])
        except BlockingIOError:
            return 0
        except OSError:  # its end of the pipe is closed: it ended, or will never read the question
            return len(data)

    def _read_output(self) -> bool:
        """Reads the pipe; False at its end."""
        data = _read(self._out)
        self._output_ended = data == b""
        self._coming += data or b""
        return not self._output_ended

    def _read_log(self) -> bool:
        data = _read(self._err)
        self._log += data or b""
        del self._log[:-MAX_LOG]
        return data != b""

    def _read_all(self) -> None:
        """Reads what is in the pipes now, without waiting; only the beginning of an endless stream."""
        for read in (self._read_output, self._read_log):
            for _ in range(4):
                read()

    # --- the end ----------------------------------------------------------------------------------------------------
    def stop(self, farewell: bytes = b"") -> None:
        """Ends it and everything it left behind; after a farewell it gets a moment to end by itself. Safe to call
        again.
        """
        if self._end.alive and farewell:
            self._write(memoryview(farewell))
            assert self._child.stdin
            with contextlib.suppress(OSError):
                self._child.stdin.close()
            until = time.monotonic() + FAREWELL
            while not _has_ended(self._child) and time.monotonic() < until:
                self._read_all()  # it may have pending output, and block until that is read
                self._coming.clear()
                time.sleep(0.005)
        self._end_all()

    def _end_all(self) -> None:
        if self._end.alive:
            with contextlib.suppress(OSError, ValueError):
                self._read_all()
            self._end()


def _read(pipe: int) -> bytes | None:
    """The available output; b"" at the end, None if there is none now."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    """Whether it ended, without reaping it: until then its process id cannot be reused."""
    if child.returncode is not None:
        return True
    if not hasattr(os, "waitid"):  # pragma: no cover - some Unixes
        return False  # the end of its output will show
    return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _watchdog(group: int) -> subprocess.Popen[bytes] | None:
    nowhere = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            [*WATCHDOG, str(group)], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
        )
    return None


def _end_group(child: subprocess.Popen[bytes], watchdog: subprocess.Popen[bytes] | None, owner: int) -> None:
    """Ends the whole group, then reaps the program, so that nothing is left of it."""
    if os.getpid() != owner:  # a fork of the process that started it: not its child
        return
    if watchdog is not None:  # first: afterwards the group's id may be reused
        watchdog.kill()
        watchdog.wait()
        assert watchdog.stdin
        watchdog.stdin.close()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=5)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
