"""Describes the machine of a measurement; without it a number means nothing."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

import numpy as np

from ferrovia import __version__
from ferrovia.engine import COMPILED
from ferrovia.engine.state import RULES_VERSION


def cpu_model() -> str:
    """The processor's name, from Linux's list if there is one."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def share_of_a_core(seconds: float = 0.3) -> float:
    """How much of a core this process gets. Clearly below 1, other programs are running and measurements are
    too low.
    """
    started, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - started < seconds:
        pass
    return (time.process_time() - used) / (time.perf_counter() - started)


def machine_facts() -> dict[str, str | int]:
    from importlib.metadata import version

    return {
        "date": time.strftime("%Y-%m-%d %H:%M:%S %Z"),
        "machine": f"{platform.system()}, {platform.machine()}",
        "cpu": cpu_model(),
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version("numba") + ("" if COMPILED else " (switched off)"),
        "ferrovia": f"{__version__}, rules version {RULES_VERSION}",
    }
