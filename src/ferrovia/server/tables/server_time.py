"""The server's own time: milliseconds like those of the wall clock, but without jumps.

Game clocks, the pace of bots and the times of rows use it. When the wall clock changes, by hand or by a time server,
this one runs on evenly and follows slowly, so no player loses or gains a turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

CATCHING_UP: Final = 0.05  # seconds of adjustment towards the wall clock per second


class ServerClock:
    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._now, self._then = wall(), monotonic()

    def seconds(self) -> float:
        then, self._then = self._then, self._monotonic()
        passed = self._then - then
        most = passed * CATCHING_UP
        behind = self._wall() - (self._now + passed)
        self._now += passed + max(-most, min(most, behind))
        return self._now


_clock: Final = ServerClock()


def now_ms() -> int:
    return int(_clock.seconds() * 1000)
