"""The geometry of boards for the screen: the good one where it is known, else straight lines that serve meanwhile."""

from __future__ import annotations

import json
import math
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from ferrovia.boards import Board, Route

SPACE: Final = 15.0  # width of a space, as on every layout
TWIN: Final = 10.5  # from the middle of a double to each half


def layout_text(board: Board, *, quick: bool = True) -> str:
    """The layout as JSON. `quick`: what is at hand, or straight lines; otherwise it may be searched for for minutes."""
    if find_spec("ferrovia.geometry") is not None:
        geometry = import_module("ferrovia.geometry")
        return str(geometry.as_text(geometry.layout_of(board, quick=quick)))
    return json.dumps(plain_layout(board), ensure_ascii=False, separators=(",", ":"))


def plain_layout(board: Board) -> dict[str, Any]:
    """Straight tracks between the cities, names beside them. Good enough to play until the good one is ready."""
    height = math.sqrt(max(sum(route.length for route in board.routes), 40) * 5400 / board.aspect)
    width = height * board.aspect
    at = {city.number: (40 + city.x * width, 40 + city.y * height) for city in board.cities}
    return {
        "quality": "quick",
        "view": [0, 0, round(width + 80, 1), round(height + 80, 1)],
        "style": {"space_width": SPACE, "city_radius": 11, "line_height": 18},
        "cities": {city.id: _city(city.name, *at[city.number]) for city in board.cities},
        "routes": [_route(board, route, at) for route in board.routes],
        "scenery": {"base": "land", "shapes": []},
    }


def _city(name: str, x: float, y: float) -> dict[str, Any]:
    width = 9.5 * len(name)
    label = {"x": round(x + 15, 1), "y": round(y + 6, 1), "anchor": "start", "size": 17, "lines": [name]}
    label["box"] = [round(x + 15 + width / 2, 1), round(y, 1), round(width, 1), 20]
    return {"x": round(x, 1), "y": round(y, 1), "label": label}


def _route(board: Board, route: Route, at: dict[int, tuple[float, float]]) -> dict[str, Any]:
    first, second = sorted(route.cities)
    (ax, ay), (bx, by) = at[first], at[second]
    distance = math.hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / distance, (by - ay) / distance
    side = 0.0 if route.twin is None else TWIN if route.number < route.twin else -TWIN
    ox, oy = -dy * side, dx * side
    start, end = min(16.0, distance / 4), max(distance - 16.0, distance * 3 / 4)
    step = (end - start) / route.length
    length = max(4.0, min(58.0, step - 4))
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    middles = [start + (i + 0.5) * step for i in range(route.length)]

    def point(along: float) -> tuple[float, float]:
        return round(ax + dx * along + ox, 1), round(ay + dy * along + oy, 1)

    return {
        "cities": [board.city(first).id, board.city(second).id],
        "twin": route.twin,
        "spaces": [[*point(middle), round(angle, 1), round(length, 1), SPACE] for middle in middles],
        "bed": _line(point(start), point(end)),
        "path": _line((round(ax, 1), round(ay, 1)), point(start), point(end), (round(bx, 1), round(by, 1))),
        "middle": [*point(distance / 2), round(angle, 1)],
    }


def _line(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)
