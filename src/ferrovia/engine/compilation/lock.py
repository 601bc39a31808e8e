"""One process at a time: what several would compile at once, one compiles and the others read from the cache."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: there everybody compiles, which costs time and nothing else
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_process(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; whoever waits for another process is told so. It is let go even by a killed process."""
    folder.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    with (folder / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another process compiles for this machine, once; waiting for it ...", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks, over a network perhaps: as on Windows
        yield
