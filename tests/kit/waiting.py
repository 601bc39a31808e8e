"""Waiting for a state, for as long as a busy machine takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE: Final = 600.0  # seconds after which a program counts as broken; no measure of how fast it should be


def wait_until(is_so: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"it never came to this: {what}"
        time.sleep(0.02)
