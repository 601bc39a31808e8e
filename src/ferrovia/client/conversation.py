"""A program's view of a table, and the messages it exchanges. Nothing here touches the network: see `operations`.

The conversation survives lost connections. It reconnects with the last number it saw and repeats unanswered messages
with the same id, so the server plays nothing twice.
"""

from __future__ import annotations

import itertools
import json
import random
import secrets
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from ferrovia.client.errors import ClientError, ConnectionLost, LinkNotValid, Refused, TimedOut
from ferrovia.client.links import Link
from ferrovia.client.operations import Connect, Lost, Pause, Receive, Send, Talk
from ferrovia.client.requests import board as ask_for_board
from ferrovia.client.requests import other_version
from ferrovia.data import PROTOCOL
from ferrovia.data.schema import BoardData, GameView, Json, Legal, ResultData, You

if TYPE_CHECKING:
    from ferrovia.server.messages.outgoing import FairDeal, Row, TableInfo, Update, Welcome

PATIENCE: Final = 60.0  # how many seconds a client tries to reconnect
SILENCE: Final = 30.0  # how many seconds a connected server may take to answer
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0

_FINAL: Final = {  # close codes after which reconnecting is pointless
    4400: "the server did not understand a message; report this as a mistake of ferrovia.client",
    4401: "the link is not valid, or no longer: the seat was given to another player, or the table became private",
    4404: "there is no such table",
}

# The host may start the game, or another program with the same link may give its value, after this program's hello.
_TOO_LATE_FOR_A_VALUE: Final = ("table/started", "value/given")


class Conversation:
    """One program's knowledge of a table. Methods that communicate are generators of operations."""

    def __init__(self, link: Link, *, patience: float = PATIENCE, seat: int | None = None) -> None:
        self.link = link
        self.patience = patience
        self.board: BoardData | None = None
        self.update: Update | None = None
        self.info: TableInfo | None = None
        self.rows: list[Row] = []  # since this program connected, or since the last snapshot
        self.welcome: Welcome | None = None
        self.online: list[int] = []
        self.watching = 0
        self.own_value: str | None = None  # this program's contribution to the deal; None if it came too late
        self.seen_commitment: str | None = None
        self._seat = seat
        self._ids = (f"{secrets.token_hex(4)}-{number}" for number in itertools.count(1))

    # --- what is known ----------------------------------------------------------------------------------------------
    @property
    def now(self) -> Update:
        if self.update is None:
            raise ClientError("the table is not open: call open() first, or use it in a `with` block")
        return self.update

    @property
    def seat(self) -> int | None:
        """The program's seat, None for a spectator."""
        return self.welcome["look"] if self.welcome is not None else self._seat

    @property
    def table(self) -> TableInfo:
        if self.info is None:
            raise ClientError("the table is not open: call open() first, or use it in a `with` block")
        return self.info

    @property
    def view(self) -> GameView | None:
        return self.now["view"]

    @property
    def you(self) -> You | None:
        return self.now["you"]

    @property
    def legal(self) -> list[Legal]:
        return self.now["legal"]

    @property
    def result(self) -> ResultData | None:
        return self.now["result"]

    @property
    def deal(self) -> FairDeal | None:
        return self.now["deal"]

    @property
    def has_ended(self) -> bool:
        """Over, closed, or frozen by another version of the rules: the game cannot continue."""
        return self.result is not None or self.table["status"] in ("over", "closed", "frozen")

    # --- coming and coming back -------------------------------------------------------------------------------------
    def open(self) -> Talk[None]:
        """Connects to the table, and sends this program's value for the fair deal if the game has not begun."""
        if self.link.token is not None and self.link.token.startswith("i_"):
            raise LinkNotValid("this link is an invitation: join() sits down with it")
        yield from self._come()
        self.board = yield from ask_for_board(self._board_name())
        yield from self._give_value()

    def _board_name(self) -> str:
        board = self.table["board"]
        return f"sha256:{board['digest']}"

    def _come(self) -> Talk[None]:
        """Connects, and retries while that makes sense and patience lasts."""
        began, pause = time.monotonic(), FIRST_PAUSE
        while True:
            lost = yield from self._greet()
            if lost is None:
                return
            self._raise_if_final(lost)
            if time.monotonic() - began + pause > self.patience:
                raise ConnectionLost(f"no connection to the table within {self.patience:g} seconds: {lost.why}")
            yield Pause(pause * random.uniform(0.5, 1.0))  # so that not all clients reconnect at once after a restart
            pause = min(2 * pause, LONGEST_PAUSE)

    def _greet(self) -> Talk[Lost | None]:
        """Connects, says hello and reads the current state."""
        lost: Lost | None = yield Connect(f"/api/tables/{self.link.table}/socket")
        if lost is not None:
            return lost
        since = None if self.update is None else self.update["number"]
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "tokens": [self.link.token] if self.link.token else [],
            "since": since,
            "look": self._seat,
        }
        lost = yield Send(json.dumps(hello))
        self.welcome, before = None, self.update
        while lost is None and (self.welcome is None or self.update is before):
            heard = yield from self._hear(SILENCE)
            if heard is None:
                return Lost(None, f"the server was silent for {SILENCE:g} seconds")
            lost = heard if isinstance(heard, Lost) else None
        return lost

    def _raise_if_final(self, lost: Lost) -> None:
        if lost.code == 4426:
            raise other_version(self.welcome["protocol"] if self.welcome else "unknown")
        if lost.code == 4410:
            raise Refused({"code": "visitor/banned", "rule": None, "key": "server.visitor/banned", "numbers": {}})
        if lost.code in _FINAL:
            kind = ClientError if lost.code == 4400 else LinkNotValid
            raise kind(_FINAL[lost.code])

    def _give_value(self) -> Talk[None]:
        seat = self.seat
        if seat is None or self.table["status"] != "open" or self.table["lesson"] is not None:
            return
        if self.table["seats"][seat]["value"]:
            return
        self.seen_commitment, self.own_value = self.table["commitment"], secrets.token_hex(32)
        try:
            yield from self.ask("value", seat=seat, value=self.own_value)
        except Refused as refused:
            if refused.code not in _TOO_LATE_FOR_A_VALUE:
                raise
            self.own_value = None

    # --- hearing ----------------------------------------------------------------------------------------------------
    def _hear(self, seconds: float | None) -> Talk[Json | Lost | None]:
        """Receives and records the next message. Returns `Lost`, or None after `seconds` of silence."""
        heard: str | Lost | None = yield Receive(seconds)
        if heard is None or isinstance(heard, Lost):
            return heard
        message: Json = json.loads(heard)
        self._note(message)
        return message

    def _note(self, message: Json) -> None:
        kind = message["type"]
        if kind == "update":
            update = cast("Update", message)
            if update["snapshot"]:
                self.rows = []
            self.rows += update["rows"]
            self.info = update["table"] or self.info
            self.update = update
        elif kind == "welcome":
            self.welcome = cast("Welcome", message)
        elif kind == "presence":
            self.online, self.watching = message["online"], message["watching"]

    def next_message(self, deadline: float | None) -> Talk[Json]:
        """Returns the next message, reconnecting if necessary."""
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise TimedOut("nothing came in time")
            heard = yield from self._hear(left)
            if isinstance(heard, Lost):
                self._raise_if_final(heard)
                yield from self._come()
                return {"type": "returned"}
            if heard is not None:
                return heard

    def wait(self, is_so: Callable[[], bool], seconds: float | None) -> Talk[None]:
        """Receives messages until a condition holds."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not is_so():
            yield from self.next_message(deadline)

    def next_update(self, seconds: float | None) -> Talk[Update]:
        before = self.now
        yield from self.wait(lambda: self.update is not before, seconds)
        return self.now

    def next_turn(self) -> Talk[bool]:
        """Wait until this seat may act; False once the game has ended."""
        yield from self.wait(lambda: bool(self.legal) or self.has_ended, None)
        return not self.has_ended

    # --- speaking ---------------------------------------------------------------------------------------------------
    def ask(self, kind: str, **fields: object) -> Talk[Json]:
        """Sends a message and returns its answer. After a lost connection it reconnects and sends the same message
        again.
        """
        request = next(self._ids)
        text = json.dumps({"type": kind, "id": request, **fields})
        lost: Lost | None = yield Send(text)
        while True:
            if lost is not None:
                self._raise_if_final(lost)
                yield from self._come()
                lost = yield Send(text)
                continue
            message = yield from self.next_message(None)
            if message["type"] == "returned":
                lost = yield Send(text)
            elif message.get("id") == request:
                if message["type"] == "refused":
                    raise Refused(message["refusal"])
                return message

    def play(self, action: Legal | Mapping[str, object] | str | int) -> Talk[Update]:
        """Plays an action and waits for the resulting update."""
        chosen = action if isinstance(action, str | int) else cast("str | int", action["code"])
        answer = yield from self.ask("action", state=self.now["state"], action=chosen, seat=self.seat)
        yield from self._reach(answer["number"])
        return self.now

    def do(self, kind: str, **fields: object) -> Talk[Json]:
        """Sends a message that writes a row, and waits until that row arrives."""
        answer = yield from self.ask(kind, **{name: value for name, value in fields.items() if value is not None})
        yield from self._reach(answer["number"])
        return cast(Json, answer.get("data", {}))

    def _reach(self, number: int) -> Talk[None]:
        yield from self.wait(lambda: self.now["number"] >= number, None)

    def answer(self, kind: str, **fields: object) -> Talk[Json]:
        found = yield from self.ask(kind, **fields)
        return cast(Json, found["data"])
