"""The table as the player sees it: panels side by side on a wide terminal, stacked on a narrow one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ferrovia.cli.output import game_tables
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import painted, spaces
from ferrovia.cli.play.choices import Choices
from ferrovia.views import View

WIDE: Final = 110  # columns needed for two panels side by side
GAP: Final = 3  # columns between two routes
TALL: Final = 32  # rows needed to show more of the log and of the routes


def screen(
    view: View, words: Words, choices: Choices | None, lines: Sequence[str], *, size: tuple[int, int]
) -> RenderableType:
    """Everything at a glance. `choices` is None for a spectator; `size` is columns and rows."""
    wide, tall = size[0] >= WIDE, size[1] >= TALL
    table = game_tables.players(view, words)
    log = log_panel(words, lines[-8 if tall or wide else -4 :]) if lines else None
    parts: list[RenderableType] = [game_tables.header(view, words), *_beside(table, log, wide=wide)]
    if choices is None:
        return Group(*parts, game_tables.display(view, words))
    tickets = game_tables.tickets_panel(view, words) if view.tickets else None
    claims = claims_panel(view, words, choices, width=size[0], rows=6 if tall else 3)
    cards = [game_tables.display(view, words), game_tables.hand(view, words)]
    below = [panel for panel in (tickets, claims) if panel is not None]
    return Group(*parts, *cards, *below)


def _beside(left: Panel | None, right: Panel | None, *, wide: bool) -> list[RenderableType]:
    if not wide or left is None or right is None:
        return [panel for panel in (left, right) if panel is not None]
    grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
    grid.add_column(ratio=11)
    grid.add_column(ratio=9)
    grid.add_row(left, right)
    return [grid]


def log_panel(words: Words, lines: Sequence[str]) -> Panel:
    shown = Group(*(painted(words, line) for line in lines))
    return Panel(shown, title=words.texts("screen.log"), title_align="left", box=box.ROUNDED, border_style="dim")


def claims_panel(view: View, words: Words, choices: Choices, *, width: int, rows: int) -> Panel | None:
    """The affordable routes, numbered; those for the player's tickets first, with an arrow."""
    if view.phase != "turn":
        return None
    cells = [route_cell(view, words, number, route, choices) for number, route in enumerate(choices.claims, start=1)]
    widest = max((cell.cell_len for cell in cells[: 3 * rows]), default=1) + GAP
    columns = max(1, min(3, (width - 4 + GAP) // widest))
    shown = cells[: columns * rows]
    height = -(-len(shown) // columns)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for place in range(height):  # numbers run down the columns
        grid.add_row(*shown[place::height])
    body: list[RenderableType] = [grid] if shown else []
    if len(shown) < len(cells):
        body.append(Text(words.texts("screen.more", count=len(cells) - len(shown)), style="dim"))
    title = words.texts("screen.claimable", count=len(choices.claims))
    return Panel(Group(*body), title=title, title_align="left", box=box.ROUNDED, border_style="dim")


def route_cell(view: View, words: Words, number: int, route_id: str, choices: Choices) -> Text:
    route = view.board.route(route_id)
    arrow = " → " if route_id in choices.wanted else "   "
    name = f"{words.route(route_id)} "
    color = (f" {words.color(route.color)}", "dim")
    return Text.assemble((f"{number:>2}", "bold"), (arrow, "bold green"), name, spaces(route), color)
