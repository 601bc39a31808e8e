"""The registry where each room lists what to compile; `prepare` compiles it and shows one progress line.

A part has a name, its kernels and an estimate of the time they take. It is compiled once per machine and version of
the sources; after that it is read from a cache.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..cores import usable_cores
from .jit import CACHE_FOLDER, COMPILED, cache_of, forget_old_caches
from .lock import one_process

Step = tuple[str, Callable[[], object]]


@dataclass(frozen=True)
class Part:
    """Kernels that are compiled together: `steps` run each of them once."""

    name: str
    seconds: float  # on a machine that does `_pace` in a second, with two cores
    source: str  # a file of the room, which determines its cache folder
    steps: Callable[[], Sequence[Step]]
    needs: tuple[str, ...] = ()  # parts to compile first
    elsewhere: tuple[str, ...] = ()  # steps for a second process: the compiler uses one core

    @property
    def marker(self) -> Path:
        """A file whose existence means that the whole part is in the cache."""
        return Path(cache_of(self.source)) / f"{self.name}.complete"


_parts: dict[str, Part] = {}
_ready: set[str] = set()  # compiled, or being compiled, by this process


def register(part: Part) -> None:
    _parts[part.name] = part


def registered() -> tuple[str, ...]:
    """The parts of all imported rooms."""
    return tuple(_parts)


def prepare(*names: str) -> None:
    """Compile these parts and the parts they need, unless they are in the cache."""
    if _ready.issuperset(names):
        return
    wanted = [part for part in _with_needs(names) if part.name not in _ready]
    _ready.update(part.name for part in wanted)  # first, because the steps of a part call `prepare` again
    if not COMPILED or not _missing(wanted):
        return
    with one_process(CACHE_FOLDER):
        if missing := _missing(wanted):  # the process we waited for may have compiled them
            _compile(missing)


def is_prepared(*names: str) -> bool:
    """Whether `prepare` would have nothing to compile."""
    return not COMPILED or not _missing(_with_needs(names))


def _with_needs(names: Iterable[str]) -> list[Part]:
    found: dict[str, Part] = {}
    for name in names:
        for part in (*_with_needs(_parts[name].needs), _parts[name]):
            found[part.name] = part
    return list(found.values())


def _missing(parts: Iterable[Part]) -> list[Part]:
    return [part for part in parts if not part.marker.exists()]


def _compile(parts: Sequence[Part]) -> None:
    began = time.perf_counter()
    line = _Line(parts)
    for part in parts:
        _compile_part(part, line)
        part.marker.parent.mkdir(parents=True, exist_ok=True)  # another process may remove old caches at any time
        part.marker.touch()
    line.end(f"Compiled in {time.perf_counter() - began:.0f} s.")
    for folder in {CACHE_FOLDER, *(part.marker.parent for part in parts)}:
        forget_old_caches(folder)


def _compile_part(part: Part, line: _Line) -> None:
    second = _start_second_process(part) if part.elsewhere else None
    try:
        for name, step in sorted(part.steps(), key=lambda step: step[0] in part.elsewhere):
            line.show(part, name)
            if name in part.elsewhere and second is not None:
                second.wait()  # this step then reads what the other process compiled
            step()
    finally:
        if second is not None and second.poll() is None:
            second.kill()
            second.wait()


def compile_steps(part: str, *names: str) -> None:
    """Compile these steps of a part into the cache: the work of the second process."""
    for name, step in _parts[part].steps():
        if name in names:
            step()


def _start_second_process(part: Part) -> subprocess.Popen[bytes] | None:
    """Start a second process, which halves the wait. Failing that, compiling just takes longer."""
    if usable_cores() < 2 or not sys.executable:
        return None
    arguments = ", ".join(map(repr, (part.name, *part.elsewhere)))
    order = f"from ferrovia.engine.compilation.registry import compile_steps; compile_steps({arguments})"
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen([sys.executable, "-c", order], stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        return None


def _pace() -> float:
    """Processor seconds here for one second on the machine where the parts were measured."""
    began = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - began) / _MEASURED_PACE


_MEASURED_PACE = 0.033  # seconds for the loop of `_pace`


class _Line:
    """The one progress line: rewritten at each step on a terminal, otherwise printed once."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._expected = {part.name: part.seconds for part in parts}
        self._pace = _pace()
        names = ", ".join(part.name for part in parts)
        self._opening = f"Compiling for this machine, once ({names})"
        if not self._on_terminal:
            print(f"{self._opening}, about {self._seconds_left():.0f} s ...", file=sys.stderr, flush=True)

    def _seconds_left(self) -> float:
        return max(1.0, sum(self._expected.values()) * self._pace)

    def show(self, part: Part, step: str) -> None:
        if self._on_terminal:
            line = f"Compiling for this machine, once: {part.name}, {step}; about {self._seconds_left():.0f} s left ..."
            print(f"\r{line:<100}", end="", file=sys.stderr, flush=True)
        self._expected[part.name] -= part.seconds / len(part.steps())

    def end(self, words: str) -> None:
        begin = "\r" if self._on_terminal else ""
        print(f"{begin}{words:<100}" if self._on_terminal else words, file=sys.stderr, flush=True)
