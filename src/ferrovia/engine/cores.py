"""The number of cores available to this process."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has (`taskset`, cpusets)."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
