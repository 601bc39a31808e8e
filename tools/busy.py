"""Run a command beside busy processes, to see that it needs no quiet machine: `make test-busy`.

    python tools/busy.py --processes 10 -- pytest tests/browser

Each busy process has a session of its own: Linux shares the processor between sessions first, so ten loops in one
session would count as one. They are stopped when the command ends or is interrupted, and stop by themselves when this
program is killed. The exit status is the command's.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Works until its parent, whose id it is given, is gone.
LOOP = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""


@contextmanager
def busy_processes(count: int) -> Iterator[list[int]]:
    """The ids of that many busy processes, which are gone afterwards."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            loop = [sys.executable, "-S", "-c", LOOP, str(os.getpid())]
            running.append(subprocess.Popen(loop, start_new_session=True))
        yield [process.pid for process in running]
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


class Load:
    """The machine's load averages over a minute, from the beginning to the end."""

    def __init__(self) -> None:
        self._seen = [os.getloadavg()[0]]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(10):
            self._seen.append(os.getloadavg()[0])

    def stop(self) -> str:
        self._over.set()
        self._thread.join()
        first, most, last = self._seen[0], max(self._seen), os.getloadavg()[0]
        return f"load {first:.1f} at the beginning, {max(most, last):.1f} at most, {last:.1f} at the end"


def run(command: list[str], count: int) -> int:
    """The exit status of the command, which ran beside the busy processes."""
    started: subprocess.Popen[bytes] | None = None

    def interrupt(number: int, _: FrameType | None) -> None:
        if started is None:
            raise SystemExit(128 + number)
        started.send_signal(number)  # its end is the end here

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    with busy_processes(count) as ids:
        load, started = Load(), subprocess.Popen(command)
        print(f"busy: {count} processes beside {os.cpu_count()} cores, ids {ids}", file=sys.stderr, flush=True)
        status = started.wait()
        print(f"busy: {load.stop()}", file=sys.stderr, flush=True)
    return status if status >= 0 else 128 - status


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--processes", type=int, default=10, help="how many busy processes (default: 10)")
    parser.add_argument("command", nargs="+", help="the command and its options, after --")
    chosen = parser.parse_args()
    return run(chosen.command, chosen.processes)


if __name__ == "__main__":
    sys.exit(main())
