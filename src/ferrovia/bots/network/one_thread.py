"""Matrix products on one thread."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[Any]:
    """While it lasts, NumPy's matrix products use one thread.

    Games and imagined worlds have threads of their own. Threads inside a product of a few rows mostly wait for each
    other: on two busy cores a guided search made an eighth of its simulations.
    """
    limit: AbstractContextManager[Any] = _libraries().limit(limits=1, user_api="blas")
    return limit


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Looked for once, when NumPy has loaded them."""
    return ThreadpoolController()
