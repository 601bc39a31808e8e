"""Workers on this machine, and the guardian that hands out games, collects results and ends workers whose bot hangs.

If a worker dies, or is killed because a bot took too long, the bot loses its move but no game is lost: the moves so far
are in the worker's notes, and another worker continues from there.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, Final

from ferrovia.arena.contestants import read_contestant
from ferrovia.arena.heartbeat import EXITED, FAULTS, HUNG, NOTES, REASON_BYTES, Interruption, WorkerNotes
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.arena.worker import Play, Rehearse, Rehearsed, Report, Task, work
from ferrovia.bots.registry import prepare_bots
from ferrovia.engine import usable_cores
from ferrovia.engine.state import NOBODY

AHEAD: Final = 2  # queued games per worker, so that it never waits for the next
LOOK: Final = 0.1  # seconds between two checks of the slates
LONGEST_LOOK: Final = 0.5  # a longer gap between two checks is not blamed on a bot: the machine was asleep
CHANCES: Final = 3  # how often a bot may crash its process in a game before it is not asked again
SUDDEN_DEATHS: Final = 5  # worker deaths in a row without a bot to blame


class WorkerPoolError(RuntimeError):
    """Workers die without a bot to blame."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds allowed to a bot: per move beyond its budget, and for its first moves, which may compile."""

    move: float = 30.0
    rehearsal: float = 600.0


class WorkerPool:
    """`play` hands out games to the workers; use as a context manager, so that no worker is left behind."""

    def __init__(self, tournament: Tournament, *, processes: int, limits: Limits | None = None) -> None:
        self.tournament = tournament
        self.processes = processes
        self.limits = limits or Limits()
        self._workers: list[_Worker] = []
        self._ready: set[str] = set()  # contestants that have been rehearsed once
        self._unrehearsed: set[str] = set()  # those that did not survive it
        self._sudden_deaths = 0
        methods = multiprocessing.get_all_start_methods()
        # Never a plain fork: this process has threads. With a fork server, workers start instantly.
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["ferrovia.arena.preload"])

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.kill()
        self._workers.clear()

    def play(self, plans: Iterable[GamePlan]) -> Iterator[Outcome]:
        """Yields results as they arrive, in any order; every planned game exactly once."""
        prepare_bots(contestant.bot for contestant in map(read_contestant, self.tournament.contestants))
        waiting: deque[Task] = deque()
        source = iter(plans)
        while True:
            self._hand_out(waiting, source)
            busy = [worker for worker in self._workers if worker.tasks]
            if not busy:
                return
            handles = [handle for worker in self._workers for handle in (worker.pipe, worker.sentinel)]
            signalled = set(connection.wait(handles, timeout=LOOK))
            for worker in list(self._workers):
                if worker.pipe in signalled or worker.sentinel in signalled:
                    yield from self._collect(worker)
                if worker.sentinel in signalled:  # all its reports have been collected
                    self._bury(worker, EXITED, "it ended the process", waiting)
                elif (overdue := worker.overdue(self._limit_of(worker))) is not None:
                    self._bury(worker, HUNG, f"no answer within {overdue:g} s", waiting)

    # --- handing out ------------------------------------------------------------------------------------------------
    def _hand_out(self, waiting: deque[Task], source: Iterator[GamePlan]) -> None:
        """Keeps every worker supplied. A new one rehearses all contestants; the first does so alone, because it
        compiles.
        """
        while len(self._workers) < self.processes and self._may_start():
            task = waiting.popleft() if waiting else _play_next(source)
            if task is None:
                break
            self._start_worker().give(task)
        for worker in self._workers:
            while len(worker.tasks) < AHEAD:
                task = waiting.popleft() if waiting else _play_next(source)
                if task is None:
                    return
                worker.give(task)

    def _may_start(self) -> bool:
        """Not while the first worker rehearses: it compiles what the others then only load."""
        everyone = self._ready | self._unrehearsed >= set(self.tournament.contestants)
        return everyone or not self._workers

    def _start_worker(self) -> _Worker:
        threads = max(1, usable_cores() // self.processes)
        worker = _Worker(self._context, self.tournament, threads)
        for contestant in self.tournament.contestants:
            if contestant not in self._unrehearsed:
                worker.give(Rehearse(contestant))
        self._workers.append(worker)
        return worker

    def _limit_of(self, worker: _Worker) -> float:
        if not worker.tasks or isinstance(worker.tasks[0], Rehearse):
            return self.limits.rehearsal
        match = self.tournament.matches[worker.tasks[0].plan.match]
        seconds = [self.tournament.budget_of(name).seconds or 0.0 for name in match.lineup]
        return self.limits.move + max(seconds)

    # --- collecting -------------------------------------------------------------------------------------------------
    def _collect(self, worker: _Worker) -> Iterator[Outcome]:
        while (report := worker.receive()) is not None:
            worker.tasks.popleft()
            self._sudden_deaths = 0
            if isinstance(report, Rehearsed):
                self._ready.add(report.contestant)
            else:
                yield report

    def _bury(self, worker: _Worker, kind: str, reason: str, waiting: deque[Task]) -> None:
        """Ends a worker; its tasks go back to the front of the queue, its game with the fault recorded."""
        worker.kill()
        self._workers.remove(worker)
        past = worker.notes.interruption()
        tasks = list(worker.tasks)
        current, later = (tasks[0] if tasks else None), tasks[1:]
        if past.asked == NOBODY:
            self._sudden_deaths += 1
            if self._sudden_deaths >= SUDDEN_DEATHS:
                raise WorkerPoolError(f"{SUDDEN_DEATHS} workers died one after the other while no bot was thinking")
        if isinstance(current, Rehearse):
            if past.asked != NOBODY:
                self._unrehearsed.add(current.contestant)
        elif current is not None:
            later.insert(0, _taken_up(current, past, kind, reason))
        waiting.extendleft(reversed([task for task in later if isinstance(task, Play)]))


def _play_next(source: Iterator[GamePlan]) -> Play | None:
    plan = next(source, None)
    return None if plan is None else Play(plan)


def _taken_up(task: Play, past: Interruption, kind: str, reason: str) -> Play:
    """The same game, to continue where it stopped; from the beginning if no bot is to blame."""
    if past.asked == NOBODY:
        return task
    if not any(past.faults[past.asked]):
        past.first_moves[past.asked] = len(past.codes)
        past.reasons[past.asked] = f"{kind}: {reason}".encode()[:REASON_BYTES]
    past.faults[past.asked][FAULTS.index(kind)] += 1
    lost = sum(past.faults[past.asked][FAULTS.index(fatal)] for fatal in (HUNG, EXITED))
    past.benched = set(task.past.benched if task.past else ())
    if lost >= CHANCES:
        past.benched.add(past.asked)
    return Play(task.plan, past)


class _Worker:
    """A worker process as seen from outside."""

    def __init__(self, context: Any, tournament: Tournament, threads: int) -> None:
        self.tasks: deque[Task] = deque()
        memory = context.RawArray(ctypes.c_char, NOTES.itemsize)
        self.notes = WorkerNotes(memory)
        self.notes.clear()
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(tournament, theirs, memory, threads), daemon=True)
        self._process.start()
        theirs.close()
        self.sentinel: int = self._process.sentinel
        self._serial, self._waited, self._looked = -1, 0.0, time.monotonic()

    def give(self, task: Task) -> None:
        self.tasks.append(task)
        with contextlib.suppress(
            OSError
        ):  # it has just died; its sentinel reports that, and the task is still on the list
            self.pipe.send(task)

    def receive(self) -> Report | None:
        """A report if there is one; None from a worker that died while sending."""
        try:
            return self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None

    def overdue(self, limit: float) -> float | None:
        """The limit, if its bot has been thinking longer about one question; otherwise None."""
        now = time.monotonic()
        since, self._looked = min(now - self._looked, LONGEST_LOOK), now
        serial = int(self.notes.serial[0])
        if serial != self._serial or int(self.notes.asked[0]) == NOBODY:
            self._serial, self._waited = serial, 0.0
            return None
        self._waited += since
        return limit if self._waited > limit else None

    def kill(self) -> None:
        self.kill_process()
        self.pipe.close()

    def kill_process(self) -> None:
        self._process.kill()
        self._process.join()
