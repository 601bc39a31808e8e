"""Scales and ticks shared by the charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ferrovia.geometry.svg import tag, text


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `low` to `high` to pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        spread = self.high - self.low or 1.0
        return self.start + (self.end - self.start) * (value - self.low) / spread


def ticks(low: float, high: float, most: int, *, least: float = 0.01) -> list[float]:
    """Round numbers from low to high, as many as fit, at least `least` apart (1 for counts)."""
    steps = (number * 10.0**power for power in range(-2, 7) for number in (1, 2, 5))
    step = next(step for step in steps if step >= least and (high - low) / step <= most)
    first = -(-low // step)
    return [number * step for number in range(int(first), int(high // step) + 1)]


def across(scale: Scale, marks: list[float], top: float, bottom: float, label: Callable[[float], str]) -> str:
    """Vertical hairlines with their values below."""
    return "".join(
        tag("line", x1=scale(mark), x2=scale(mark), y1=top, y2=bottom, class_="grid")
        + text(label(mark), x=scale(mark), y=bottom + 15, class_="tick", text_anchor="middle")
        for mark in marks
    )


def along(scale: Scale, marks: list[float], left: float, right: float, label: Callable[[float], str]) -> str:
    """Horizontal hairlines with their values on the left."""
    return "".join(
        tag("line", x1=left, x2=right, y1=scale(mark), y2=scale(mark), class_="grid")
        + text(label(mark), x=left - 7, y=scale(mark) + 4, class_="tick", text_anchor="end")
        for mark in marks
    )
