"""Plays the games of a schedule on any number of cores; the results do not depend on that number."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import forkserver
from typing import Any, Final

from ferrovia.arena.heartbeat import WorkerNotes
from ferrovia.arena.match import Table
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.arena.worker import THREADS, end_with_the_parent, rehearse
from ferrovia.engine import usable_cores
from ferrovia.report.facts import GameFacts, play
from ferrovia.report.schedule import Schedule

AHEAD: Final = 3  # queued blocks per worker

_table: Table | None = None  # of this worker process


def gather(schedule: Schedule, *, jobs: int, tell: Callable[[int], None] = lambda games: None) -> list[GameFacts]:
    """Plays all games in the order of the schedule. Calls `tell` after every block. Ctrl-C ends it without a result."""
    if jobs == 1:
        table = Table(schedule.tournament)
        found = []
        for block in schedule.blocks:
            found += [play(table, schedule.tournament, plan) for plan in block]
            tell(len(block))
        return found
    return _side_by_side(schedule, jobs, tell)


def _side_by_side(schedule: Schedule, jobs: int, tell: Callable[[int], None]) -> list[GameFacts]:
    done: dict[int, list[GameFacts]] = {}
    waiting: dict[Future[list[GameFacts]], int] = {}
    ahead = iter(enumerate(schedule.blocks))
    pool = ProcessPoolExecutor(jobs, _context(), _begin, (schedule.tournament, jobs))
    try:
        pool.submit(_rehearse).result()  # one worker compiles; the others only load
        while True:
            while len(waiting) < AHEAD * jobs and (entry := next(ahead, None)) is not None:
                waiting[pool.submit(_play_block, entry[1])] = entry[0]
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                number = waiting.pop(future)
                done[number] = future.result()
                tell(len(done[number]))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return [facts for number in sorted(done) for facts in done[number]]


def _context() -> Any:
    """Never a plain fork, which copies locks held by threads; uses a fork server if available."""
    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["ferrovia.arena.preload"])
        # It inherits blocked signals, so that Ctrl-C while it loads reaches only us.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


def _begin(tournament: Tournament, jobs: int) -> None:
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    threading.Thread(target=end_with_the_parent, daemon=True).start()
    os.environ[THREADS] = str(max(1, usable_cores() // jobs))
    _table = Table(tournament)


def _rehearse() -> None:
    assert _table is not None, "a worker begins with _begin"
    for contestant in _table.tournament.contestants:
        rehearse(_table.tournament, contestant, WorkerNotes())


def _play_block(block: tuple[GamePlan, ...]) -> list[GameFacts]:
    assert _table is not None, "a worker begins with _begin"
    return [play(_table, _table.tournament, plan) for plan in block]
