"""Proxies that run for the duration of a test."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.serving import SOON


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[None]:
    """The proxy, once it listens."""
    process = subprocess.Popen(command, env=environment)
    try:
        end = time.monotonic() + SOON
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, "the proxy did not start"
                assert time.monotonic() < end
                time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(SOON)
