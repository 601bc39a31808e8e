"""What the client asks of the network, as data. Conversations yield these; `blocking` and `asynchronous` carry them
out. So everything that can be right or wrong about the protocol stands once.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from ferrovia.data.schema import Json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request; the answer is a `Response`."""

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
    """Open the socket of a path, and close the one before; the answer is None, or `Lost`."""

    path: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send a text; the answer is None, or `Lost`."""

    text: str


@dataclass(frozen=True, slots=True)
class Receive:
    """Wait for the next text, for at most so many seconds; the answer is the text, `Lost`, or None for silence."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone, with the server's code if it gave one."""

    code: int | None
    why: str


Operation = Request | Connect | Send | Receive | Pause

# A conversation: it yields operations, is sent their answers, and returns its result.
Talk = Generator[Operation, Any, T]
