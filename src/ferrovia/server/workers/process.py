"""The server's side of a worker process: one task after another, each with progress, result and time limit.

A request is a line of JSON, and so is every reply: any number with `progress`, then one with `result` or `error`. The
server reads only JSON from a worker, so a bot or uploaded board that takes it over gains nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from ferrovia.data.schema import Json

LINE: Final = 16 * 1024 * 1024  # bytes per reply at most: a layout is one line
GRACE: Final = 1.0  # seconds to end by itself
_OUT_OF_TIME: Final = getattr(signal, "SIGXCPU", 0)  # sent to a process that used up its processor time

Hear = Callable[[Json], Awaitable[None]]


class WorkerFailed(Exception):
    """The worker did not answer in time, could not be started, or reported why it failed."""


class WorkerProcess:
    """`python -m ferrovia.server.workers.worker`, started on first use and again after it was stopped."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet  # whether to discard its stderr
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def run(self, task: str, arguments: Mapping[str, object], *, within: float, heard: Hear | None = None) -> Any:
        """Returns the result of a task within `within` seconds; calls `heard` with each progress. Raises
        WorkerFailed.
        """
        try:
            async with asyncio.timeout(within):
                return await self._run(json.dumps({"task": task, **arguments}).encode() + b"\n", heard)
        except (TimeoutError, OSError, ValueError) as error:  # ValueError: a reply that is not JSON, or too long
            await self.stop()
            late = isinstance(error, TimeoutError)
            raise WorkerFailed("no answer in time" if late else "no usable answer") from error
        except asyncio.CancelledError:
            await self.stop()  # otherwise its late answer would be taken for the next task's
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
        if _OUT_OF_TIME and await process.wait() == -_OUT_OF_TIME:
            raise TimeoutError
        await self.stop()
        raise WorkerFailed("it ended")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ferrovia.server.workers.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL if self._quiet else None,
                env={**os.environ, "PYTHONUNBUFFERED": "1"}, limit=LINE,
                start_new_session=True,  # Ctrl-C is for the server, which stops its workers itself
            )  # fmt: skip
        return self._process

    async def stop(self) -> None:
        """Asks it to end, and kills it if it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            with contextlib.suppress(ProcessLookupError, TimeoutError):
                process.terminate()
                await asyncio.wait_for(process.wait(), GRACE)
        finally:  # also if the wait is cancelled
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
        await process.wait()
