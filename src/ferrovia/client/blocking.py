"""The client for synchronous programs: every method returns once it has its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from time import sleep
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

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


class Wire:
    """Performs the network operations that a conversation yields."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._http: httpx.Client | None = None
        self._socket: ClientConnection | None = None
        self._stack = ExitStack()  # closes the socket

    def run(self, talk: Talk[T]) -> T:
        """Runs a conversation to its end. An interruption such as Ctrl-C reaches the conversation too."""
        answer: Any = None
        while True:
            try:
                wanted = talk.send(answer)
            except StopIteration as finished:
                return finished.value  # type: ignore[no-any-return]
            try:
                answer = self._carry_out(wanted)
            except BaseException:
                talk.close()
                raise

    def _carry_out(self, wanted: Operation) -> Any:
        match wanted:
            case Request():
                return self._request(wanted)
            case Connect(path):
                return self._connect(path)
            case Send(text):
                return self._send(text)
            case Receive(seconds):
                return self._receive(seconds)
            case Pause(seconds):
                sleep(seconds)

    def _request(self, wanted: Request) -> Response:
        if self._http is None:
            self._http = httpx.Client(headers=HEADERS, timeout=REQUEST_SECONDS)
        headers = {"authorization": f"Bearer {wanted.token}"} if wanted.token else {}
        try:
            response = self._http.request(
                wanted.method, self.server + wanted.path, json=wanted.body, params=wanted.query, headers=headers
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectionLost(f"{self.server} does not answer: {error}") from error
        return Response(response.status_code, response.text)

    def _connect(self, path: str) -> Lost | None:
        self._hang_up()
        try:
            connecting = connect(
                socket_address(self.server, path),
                max_size=MOST_BYTES,
                open_timeout=CONNECT_SECONDS,
                close_timeout=1,
                user_agent_header=HEADERS["user-agent"],
            )
            self._socket = self._stack.enter_context(connecting)
        except InvalidStatus as error:
            return Lost(None, f"the server answered with status {error.response.status_code}")
        except (OSError, TimeoutError, WebSocketException) as error:
            return Lost(None, str(error))
        return None

    def _send(self, text: str) -> Lost | None:
        try:
            self._open_socket().send(text)
        except ConnectionClosed as closed:
            return lost(closed)
        return None

    def _receive(self, seconds: float | None) -> str | Lost | None:
        try:
            heard = self._open_socket().recv(seconds)
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            return lost(closed)
        return heard if isinstance(heard, str) else Lost(None, "the server sent bytes")

    def _open_socket(self) -> ClientConnection:
        if self._socket is None:
            raise ClientError("the table is closed: open it again")
        return self._socket

    def _hang_up(self) -> None:
        self._socket = None
        with suppress(OSError, WebSocketException):
            self._stack.close()

    def close(self) -> None:
        self._hang_up()
        if self._http is not None:
            self._http.close()
            self._http = None


class Closing:
    """Closes itself at the end of a `with` block."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Server(Closing):
    """A server, given by its address or by any link to one of its tables."""

    def __init__(self, address: str) -> None:
        self.address = address_of(address)
        self._wire = Wire(self.address)

    def info(self) -> Json:
        """Version, languages, levels and limits, from `/api/info`."""
        return self._wire.run(requests.info())

    def boards(self) -> list[BoardSummary]:
        """The boards available on the server."""
        return self._wire.run(requests.boards())

    def board(self, name: str) -> BoardData:
        """Everything printed on a board, given by its id or `sha256:…`."""
        return self._wire.run(requests.board(name))

    def upload_board(self, text: str) -> str:
        """Uploads a board file and waits until tables may use it; returns its name for `create`."""
        return self._wire.run(requests.upload_board(text))

    def lobby(self) -> Lobby:
        """Public tables to join or watch, and this client's own tables."""
        return self._wire.run(requests.lobby())

    def create(self, board: str, seats: Sequence[SeatWish], **settings: object) -> Made:
        """Creates a table. `settings` are those of `POST /api/tables`: `clock`, `public`, `first`, `pace` etc."""
        return self._wire.run(requests.create(self.address, board, seats, settings))

    def join(self, link: str | Link, name: str, *, seat: int | None = None, patience: float = PATIENCE) -> Table:
        """Joins with an invitation, or takes a seat at a public table: `seat` if it is free."""
        own = self._wire.run(requests.join(self.address, Link.parse(link), name, seat))
        return self.open(own, patience=patience)

    def open(self, link: str | Link, *, seat: int | None = None, patience: float = PATIENCE) -> Table:
        """Connects to a table with a link for a seat, a watcher or the host. To watch a public table, its id is enough.

        `patience` is how many seconds to keep trying after a lost connection.
        """
        return Table(self.address, Link.parse(link), seat=seat, patience=patience).open()

    def record(self, link: str | Link) -> str:
        """The record of a finished game; `ferrovia.record` reads it."""
        return self._wire.run(requests.record(Link.parse(link)))

    def replay(self, link: str | Link) -> Json:
        """A finished game step by step, with all hands open."""
        return self._wire.run(requests.replay(Link.parse(link)))

    def games(self, **filters: object) -> Json:
        """Finished public games, newest first. Filters: `board`, `players`, `name`, `since`, `before`, `limit`."""
        return self._wire.run(requests.games(filters))

    def score(self, position: Json) -> Json:
        """Scores a game that was played on a real board."""
        return self._wire.run(requests.score(position))

    def close(self) -> None:
        self._wire.close()


class Table(Closing, TableFacts):
    """A connection to a table. Messages are read inside the calls: `turns`, `next_update` and `wait` receive news."""

    def __init__(self, server: str, link: Link, *, seat: int | None = None, patience: float = PATIENCE) -> None:
        super().__init__(Conversation(link, patience=patience, seat=seat))
        self._wire = Wire(server)

    def open(self) -> Self:
        """Connects. `Server.open` and `Server.join` have already done this."""
        try:
            self._wire.run(self._talk.open())
        except BaseException:
            self.close()
            raise
        return self

    # --- playing ----------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Starts the game. Only the host may, once all seats are taken."""
        self._wire.run(self._talk.do("start"))

    def turns(self) -> Iterator[Self]:
        """Yields each time this seat is to act, until the game has ended. Play in the body of the loop."""
        while self._wire.run(self._talk.next_turn()):
            before = self.state
            yield self
            self.must_have_played(before)

    def play(self, action: Legal | Mapping[str, object] | str | int) -> Update:
        """Plays one of `legal`, given as its entry, text or code, and waits for the resulting update."""
        return self._wire.run(self._talk.play(action))

    def take_back(self) -> None:
        """Takes back the last action, if the table allows it."""
        self._wire.run(self._talk.do("take_back", state=self.state, seat=self.seat))

    # --- hearing ----------------------------------------------------------------------------------------------------
    def next_update(self, seconds: float | None = None) -> Update:
        """Waits for the next change at the table; raises `TimedOut` after `seconds`."""
        return self._wire.run(self._talk.next_update(seconds))

    def updates(self) -> Iterator[Update]:
        """Yields every change until the game has ended, for spectators."""
        while not self.has_ended:
            yield self.next_update()

    def wait(self, is_so: Callable[[Self], bool], seconds: float | None = None) -> None:
        """Waits until a condition holds: `table.wait(lambda table: table.result is not None)`."""
        self._wire.run(self._talk.wait(lambda: is_so(self), seconds))

    # --- asking -----------------------------------------------------------------------------------------------------
    def why_not(self, of: str) -> Json | None:
        """Why a route, a city or an action is not possible now; None if it is."""
        return self._wire.run(self._talk.answer("ask", what="why_not", of=of))["reason"]  # type: ignore[no-any-return]

    def outlook(self, ticket: str | None = None) -> dict[str, Json]:
        """Per ticket: whether it is complete, whether it is still possible, and which routes are missing."""
        return self._wire.run(self._talk.answer("ask", what="outlook", of=ticket))["outlooks"]  # type: ignore[no-any-return]

    def tunnel_odds(self, claim: str) -> Json:
        """The chance of each number of extra cards for the claim of a tunnel."""
        return self._wire.run(self._talk.answer("ask", what="tunnel_odds", of=claim))

    def coach(self) -> list[Json]:
        """The best moves with their chance to win; only in games of one person against bots."""
        return self._wire.run(self._talk.answer("ask", what="coach"))["moves"]  # type: ignore[no-any-return]

    def history(self, since: int = 0) -> list[Row]:
        """The rows of the log after number `since`, as this seat may see them."""
        return self._wire.run(self._talk.answer("history", since=since))["rows"]  # type: ignore[no-any-return]

    # --- people -----------------------------------------------------------------------------------------------------
    def chat(self, text: str | None = None, *, phrase: str | None = None) -> None:
        """Sends a chat message, or one of the phrases that all players read in their own language."""
        self._wire.run(self._talk.do("chat", text=text, phrase=phrase))

    def leave(self) -> None:
        """Leaves the seat; a bot plays on if the game has begun."""
        self._wire.run(self._talk.do("leave", seat=self.seat))

    def back(self) -> None:
        """Takes over from the stand-in bot."""
        self._wire.run(self._talk.do("back", seat=self.seat))

    def rematch(self) -> Made:
        """Creates the next table, with an invitation for every other person. Of a table that another player has created
        already, only the id is told.
        """
        return requests.made_of(self._wire.server, self._wire.run(self._talk.do("rematch")))

    def host(self, command: str, **fields: object) -> Json:
        """Runs a host command.

        Commands: `bot`, `invite`, `remove`, `mute`, `chat`, `public`, `hand_over`, `watch_link`, `close`.
        """
        return self._wire.run(self._talk.do("host", do=command, **fields))

    def close(self) -> None:
        """Disconnects. The seat stays yours: `Server.open` with its link returns to it."""
        self._wire.close()
