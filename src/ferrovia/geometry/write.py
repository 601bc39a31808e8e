"""Turns a finished sheet into plain data, rounded for storage."""

from __future__ import annotations

import numpy as np

from ferrovia.geometry.paths import smooth_path
from ferrovia.geometry.schema import CityEntry, LabelEntry, Layout, Quality, RouteEntry, SceneryEntry, SpaceEntry
from ferrovia.geometry.shapes import Numbers
from ferrovia.geometry.sheet import Connection, Label, Sheet
from ferrovia.geometry.style import STYLE, VERSION


def write_layout(sheet: Sheet, scenery: SceneryEntry, quality: Quality) -> Layout:
    return {
        "board": sheet.board.id,
        "digest": sheet.board.digest,
        "version": VERSION,
        "quality": quality,
        "view": write_view(sheet),
        "style": {"space_width": STYLE.width, "city_radius": STYLE.city, "line_height": STYLE.line},
        "cities": write_cities(sheet),
        "routes": write_routes(sheet),
        "scenery": scenery,
    }


def write_view(sheet: Sheet) -> list[float]:
    return [_tidy(value) for value in (*sheet.low, *(sheet.high - sheet.low))]


def write_cities(sheet: Sheet) -> dict[str, CityEntry]:
    return {
        city.id: {"x": _tidy(point[0]), "y": _tidy(point[1]), "label": _label(label)}
        for city, point, label in zip(sheet.board.cities, sheet.points, sheet.labels, strict=True)
    }


def write_routes(sheet: Sheet) -> list[RouteEntry]:
    entries: dict[int, RouteEntry] = {}
    for link in sheet.connections:
        for track, number in enumerate(link.routes):
            entries[number] = _route(sheet, link, track)
    return [entries[number] for number in range(len(entries))]


def _label(label: Label) -> LabelEntry:
    x, y, _, _, half_width, half_height = label.box
    return {
        "x": _tidy(label.x),
        "y": _tidy(label.y),
        "anchor": label.anchor,
        "size": _tidy(label.size),
        "lines": label.lines,
        "box": [_tidy(value) for value in (x, y, half_width * 2, half_height * 2)],
    }


def _route(sheet: Sheet, link: Connection, track: int) -> RouteEntry:
    spaces = link.spaces_of(track)
    half = spaces[:, 2:4] * spaces[:, 4:5]
    bed = smooth_path(np.vstack([spaces[:1, :2] - half[:1], spaces[:, :2], spaces[-1:, :2] + half[-1:]]), closed=False)
    (ax, ay), (bx, by) = sheet.points[link.a], sheet.points[link.b]
    route = sheet.board.routes[link.routes[track]]
    middle = link.length // 2
    between = spaces[middle] if link.length % 2 else (spaces[middle - 1] + spaces[middle]) / 2
    return {
        "cities": [sheet.board.cities[number].id for number in route.cities],
        "twin": route.twin,
        "bed": bed,
        "path": f"M{ax:.1f} {ay:.1f}L{bed[1:]}L{bx:.1f} {by:.1f}",
        "spaces": [_space(space) for space in spaces],
        "middle": [_tidy(between[0]), _tidy(between[1]), _degrees(between)],
    }


def _space(space: Numbers) -> SpaceEntry:
    x, y, _, _, half_length, half_width = space
    return [_tidy(x), _tidy(y), _degrees(space), _tidy(half_length * 2), _tidy(half_width * 2)]


def _degrees(space: Numbers) -> float:
    return _tidy(np.degrees(np.arctan2(space[3], space[2])))


def _tidy(value: float) -> float:
    return round(float(value), 1)
