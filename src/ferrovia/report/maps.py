"""The board as a map of numbers: colour shows how often a route is claimed, size how much traffic a city has."""

from __future__ import annotations

from typing import Any, Final

from ferrovia.boards import Board, Route
from ferrovia.geometry import Layout, Scene, draw_board
from ferrovia.report.words import Words

SMALLEST, LARGEST = 5.5, 15.0  # radius of a city, in units of the layout
SMALL_DOT: Final = 6.0


def route_name(board: Board, route: Route) -> str:
    """Both city names; the second half of a double says so."""
    first, second = (board.city(city).name for city in route.cities)
    return f"{first} – {second}" + (" ②" if route.id.endswith("/2") else "")


def draw_map(board: Board, layout: Layout, measured: dict[str, Any], words: Words) -> str:
    """The large map, with names and a tooltip for everything."""
    traffic = [city["traffic"]["value"] for city in measured["cities"]]
    scene = Scene(
        heat={route.number: measured["routes"][route.number]["claimed"]["value"] for route in board.routes},
        sizes=dict(enumerate(_radius(value / (max(traffic) or 1.0)) for value in traffic)),
        titles={route.number: _told(board, route, measured["routes"][route.number], words) for route in board.routes},
        city_titles={
            number: words("report.map.traffic", city=city["name"], number=words.number(city["traffic"]["value"]))
            for number, city in enumerate(measured["cities"])
        },
    )
    # on a phone it stays large enough to read names, and scrolls
    look = {"class": "map", "style": f"--units:{layout['view'][2]:.0f}"}
    label = words("report.map.title")
    return draw_board(board, scene, theme="auto", layout=layout, label=label, attributes=look)


def draw_small_map(board: Board, layout: Layout, measured: dict[str, Any], players: str, label: str) -> str:
    """A small map for one number of players."""
    scene = Scene(
        heat={number: entry["by_players"][players] for number, entry in enumerate(measured["routes"])},
        sizes=dict.fromkeys(range(len(board.cities)), SMALL_DOT),
    )
    look = {"class": "map"}
    return draw_board(
        board, scene, theme="auto", layout=layout, names=False, label=label, shared_scenery=True, attributes=look
    )


def _told(board: Board, route: Route, entry: dict[str, Any], words: Words) -> str:
    share = entry["claimed"]
    facts = [route_name(board, route), words("report.map.spaces", count=route.length)]
    facts.append(words("report.map.claimed", share=words.percent(share["value"]), interval=words.interval(share)))
    return " · ".join(facts)


def _radius(share: float) -> float:
    """The eye compares areas."""
    return float((SMALLEST**2 + (LARGEST**2 - SMALLEST**2) * share) ** 0.5)
