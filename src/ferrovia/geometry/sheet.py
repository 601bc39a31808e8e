"""A board ready for layout: its cities on the plane, its routes grouped into connections. Places nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ferrovia.boards import Board
from ferrovia.geometry.shapes import Numbers, length_of, no_rectangles
from ferrovia.geometry.style import STYLE, text_width

Anchor = Literal["start", "middle", "end"]


@dataclass
class Connection:
    """One or two routes between the same two cities, and the curve they share."""

    routes: list[int]  # numbers in the board file, left of the curve first
    a: int  # the city with the smaller number
    b: int
    length: int
    # Bow of the first and the second half (in chords); distance of the first and last space from a and b (units).
    choice: Numbers = field(default_factory=lambda: np.zeros(4))
    spaces: Numbers = field(default_factory=no_rectangles)  # of all its routes, one after the other

    def spaces_of(self, track: int) -> Numbers:
        return self.spaces[track * self.length : (track + 1) * self.length]


@dataclass(frozen=True)
class Label:
    """A place for a city's name."""

    box: Numbers  # a rectangle
    lines: list[str]
    size: float
    anchor: Anchor
    x: float
    y: float  # of the first baseline
    taste: float  # a penalty for less preferred places


class Sheet:
    """The working data of the search. `connections` and `labels` change, the rest is constant."""

    def __init__(self, board: Board) -> None:
        self.board = board
        flat = np.array([[city.x * board.aspect, city.y] for city in board.cities])
        self.scale = _scale(board, flat)
        self.points: Numbers = flat * self.scale
        self.low: Numbers = self.points.min(0) - STYLE.margin
        self.high: Numbers = self.points.max(0) + STYLE.margin
        between: dict[tuple[int, int], list[int]] = {}
        for route in board.routes:
            between.setdefault((min(route.cities), max(route.cities)), []).append(route.number)
        self.connections = [
            Connection(routes, a, b, board.routes[routes[0]].length) for (a, b), routes in between.items()
        ]
        self.labels: list[Label] = []


def _scale(board: Board, flat: Numbers) -> float:
    """The board's height in units: enough for the spaces of most routes, and for spaces and names together."""
    rooms = [length_of(flat[route.cities[0]] - flat[route.cities[1]]) / route.length for route in board.routes]
    ink = sum(route.length for route in board.routes) * STYLE.length * STYLE.width
    ink += sum(text_width(city.name, STYLE.label) * STYLE.label for city in board.cities)
    # Cities on a line, or close to each other, would ask for an endless board.
    paper = max(float(np.ptp(flat, axis=0).prod()), ink * STYLE.ink / STYLE.tallest**2)
    room = max(float(np.quantile(rooms, 0.1)), STYLE.pitch / STYLE.tallest)
    return max(STYLE.pitch / room, float(np.sqrt(ink * STYLE.ink / paper)))
