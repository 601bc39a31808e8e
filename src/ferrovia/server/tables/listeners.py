"""The listeners at a table: seated players, updated at once, and spectators, updated in slices if there are many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ferrovia.server.tables.seats import Holdings


class Listener(Protocol):
    """A receiver of updates: a socket, or a program's stream."""

    holdings: Holdings
    look: int  # whose view: a seat, or SPECTATOR
    seen: int | None  # the last number sent; None before the first
    address: str  # the network address, as limits count it
    browser: str | None  # the secret in its cookie

    def send(self, message: str, *, replaces: str | None = None) -> None:
        """Never waits: a listener that cannot keep up is dropped.

        A message that `replaces` something takes the place of the last such message if that is still waiting.
        """
        ...

    def close(self, code: int) -> None:
        """Closes after everything sent so far."""
        ...


class Listeners:
    """A set of listeners that finds the seated ones without searching a crowd."""

    def __init__(self) -> None:
        self._seated: dict[Listener, None] = {}
        self._others: dict[Listener, None] = {}

    def add(self, one: Listener) -> None:
        (self._seated if one.holdings.seats else self._others)[one] = None

    def discard(self, one: Listener) -> None:
        self._seated.pop(one, None)
        self._others.pop(one, None)

    @property
    def seated(self) -> list[Listener]:
        return list(self._seated)

    @property
    def others(self) -> list[Listener]:
        return list(self._others)

    def __len__(self) -> int:
        return len(self._seated) + len(self._others)

    def __contains__(self, one: object) -> bool:
        return one in self._seated or one in self._others

    def __iter__(self) -> Iterator[Listener]:
        """Seated players first."""
        return iter([*self._seated, *self._others])
