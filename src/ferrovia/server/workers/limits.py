"""Limits of a process that reads a stranger's board."""

from __future__ import annotations

import math
import sys
import time
from typing import Final

MEMORY: Final = 8 * 1024**3  # of address space: the compiler reserves more than it uses


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
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
