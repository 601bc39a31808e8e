"""A seat's knowledge as a picture: the board with everything on it and, in notebooks, cards and tickets below."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from ferrovia.engine.state import NOBODY, SPECTATOR
from ferrovia.geometry.draw import Scene, draw_board
from ferrovia.geometry.palette import CARDS, SEATS, WILD, theme_of
from ferrovia.geometry.svg import escape, tag
from ferrovia.geometry.symbols import EMBLEMS, MARKS, SEAT_COLORS, looks_of, symbol

if TYPE_CHECKING:
    from ferrovia.views.view import View

WIDTH: Final = 900.0  # of the board in a notebook
HEIGHT: Final = 620.0
FONT: Final = "font:14px/1.45 Inter,system-ui,sans-serif"


def scene_of(view: View, *, lit: Collection[str] = ()) -> Scene:
    """Owners, stations, closed routes and the cities of the seat's tickets; `lit` has ids of routes and cities."""
    board, state = view.board, view._state
    routes = {board.route(name).number for name in lit if "-" in name}
    cities = {board.city(name).number for name in lit if "-" not in name}
    owner, open_to = state["owner"].tolist(), state["open_to"].tolist()
    return Scene(
        owners={route.number: owner[route.number] for route in board.routes if owner[route.number] != NOBODY},
        stations={board.city(city).number: seat for city, seat in view.stations.items()},
        closed=[r.number for r in board.routes if owner[r.number] == NOBODY and not open_to[r.number]],
        lit_routes=routes,
        lit_cities=cities,
        wanted={city for ticket in view.tickets for city in board.ticket(ticket).cities},
        viewer=None if view.seat == SPECTATOR else view.seat,
    )


def draw_view(
    view: View,
    *,
    theme: str = "light",
    lit: Collection[str] = (),
    names: bool = True,
    width: float | None = None,
    height: float | None = None,
) -> str:
    """Draws the board as this seat sees it, as SVG."""
    return draw_board(view.board, scene_of(view, lit=lit), theme=theme, names=names, width=width, height=height)


def page_of(view: View, *, theme: str = "light") -> str:
    """Returns the picture with players, display, hand and tickets, as HTML for a notebook."""
    colors = theme_of(theme)
    style = (
        f"{FONT};color:{colors.ink};background:{colors.panel};border:1px solid {colors.line};border-radius:12px;"
        f"overflow:hidden;max-width:{WIDTH:g}px"
    )
    rows = [_row("Players", "".join(_player(view, seat) for seat in range(view.players)))]
    rows.append(_row("Display", "".join(_card(view, card) for card in view.display)))
    if view.seat != SPECTATOR:
        held = "".join(_card(view, card, count) for card, count in view.hand.items() if count)
        rows.append(_row("Hand", held or "no cards"))
        rows.append(_row("Tickets", "".join(_ticket(view, ticket) for ticket in view.tickets) or "none yet"))
        if view.offer:
            rows.append(_row("Offered", "".join(_ticket(view, ticket) for ticket in view.offer)))
    below = tag("div", *rows, style="padding:10px 14px 12px;display:grid;gap:8px")
    return tag(
        "div", _centred(draw_view(view, theme=theme, width=WIDTH, height=HEIGHT), colors.water), below, style=style
    )


def _centred(picture: str, around: str) -> str:
    return tag("div", picture, style=f"background:{around};text-align:center;line-height:0")


def _row(title: str, inside: str) -> str:
    head = tag("span", escape(title), style="opacity:.65;min-width:64px;padding-top:3px")
    return tag(
        "div",
        head,
        tag("div", inside, style="display:flex;flex-wrap:wrap;gap:6px;align-items:center"),
        style="display:flex;gap:10px",
    )


def _box(size: float, inside: str) -> str:
    half = size / 2
    return tag("svg", inside, width=size, height=size, viewBox=f"{-half:g} {-half:g} {size:g} {size:g}")


def _player(view: View, seat: int) -> str:
    fill, ink = SEATS[seat]
    tile = tag("rect", x=-10, y=-10, width=20, height=20, rx=6, fill=fill)
    emblem = _box(20, tile + symbol(EMBLEMS[SEAT_COLORS[seat]], 13, ink))
    turn = "font-weight:700" if seat in view.actors else ""
    facts = f"seat {seat}: {view.scores[seat]} points, {view.trains[seat]} trains, {view.hand_counts[seat]} cards"
    return tag("span", emblem, tag("span", escape(facts), style=turn), style=_CHIP)


def _card(view: View, card: str, count: int | None = None) -> str:
    width, height = 26.0, 36.0
    if card == "wild":
        step = width / len(WILD)
        face = "".join(
            tag("rect", x=-13 + step * n, y=-18, width=step + 0.5, height=height, fill=color)
            for n, color in enumerate(WILD)
        )
        face += tag("circle", r=10, fill="#fffdf8") + symbol(MARKS["wild"], 17, "#1f2429")
    else:
        look = looks_of(view.board.card_colors)[card]
        fill, ink = CARDS[look]
        face = tag("rect", x=-13, y=-18, width=width, height=height, fill=fill) + symbol(MARKS[look], 17, ink)
    edge = tag("rect", x=-12.5, y=-17.5, width=25, height=35, rx=5, fill="none", stroke="#000000", stroke_opacity=0.35)
    drawn = tag(
        "svg", tag("title", escape(card)), face, edge, width=width, height=height, viewBox="-13 -18 26 36",
        style="border-radius:5px",
    )  # fmt: skip
    number = "" if count is None else tag("b", f"×{count}")
    return tag("span", drawn, number, style="display:inline-flex;align-items:center;gap:3px")


def _ticket(view: View, name: str) -> str:
    ticket, outlook = view.board.ticket(name), view.outlook(name)
    first, second = (view.board.city(city).name for city in ticket.cities)
    joined = outlook.joined or view.borrowing(name)
    missing = "1 train" if outlook.trains == 1 else f"{outlook.trains} trains"
    state = "✓" if joined else f"{missing} to go" if outlook.possible else "no way left"
    return tag("span", escape(f"{first} – {second}"), tag("b", str(ticket.points)), escape(state), style=_CHIP)


_CHIP: Final = (
    "display:inline-flex;gap:6px;align-items:center;padding:2px 9px 2px 5px;border-radius:9px;background:#8884;"
)
