"""Path data for SVG from points."""

from __future__ import annotations

import numpy as np

from ferrovia.geometry.shapes import Numbers, length_of


def smooth_path(points: Numbers, *, closed: bool) -> str:
    """A Catmull-Rom curve through the points, as cubic Béziers."""
    count = len(points)
    out = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = (points[_index(i + k, count, closed)] for k in (-1, 0, 1, 2))
        reach = length_of(p2 - p1) * 0.4  # limits the reach, so that a distant neighbour causes no loop
        c1, c2 = p1 + _shorten((p2 - p0) / 6, reach), p2 - _shorten((p3 - p1) / 6, reach)
        out.append(f"C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}")
    return "".join(out) + ("Z" if closed else "")


def straight_path(points: Numbers, *, closed: bool) -> str:
    """Integers, each point relative to the last: coasts are the largest part of a layout, and this halves them."""
    grid = np.rint(points).astype(int)
    steps = np.diff(grid, axis=0).ravel()
    joined = "".join(f"{step}" if step < 0 or place == 0 else f" {step}" for place, step in enumerate(steps.tolist()))
    return f"M{grid[0][0]} {grid[0][1]}l{joined}" + ("z" if closed else "")


def _index(i: int, count: int, closed: bool) -> int:
    return i % count if closed else min(max(i, 0), count - 1)


def _shorten(vector: Numbers, limit: float) -> Numbers:
    shortened: Numbers = vector * np.minimum(1.0, limit / max(length_of(vector), 1e-9))
    return shortened
