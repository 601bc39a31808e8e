"""A real server for the client library, and a connection to it that can be cut."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from tests.server.serving import Serving


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
