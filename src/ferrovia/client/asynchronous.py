"""The client for asynchronous programs: the methods of `blocking`, as coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ferrovia.client import requests
from ferrovia.client.connection import (
    CONNECT_SECONDS,
    HEADERS,
    MOST_BYTES,
    REQUEST_SECONDS,
    lost,
    socket_address,
)
from ferrovia.client.conversation import PATIENCE, Conversation
from ferrovia.client.errors import ClientError, ConnectionLost
from ferrovia.client.links import Link, address_of
from ferrovia.client.operations import Connect, Lost, Operation, Pause, Receive, Request, Response, Send, Talk
from ferrovia.client.requests import Lobby, Made, SeatWish
from ferrovia.client.table_facts import TableFacts
from ferrovia.data.schema import BoardData, BoardSummary, Json, Legal

if TYPE_CHECKING:
    from ferrovia.server.messages.outgoing import Row, Update

T = TypeVar("T")


class AsyncWire:
    """Performs the network operations that a conversation yields."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._http: httpx.AsyncClient | None = None
        self._socket: ClientConnection | None = None
        self._stack = AsyncExitStack()  # closes the socket

    async def run(self, talk: Talk[T]) -> T:
        """Runs a conversation to its end. An interruption such as Ctrl-C reaches the conversation too."""
        answer: Any = None
        while True:
            try:
                wanted = talk.send(answer)
            except StopIteration as finished:
                return finished.value  # type: ignore[no-any-return]
            try:
                answer = await self._carry_out(wanted)
            except BaseException:
                talk.close()
                raise

    async def _carry_out(self, wanted: Operation) -> Any:
        match wanted:
            case Request():
                return await self._request(wanted)
            case Connect(path):
                return await self._connect(path)
            case Send(text):
                return await self._send(text)
            case Receive(seconds):
                return await self._receive(seconds)
            case Pause(seconds):
                await asyncio.sleep(seconds)

    async def _request(self, wanted: Request) -> Response:
        if self._http is None:
            self._http = httpx.AsyncClient(headers=HEADERS, timeout=REQUEST_SECONDS)
        headers = {"authorization": f"Bearer {wanted.token}"} if wanted.token else {}
        try:
            response = await self._http.request(
                wanted.method, self.server + wanted.path, json=wanted.body, params=wanted.query, headers=headers
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectionLost(f"{self.server} does not answer: {error}") from error
        return Response(response.status_code, response.text)

    async def _connect(self, path: str) -> Lost | None:
        await self._hang_up()
        try:
            connecting = connect(
                socket_address(self.server, path),
                max_size=MOST_BYTES,
                open_timeout=CONNECT_SECONDS,
                close_timeout=1,
                user_agent_header=HEADERS["user-agent"],
            )
            self._socket = await self._stack.enter_async_context(connecting)
        except InvalidStatus as error:
            return Lost(None, f"the server answered with status {error.response.status_code}")
        except (OSError, TimeoutError, WebSocketException) as error:
            return Lost(None, str(error))
        return None

    async def _send(self, text: str) -> Lost | None:
        try:
            await self._open_socket().send(text)
        except ConnectionClosed as closed:
            return lost(closed)
        return None

    async def _receive(self, seconds: float | None) -> str | Lost | None:
        try:
            async with asyncio.timeout(seconds):
                heard = await self._open_socket().recv()
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            return lost(closed)
        return heard if isinstance(heard, str) else Lost(None, "the server sent bytes")

    def _open_socket(self) -> ClientConnection:
        if self._socket is None:
            raise ClientError("the table is closed: open it again")
        return self._socket

    async def _hang_up(self) -> None:
        self._socket = None
        with suppress(OSError, WebSocketException):
            await self._stack.aclose()

    async def close(self) -> None:
        await self._hang_up()
        if self._http is not None:
            await self._http.aclose()
            self._http = None


class AsyncClosing:
    """Closes itself at the end of an `async with` block."""

    async def close(self) -> None:
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncServer(AsyncClosing):
    """A server, given by its address or by any link to one of its tables."""

    def __init__(self, address: str) -> None:
        self.address = address_of(address)
        self._wire = AsyncWire(self.address)

    async def info(self) -> Json:
        """Version, languages, levels and limits, from `/api/info`."""
        return await self._wire.run(requests.info())

    async def boards(self) -> list[BoardSummary]:
        """The boards available on the server."""
        return await self._wire.run(requests.boards())

    async def board(self, name: str) -> BoardData:
        """Everything printed on a board, given by its id or `sha256:…`."""
        return await self._wire.run(requests.board(name))

    async def upload_board(self, text: str) -> str:
        """Uploads a board file and waits until tables may use it; returns its name for `create`."""
        return await self._wire.run(requests.upload_board(text))

    async def lobby(self) -> Lobby:
        """Public tables to join or watch, and this client's own tables."""
        return await self._wire.run(requests.lobby())

    async def create(self, board: str, seats: Sequence[SeatWish], **settings: object) -> Made:
        """Creates a table. `settings` are those of `POST /api/tables`: `clock`, `public`, `first`, `pace` etc."""
        return await self._wire.run(requests.create(self.address, board, seats, settings))

    async def join(
        self, link: str | Link, name: str, *, seat: int | None = None, patience: float = PATIENCE
    ) -> AsyncTable:
        """Joins with an invitation, or takes a seat at a public table: `seat` if it is free."""
        own = await self._wire.run(requests.join(self.address, Link.parse(link), name, seat))
        return await self.open(own, patience=patience)

    async def open(self, link: str | Link, *, seat: int | None = None, patience: float = PATIENCE) -> AsyncTable:
        """Connects to a table with a link for a seat, a watcher or the host. To watch a public table, its id is enough.

        `patience` is how many seconds to keep trying after a lost connection.
        """
        return await AsyncTable(self.address, Link.parse(link), seat=seat, patience=patience).open()

    async def record(self, link: str | Link) -> str:
        """The record of a finished game; `ferrovia.record` reads it."""
        return await self._wire.run(requests.record(Link.parse(link)))

    async def replay(self, link: str | Link) -> Json:
        """A finished game step by step, with all hands open."""
        return await self._wire.run(requests.replay(Link.parse(link)))

    async def games(self, **filters: object) -> Json:
        """Finished public games, newest first. Filters: `board`, `players`, `name`, `since`, `before`, `limit`."""
        return await self._wire.run(requests.games(filters))

    async def score(self, position: Json) -> Json:
        """Scores a game that was played on a real board."""
        return await self._wire.run(requests.score(position))

    async def close(self) -> None:
        await self._wire.close()


class AsyncTable(AsyncClosing, TableFacts):
    """A connection to a table. Messages are read inside the calls: `turns`, `next_update` and `wait` receive news."""

    def __init__(self, server: str, link: Link, *, seat: int | None = None, patience: float = PATIENCE) -> None:
        super().__init__(Conversation(link, patience=patience, seat=seat))
        self._wire = AsyncWire(server)

    async def open(self) -> Self:
        """Connects. `Server.open` and `Server.join` have already done this."""
        try:
            await self._wire.run(self._talk.open())
        except BaseException:
            await self.close()
            raise
        return self

    # --- playing ----------------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Starts the game. Only the host may, once all seats are taken."""
        await self._wire.run(self._talk.do("start"))

    async def turns(self) -> AsyncIterator[Self]:
        """Yields each time this seat is to act, until the game has ended. Play in the body of the loop."""
        while await self._wire.run(self._talk.next_turn()):
            before = self.state
            yield self
            self.must_have_played(before)

    async def play(self, action: Legal | Mapping[str, object] | str | int) -> Update:
        """Plays one of `legal`, given as its entry, text or code, and waits for the resulting update."""
        return await self._wire.run(self._talk.play(action))

    async def take_back(self) -> None:
        """Takes back the last action, if the table allows it."""
        await self._wire.run(self._talk.do("take_back", state=self.state, seat=self.seat))

    # --- hearing ----------------------------------------------------------------------------------------------------
    async def next_update(self, seconds: float | None = None) -> Update:
        """Waits for the next change at the table; raises `TimedOut` after `seconds`."""
        return await self._wire.run(self._talk.next_update(seconds))

    async def updates(self) -> AsyncIterator[Update]:
        """Yields every change until the game has ended, for spectators."""
        while not self.has_ended:
            yield await self.next_update()

    async def wait(self, is_so: Callable[[Self], bool], seconds: float | None = None) -> None:
        """Waits until a condition holds: `table.wait(lambda table: table.result is not None)`."""
        await self._wire.run(self._talk.wait(lambda: is_so(self), seconds))

    # --- asking -----------------------------------------------------------------------------------------------------
    async def why_not(self, of: str) -> Json | None:
        """Why a route, a city or an action is not possible now; None if it is."""
        return (await self._wire.run(self._talk.answer("ask", what="why_not", of=of)))["reason"]  # type: ignore[no-any-return]

    async def outlook(self, ticket: str | None = None) -> dict[str, Json]:
        """Per ticket: whether it is complete, whether it is still possible, and which routes are missing."""
        return (await self._wire.run(self._talk.answer("ask", what="outlook", of=ticket)))["outlooks"]  # type: ignore[no-any-return]

    async def tunnel_odds(self, claim: str) -> Json:
        """The chance of each number of extra cards for the claim of a tunnel."""
        return await self._wire.run(self._talk.answer("ask", what="tunnel_odds", of=claim))

    async def coach(self) -> list[Json]:
        """The best moves with their chance to win; only in games of one person against bots."""
        return (await self._wire.run(self._talk.answer("ask", what="coach")))["moves"]  # type: ignore[no-any-return]

    async def history(self, since: int = 0) -> list[Row]:
        """The rows of the log after number `since`, as this seat may see them."""
        return (await self._wire.run(self._talk.answer("history", since=since)))["rows"]  # type: ignore[no-any-return]

    # --- people -----------------------------------------------------------------------------------------------------
    async def chat(self, text: str | None = None, *, phrase: str | None = None) -> None:
        """Sends a chat message, or one of the phrases that all players read in their own language."""
        await self._wire.run(self._talk.do("chat", text=text, phrase=phrase))

    async def leave(self) -> None:
        """Leaves the seat; a bot plays on if the game has begun."""
        await self._wire.run(self._talk.do("leave", seat=self.seat))

    async def back(self) -> None:
        """Takes over from the stand-in bot."""
        await self._wire.run(self._talk.do("back", seat=self.seat))

    async def rematch(self) -> Made:
        """Creates the next table, with an invitation for every other person. Of a table that another player has created
        already, only the id is told.
        """
        return requests.made_of(self._wire.server, await self._wire.run(self._talk.do("rematch")))

    async def host(self, command: str, **fields: object) -> Json:
        """Runs a host command.

        Commands: `bot`, `invite`, `remove`, `mute`, `chat`, `public`, `hand_over`, `watch_link`, `close`.
        """
        return await self._wire.run(self._talk.do("host", do=command, **fields))

    async def close(self) -> None:
        """Disconnects. The seat stays yours: `Server.open` with its link returns to it."""
        await self._wire.close()
