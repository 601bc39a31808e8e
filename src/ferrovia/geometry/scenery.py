"""Land, water, parks and lines under a board, from a TOML file in the board's own x and y. Optional for a board."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final, Literal, get_args

import numpy as np

from ferrovia.geometry.paths import smooth_path, straight_path
from ferrovia.geometry.schema import Kind, SceneryEntry, ShapeEntry
from ferrovia.geometry.shapes import Numbers
from ferrovia.geometry.sheet import Sheet
from ferrovia.geometry.style import STYLE

_KINDS: Final = frozenset(get_args(Kind))
_LINES: Final = frozenset({"river", "canal", "graticule", "street", "name"})
_WIDE: Final = frozenset({"river", "canal", "street"})  # kinds that need a width
_MAX_BYTES: Final = 1024 * 1024
_FARTHEST: Final = 20.0  # board sizes from the origin
_LONGEST_NAME: Final = 60


class SceneryError(ValueError):
    """A scenery file that cannot be drawn: where and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"scenery: {place}: {reason}" if place else f"scenery: {reason}")


def built_in_scenery(board_id: str) -> str | None:
    """The scenery file that ships with a board of this id, if there is one."""
    file = resources.files("ferrovia.geometry").joinpath("sceneries", f"{board_id}.toml")
    return file.read_text(encoding="utf8") if file.is_file() else None


def draw_scenery(sheet: Sheet, source: str | None) -> SceneryEntry:
    """Path data grouped by kind, in drawing order. Without a file: plain land."""
    if source is None:
        return {"base": "land", "shapes": []}
    base, entries = _read(source)
    shapes: list[ShapeEntry] = []
    for number, entry in enumerate(entries):
        shape = _draw(sheet, entry, f"shapes[{number}]")
        last = shapes[-1] if shapes else None
        if last and last["kind"] == shape["kind"] and "text" not in shape and last.get("width") == shape.get("width"):
            last["d"] += shape["d"]
        else:
            shapes.append(shape)
    return {"base": base, "shapes": shapes}


def _read(source: str) -> tuple[Literal["land", "water"], list[Any]]:
    if len(source.encode(errors="replace")) > _MAX_BYTES:
        raise SceneryError("", f"The file may have {_MAX_BYTES} bytes at most.")
    try:
        found = tomllib.loads(source.removeprefix("\ufeff"))  # some editors add a byte-order mark
    except (ValueError, RecursionError) as error:
        raise SceneryError("", f"This is not TOML: {error}.") from None
    base, entries = found.get("base"), found.get("shapes")
    if base not in ("land", "water"):
        raise SceneryError("base", 'It must be "land" or "water".')
    if not isinstance(entries, list):
        raise SceneryError("shapes", "A list is missing.")
    return base, entries


def _draw(sheet: Sheet, entry: Any, place: str) -> ShapeEntry:
    if not isinstance(entry, dict) or entry.get("kind") not in _KINDS:
        raise SceneryError(place, f"A shape needs a kind: {', '.join(sorted(_KINDS))}.")
    kind: Kind = entry["kind"]
    points = _place(sheet, _points(entry, place))
    draw = smooth_path if entry.get("smooth") is True else straight_path
    shape: ShapeEntry = {"kind": kind, "d": draw(points, closed=kind not in _LINES)}
    if kind in _WIDE:
        shape["width"] = round(_size(entry, "width", place) * sheet.scale, 1)
    if kind == "name":
        text = entry.get("text")
        if not isinstance(text, str) or not 0 < len(text) <= _LONGEST_NAME or not text.isprintable():
            raise SceneryError(place, f"A name needs a text of {_LONGEST_NAME} characters at most.")
        shape["text"], shape["size"] = text, round(_size(entry, "size", place) * sheet.scale, 1)
    return shape


def _points(entry: dict[str, Any], place: str) -> Numbers:
    values = entry.get("points")
    if not isinstance(values, list) or len(values) < 4 or len(values) % 2:
        raise SceneryError(place, "points must be a list x, y, x, y … of two points or more.")
    if not all(type(value) in (int, float) and abs(value) <= _FARTHEST for value in values):
        raise SceneryError(place, f"points must be numbers between {-_FARTHEST:g} and {_FARTHEST:g}.")
    return np.array(values, float).reshape(-1, 2)


def _size(entry: dict[str, Any], name: str, place: str) -> float:
    value = entry.get(name)
    if not isinstance(value, int | float) or not 0 < value <= 1:
        raise SceneryError(place, f"{name} must be a number above 0 and up to 1.")
    return float(value)


def _place(sheet: Sheet, points: Numbers) -> Numbers:
    """Converts the board's x and y to units. Points far outside are pulled further out."""
    beyond = np.minimum(points + STYLE.bleed, 0) + np.maximum(points - 1 - STYLE.bleed, 0)
    placed: Numbers = (points + STYLE.stretch * beyond) * [sheet.board.aspect * sheet.scale, sheet.scale]
    return placed
