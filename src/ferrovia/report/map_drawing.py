"""The board as a map: how often every route is claimed as colour, how much goes through every city as size."""

from __future__ import annotations

from typing import Any

from ferrovia.boards import Board, Route
from ferrovia.geometry import Layout
from ferrovia.geometry.heat import step_of
from ferrovia.geometry.svg import escape, short, tag
from ferrovia.report.words import Words

SMALLEST, LARGEST = 5.5, 15.0  # radius of a city, in units of the layout


def route_name(board: Board, route: Route) -> str:
    """Both cities by name; the second half of a double says so."""
    first, second = (board.city(city).name for city in route.cities)
    return f"{first} – {second}" + (" ②" if route.id.endswith("/2") else "")


def draw_map(board: Board, layout: Layout, measured: dict[str, Any], words: Words) -> str:
    """The large map, with names, and with a sentence for everything that a pointer rests on."""
    return tag(
        "svg",
        _scenery(layout),
        tag("g", *(tag("path", d=place["path"]) for place in layout["routes"]), class_="rails"),
        tag("g", *(tag("path", d=place["bed"]) for place in layout["routes"]), class_="beds"),
        *(_route(board, route, layout, measured["routes"][route.number], words) for route in board.routes),
        *(_city(layout, city, measured["cities"], words) for city in measured["cities"]),
        *(_label(layout, city.id) for city in board.cities),
        viewBox=" ".join(str(short(number)) for number in layout["view"]),
        style=f"--units:{layout['view'][2]:.0f}",  # a phone shows so much that names can be read, and scrolls
        class_="map",
        role="img",
        aria_label=words("report.map.title"),
    )


def draw_small_map(layout: Layout, measured: dict[str, Any], players: str, label: str) -> str:
    """A glance at one number of players; the scenery is that of the large map."""
    routes = (
        tag("path", d=place["bed"], class_=f"use s{step_of(entry['by_players'][players])}")
        for place, entry in zip(layout["routes"], measured["routes"], strict=True)
    )
    dots = (tag("circle", cx=place["x"], cy=place["y"], r=7.0, class_="dot") for place in layout["cities"].values())
    view = " ".join(str(short(number)) for number in layout["view"])
    return tag(
        "svg", tag("use", href="#scenery"), *routes, *dots, viewBox=view, class_="map", role="img", aria_label=label
    )


def _route(board: Board, route: Route, layout: Layout, entry: dict[str, Any], words: Words) -> str:
    share = entry["claimed"]
    facts = [route_name(board, route), words("report.map.spaces", count=route.length)]
    facts.append(words("report.map.claimed", share=words.percent(share["value"]), interval=words.interval(share)))
    spaces = (
        tag(
            "rect",
            x=-length / 2,
            y=-width / 2,
            width=length,
            height=width,
            rx=3.6,
            transform=f"translate({short(float(x))} {short(float(y))})rotate({short(float(angle))})",
        )
        for x, y, angle, length, width in layout["routes"][route.number]["spaces"]
    )
    return tag("g", tag("title", escape(" · ".join(facts))), *spaces, class_=f"route h{step_of(share['value'])}")


def _city(layout: Layout, city: dict[str, Any], cities: list[dict[str, Any]], words: Words) -> str:
    most = max(other["traffic"]["value"] for other in cities) or 1.0
    share: float = city["traffic"]["value"] / most
    place = layout["cities"][city["id"]]
    told = words("report.map.traffic", city=city["name"], number=words.number(city["traffic"]["value"]))
    radius = (SMALLEST**2 + (LARGEST**2 - SMALLEST**2) * share) ** 0.5  # what the eye compares is the area
    return tag("circle", tag("title", escape(told)), cx=place["x"], cy=place["y"], r=radius, class_="dot")


def _label(layout: Layout, city: str) -> str:
    at = layout["cities"][city]["label"]
    spacing = at["size"] * layout["style"]["line_height"]
    lines = (
        tag("tspan", escape(line), x=at["x"], y=at["y"] + number * spacing) for number, line in enumerate(at["lines"])
    )
    return tag("text", *lines, class_="label", text_anchor=at["anchor"], font_size=at["size"])


def _scenery(layout: Layout) -> str:
    x, y, width, height = layout["view"]
    base = layout["scenery"]["base"]
    around = tag("rect", x=x - width, y=y - height, width=3 * width, height=3 * height, class_=f"is-{base}")
    return tag("g", around, *map(_shape, range(10**6), layout["scenery"]["shapes"]), id="scenery", class_="scenery")


def _shape(number: int, shape: Any) -> str:
    d, width = shape["d"], float(shape.get("width", 1.0))
    match shape["kind"]:
        case "land":
            shallows = "".join(tag("path", d=d, class_="shallow", stroke_width=wide) for wide in (46, 27, 11))
            return shallows + tag("path", d=d, class_="land")
        case "river" | "canal":
            return tag("path", d=d, class_="bank", stroke_width=width + 4) + tag(
                "path", d=d, class_="river", stroke_width=width
            )
        case "name":
            along = tag(
                "textPath", escape(shape["text"]), href=f"#name-{number}", startOffset="50%", text_anchor="middle"
            )
            return tag("path", id=f"name-{number}", d=d, fill="none") + tag(
                "text", along, class_="water-name", font_size=float(shape["size"])
            )
        case "street":
            return tag("path", d=d, class_="street", stroke_width=width)
        case kind:
            return tag("path", d=d, class_=kind)
