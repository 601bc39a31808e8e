"""A real server in its own process, and players: the basis of the server's tests."""

from __future__ import annotations

import inspect
import itertools
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn
from unittest import mock

import httpx
import uvicorn
from tests.cli.terminal import run
from tests.kit.waiting import PATIENCE, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ferrovia.data import PROTOCOL

Json = dict[str, Any]
SPOKEN = {"ferrovia-protocol": str(PROTOCOL)}  # what programs say over HTTP
SOON = PATIENCE / 2  # seconds of silence after which something that should happen did not
# A busy machine may keep the server from answering pings. The oldest version of websockets that we allow sends none.
NO_PINGS: Json = {"ping_timeout": None} if "ping_timeout" in inspect.signature(connect).parameters else {}
READY = re.compile(r'ready: (http://\S+?)/|"event": "server.ready", "port": (\d+)')

# All tests come from one address, and nobody there is a person.
MANY = [
    f"--limit={name}=100000/1"
    for name in ("tables", "joins", "links", "uploads", "requests", "downloads", "bulk", "scores", "records")
]
MANY += [f"--limit={name}=100000/1" for name in ("messages", "chat", "asks", "commands")]
MANY += [f"--limit={name}=100000/1" for name in ("messages_together", "asks_together", "thinking")]
MANY += ["--limit=sockets=100000", "--limit=tables_open=100000"]


class Serving:
    """`ferrovia serve` on a free port, without limits unless they are asked for.

    `kill` is kill -9; `stop` is what an operator does.
    """

    def __init__(
        self,
        database: str | Path,
        *options: str,
        limited: bool = False,
        program: list[str] | None = None,
        environment: dict[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._environment, self._folder = {**os.environ, **(environment or {})}, folder
        self._command = [
            *(program or [sys.executable, "-m", "ferrovia"]),
            "serve", "--port", "0", "--database", str(database), *options,
            *([] if limited else MANY),
        ]  # fmt: skip
        self.start()

    def start(self) -> None:
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - a pipe that nobody empties would stop the server
        self.process = subprocess.Popen(
            self._command, stdout=self._said, stderr=subprocess.STDOUT, env=self._environment, cwd=self._folder
        )
        wait_until(lambda: READY.search(self.said()) or self.process.poll() is not None, "the server is ready or gone")
        found = READY.search(self.said())
        assert found, "the server did not start:\n" + self.said()
        self.url = found[1] or f"http://127.0.0.1:{found[2]}"

    def said(self) -> str:
        self._said.seek(0)
        return self._said.read()

    def kill(self) -> None:
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        """As an operator does. Whatever happened at this server, it had no accident."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(SOON)
        self.last_words = self.said()
        self._said.close()
        assert "traceback" not in self.last_words.lower(), self.last_words
        return code

    def __enter__(self) -> Serving:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()

    def socket_url(self, table: str) -> str:
        return self.url.replace("http", "ws") + f"/api/tables/{table}/socket"


def keep_from_expiring(database: Path) -> None:
    """Tables in old data, as if they had changed today: the server deletes open ones after a day, and closes games
    after a month.
    """
    with closing(sqlite3.connect(database)) as data, data:
        data.execute("update tables set changed = ?", (int(time.time() * 1000),))


def refused_serve(*options: str, port: str | None = "0", env: dict[str, str] | None = None) -> Any:
    """`ferrovia serve` in this process, for options that it should refuse: `exit_code`, `output`.

    A server that starts instead raises, so the test fails; otherwise it would serve until someone stops the tests.
    """

    def start(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the server starts: nothing was refused")

    with mock.patch.object(uvicorn.Server, "run", start):
        return run("serve", *([] if port is None else ["--port", port]), *options, env=env)


ME = {"kind": "me", "name": "Ana"}
PERSON = {"kind": "person"}
BOT = {"kind": "bot", "level": "easy"}


def create(
    browser: httpx.Client,
    *seats: Json,
    board: str = "new_york",
    value: str | None = None,
    start: bool = False,
    **wishes: Any,
) -> Json:
    """Make a table, give this browser's value for the deal, and start, as asked for."""
    wish = {"board": board, "seats": list(seats), "pace": 0, **wishes}
    answer = browser.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    if value is not None:
        say(browser, made["table"], type="value", seat=made["seats"][0]["seat"], value=value)
    if start:
        say(browser, made["table"], type="start", id="start")
    return made


def join(browser: httpx.Client, made: Json, place: int = 0, name: str = "Bea", value: str | None = None) -> Json:
    invitation = made["invitations"][place]["token"]
    answer = browser.post(f"/api/tables/{made['table']}/join", json={"name": name, "token": invitation})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    if value is not None:
        say(browser, made["table"], type="value", seat=found["seat"], value=value)
    return found


def say(browser: httpx.Client, table: str, **message: Any) -> None:
    """Sends a message over HTTP and checks that it is accepted."""
    answer = browser.post(f"/api/tables/{table}/messages", json=message).raise_for_status().json()
    assert answer["type"] == "accepted", answer


class Player:
    """A player at a table, over a real socket. Keeps the last update and everything received."""

    def __init__(
        self,
        serving: Serving,
        table: str,
        *tokens: str,
        since: int | None = None,
        look: int | None = None,
        cookies: httpx.Cookies | None = None,
        hello: bool = True,
        more_headers: dict[str, str] | None = None,
    ) -> None:
        headers = {} if cookies is None else {"cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())}
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                serving.socket_url(table),
                additional_headers={**headers, **(more_headers or {})},
                max_size=2**24,
                compression=None,
                open_timeout=SOON,
                **NO_PINGS,
                close_timeout=1,  # who does not read any more does not hear the goodbye
            )
        )
        self.sent: list[str] = []  # what the server sent, as it came
        self.update: Json = {}
        self.rows: list[Json] = []
        self.welcome: Json = {}
        self._ids = itertools.count(1)
        if hello:
            self.say(type="hello", protocol=PROTOCOL, tokens=list(tokens), since=since, look=look)
            self.welcome = self.until("welcome")
            self.until("update")

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = SOON) -> Json:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.sent.append(text)
        message: Json = json.loads(text)
        if message["type"] == "update":
            if message["snapshot"]:
                self.rows = []
            self.rows += message["rows"]
            known = self.update.get("table")
            self.update = message
            if message["table"] is None:
                self.update["table"] = known
        return message

    def until(self, *kinds: str, where: Callable[[Json], bool] = lambda _: True, timeout: float = SOON) -> Json:
        """The next message of this kind."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if message["type"] in kinds and where(message):
                return message

    def ask(self, type: str, **message: Any) -> Json:
        """Sends a message and returns its answer: accepted, refused or answer."""
        request = message.pop("id", None) or f"r{next(self._ids)}"
        self.say(type=type, id=request, **message)
        return self.until("accepted", "refused", "answer", where=lambda found: found["id"] == request)

    def see(self, is_so: Callable[[Json], bool], timeout: float = SOON) -> Json:
        """Wait until the last update is so. A game takes as long as it takes, if only it goes on."""
        end = time.monotonic() + timeout
        while not self.update or not is_so(self.update):
            if self.hear(max(0.01, end - time.monotonic()))["type"] == "update":
                end = time.monotonic() + timeout
        return self.update

    def act(self, action: str | int | None = None, **more: Any) -> Json:
        """Play an action, the first legal one if none is named, and see what came of it."""
        chosen = self.update["legal"][0]["text"] if action is None else action
        answer = self.ask("action", state=more.pop("state", self.update["state"]), action=chosen, **more)
        if answer["type"] == "accepted":
            self.see(lambda update: update["number"] >= answer["number"])
        return answer

    def is_closed(self) -> int | None:
        """The server's close code, once it closes."""
        try:
            while True:
                self.hear(SOON)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else None

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


ANA, BEA = "ab" * 32, "cd" * 32  # what their browsers add to the deal


class Room:
    """Browsers and players, all closed when the test is over."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self._stack = ExitStack()

    def browser(self) -> httpx.Client:
        return self._stack.enter_context(httpx.Client(base_url=self.serving.url, timeout=SOON, headers=SPOKEN))

    def player(self, table: str, *tokens: str, **more: Any) -> Player:
        return self._stack.enter_context(Player(self.serving, table, *tokens, **more))

    def two_people(self, **wishes: Any) -> TwoPeople:
        """A started table of Ana (host) and Bea."""
        ana, bea = self.browser(), self.browser()
        made = create(ana, ME, PERSON, value=ANA, **wishes)
        joined = join(bea, made, value=BEA)
        first = self.player(made["table"], made["seats"][0]["token"])
        second = self.player(made["table"], joined["token"])
        assert first.ask("start")["type"] == "accepted"
        for player in (first, second):
            player.see(lambda update: update["view"] is not None)
        return TwoPeople(made, joined, ana, bea, first, second)

    def close(self) -> None:
        self._stack.close()


@dataclass
class TwoPeople:
    made: Json
    joined: Json
    ana: httpx.Client
    bea: httpx.Client
    first: Player
    second: Player

    @property
    def table(self) -> str:
        return str(self.made["table"])

    def choose_tickets(self) -> None:
        choose_tickets(self.first, self.second)

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return self.first if self.first.update["legal"] else self.second

    @property
    def waiter(self) -> Player:
        return self.second if self.first.update["legal"] else self.first


def catch_up(*players: Player) -> None:
    """Waits until all players have received what any of them has."""
    last = max(player.update["number"] for player in players)
    for player in players:
        player.see(lambda update: update["number"] >= last)


def choose_tickets(*players: Player) -> None:
    for player in players:
        player.see(lambda update: bool(update["legal"]))
        assert player.act()["type"] == "accepted"
    catch_up(*players)


def sensible(update: Json) -> Json:
    """A move that brings a game to its end: claim what can be claimed, else take cards."""
    legal: list[Json] = update["legal"]
    for kind in ("pay", "claim", "keep", "draw", "take"):
        fitting = [entry for entry in legal if entry["kind"] == kind]
        if fitting:
            if kind == "claim":
                return max(fitting, key=lambda entry: entry["colored"] + entry["wilds"])
            return fitting[-1] if kind == "keep" else fitting[0]
    return legal[0]


def play_out(*players: Player, most: int = 2000) -> Json:
    """Let the players play until the game is over; the last update."""
    for _ in range(most):
        catch_up(*players)
        if players[0].update["result"] is not None:
            return players[0].update
        ready = [player for player in players if player.update["legal"]]
        if ready:
            answer = ready[0].act(sensible(ready[0].update)["code"])
            assert answer["type"] == "accepted", answer
        else:
            players[0].until("update")  # a bot's turn
    raise AssertionError("the game did not end")
