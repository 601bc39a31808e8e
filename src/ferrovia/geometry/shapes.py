"""Distances between rectangles and points, many at a time.

A rectangle is a row (x, y, cos, sin, half length, half width).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]

ROW: Final = 6  # numbers in a rectangle


def no_rectangles() -> Numbers:
    return np.zeros((0, ROW))


def separation(a: Numbers, b: Numbers) -> Numbers:
    """The gap between every rectangle of `a` and every one of `b` along the best of their four axes.

    If negative, they overlap by that much.
    """
    a, b = a[..., :, None, :], b[..., None, :, :]
    dx, dy = b[..., 0] - a[..., 0], b[..., 1] - a[..., 1]
    cos = np.abs(a[..., 2] * b[..., 2] + a[..., 3] * b[..., 3])
    sin = np.abs(a[..., 2] * b[..., 3] - a[..., 3] * b[..., 2])
    gap: Numbers = np.maximum.reduce(
        [
            np.abs(dx * a[..., 2] + dy * a[..., 3]) - a[..., 4] - b[..., 4] * cos - b[..., 5] * sin,
            np.abs(dy * a[..., 2] - dx * a[..., 3]) - a[..., 5] - b[..., 4] * sin - b[..., 5] * cos,
            np.abs(dx * b[..., 2] + dy * b[..., 3]) - b[..., 4] - a[..., 4] * cos - a[..., 5] * sin,
            np.abs(dy * b[..., 2] - dx * b[..., 3]) - b[..., 5] - a[..., 4] * sin - a[..., 5] * cos,
        ]
    )
    return gap


def distance_to_points(rectangles: Numbers, points: Numbers) -> Numbers:
    """From every point to the nearest edge of every rectangle (0 inside)."""
    r = rectangles[..., :, None, :]
    dx, dy = points[..., 0] - r[..., 0], points[..., 1] - r[..., 1]
    along = np.maximum(np.abs(dx * r[..., 2] + dy * r[..., 3]) - r[..., 4], 0)
    across = np.maximum(np.abs(dy * r[..., 2] - dx * r[..., 3]) - r[..., 5], 0)
    return np.hypot(along, across)


def shortfall(gap: Numbers, wanted: float) -> Numbers:
    """Squared lack of room, summed over every axis except the first, the candidates."""
    lack = np.maximum(wanted - gap, 0.0) ** 2
    total: Numbers = lack.reshape(len(lack), -1).sum(1)
    return total


def length_of(vector: Any) -> float:
    return float(np.hypot(vector[0], vector[1]))
