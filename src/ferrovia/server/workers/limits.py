"""Limits of a process that reads a stranger's board."""

from __future__ import annotations

import math
import sys
import time
from typing import Final

MEMORY: Final = 8 * 1024**3  # of address space: the compiler reserves more than it uses
BOARD_SECONDS: Final = 300  # of processor time to check, play and lay out a board
BOARD_PATIENCE: Final = 1800.0  # seconds of the clock for the same, on a busy machine


def limit_process(*, seconds: int | None = None) -> None:
    """Limits the memory of this process for good, and its processor time from now on. Windows has no such limits.

    Processor time is a fair limit on a busy machine, where a second of work may take many seconds.
    """
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if seconds is not None:
        most = math.ceil(time.process_time()) + seconds
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]  # only an administrator may raise it again
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
