"""The end of a game: the score sheets side by side, the tickets, and the winner."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ferrovia.cli.output.game_tables import DONE, LOST
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import painted, seat_name
from ferrovia.game import Result, ScoreSheet


def score_sheets(result: Result, words: Words) -> RenderableType:
    """Everything about a finished game."""
    return Group(
        _points(result, words), _tickets(result, words), *_paths(result, words), Text(), _verdict(result, words)
    )


def _points(result: Result, words: Words) -> Table:
    texts, board = words.texts, words.board
    table = Table(box=box.SIMPLE_HEAD, title=texts("sheet.title"), title_justify="left", title_style="bold")
    table.add_column("")
    for sheet in result.sheets:
        table.add_column(seat_name(words, sheet.seat), justify="right")

    def row(key: str, *values: object, style: str = "") -> None:
        table.add_row(texts(f"sheet.{key}"), *(str(value) for value in values), style=style)

    sheets = result.sheets
    row("routes", *(s.routes for s in sheets))
    row("tickets_won", *(sum(t.points for t in s.tickets if t.completed) for s in sheets))
    row("tickets_lost", *(sum(t.points for t in s.tickets if not t.completed) for s in sheets))
    if board.stations.each:
        row("stations", *(s.stations_unused for s in sheets))
    if board.bonuses.longest_path:
        lengths = [texts("sheet.trains", count=s.longest_path) for s in sheets]
        row("longest_path", *(f"({n}) {s.longest_path_bonus}" for n, s in zip(lengths, sheets, strict=True)))
    if board.bonuses.attraction:
        row("attractions", *(s.attraction_points for s in sheets))
    if board.bonuses.districts:
        row("districts", *(s.district_points for s in sheets))
    if board.bonuses.merchandise is not None:
        cards = [texts("sheet.cards", count=s.merchandise) for s in sheets]
        row("merchandise", *(f"({n}) {s.merchandise_points}" for n, s in zip(cards, sheets, strict=True)))
    table.add_section()
    row("total", *(s.total for s in sheets), style="bold")
    row("rank", *(s.rank for s in sheets))
    return table


def _tickets(result: Result, words: Words) -> Table:
    """One line per ticket, under its player."""
    table = Table(box=None, padding=(0, 1), show_header=False, title=words.texts("sheet.tickets"), title_justify="left")
    table.title_style = "bold"
    for sheet in result.sheets:
        for place, ticket in enumerate(sorted(sheet.tickets, key=lambda t: -t.points)):
            sign, style = DONE if ticket.completed else LOST
            name = seat_name(words, sheet.seat) if place == 0 else Text()
            table.add_row(
                name, Text(sign, style=style), Text(f"{ticket.points:+d}", style), words.ticket(ticket.ticket)
            )
    return table


def _paths(result: Result, words: Words) -> list[Text]:
    lines: list[Text] = []
    for sheet in result.sheets:
        if sheet.stations:
            places = ", ".join(_station(words, s.city, s.borrows) for s in sheet.stations)
            lines.append(
                Text.assemble(seat_name(words, sheet.seat), f" {words.texts('sheet.stations_built')}: {places}")
            )
        if sheet.longest_path_bonus:
            title = words.about("sheet.longest_of", sheet.seat)
            lines.append(painted(words, f"{title}: {_walk(words, sheet)}"))
    return [Text(), *lines] if lines else []


def _station(words: Words, city: str, borrows: str | None) -> str:
    if borrows is None:
        return words.city(city)
    return words.texts("sheet.borrows", city=words.city(city), route=words.route(borrows))


def _walk(words: Words, sheet: ScoreSheet) -> str:
    """The cities of the longest path, from one end to the other."""
    ends = [words.board.route(route).cities for route in sheet.longest_path_routes]
    start = ends[0][0]
    if len(ends) > 1 and start in ends[1] and ends[0][1] not in ends[1]:
        start = ends[0][1]
    return words.chain(sheet.longest_path_routes, start)


def _verdict(result: Result, words: Words) -> RenderableType:
    lines = []
    for sheet in result.sheets:
        if sheet.tie_break is not None:
            why = words.texts(f"tie_break.{sheet.tie_break}")
            lines.append(painted(words, words.about("sheet.behind", sheet.seat, why=why)))
    if len(result.winners) == 1:
        lines.append(Text(words.about("sheet.winner", result.winners[0]), style="bold green"))
    else:
        names = words.both([words.names[seat] for seat in result.winners])
        lines.append(Text(words.texts("sheet.winners", who=names), style="bold green"))
    return Group(*lines)
