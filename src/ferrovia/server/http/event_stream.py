"""An event stream for programs: the same updates as over the socket, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from ferrovia import SPECTATOR
from ferrovia.server.tables.dispatch import first_look
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.seats import Holdings

MOST_WAITING: Final = 256
QUIET: Final = 15.0  # seconds of silence after which a keep-alive line is sent


class Stream:
    def __init__(self, holdings: Holdings, address: str, browser: str | None = None) -> None:
        self.holdings = holdings
        self.address = address
        self.browser = browser
        self.look = SPECTATOR
        self.seen: int | None = None
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: str, *, replaces: str | None = None) -> None:
        if replaces is not None and self._waiting.qsize() > MOST_WAITING // 2:
            return  # a slow reader has more important news waiting, and a later version of this will come
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(0)

    def close(self, _code: int) -> None:
        """The program reconnects with the last number it saw."""
        while self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def events(self, live: LiveTable, since: int | None) -> AsyncIterator[str]:
        async with live.lock:
            await live.look_for(since)
            if not self.holdings.may_watch(live.state):
                return  # access was lost while the request was being answered
            self.look = first_look(self, live, None)
            live.listeners.add(self)
            self.seen = live.state.number
            self.send(live.snapshot(self.look, since))
        live.arrived(self)
        try:
            while True:
                try:
                    message = await asyncio.wait_for(self._waiting.get(), QUIET)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if message is None:
                    return
                yield f"data: {message}\n\n"
        finally:
            live.listeners.discard(self)
            live.tell_presence()
