"""The only code that draws a board as SVG: empty, in a position, or as a map of numbers.

The picture is self-contained: no style sheet, no script, no external file, and hardly any ids. So several fit on a
page, and every SVG program shows the same. Symbols, patterns and colours are those of the browser client.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ferrovia.boards import Board, City, Route
from ferrovia.geometry import heat as heat_scale
from ferrovia.geometry.draw_scenery import draw_scenery, use_scenery
from ferrovia.geometry.palette import CARDS, DISTRICTS, SEATS, SHOWN, Theme, mix, paint, theme_of
from ferrovia.geometry.schema import Layout, RouteEntry, SpaceEntry
from ferrovia.geometry.store import layout_of
from ferrovia.geometry.svg import escape, short, tag
from ferrovia.geometry.symbols import EMBLEMS, MARKS, SEAT_COLORS, looks_of, piece, symbol

# Inter, or narrow fonts of Windows, Android, macOS and Linux: wide ones would run into the routes.
FONT: Final = (
    "Inter, ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', "
    "sans-serif"
)
_COLOR: Final = re.compile(r"#[0-9a-f]{6}\b(?=\")")
DARK_INK: Final = "#14110c"


@dataclass(frozen=True)
class Scene:
    """The pieces on a board, by number of route, city or seat. An empty scene is an empty board."""

    owners: Mapping[int, int] = field(default_factory=dict)  # seat by route
    stations: Mapping[int, int] = field(default_factory=dict)  # seat by city
    closed: Collection[int] = ()  # routes that can no longer be claimed, drawn faintly
    lit_routes: Collection[int] = ()
    lit_cities: Collection[int] = ()
    wanted: Collection[int] = ()  # cities of the viewer's tickets
    viewer: int | None = None  # the seat whose colour rings wanted cities
    heat: Mapping[int, float] | None = None  # share from 0 to 1 by route, instead of the routes' own colours
    sizes: Mapping[int, float] | None = None  # radius by city
    times: Mapping[int, float] | None = None  # seconds after which each owned route appears
    station_times: Mapping[int, float] | None = None
    titles: Mapping[int, str] = field(default_factory=dict)  # tooltip by route
    city_titles: Mapping[int, str] = field(default_factory=dict)


EMPTY: Final = Scene()


def draw_board(
    board: Board,
    scene: Scene = EMPTY,
    *,
    theme: str = "light",
    layout: Layout | None = None,
    names: bool = True,
    width: float | None = None,
    height: float | None = None,
    label: str | None = None,
    shared_scenery: bool = False,
    attributes: Mapping[str, str] | None = None,
) -> str:
    """Draws a board as SVG text.

    `theme` is `light`, `dark`, or `auto` for a page that has both. Without `layout`, uses the shipped or cached one, or
    straight tracks if there is none. `names` shows the names of cities and seas. `width` and `height` in pixels limit
    the size of the picture; without them it fills the available space. `shared_scenery` is for a page that already has
    a picture of the same board. `attributes` go onto the svg element, for that page's style sheet.
    """
    placed = layout_of(board, quick=True) if layout is None else layout
    if theme == "auto":
        by_day, by_night = (
            draw_board(
                board,
                scene,
                theme=name,
                layout=placed,
                names=names,
                width=width,
                height=height,
                label=label,
                shared_scenery=shared_scenery,
                attributes=attributes,
            )
            for name in ("light", "dark")
        )
        return _both(by_day, by_night)
    colors = theme_of(theme)
    drawing = _Drawing(board, placed, scene, colors, dark=theme == "dark")
    x, y, wide, high = placed["view"]
    size = _fit(wide, high, width, height)
    return tag(
        "svg",
        tag("title", escape(label or board.name)),
        draw_scenery(placed, colors, names=names) if not shared_scenery else use_scenery(placed),
        *drawing.rails(),
        *drawing.grounds(),
        *drawing.lights(),
        *drawing.routes(),
        *drawing.cities(),
        *(drawing.labels() if names else ()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(str(short(float(number))) for number in (x, y, wide, high)),
        **size,
        font_family=FONT,
        role="img",
        **(attributes or ({"style": "max-width:100%;height:auto"} if size else {})),
    )


def _fit(wide: float, high: float, width: float | None, height: float | None) -> dict[str, object]:
    """The size of a picture that keeps its proportions within a width and a height."""
    scales = [room / side for room, side in ((width, wide), (height, high)) if room is not None]
    if not scales:
        return {}
    return {"width": short(wide * min(scales)), "height": short(high * min(scales))}


def _both(by_day: str, by_night: str) -> str:
    """Merges two pictures that differ only in their colours into one that follows the page's theme."""
    night = iter(_COLOR.findall(by_night))

    def pair(found: re.Match[str]) -> str:
        other = next(night)
        return found[0] if found[0] == other else f"light-dark({found[0]},{other})"

    return _COLOR.sub(pair, by_day)


class _Drawing:
    def __init__(self, board: Board, layout: Layout, scene: Scene, theme: Theme, *, dark: bool) -> None:
        self.board = board
        self.layout = layout
        self.scene = scene
        self.theme = theme
        self.dark = dark
        self.looks = looks_of(board.card_colors)
        self.steps = heat_scale.scale(heat_scale.ON_DARK if dark else heat_scale.ON_PAPER)

    # --- under the spaces -------------------------------------------------------------------------------------------
    def rails(self) -> Iterator[str]:
        paths = (tag("path", d=place["path"]) for place in self.layout["routes"])
        yield tag("g", *paths, fill="none", stroke=self.theme.rail, stroke_width=2.2, opacity=0.55)

    def grounds(self) -> Iterator[str]:
        for route, place in self._placed():
            yield from self._ground(route, place["bed"])

    def _ground(self, route: Route, bed: str) -> Iterator[str]:
        theme = self.theme
        ferry = route.ferry > 0 and route.number not in self.scene.owners
        if route.tunnel:
            yield tag("path", d=bed, fill="none", stroke=theme.rock, stroke_width=26, stroke_dasharray="3 4.2")
        line = {"d": bed, "fill": "none", "stroke_linecap": "butt" if route.tunnel else "round"}
        if ferry:
            yield tag("path", stroke=mix(theme.water, "#2a6f8d", 0.55), stroke_width=25, **line)
            yield tag("path", stroke=mix(theme.water, theme.bed, 0.55), stroke_width=21.5, **line)
        else:
            wide, opacity = (19, 1.0) if route.tunnel else (21, 0.85)
            yield tag("path", stroke=theme.bed, stroke_width=wide, opacity=opacity, **line)

    def lights(self) -> Iterator[str]:
        line = {"fill": "none", "stroke_linecap": "round"}
        for edge, width in ((mix(SHOWN, "#5b4300", 0.55), 37), (SHOWN, 33)):
            for number in sorted(self.scene.lit_routes):
                yield tag("path", d=self.layout["routes"][number]["bed"], stroke=edge, stroke_width=width, **line)

    # --- spaces and wagons ------------------------------------------------------------------------------------------
    def routes(self) -> Iterator[str]:
        for route, place in self._placed():
            owner = self.scene.owners.get(route.number)
            if owner is not None and self.scene.times is not None:
                inside = self._coming(route, place, owner, self.scene.times.get(route.number, 0.0))
            elif owner is not None:
                inside = self._wagons(place, owner)
            elif self.scene.heat is not None:
                inside = self._warm_spaces(route, place)
            else:
                inside = self._open_spaces(route, place)
            faint = 0.28 if route.number in self.scene.closed else None
            yield tag("g", _title(self.scene.titles.get(route.number)), *inside, opacity=faint)

    def _coming(self, route: Route, place: RouteEntry, owner: int, seconds: float) -> Iterator[str]:
        """Open spaces until the route is claimed, wagons afterwards."""
        yield tag("g", *self._open_spaces(route, place), _fade(seconds, to=0))
        yield tag("g", *self._wagons(place, owner), _fade(seconds, to=1), opacity=0)

    def _open_spaces(self, route: Route, place: RouteEntry) -> Iterator[str]:
        look = self.looks[route.color] if route.color is not None else "gray"
        fill, ink = CARDS[look]
        edge = mix(fill, DARK_INK, 0.42)
        if look == "white":
            edge = "#8c877b"
        elif look == "black" and self.dark:
            edge = "#8e949b"
        wild_from = route.length - route.ferry
        for number, space in enumerate(place["spaces"]):
            mark = ""
            if number >= wild_from:
                mark = tag("circle", r=6.6, fill="#fffdf8", stroke="#3c3a36", stroke_width=1)
                mark += symbol(MARKS["wild"], 11.5, "#2a2825")
            elif route.color is not None:
                mark = tag("g", symbol(MARKS[look], 10.5, ink, upside_down=abs(space[2]) > 90), opacity=0.88)
            yield _at(space, _tile(space, fill=fill, stroke=edge, stroke_width=1.3), mark)
        if route.carts:
            x, y, _ = place["middle"]
            seat = tag("circle", r=8.6, fill="#fffdf8", stroke="#3c3a36", stroke_width=1.2)
            yield tag("g", seat, symbol(MARKS["cart"], 12, "#2a2825"), transform=f"translate({short(x)} {short(y)})")

    def _warm_spaces(self, route: Route, place: RouteEntry) -> Iterator[str]:
        assert self.scene.heat is not None
        fill = self.steps[heat_scale.step_of(self.scene.heat.get(route.number, 0.0))]
        edge = mix(fill, "#ffffff" if self.dark else DARK_INK, 0.3)
        for space in place["spaces"]:
            yield _at(space, _tile(space, fill=fill, stroke=edge, stroke_width=1))

    def _wagons(self, place: RouteEntry, seat: int) -> Iterator[str]:
        """One ribbon into both cities with a piece on every space, to distinguish trains from tracks."""
        fill, ink = SEATS[seat]
        ribbon = mix(fill, self.theme.ribbon_mix, 0.44)
        yield tag("path", d=place["path"], fill="none", stroke=ribbon, stroke_width=6)
        yield tag("path", d=place["bed"], fill="none", stroke=ribbon, stroke_width=19, stroke_linecap="round")
        emblem = EMBLEMS[SEAT_COLORS[seat]]
        for space in place["spaces"]:
            vehicle = piece(self.board.words.vehicle, float(space[3]), fill)
            yield _at(space, vehicle, symbol(emblem, 11, ink, upside_down=abs(space[2]) > 90))

    # --- cities -----------------------------------------------------------------------------------------------------
    def cities(self) -> Iterator[str]:
        for city in self.board.cities:
            place = self.layout["cities"][city.id]
            where = f"translate({short(float(place['x']))} {short(float(place['y']))})"
            yield tag(
                "g",
                _title(self.scene.city_titles.get(city.number)),
                *self._rings(city),
                *self._mark(city),
                transform=where,
            )

    def _rings(self, city: City) -> Iterator[str]:
        scene, theme = self.scene, self.theme
        house = city.number in scene.stations
        if city.number in scene.lit_cities:
            edge = mix(SHOWN, "#5b4300", 0.55)
            yield tag("circle", r=21 if house else 18, fill=SHOWN, stroke=edge, stroke_width=2)
        if city.number in scene.wanted:
            color = theme.ink if scene.viewer is None else SEATS[scene.viewer][0]
            color = mix(color, "#ffffff", 0.45) if self.dark and scene.viewer is not None else color
            yield tag("circle", r=19 if house else 15.2, fill=theme.bed, stroke=color, stroke_width=3.4)

    def _mark(self, city: City) -> Iterator[str]:
        theme, dot = self.theme, {"stroke": self.theme.dot_edge}
        if city.number in self.scene.stations:
            house = self._station(self.scene.stations[city.number])
            if self.scene.station_times is None:
                yield from house
            else:
                yield tag("circle", r=9.6, fill=theme.dot, stroke_width=3.2, **dot)
                yield tag("g", *house, _fade(self.scene.station_times.get(city.number, 0.0), to=1), opacity=0)
        elif self.scene.sizes is not None:
            radius = float(self.scene.sizes.get(city.number, 5.5))
            yield tag("circle", r=radius, fill=theme.dot, stroke_width=2.4, **dot)
        elif city.district is not None:
            fill = DISTRICTS[(city.district - 1) % len(DISTRICTS)]
            yield tag("circle", r=11, fill=fill, stroke_width=2.6, **dot)
            number = {"font_size": 14.5, "font_weight": 700, "text_anchor": "middle", "fill": "#23262a"}
            yield tag("text", str(city.district), y=5.2, **number)
        elif city.attraction:
            yield tag("circle", r=11.5, fill="#ffe9ad", stroke_width=2.4, **dot)
            yield tag("g", symbol(MARKS["attraction"], 14.5, "#43320a"), transform="translate(.4 0)")
        else:
            yield tag("circle", r=9.6, fill=theme.dot, stroke_width=3.2, **dot)

    def _station(self, seat: int) -> Iterator[str]:
        fill, ink = SEATS[seat]
        yield tag("ellipse", cy=13.4, rx=14, ry=3, fill="#000000", opacity=0.33)
        edge = {"stroke": self.theme.bed, "stroke_width": 2.6, "stroke_linejoin": "round", "paint_order": "stroke"}
        yield tag("path", d="M0-18 14-7V12.5H-14V-7Z", fill=fill, **edge)
        yield tag("g", symbol(EMBLEMS[SEAT_COLORS[seat]], 15, ink), transform="translate(0 .6)")

    def labels(self) -> Iterator[str]:
        texts = (self._label(city) for city in self.board.cities)
        halo = {"paint_order": "stroke", "stroke_width": 4.6, "stroke_linejoin": "round"}
        halo |= paint(self.theme.halo, "stroke")
        yield tag("g", *texts, fill=self.theme.label, font_weight=600, **halo)

    def _label(self, city: City) -> str:
        at = self.layout["cities"][city.id]["label"]
        spacing = at["size"] * self.layout["style"]["line_height"]
        lines = (
            tag("tspan", escape(line), x=float(at["x"]), y=at["y"] + number * spacing)
            for number, line in enumerate(at["lines"])
        )
        return tag("text", *lines, text_anchor=at["anchor"], font_size=at["size"])

    def _placed(self) -> Iterator[tuple[Route, RouteEntry]]:
        return zip(self.board.routes, self.layout["routes"], strict=True)


def _fade(seconds: float, *, to: int) -> str:
    return tag("animate", attributeName="opacity", to=to, begin=f"{seconds:g}s", dur="0.35s", fill="freeze")


def _title(text: str | None) -> str:
    return "" if text is None else tag("title", escape(text))


def _at(space: SpaceEntry, *inside: str) -> str:
    x, y, angle = (short(float(number)) for number in space[:3])
    return tag("g", *inside, transform=f"translate({x} {y})rotate({angle})")


def _tile(space: SpaceEntry, **look: object) -> str:
    length, width = float(space[3]), float(space[4])
    return tag("rect", x=-length / 2, y=-width / 2, width=length, height=width, rx=3.6, **look)
