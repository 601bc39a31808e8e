"""One process at a time compiles; the others wait and then read from the cache."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_process(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, with a message if it has to wait. A killed process releases it."""
    from filelock import FileLock, Timeout  # only to compile: a start with compiled kernels does without

    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    try:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            print("Another process is compiling; waiting for it ...", file=sys.stderr, flush=True)
            lock.acquire()
    except (OSError, NotImplementedError):
        pass  # a file system without locks, perhaps a network one: every process compiles, which only costs time
    try:
        yield
    finally:
        lock.release()
