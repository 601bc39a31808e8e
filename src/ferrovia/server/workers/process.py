"""A worker process as the server sees it: one task after another, each with its progress, its result and its time.

A request is a line of JSON, and so is every reply: any number with `progress`, then one with `result` or `error`. The
server reads nothing but JSON from a worker, whatever a bot or an uploaded board did to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from ferrovia.data.schema import Json

LINE: Final = 16 * 1024 * 1024  # bytes of a reply at most: a layout is one line

Hear = Callable[[Json], Awaitable[None]]


class WorkerFailed(Exception):
    """The worker did not answer in time, could not be started, or says why it failed."""


class WorkerProcess:
    """`python -m ferrovia.server.workers.worker`, started when it is first needed and again after it was stopped."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet  # whether what it writes to stderr is thrown away
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def run(self, task: str, arguments: Mapping[str, object], *, within: float, heard: Hear | None = None) -> Any:
        """The result of a task within so many seconds; `heard` gets each progress. Raises WorkerFailed."""
        try:
            async with asyncio.timeout(within):
                return await self._run(json.dumps({"task": task, **arguments}).encode() + b"\n", heard)
        except (TimeoutError, OSError, ValueError) as error:  # ValueError: a reply that is no JSON, or too long
            await self.stop()
            raise WorkerFailed(f"no answer: {type(error).__name__}") from error
        except asyncio.CancelledError:
            await self.stop()  # its answer would be taken for that of the next task
            raise

    async def _run(self, request: bytes, heard: Hear | None) -> Any:
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request)
        await process.stdin.drain()
        while line := await process.stdout.readline():
            reply = json.loads(line)
            if "error" in reply:
                raise WorkerFailed(reply["error"])
            if "result" in reply:
                return reply["result"]
            if heard is not None:
                await heard(reply["progress"])
        await self.stop()
        raise WorkerFailed("it ended")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ferrovia.server.workers.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL if self._quiet else None,
                env={**os.environ, "PYTHONUNBUFFERED": "1"}, limit=LINE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
            )  # fmt: skip
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
