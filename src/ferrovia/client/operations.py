"""The client's network operations, as data. Conversations yield them; `blocking` and `asynchronous` perform them.

This way the protocol logic is written only once.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from ferrovia.data.schema import Json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request; answered with a `Response`."""

    method: str
    path: str
    body: Json | None = None
    token: str | None = None
    query: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Connect:
    """Opens the socket of a path and closes the previous one; answered with None or `Lost`."""

    path: str


@dataclass(frozen=True, slots=True)
class Send:
    """Sends a text; answered with None or `Lost`."""

    text: str


@dataclass(frozen=True, slots=True)
class Receive:
    """Waits at most this many seconds for the next text; answered with the text, `Lost`, or None for silence."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone; `code` is the server's close code, if any."""

    code: int | None
    why: str


Operation = Request | Connect | Send | Receive | Pause

# A conversation: it yields operations, is sent their answers, and returns its result.
Talk = Generator[Operation, Any, T]
