"""A real server for the client library, a connection to it that can be cut, and both ways to call the library."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.server.serving import Serving

from ferrovia.client import AsyncServer, AsyncTable, Server


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("client") / "tables.sqlite") as server:
        yield server


class Line:
    """Passes bytes on between programs and a server. `cut` breaks all connections; `is_deaf` swallows what the server
    says, as a line that dies in the middle of an answer does.
    """

    def __init__(self, server: str) -> None:
        self.target = server
        self.is_deaf = False
        self.is_down = False
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._door.accept()
                if self.is_down:
                    caller.close()
                    continue
                parts = urlsplit(self.target)
                try:
                    callee = socket.create_connection((parts.hostname, parts.port))
                except OSError:
                    caller.close()
                    continue
                with self._lock:
                    self._open += [caller, callee]
                threading.Thread(target=self._pass_on, args=(caller, callee, False), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(callee, caller, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, from_server: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (from_server and self.is_deaf):
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        with self._lock:
            ends, self._open = self._open, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self._door.close()
        self.cut()


@pytest.fixture
def line(serving: Serving) -> Iterator[Line]:
    line = Line(serving.url)
    yield line
    line.close()


class Awaited:
    """An `AsyncServer` or `AsyncTable` that is called like a `Server` or `Table`: each call awaits its answer."""

    def __init__(self, inner: AsyncServer | AsyncTable, loop: asyncio.AbstractEventLoop) -> None:
        self._inner, self._loop = inner, loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not inspect.iscoroutinefunction(found) and not inspect.isasyncgenfunction(found):
            return found

        def call(*arguments: object, **options: object) -> Any:
            answer = found(*arguments, **options)
            return self._each(answer) if inspect.isasyncgen(answer) else self._await(answer)

        return call

    def _await(self, answer: Any) -> Any:
        found = self._loop.run_until_complete(answer)
        return Awaited(found, self._loop) if isinstance(found, AsyncTable) else found

    def _each(self, answers: AsyncGenerator[Any]) -> Iterator[Any]:
        with suppress(StopAsyncIteration):
            while True:
                yield self._await(anext(answers))

    def __enter__(self) -> Awaited:
        self._await(self._inner.__aenter__())
        return self

    def __exit__(self, *error: object) -> None:
        self._await(self._inner.__aexit__(*error))


@pytest.fixture(params=["blocking", "asynchronous"])
def connect(request: pytest.FixtureRequest) -> Iterator[Callable[[str], Server]]:
    """Makes a server from its address, in either way."""
    if request.param == "blocking":
        yield Server
        return
    with asyncio.Runner() as runner:
        yield lambda address: Awaited(AsyncServer(address), runner.get_loop())  # type: ignore[return-value]
