"""Bots think in processes of their own, within their time. A stuck one is stopped and a quick bot answers instead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import secrets
import sys
from typing import Any, Final

from ferrovia.server.http.rate_limits import too_many
from ferrovia.server.levels import QUICK, Mind
from ferrovia.server.workers.think import LENGTH, packed, packed_view
from ferrovia.views import View

log = logging.getLogger(__name__)

SPARE: Final = 5.0  # seconds beyond its budget until a bot counts as stuck
MOST_ADVISING: Final = 3  # questions to the coach at once, of all tables
START: Final = 300.0  # seconds more for the first answer of each bot in a process: it may have to compile first
COACH: Final = "coach"  # among the bots that a process knows


class Stuck(Exception):
    """The worker did not answer in time, or failed."""


class _Worker:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._met: set[str] = set()  # bots that have answered in this process

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "ferrovia.server.workers.think",
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                    env={**os.environ, "PYTHONUNBUFFERED": "1"},
                    start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
                )  # fmt: skip
            except OSError as error:
                raise Stuck(f"no process can be started: {error.strerror}") from error
            self._met = set()
        return self._process

    async def ask(self, request: dict[str, Any], within: float) -> dict[str, Any]:
        process = await self._started()
        who = request.get("bot", COACH)
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            async with asyncio.timeout(within + (0 if who in self._met else START)):
                stdin.write(packed(request))
                await stdin.drain()
                length = LENGTH.unpack(await stdout.readexactly(LENGTH.size))[0]
                answer = pickle.loads(await stdout.readexactly(length))
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            await self.stop()
            raise Stuck(f"no answer: {type(error).__name__}") from error
        except asyncio.CancelledError:
            await self.stop()  # its answer would be taken for that of the next question
            raise
        if "error" in answer:
            raise Stuck(answer["error"])
        self._met.add(who)
        found: dict[str, Any] = answer
        return found

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Minds:
    """A few workers; who asks waits for a free one."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker() for _ in range(max(1, workers))]
        for worker in self._all:
            self._free.put_nowait(worker)
        self._advising = 0
        self.thought = 0
        self.stuck = 0

    async def choose(self, view: View, mind: Mind) -> int:
        """The code of the action that a bot chooses in this view. Always one: in the end, any legal one."""
        if len(codes := view.legal_codes()) == 1:
            return codes[0]
        for name, seconds in ((mind.bot, mind.seconds), (QUICK, 0.5), ("random", 0.5)):
            try:
                return await self._ask(view, name, seconds)
            except Stuck as problem:
                self.stuck += 1
                log.warning("bot %s is stuck: %s", name, problem)
        return codes[0]

    async def advise(self, view: View, mind: Mind, best: int) -> list[dict[str, Any]]:
        """The best actions by code, with `win` and `margin`; where the coach is stuck, one without them.

        Refuses while several wait already: bots that people wait for come first.
        """
        if self._advising >= MOST_ADVISING:
            raise too_many(3)
        self._advising += 1
        try:
            answer = await self._request(view, {"best": best}, mind.seconds)
            return list(answer["moves"])
        except Stuck as problem:
            self.stuck += 1
            log.warning("the coach is stuck: %s", problem)
            return [{"code": await self.choose(view, mind), "win": None, "margin": None}]
        finally:
            self._advising -= 1

    async def _ask(self, view: View, name: str, seconds: float) -> int:
        return int((await self._request(view, {"bot": name}, seconds))["code"])

    async def _request(self, view: View, wish: dict[str, Any], seconds: float) -> dict[str, Any]:
        request = {
            **wish,
            "seconds": seconds,
            "seed": secrets.randbits(128),
            "board": view.board.text,
            "digest": view.board.digest,
            "view": packed_view(view),
        }
        worker = await self._free.get()
        try:
            answer = await worker.ask(request, seconds + SPARE)
            self.thought += 1
            return answer
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        for worker in self._all:
            await worker.stop()
