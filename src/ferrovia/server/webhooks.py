"""Calls an address when it is somebody's turn in a slow game. Off unless the operator allows it.

A stranger names the address, so it is not trusted: https alone, public addresses alone, resolved once and then called
at that very address, no redirects, five seconds, few tries. The body holds nothing secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

from ferrovia.server.clocks import is_slow
from ferrovia.server.hub import Hub
from ferrovia.server.live import LiveTable
from ferrovia.server.storage import LogRow

log = logging.getLogger(__name__)

SECONDS: Final = 5.0
TRIES: Final = 3
PAUSE: Final = 10.0
AT_ONCE: Final = 8


class NotAllowed(Exception):
    """An address that is not called."""


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found.is_global and not found.is_multicast


async def resolved(host: str, port: int) -> str:
    """The one address that will be called. All that the name stands for must be public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise NotAllowed("the name is not known") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise NotAllowed("not a public address")
    return addresses[0]


async def call(url: str, body: dict[str, object], *, context: ssl.SSLContext | None = None) -> int:
    """POST the body; the status of the answer. Raises NotAllowed, OSError or TimeoutError."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise NotAllowed("not https")
    port = parts.port or 443
    async with asyncio.timeout(SECONDS):
        address = await resolved(parts.hostname, port)
        reader, writer = await asyncio.open_connection(
            address, port, ssl=context or ssl.create_default_context(), server_hostname=parts.hostname
        )
        try:
            text = json.dumps(body).encode()
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            head = (
                f"POST {path} HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-type: application/json\r\n"
                f"content-length: {len(text)}\r\nuser-agent: ferrovia\r\nconnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii", errors="strict") + text)
            await writer.drain()
            line = await reader.readuntil(b"\r\n")
            return int(line.split(b" ", 2)[1])
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError) as error:
            raise OSError("no answer that makes sense") from error
        finally:
            writer.close()
            with contextlib.suppress(OSError, ssl.SSLError):
                await writer.wait_closed()


class Webhooks:
    def __init__(self, hub: Hub) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(AT_ONCE)
        if hub.config.webhooks:
            hub.on_change.append(self._changed)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _changed(self, live: LiveTable, fresh: list[LogRow], ours: bool) -> None:
        """Who is to move since these rows, and was not before, is called, by the process that wrote them."""
        table = live.state
        turned = [row for row in fresh if row.kind in ("started", "action", "taken_back")]
        if not ours or not turned or table.status != "playing" or table.game is None:
            return
        if not is_slow(table.settings["clock"]):
            return
        movers = {row.seat for row in turned}
        for seat in table.actors:
            url = table.seats[seat].webhook
            if url is not None and seat not in movers and seat not in live.online:
                body = {"event": "your_turn", "table": table.id, "seat": seat, "board": table.board.id}
                task = asyncio.create_task(self._call(url, body))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _call(self, url: str, body: dict[str, object]) -> None:
        for attempt in range(TRIES):
            try:
                async with self._room:
                    status = await call(url, body)
                if status < 500:
                    return
            except NotAllowed as error:
                log.info("a webhook is not called: %s", error)
                return
            except (OSError, TimeoutError) as error:
                log.info("a webhook did not answer: %s", type(error).__name__)
            await asyncio.sleep(PAUSE * 2**attempt)
