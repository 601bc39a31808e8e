"""Uploaded boards: tested in a separate process, one at a time per address, before tables may use them."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from ferrovia.boards import parse_board
from ferrovia.data.schema import Json
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import StorageAway, Store
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.workers.limits import BOARD_PATIENCE
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess

log = logging.getLogger(__name__)

AT_ONCE: Final = 1  # workers: a small machine also has people to serve
MOST_JOBS: Final = 200  # remembered jobs
MOST_WAITING: Final = 20


@dataclass(slots=True)
class Job:
    id: str
    address: str
    text: str
    scenery: str | None
    stage: str = "waiting"
    done: float = 0.0
    board: str | None = None  # as soon as tables may use it
    problems: list[dict[str, str]] = field(default_factory=list)  # code, place and English text of each

    @property
    def is_over(self) -> bool:
        return self.stage in ("ready", "refused")

    def as_data(self) -> dict[str, object]:
        return {
            "job": self.id,
            "stage": self.stage,
            "done": self.done,
            "board": self.board,
            "problems": self.problems,
        }


class Uploads:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._workers = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, text: str, scenery: str | None, address: str) -> Job:
        waiting = [job for job in self._jobs.values() if not job.is_over]
        if any(job.address == address and job.board is None for job in waiting):
            raise Refuse("board/busy", 409)
        if len(waiting) >= MOST_WAITING:
            raise Refuse("limit/too_many", 429, seconds=60)
        job = Job(secrets.token_urlsafe(12), address, text, scenery)
        self._jobs[job.id] = job
        while len(self._jobs) > MOST_JOBS:
            self._jobs.popitem(last=False)
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def job(self, name: str) -> Job:
        if name not in self._jobs:
            raise Refuse("board/no_job", 404)
        return self._jobs[name]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, job: Job) -> None:
        async with self._workers:
            try:
                await self._try(job)
            except StorageAway:
                self._give_up(job, "board/not_kept", "The server could not keep it; try again.")
            except WorkerFailed as error:
                log.warning("an uploaded board could not be tried: %s", error)
                late = isinstance(error.__cause__, TimeoutError)
                if late:
                    self._give_up(job, "board/too_slow", "It took too long.")
                else:
                    self._give_up(job, "board/not_playable", "It could not be played.")

    @staticmethod
    def _give_up(job: Job, code: str, why: str) -> None:
        if job.board is not None:
            job.stage, job.done = "ready", 1.0  # it can be played, but keeps the quick layout
        else:
            job.stage, job.problems = "refused", [{"code": code, "place": "", "text": why}]

    async def _try(self, job: Job) -> None:
        job.stage = "checking"
        worker = WorkerProcess(quiet=True)
        kept: str | None = None

        async def heard(progress: Json) -> None:
            nonlocal kept
            if digest := progress.get("digest"):
                kept = await self._store.board_layout(digest)
                await self._store.keep_board(
                    digest, job.text, now=now_ms(), ready=True, layout=kept or progress["layout"]
                )
                job.board = f"sha256:{digest}"
            job.stage, job.done = progress["stage"], progress["done"]

        try:
            found = await worker.run(
                "check_board", {"text": job.text, "scenery": job.scenery}, within=BOARD_PATIENCE, heard=heard
            )
            if problems := found.get("problems"):
                job.stage, job.problems = "refused", problems
                return
            if kept is None or not _is_final(kept, wants_scenery=job.scenery is not None):
                digest = parse_board(job.text).digest
                await self._store.keep_board(digest, job.text, now=now_ms(), ready=True, layout=found["layout"])
            job.stage, job.done = "ready", 1.0
        finally:
            await worker.stop()


def _is_final(layout: str, *, wants_scenery: bool) -> bool:
    """Whether to keep a stored layout. A board's first scenery stays: other people may already play on it."""
    found = json.loads(layout)
    return found["quality"] == "good" and (bool(found["scenery"]["shapes"]) or not wants_scenery)
