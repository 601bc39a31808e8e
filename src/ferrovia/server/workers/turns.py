"""Decides who thinks next. Tables with people come first; addresses take turns, and so do the tables of an address.

Turns are counted in seconds of thought (start-time fair queueing): after a long thought, a table waits until the others
have had as much. A newcomer does not wait for what others used before.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

_SWEEP: Final = 10_000  # entries before stale ones are dropped

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Account:
    """The table that a thought is for, and the `address` that its seconds are charged to."""

    table: str
    address: str
    has_people: bool


class _FairClock:
    """Per key: until when it has been served, in seconds of service."""

    def __init__(self) -> None:
        self._now = 0.0
        self._until: dict[str, float] = {}

    def next_turn(self, key: str) -> float:
        return max(self._now, self._until.get(key, 0.0))

    def begin(self, key: str) -> None:
        self._now = self.next_turn(key)
        if len(self._until) > _SWEEP:
            self._until = {each: until for each, until in self._until.items() if until > self._now}

    def charge(self, key: str, seconds: float) -> None:
        self._until[key] = self.next_turn(key) + seconds


class Allowance:
    """`seconds` of thought per `period` and address, refilled continuously."""

    def __init__(self, seconds: float, period: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._now = seconds, seconds / period, now
        self._used: dict[str, tuple[float, float]] = {}  # seconds, when

    def used(self, address: str) -> float:
        seconds, then = self._used.get(address, (0.0, 0.0))
        return max(0.0, seconds - (self._now() - then) * self._rate)

    def charge(self, address: str, seconds: float) -> None:
        if len(self._used) > _SWEEP:
            self._used = {each: entry for each, entry in self._used.items() if self.used(each)}
        self._used[address] = self.used(address) + seconds, self._now()

    def wait(self, address: str) -> float:
        """0 if there is time left, otherwise the seconds until there is."""
        return max(0.0, self.used(address) - self._most) / self._rate


class Turns(Generic[T]):
    """Lends a few workers to many waiting tables."""

    def __init__(self, workers: list[T], allowance: Allowance) -> None:
        self._free = list(workers)
        self._allowance = allowance
        self._addresses, self._tables = _FairClock(), _FairClock()
        self._waiting: dict[int, tuple[Account, asyncio.Future[T]]] = {}
        self._numbers = itertools.count()
        self.seconds = 0.0  # total thinking time

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def worker(self, account: Account) -> AsyncIterator[T]:
        """Lends a worker when it is this account's turn, and charges the time until it is returned."""
        number = next(self._numbers)
        given: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[number] = account, given
        self._serve()
        try:
            worker = await given
        except asyncio.CancelledError:
            self._waiting.pop(number, None)
            if given.done() and not given.cancelled():
                self._give_back(given.result())
            raise
        began = time.monotonic()
        try:
            yield worker
        finally:
            took = time.monotonic() - began
            self.seconds += took
            self._allowance.charge(account.address, took)
            self._addresses.charge(account.address, took)
            self._tables.charge(account.table, took)
            self._give_back(worker)

    def _give_back(self, worker: T) -> None:
        self._free.append(worker)
        self._serve()

    def _serve(self) -> None:
        while self._free and self._waiting:
            number = min(self._waiting, key=self._place)
            account, given = self._waiting.pop(number)
            self._addresses.begin(account.address)
            self._tables.begin(account.table)
            if not given.done():
                given.set_result(self._free.pop())

    def _place(self, number: int) -> tuple[bool, bool, float, float, int]:
        account = self._waiting[number][0]
        return (
            self._allowance.wait(account.address) > 0,
            not account.has_people,
            self._addresses.next_turn(account.address),
            self._tables.next_turn(account.table),
            number,
        )
