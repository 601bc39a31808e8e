"""Lists below the table, on request: free routes, payments, offered tickets, help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ferrovia.actions import BuildStation, ClaimRoute, PayTunnel
from ferrovia.boards import Route
from ferrovia.cli.output import game_tables
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import blocks, seat_name, spaces
from ferrovia.cli.play.choices import Choices
from ferrovia.cli.play.parser import Reader
from ferrovia.views import Reason, View

HELP: Final = ("draw", "take", "claim", "tickets", "station", "list", "routes", "map", "why", "show", "log", "quit")
BUSY: Final = "phase/"
LASTING: Final = ("route/taken", "route/closed", "route/twin_is_yours")  # such a route is not worth a line


def routes_table(view: View, words: Words, choices: Choices, routes: Sequence[Route]) -> RenderableType:
    """Free routes, their costs and points, and whether the player can claim them now."""
    texts = words.texts
    numbers = {route: number for number, route in enumerate(choices.claims, start=1)}
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, title=texts("list.title"), title_justify="left")
    table.add_column("#", justify="right", style="bold")
    table.add_column(texts("list.route"), no_wrap=True)
    table.add_column(texts("list.length"), no_wrap=True)
    table.add_column(texts("list.color"), no_wrap=True)
    table.add_column(texts("list.points"), justify="right")
    table.add_column(texts("list.why"), overflow="fold")
    shown = 0
    busy: Reason | None = None  # another action must come first: said once, not in every row
    for route in sorted(routes, key=lambda r: (numbers.get(r.id, 999), words.route(r.id))):
        reason = view.why_not(route.id)
        if reason is not None and reason.code in LASTING:
            continue
        shown += 1
        kinds = [("list.tunnel", route.tunnel), ("list.ferry", route.ferry), ("list.carts", route.carts)]
        color = ", ".join([words.color(route.color), *(texts(key) for key, has in kinds if has)])
        verdict = Text(texts("list.yes"), style="green") if reason is None else Text(_brief(words, reason), "dim")
        if reason is not None and reason.code.startswith(BUSY):
            busy, verdict = reason, Text("")
        number = str(numbers.get(route.id, ""))
        table.add_row(number, words.route(route.id), spaces(route), color, str(route.points), verdict)
    if not shown:
        return Text(texts("list.none"))
    above = [] if busy is None else [Text(words.short_reason(busy), style="yellow")]
    return Group(*above, table, Text(texts("list.legend"), style="dim"))


def owned_table(view: View, words: Words) -> RenderableType:
    """All claimed routes by player, and all stations by city."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for seat in range(view.players):
        routes = sorted(words.route(route) for route, owner in view.owners.items() if owner == seat)
        table.add_row(seat_name(words, seat), ", ".join(routes) or "–")
    parts: list[RenderableType] = [Text(words.texts("list.owned"), style="bold"), table]
    if view.board.stations.each:
        cities = sorted((words.city(city), owner) for city, owner in view.stations.items())
        stations = Table.grid(padding=(0, 2))
        for city, owner in cities:
            stations.add_row(city, seat_name(words, owner))
        parts += [Text(words.texts("sheet.stations_built"), style="bold"), stations if cities else Text("–")]
    return Group(*parts)


def example_of_keeping(offered: int, least: int) -> str:
    """An example of ticket numbers to type: enough of them, and only offered ones."""
    places = (1, 3) if offered > 2 >= least else range(1, max(least, min(offered, 2)) + 1)
    return " ".join(map(str, places))


def _brief(words: Words, reason: Reason) -> str:
    """A short reason for a table: only what is missing."""
    card = {"route/too_few_cards": reason.numbers.get("color"), "route/too_few_wilds": "wild"}.get(reason.code)
    if card is None:
        return words.short_reason(reason)
    missing = reason.numbers["missing"]
    return words.texts("list.missing", cards=words.cards(str(card), int(missing)))


def payments_table(view: View, words: Words, payments: Sequence[ClaimRoute | BuildStation]) -> Table:
    """Numbered payments, the most sensible first; for a tunnel with the risk of each."""
    table = Table.grid(padding=(0, 2))
    cost = view.board.stations.each - view.stations_left[view.seat] + 1
    several = len({payment.route for payment in payments if isinstance(payment, ClaimRoute)}) > 1
    for number, payment in enumerate(payments, start=1):
        length = view.board.route(payment.route).length if isinstance(payment, ClaimRoute) else cost
        colored = length - payment.wilds
        cards: list[tuple[str, int | None]] = [(payment.color, colored)] if payment.color and colored else []
        cards += [("wild", payment.wilds)] if payment.wilds else []
        which = words.route(payment.route) if several and isinstance(payment, ClaimRoute) else ""
        table.add_row(Text(f"{number})", style="bold"), which, blocks(words, cards), _risk(view, words, payment))
    return table


def _risk(view: View, words: Words, payment: ClaimRoute | BuildStation) -> Text:
    if not isinstance(payment, ClaimRoute) or not view.board.route(payment.route).tunnel:
        return Text("")
    odds = view.tunnel_odds(payment)
    return Text(words.texts("ask.odds", free=f"{odds.extra[0]:.0%}", payable=f"{odds.payable:.0%}"), style="dim")


def tunnel_panel(view: View, words: Words, payments: Sequence[PayTunnel], back: str) -> Panel:
    """The cards laid down and turned up, and the ways to pay the rest."""
    tunnel = view.tunnel or {}
    rows = Table.grid(padding=(0, 2))
    for number, payment in enumerate(payments, start=1):
        colored = tunnel["extra"] - payment.wilds
        cards: list[tuple[str, int | None]] = [(tunnel["color"], colored)] if colored else []
        cards += [("wild", payment.wilds)] if payment.wilds else []
        rows.add_row(Text(f"{number})", style="bold"), blocks(words, cards))
    rows.add_row(Text(back, style="bold"), words.texts("ask.back"))
    shown = Text.assemble(
        words.payment(tunnel["color"], tunnel["colored"], tunnel["wilds"]),
        "  ◂▸  ",
        blocks(words, [(card, None) for card in tunnel["shown"]]),
        (f"  +{tunnel['extra']}", "bold red"),
    )
    return Panel(Group(shown, rows), title=words.route(tunnel["route"]), title_align="left", box=box.ROUNDED)


def offer_panel(view: View, words: Words) -> Panel:
    lines = game_tables.ticket_lines(view, words, view.offer, numbered=True)
    return Panel(lines, title=words.texts("ask.offer"), title_align="left", box=box.ROUNDED, border_style="bold")


def help_table(words: Words, reader: Reader) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    board = words.board
    examples = {
        "route": board.routes[0].id,
        "city": board.cities[0].id,
        "color": words.card(board.card_colors[0]),
    }
    for command in HELP:
        if command != "station" or board.stations.each:
            table.add_row(Text(f"  {reader.word(command)}", style="bold"), words.texts(f"help.{command}", **examples))
    title = Text(words.texts("help.title"), style="bold")
    return Group(title, table, Text(words.texts("help.more"), style="dim"))
