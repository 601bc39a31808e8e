"""WebSockets: one per browser window at a table.

A client that reads too slowly, sends too much or sends nonsense is told so and, at worst, disconnected; no other client
notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from typing import Final, NoReturn

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ferrovia import SPECTATOR, __version__
from ferrovia.data import PROTOCOL
from ferrovia.server.http.rate_limits import Talk
from ferrovia.server.messages import incoming, outgoing
from ferrovia.server.messages.errors import OtherProtocol, Refuse, too_many
from ferrovia.server.operations.metrics import Metrics
from ferrovia.server.storage import StorageAway
from ferrovia.server.tables import commands
from ferrovia.server.tables.dispatch import first_look, refused, reply, understood
from ferrovia.server.tables.live_table import NO_TABLE, NOT_VALID, LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings, holdings_of
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.viewer import compact

log = logging.getLogger(__name__)

NOT_UNDERSTOOD: Final = 4400
NO_HELLO: Final = 4408
TOO_SLOW: Final = 4409
OTHER_PROTOCOL: Final = 4426
TOO_MANY: Final = 4429
TRY_LATER: Final = 1013

_CLOSE_CODES: Final = {
    "table/unknown": NO_TABLE,
    "link/not_valid": NOT_VALID,
    "limit/too_many": TOO_MANY,
    "protocol/other": OTHER_PROTOCOL,
}
GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)  # raised by the layers below when the other side has left
MOST_WAITING: Final = 256  # messages for a client that does not read
MOST_BYTES: Final = 4 * 1024 * 1024


class Socket:
    """One connection, as a listener of its table. Messages wait in a queue; a task sends them."""

    def __init__(self, websocket: WebSocket, address: str, metrics: Metrics) -> None:
        self.holdings = Holdings()
        self.address = address
        self.metrics = metrics
        self.look = SPECTATOR
        self.seen: int | None = None
        self.browser: str | None = None
        self._websocket = websocket
        self._waiting: deque[str] = deque()
        self._latest: dict[str, str] = {}  # messages of which only the latest matters, sent when nothing else waits
        self._bytes = 0
        self._more = asyncio.Event()
        self._close: int | None = None

    def send(self, message: str, *, replaces: str | None = None) -> None:
        if self._close is not None:
            return
        if replaces is not None:
            self._latest[replaces] = message
            self._more.set()
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > MOST_WAITING or self._bytes > MOST_BYTES:
            self.close(TOO_SLOW)
        self._more.set()

    def close(self, code: int) -> None:
        """Closes after pending messages, unless the client reads too slowly for that."""
        self._close = code
        if code == TOO_SLOW:
            self._waiting.clear()
        self._more.set()

    async def write(self) -> None:
        """The sending task. It ends with the connection."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._waiting or self._latest:
                if self._waiting:
                    message = self._waiting.popleft()
                    self._bytes -= len(message)
                else:
                    message = self._latest.pop(next(iter(self._latest)))
                try:
                    await self._websocket.send_text(message)
                except GONE:
                    return
                except Exception:
                    log.exception("a message could not be sent")
                    self._close, self._waiting = 1011, deque()
                    self._latest.clear()
            if self._close is not None:
                with contextlib.suppress(*GONE):
                    await self._websocket.close(self._close)
                return


async def serve_socket(
    registry: TableRegistry, websocket: WebSocket, table: str, browser: str | None, talk: Talk, metrics: Metrics
) -> None:
    """Handles a connection from hello to goodbye. Origin and number of sockets have been checked."""
    await websocket.accept()
    socket = Socket(websocket, talk.address, metrics)
    socket.browser = browser
    writer = asyncio.create_task(socket.write())
    live: LiveTable | None = None
    asks: set[asyncio.Task[None]] = set()
    try:
        live = await registry.open(table)
        await _greet(registry, live, socket, websocket)
        await _listen(registry, live, socket, websocket, asks, talk)
    except Refuse as refusal:
        socket.close(_CLOSE_CODES.get(refusal.code, NOT_UNDERSTOOD))
    except StorageAway:
        socket.close(TRY_LATER)
    except TimeoutError:
        socket.close(NO_HELLO)
    except GONE:
        pass
    except Exception:
        log.exception("a socket of table %s had an accident", table)
        socket.close(1011)
    finally:
        if live is not None and socket in live.listeners:
            live.listeners.discard(socket)
            live.tell_presence()
        for task in asks:
            task.cancel()
        with contextlib.suppress(TimeoutError):
            if websocket.client_state == WebSocketState.CONNECTED:
                await asyncio.wait_for(asyncio.shield(writer), 5)
        writer.cancel()


async def _next_text(websocket: WebSocket) -> str:
    """The next frame. Raises WebSocketDisconnect at the end and Refuse for a frame that is not text."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text = frame.get("text")
    if text is None:
        raise Refuse("message/not_understood", 422, problem="binary")
    if len(text) > incoming.MAX_MESSAGE:
        raise Refuse("limit/too_large", 413, most=incoming.MAX_MESSAGE)
    return str(text)


async def _greet(registry: TableRegistry, live: LiveTable, socket: Socket, websocket: WebSocket) -> None:
    async with asyncio.timeout(registry.config.hello_within):
        hello = understood(await _next_text(websocket))
    if not isinstance(hello, incoming.Hello):
        raise Refuse("message/not_understood", 422, problem="hello comes first")
    if hello.protocol != PROTOCOL:
        _turn_away(socket, OtherProtocol(hello.protocol))
    socket.holdings = await holdings_of(registry.store, live.state.id, socket.browser, hello.tokens)
    async with live.lock:  # so that nothing is missed between the snapshot and the first push
        await live.look_for(hello.since)
        if not socket.holdings.may_watch(live.state):
            raise Refuse("link/not_valid", 403)
        own = socket.holdings.valid_seats(live.state)
        socket.look = first_look(socket, live, hello.look)
        live.listeners.add(socket)
        socket.seen = live.state.number
        welcome: outgoing.Welcome = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "server": __version__,
            "now": now_ms(),
            "seats": own,
            "look": None if socket.look == SPECTATOR else socket.look,
            "host": socket.holdings.is_host(live.state),
        }
        socket.send(compact(welcome))
        socket.send(live.snapshot(socket.look, hello.since))
        live.arrived(socket)  # after the welcome, which must be the first message
    for seat in own:
        if live.state.seats[seat].stand_in == "absent":
            with contextlib.suppress(Refuse):  # no time left: the bot plays on
                await commands.back(live, seat, held=socket.holdings)


def _turn_away(socket: Socket, refusal: OtherProtocol) -> NoReturn:
    """Names the server's version: clients of version 1 read it in the welcome, later ones in a refusal. Neither says
    anything about the table, which the visitor might not be allowed to watch.
    """
    welcome: outgoing.Welcome = {
        "type": "welcome",
        "protocol": PROTOCOL,
        "server": __version__,
        "now": now_ms(),
        "seats": [],
        "look": None,
        "host": False,
    }
    socket.send(compact(welcome))
    told: outgoing.Refused = {"type": "refused", "id": "-", "refusal": refusal.as_data(), "number": 0, "state": 0}
    socket.send(compact(told))
    raise refusal


async def _listen(
    registry: TableRegistry,
    live: LiveTable,
    socket: Socket,
    websocket: WebSocket,
    asks: set[asyncio.Task[None]],
    talk: Talk,
) -> None:
    strikes = 0
    while True:
        request = "-"
        try:
            message = understood(await _next_text(websocket))
            request = getattr(message, "id", "-")
            talk.check(message.type)
            if isinstance(message, incoming.Look):
                await _look(live, socket, message.seat)
            elif isinstance(message, incoming.Ask) and message.what == "coach":
                if asks:
                    raise too_many(2)
                task = asyncio.create_task(_answer(registry, live, socket, message))
                asks.add(task)
                task.add_done_callback(asks.discard)
            else:
                await _answer(registry, live, socket, message)
        except Refuse as refusal:
            if refusal.code in ("message/not_understood", "limit/too_large", "limit/too_many"):
                strikes += 1
            request = getattr(refusal, "request", request)
            socket.send(compact(refused(live, request, refusal)))
            if strikes > 20:
                raise too_many(60) from refusal


async def _answer(registry: TableRegistry, live: LiveTable, socket: Socket, message: incoming.FromClient) -> None:
    began = time.perf_counter()
    try:
        socket.send(compact(await reply(registry, live, socket, message, socket.browser)))
    finally:
        socket.metrics.answer(message.type, time.perf_counter() - began)


async def _look(live: LiveTable, socket: Socket, seat: int | None) -> None:
    """Lifts the curtain for one of the client's seats, or closes it."""
    async with live.lock:
        socket.look = SPECTATOR if seat is None else socket.holdings.seat(live.state, seat)
        socket.seen = live.state.number
        socket.send(live.snapshot(socket.look, None))
