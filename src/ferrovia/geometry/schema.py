"""The shape of a layout, as written to JSON and read by the browser, reports and tests.

Units are the board's own: a space is `style.space_width` wide on every board. `y` grows downwards.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Kind = Literal["land", "water", "park", "river", "canal", "street", "graticule", "name"]
Quality = Literal["good", "quick"]

# [middle x, middle y, degrees, length, width]
SpaceEntry = list[float]


class StyleEntry(TypedDict):
    space_width: float
    city_radius: float
    line_height: float  # in font sizes


class LabelEntry(TypedDict):
    x: float
    y: float  # of the first baseline
    anchor: Literal["start", "middle", "end"]
    size: float
    lines: list[str]
    box: list[float]  # [middle x, middle y, width, height]


class CityEntry(TypedDict):
    x: float
    y: float
    label: LabelEntry


class RouteEntry(TypedDict):
    """Spaces run from the city with the smaller number in the board file to the other one."""

    cities: list[str]
    twin: int | None
    spaces: list[SpaceEntry]
    bed: str  # path data through the spaces
    path: str  # the same from city to city
    middle: list[float]  # [x, y, degrees]


class ShapeEntry(TypedDict):
    kind: Kind
    d: str  # path data, filled by the even-odd rule
    width: NotRequired[float]
    text: NotRequired[str]
    size: NotRequired[float]


class SceneryEntry(TypedDict):
    base: Literal["land", "water"]
    shapes: list[ShapeEntry]  # in drawing order


class Layout(TypedDict):
    """The place of everything on a board, as plain data."""

    board: str
    digest: str  # SHA-256 of the board file
    version: int  # of the layout algorithm
    quality: Quality
    view: list[float]  # [x, y, width, height]: what must be visible; scenery extends far outside it
    style: StyleEntry
    cities: dict[str, CityEntry]
    routes: list[RouteEntry]  # one per route, in the order of the board file
    scenery: SceneryEntry
