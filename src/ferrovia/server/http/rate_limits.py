"""Rate limits: a number of requests of a kind per period, for each address or socket."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ferrovia.server.config import Limits
from ferrovia.server.messages.errors import too_many

_SWEEP: Final = 10_000  # entries before old ones are dropped


class Bucket:
    """Lets `count` through at once and refills in `seconds`. A count of 0 lets nothing through, ever."""

    __slots__ = ("_count", "_left", "_seconds", "_then")

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._left, self._then = float(count), time.monotonic()

    def take(self) -> float:
        """0 if one was let through, otherwise the seconds until the next will be."""
        now = time.monotonic()
        self._left = min(self._count, self._left + (now - self._then) * self._count / self._seconds)
        self._then = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) * self._seconds / self._count if self._count else self._seconds

    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._then) * self._count / self._seconds >= self._count


class RateLimits:
    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, kind: str, who: str, limit: tuple[int, float]) -> None:
        """Refuses with the seconds to wait if `who` has exceeded the limit."""
        bucket = self._buckets.get((kind, who))
        if bucket is None:
            if len(self._buckets) > _SWEEP:
                self._buckets = {key: known for key, known in self._buckets.items() if not known.is_full()}
            bucket = self._buckets[kind, who] = Bucket(*limit)
        wait = bucket.take()
        if wait:
            raise too_many(wait)


def group_of(kind: str) -> str:
    """The limit that counts a message: moves, chat, questions, or other writes."""
    match kind:
        case "action" | "take_back" | "look" | "ping" | "hello":
            return "messages"
        case "chat":
            return "chat"
        case "ask" | "history":
            return "asks"
    return "commands"


class Talk:
    """The limits of one socket, and of all sockets of its address together: one home has several screens."""

    def __init__(self, limits: Limits, together: RateLimits, address: str) -> None:
        self._limits, self._together, self.address = limits, together, address
        self._buckets = {name: Bucket(*getattr(limits, name)) for name in ("messages", "chat", "asks", "commands")}

    def check(self, kind: str) -> None:
        group = group_of(kind)
        wait = self._buckets[group].take()
        if wait:
            raise too_many(wait)
        together = "asks_together" if group == "asks" else "messages_together"
        self._together.check(together, self.address, getattr(self._limits, together))


class Connections:
    """The number of open connections per address."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}

    def check(self, address: str, most: int) -> None:
        if self._open.get(address, 0) >= most:
            raise too_many(10)

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        self._open[address] = self._open.get(address, 0) + 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
