"""The board as a map of characters, drawn from the same layout as every other picture of the board.

Cities have their names, free spaces a sign for their colour, claimed ones the sign of their owner.
"""

from __future__ import annotations

import math
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ferrovia.boards import Route
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import SEAT_SIGNS, SEAT_STYLES, WILD_SIGN, ink_style, seat_name
from ferrovia.geometry import layout_of
from ferrovia.views import View

COLOR_SIGNS: Final = "ox+#%=~^&"  # for the board's colours in order, so that ink is never the only hint
GRAY_SIGN: Final = "·"
CITY_SIGN: Final = "◯"
LINES: Final = "─╲│╱"  # for a space that runs to the east, south-east, south and south-west
NARROWEST: Final = 60  # columns
WIDEST: Final = 160
HIGHEST: Final = 48  # rows, about one screen
CELL_RATIO: Final = 2.0  # a terminal's cell is about twice as high as wide

Cell = tuple[str, str]  # a character and its style


class _Grid:
    def __init__(self, view: list[float], columns: int) -> None:
        self.x, self.y, width, height = view
        self.columns = columns
        self.step = width / columns
        self.rows = max(1, round(height / (self.step * CELL_RATIO)))
        self.cells: dict[tuple[int, int], Cell] = {}
        self.kept: set[tuple[int, int]] = set()  # cells of cities and names, which nothing may cover

    def at(self, x: float, y: float) -> tuple[int, int]:
        column = int((x - self.x) / self.step)
        row = int((y - self.y) / (self.step * CELL_RATIO))
        return min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)

    def lines(self) -> list[Text]:
        return [
            Text.assemble(*(self.cells.get((column, row), (" ", "")) for column in range(self.columns)))
            for row in range(self.rows)
        ]


def board_map(view: View, words: Words, *, columns: int) -> RenderableType:
    """The map, as wide as `columns` allows, with a legend below."""
    layout = layout_of(view.board)
    wide, high = layout["view"][2:]
    most = min(columns - 1, WIDEST, int(HIGHEST * CELL_RATIO * wide / high))
    grid = _Grid(layout["view"], max(most, NARROWEST))
    owners = view.owners
    routes = list(zip(view.board.routes, layout["routes"], strict=True))
    routes.sort(key=lambda pair: owners.get(pair[0].id) is not None)  # claimed routes are drawn on top
    for route, entry in routes:
        for number, space in enumerate(entry["spaces"]):
            _draw_space(grid, view, route, number, space, owners.get(route.id))
    wanted = {city for ticket in view.tickets for city in view.board.ticket(ticket).cities} if view.tickets else set()
    places = {
        city.number: grid.at(layout["cities"][city.id]["x"], layout["cities"][city.id]["y"])
        for city in view.board.cities
    }
    for city in view.board.cities:
        owner = view.stations.get(city.id)
        style = "bold reverse" if city.number in wanted else "bold"
        sign = CITY_SIGN if owner is None else SEAT_SIGNS[owner]
        grid.cells[places[city.number]] = (sign, style if owner is None else SEAT_STYLES[owner])
        grid.kept.add(places[city.number])
    for city in view.board.cities:
        _write_name(grid, places[city.number], city.name, "bold underline" if city.number in wanted else "bold")
    return Group(*grid.lines(), *_legend(view, words))


def _draw_space(grid: _Grid, view: View, route: Route, number: int, space: list[float], owner: int | None) -> None:
    x, y, degrees, length, _ = space
    turn = math.radians(degrees)
    if owner is not None:
        sign, style, line = SEAT_SIGNS[owner], SEAT_STYLES[owner], SEAT_SIGNS[owner]
    else:
        sign = _sign_of(view, route, number)
        style = ink_style("wild" if sign == WILD_SIGN else route.color)
        line = LINES[round(degrees % 180 / 45) % 4]
    half = length / 2
    steps = max(1, int(half / grid.step))
    for step in range(-steps, steps + 1):
        away = step * half / (steps + 0.5)
        cell = grid.at(x + away * math.cos(turn), y + away * math.sin(turn))
        if step and cell not in grid.cells:
            grid.cells[cell] = (line, style)
    grid.cells[grid.at(x, y)] = (sign, style)


def _sign_of(view: View, route: Route, number: int) -> str:
    if number < route.ferry:
        return WILD_SIGN
    return GRAY_SIGN if route.color is None else _color_sign(view, route.color)


def _color_sign(view: View, color: str) -> str:
    return COLOR_SIGNS[view.board.card_colors.index(color) % len(COLOR_SIGNS)]


def _write_name(grid: _Grid, place: tuple[int, int], name: str, style: str) -> None:
    """Next to, above or below the city: where it covers least, and never another city or name."""
    column, row = place
    wide = cell_len(name)
    starts = [(column + 2, row), (column - 1 - wide, row)]
    starts += [(column - wide // 2 + shift, row + down) for down in (-1, 1) for shift in (0, wide // 2, -(wide // 2))]
    best: tuple[int, list[tuple[int, int]]] | None = None
    for left, line in starts:
        cells = [(left + offset, line) for offset in range(wide)]
        inside = left >= 0 and left + wide <= grid.columns and 0 <= line < grid.rows
        if not inside or grid.kept.intersection(cells):
            continue
        covered = sum(cell in grid.cells for cell in cells)
        if best is None or covered < best[0]:
            best = (covered, cells)
    if best is None:
        return
    grid.kept.update(best[1])
    for letter, cell in zip(name, best[1], strict=False):
        grid.cells[cell] = (letter, style)


def _legend(view: View, words: Words) -> list[Text]:
    colors = [
        Text.assemble((f"{_color_sign(view, color)} {words.card(color)}", ink_style(color)))
        for color in view.board.card_colors
    ]
    signs = [*colors, Text(f"{GRAY_SIGN} {words.color(None)}")]
    if any(route.ferry for route in view.board.routes):
        signs.append(Text(f"{WILD_SIGN} {words.card('wild')}", style=ink_style("wild")))
    seats = [seat_name(words, seat) for seat in range(view.players)]
    lines = [Text("  ").join(signs), Text("  ").join(seats)]
    if view.tickets:
        lines.append(Text(words.texts("map.legend"), style="dim"))
    return lines
