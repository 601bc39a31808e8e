"""A crowd in its own process: `python -m benchmarks.load.viewers URL TOKEN COUNT`.

It connects, prints "ready" with the number connected, reads and discards messages until its input ends, and prints a
summary. Its addresses are spread over 127.0.0.0/8.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections import Counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ferrovia.data import PROTOCOL

TOGETHER = 100  # connections that are opened at the same time


class Crowd:
    def __init__(self, url: str, token: str) -> None:
        self._url, self._hello = url, json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": [token]})
        self.messages: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.here = 0
        self._room = asyncio.Semaphore(TOGETHER)
        self._done = asyncio.Event()

    async def watch(self, number: int, arrived: asyncio.Event) -> None:
        try:
            async with self._room:
                address = f"127.{1 + number // 250 // 250}.{number // 250 % 250}.{1 + number % 250}"
                socket = await connect(
                    self._url, compression=None, max_size=2**24, ping_interval=None, open_timeout=120,
                    local_addr=(address, 0),
                )  # fmt: skip
                await socket.send(self._hello)
        except (OSError, TimeoutError, WebSocketException) as error:
            self.lost[f"not connected: {type(error).__name__}"] += 1
            arrived.set()
            return
        self.here += 1
        arrived.set()
        await self._read(socket)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                self.messages[text[9 : text.index('"', 9)]] += 1
        except ConnectionClosed:
            pass
        if not self._done.is_set():
            self.here -= 1
            self.lost[f"closed {socket.close_code}"] += 1

    async def run(self, count: int) -> None:
        began = time.perf_counter()
        events = [asyncio.Event() for _ in range(count)]
        tasks = [asyncio.create_task(self.watch(number, event)) for number, event in enumerate(events)]
        for event in events:
            await event.wait()
        print(json.dumps({"connected": self.here, "seconds": round(time.perf_counter() - began, 1)}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        print(json.dumps({"still_here": self.here, "lost": self.lost, "messages": self.messages}), flush=True)
        self._done.set()
        for task in tasks:
            task.cancel()


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(Crowd(sys.argv[1], sys.argv[2]).run(int(sys.argv[3])))
