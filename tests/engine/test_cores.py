"""Work is spread over the cores that a process may use, not over those of the machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ferrovia.engine import usable_cores


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux pins processes to cores")
def test_a_pinned_process_has_one_core() -> None:
    script = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ.pop("FERROVIA_THREADS", None)
from ferrovia.bots.search.bot import allowed_threads
from ferrovia.engine import usable_cores
print(usable_cores(), allowed_threads())
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "1 1\n"


def test_elsewhere_all_cores_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 12)
    assert usable_cores() == 12
