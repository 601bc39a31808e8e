"""Who listens at a table: people at their seats, told at once, and spectators, told in slices when they are a crowd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ferrovia.server.tables.seats import Holdings


class Listener(Protocol):
    """Somebody who is told what happens: a socket, or a stream of a program."""

    holdings: Holdings
    look: int  # whose view: a seat, or SPECTATOR
    seen: int | None  # the last number told; None before the first
    address: str  # where it comes from, as limits count it
    browser: str | None  # what its cookie holds

    def send(self, message: str, *, replaces: str | None = None) -> None:
        """Never waits: who can't keep up is dropped.

        A message that `replaces` something takes the place of the last such message if that still waits.
        """
        ...

    def close(self, code: int) -> None:
        """After what was sent so far."""
        ...


class Listeners:
    """A set of listeners that knows who of them holds a seat, without looking at all of a crowd."""

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
        """People at their seats first."""
        return iter([*self._seated, *self._others])
