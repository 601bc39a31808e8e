"""Matrix products on one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController


class _Limit:
    """The limit of the whole process: set by the first caller that enters, lifted by the last one that leaves."""

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._limited: Any = None

    def enter(self) -> None:
        with self._lock:
            if not self._inside:
                self._limited = _libraries().limit(limits=1, user_api="blas")
            self._inside += 1

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                limited, self._limited = self._limited, None
                limited.restore_original_limits()


_limit = _Limit()


@contextmanager
def one_thread() -> Iterator[None]:
    """While it lasts, NumPy's matrix products use one thread.

    Games and imagined worlds have threads of their own. Threads inside a product of a few rows mostly wait for each
    other: on two busy cores a guided search made an eighth of its simulations.
    """
    _limit.enter()
    try:
        yield
    finally:
        _limit.leave()


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Looked for once, when NumPy has loaded them."""
    return ThreadpoolController()
