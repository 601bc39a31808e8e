"""Counts the faults of a layout from its numbers alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ferrovia.geometry.schema import CityEntry, Layout, RouteEntry
from ferrovia.geometry.shapes import Numbers, Truths, distance_to_points, separation
from ferrovia.geometry.style import STYLE


@dataclass(frozen=True)
class Findings:
    """Faults first, then measures of spacing."""

    overlapping_spaces: tuple[tuple[int, int], ...]  # pairs of routes, including a route with itself
    covered_cities: tuple[str, ...]  # cities with a space under their mark
    labels_on_tracks: tuple[str, ...]
    labels_on_labels: tuple[str, ...]
    labels_outside: tuple[str, ...]
    short_spaces: tuple[int, ...]  # routes whose spaces are slivers
    spaces: int
    smallest_gap: float | None  # between spaces of different connections
    smallest_twin_gap: float | None
    nearest_to_a_city: float  # from a space to a city mark
    lengths: tuple[float, float, float]  # of a space: shortest, median, longest

    @property
    def faults(self) -> int:
        """Spaces count tenfold: a name on a track is ugly, but overlapping spaces are unreadable."""
        tracks = len(self.overlapping_spaces) + len(self.covered_cities)
        names = len(self.labels_on_tracks) + len(self.labels_on_labels) + len(self.labels_outside)
        return 10 * tracks + names + len(self.short_spaces)


def check_layout(layout: Layout) -> Findings:
    """The overlaps in a layout, and how well it is spaced."""
    return findings(layout["view"], layout["cities"], layout["routes"])


def findings(view: Sequence[float], cities: Mapping[str, CityEntry], routes: Sequence[RouteEntry]) -> Findings:
    spaces, owner = _spaces(routes)
    gap = separation(spaces, spaces)
    pairs = np.triu(np.ones(gap.shape, bool), 1)
    twins = np.array([-1 if route["twin"] is None else route["twin"] for route in routes])
    other = pairs & (owner[:, None] != owner[None])
    twin = pairs & (twins[owner][:, None] == owner[None])
    points = np.array([(city["x"], city["y"]) for city in cities.values()])
    to_city = distance_to_points(spaces, points[None])
    boxes = np.array([(x, y, 1, 0, w / 2, h / 2) for x, y, w, h in (c["label"]["box"] for c in cities.values())])
    names = list(cities)
    touching = {(int(owner[i]), int(owner[j])) for i, j in zip(*np.where(pairs & (gap < 0)), strict=True)}
    lengths = spaces[:, 4] * 2
    return Findings(
        overlapping_spaces=tuple(sorted(touching)),
        covered_cities=_named(names, (to_city < STYLE.city).any(0)),
        labels_on_tracks=_named(names, (separation(boxes, spaces) < 0).any(1)),
        labels_on_labels=_named(names, ((separation(boxes, boxes) < 0) & ~np.eye(len(boxes), dtype=bool)).any(1)),
        labels_outside=_named(names, _outside(view, boxes)),
        short_spaces=tuple(sorted({int(number) for number in owner[lengths < STYLE.width]})),
        spaces=len(spaces),
        smallest_gap=_smallest(gap[other & ~twin]),
        smallest_twin_gap=_smallest(gap[twin]),
        nearest_to_a_city=round(float(to_city.min()) - STYLE.city, 2),
        lengths=(round(float(lengths.min()), 1), round(float(np.median(lengths)), 1), round(float(lengths.max()), 1)),
    )


def _spaces(routes: Sequence[RouteEntry]) -> tuple[Numbers, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """All spaces as rectangles, and the route number of each."""
    rows, owner = [], []
    for number, route in enumerate(routes):
        for x, y, degrees, length, width in route["spaces"]:
            angle = np.radians(degrees)
            rows.append((x, y, np.cos(angle), np.sin(angle), length / 2, width / 2))
            owner.append(number)
    return np.array(rows), np.array(owner, np.int64)


def _outside(view: Sequence[float], boxes: Numbers) -> Truths:
    low, high = np.array(view[:2]), np.array(view[:2]) + view[2:]
    edge = np.minimum(boxes[:, :2] - boxes[:, 4:] - low, high - boxes[:, :2] - boxes[:, 4:])
    return np.asarray((edge < 0).any(1))


def _named(names: list[str], which: Any) -> tuple[str, ...]:
    return tuple(names[number] for number in np.where(which)[0])


def _smallest(gaps: Numbers) -> float | None:
    return round(float(gaps.min()), 2) if gaps.size else None
