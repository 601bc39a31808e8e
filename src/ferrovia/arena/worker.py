"""A process that plays games and reports the results. It trusts no bot: its parent watches its notes."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from ferrovia.arena.heartbeat import Interruption, WorkerNotes
from ferrovia.arena.match import Table
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Match, Tournament

PR_SET_PDEATHSIG: Final = 1
THREADS: Final = "FERROVIA_THREADS"  # how many threads a bot may use, for bots that check it
REHEARSED: Final = 6  # moves


@dataclass(frozen=True)
class Play:
    """Play this game, or continue it."""

    plan: GamePlan
    past: Interruption | None = None


@dataclass(frozen=True)
class Rehearse:
    """Play a few moves with a contestant that do not count, so that compilation and loading are done."""

    contestant: str


Task = Play | Rehearse


@dataclass(frozen=True)
class Rehearsed:
    contestant: str


Report = Outcome | Rehearsed


def work(tournament: Tournament, tasks: Connection, memory: Any, threads: int) -> None:
    """The worker process: receives tasks and sends reports until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent
    threading.Thread(target=end_with_the_parent, daemon=True).start()
    _let_the_kernel_end_it()
    os.environ[THREADS] = str(threads)
    _be_quiet()
    notes = WorkerNotes(memory)
    table = Table(tournament, notes)
    with contextlib.suppress(EOFError, OSError):
        while (task := tasks.recv()) is not None:
            if isinstance(task, Play):
                tasks.send(table.play(task.plan, task.past))
            else:
                rehearse(tournament, task.contestant, notes)
                tasks.send(Rehearsed(task.contestant))


def rehearse(tournament: Tournament, contestant: str, notes: WorkerNotes) -> None:
    """Plays a few moves of the contestant against itself, on its board and with its number of players."""
    match = next(match for match in tournament.matches if contestant in match.lineup)
    alone = Match(match.board, (contestant,) * match.players)
    practice = Tournament(tournament.boards, (alone,), 1, tournament.seed, tournament.budget)
    Table(practice, notes).play(GamePlan(0, 0, 0), most_moves=match.players + REHEARSED)


def end_with_the_parent() -> None:
    """Ends the worker with its parent, even if a bot hangs."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _let_the_kernel_end_it() -> None:
    """A bot may never release Python's lock, so that no thread runs: Linux can end a process with its parent."""
    if sys.platform != "linux":
        return
    from multiprocessing import forkserver

    # The parent is the fork server. It ends with the guardian, unless its children hold the pipe that it waits on.
    server: Any = getattr(forkserver, "_forkserver", None)
    line = getattr(server, "_forkserver_alive_fd", None)
    if line is not None:
        server._forkserver_alive_fd = None
        os.close(line)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _be_quiet() -> None:
    """Discards what bots print; it would disturb the progress bar."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
