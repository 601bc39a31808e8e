"""Compiling the planning bots' kernels once for each version on each machine, with a line for the person who waits."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from ferrovia.bots.search import bridge
from ferrovia.engine import COMPILED, cache_of, one_process, warm_up

_ready = False


def _marker() -> Path:
    return Path(cache_of(str(bridge.__file__))) / "complete"


def compile_bots(think_once: Callable[[], object]) -> None:
    """Let `think_once` run every kernel of the bots, unless all of them lie in the cache already."""
    global _ready
    if _ready:
        return
    _ready = True  # first, because thinking asks for this again
    warm_up()
    if not COMPILED or _marker().exists():
        return
    with one_process(_marker().parent):
        if not _marker().exists():  # by whom we waited for
            _compile_and_tell(think_once)


def _compile_and_tell(think_once: Callable[[], object]) -> None:
    print("Compiling the planning bots for this machine, once (about a minute) ...", file=sys.stderr, flush=True)
    began = time.perf_counter()
    think_once()
    _marker().parent.mkdir(parents=True, exist_ok=True)  # old caches may be cleared away at any time
    _marker().touch()
    print(f"Compiled in {time.perf_counter() - began:.0f} s.", file=sys.stderr, flush=True)
