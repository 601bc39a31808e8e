"""Calls an address when it is a player's turn in a slow game. Off unless the operator allows it.

A stranger chose the address, so it is not trusted: only https, only public addresses, resolved once and called at
exactly that address, no redirects, five seconds, few attempts. The body contains no secrets.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from ferrovia.server.storage import LogRow
from ferrovia.server.tables.clocks import is_slow
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

SECONDS: Final = 5.0
TRIES: Final = 3
PAUSE: Final = 10.0
AT_ONCE: Final = 8
AT_ONCE_PER_HOST: Final = 2  # so that a host that does not answer holds up only its own calls

# Public IPv6 is a single block; Python's lists differ by version and lack later entries.
_UNICAST: Final = ipaddress.ip_network("2000::/3")
_EXAMPLES: Final = (ipaddress.ip_network("2001:db8::/32"), ipaddress.ip_network("3fff::/20"))
_TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind a network translator


class NotAllowed(Exception):
    """An address that the server refuses to call."""


def is_public(address: str) -> bool:
    """Whether an address, and any address embedded in it, is public."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    if found.ipv4_mapped is not None:
        return is_public(str(found.ipv4_mapped))
    if found in _TRANSLATED:
        return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    inside = [found.sixtofour, *(found.teredo or ())]
    is_open = found in _UNICAST and found.is_global and not any(found in network for network in _EXAMPLES)
    return is_open and all(is_public(str(each)) for each in inside if each)


async def resolved(host: str, port: int) -> str:
    """The one address to call. All addresses of the name must be public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:  # UnicodeError: an impossible name, such as one with an overlong label
        raise NotAllowed("the name is not known") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise NotAllowed("not a public address")
    return addresses[0]


def _parts_of(url: str) -> tuple[str, int, str, bytes]:
    """Host, port, Host header and path. Raises NotAllowed."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
        path = ((parts.path or "/") + (f"?{parts.query}" if parts.query else "")).encode("ascii")
        parts.netloc.encode("ascii")
    except ValueError as error:
        raise NotAllowed("not an address") from error
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise NotAllowed("not https")
    return parts.hostname, port, parts.netloc, path


Resolve = Callable[[str, int], Awaitable[str]]


class Caller:
    """Calls addresses chosen by strangers.

    Only tests set how names are resolved and which certificates are trusted; no option of the command or the
    configuration does.
    """

    def __init__(self, resolve: Resolve = resolved, context: ssl.SSLContext | None = None) -> None:
        self._resolve = resolve
        self._context = context or ssl.create_default_context()

    async def call(self, url: str, body: dict[str, object]) -> int:
        """Posts the body; returns the status. Raises NotAllowed, OSError or TimeoutError."""
        host, port, netloc, path = _parts_of(url)
        text = json.dumps(body).encode()
        head = (
            b"POST %b HTTP/1.1\r\nhost: %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
            b"user-agent: ferrovia\r\nconnection: close\r\n\r\n"
        ) % (path, netloc.encode(), len(text))
        async with asyncio.timeout(SECONDS):
            address = await self._resolve(host, port)
            reader, writer = await asyncio.open_connection(address, port, ssl=self._context, server_hostname=host)
            try:
                writer.write(head + text)
                await writer.drain()
                line = await reader.readuntil(b"\r\n")
                return int(line.split(b" ", 2)[1])
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError) as error:
                raise OSError("no answer that makes sense") from error
            finally:
                writer.transport.abort()  # a graceful close could take longer than the five seconds


class Webhooks:
    def __init__(self, registry: TableRegistry, caller: Caller | None = None, *, pause: float = PAUSE) -> None:
        self._caller = caller or Caller()
        self._pause = pause  # before the second attempt
        self._pending: dict[tuple[str, int], asyncio.Task[None]] = {}  # by table and seat
        self._room = asyncio.Semaphore(AT_ONCE)
        self._host_rooms: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # kept by their callers
        if registry.config.webhooks:
            registry.on_change.append(self._changed)

    async def close(self) -> None:
        pending = list(self._pending.values())
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    def _changed(self, live: LiveTable, fresh: list[LogRow], ours: bool) -> None:
        """Calls players whose turn began with these rows, in the process that wrote them."""
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
                self._replace((table.id, seat), asyncio.create_task(self._call(url, body)))

    def _replace(self, place: tuple[str, int], task: asyncio.Task[None]) -> None:
        """A newer turn replaces a seat's unfinished call, so turns cannot pile up calls."""

        def forget(done: asyncio.Task[None]) -> None:
            if self._pending.get(place) is done:
                del self._pending[place]

        before = self._pending.get(place)
        if before is not None:
            before.cancel()
        self._pending[place] = task
        task.add_done_callback(forget)

    def _room_at(self, url: str) -> asyncio.Semaphore:
        """The room for calls to one host. Raises NotAllowed."""
        host = _parts_of(url)[0]
        return self._host_rooms.setdefault(host, asyncio.Semaphore(AT_ONCE_PER_HOST))

    async def _call(self, url: str, body: dict[str, object]) -> None:
        for attempt in range(TRIES):
            try:
                async with self._room_at(url), self._room:
                    status = await self._caller.call(url, body)
                if status < 500:
                    return
            except NotAllowed as error:
                log.info("a webhook is not called: %s", error)
                return
            except (OSError, TimeoutError) as error:
                log.info("a webhook did not answer: %s", type(error).__name__)
            if attempt < TRIES - 1:
                await asyncio.sleep(self._pause * 2**attempt)
