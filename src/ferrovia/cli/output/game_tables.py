"""The tables of a game in play: players, turn, cards, tickets. Shared by `play` and `replay`."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import SEAT_STYLES, blocks, color_names, seat_name
from ferrovia.views import View

DONE, OPEN, LOST = ("✔", "green"), ("○", "default"), ("✘", "red")


def header(view: View, words: Words) -> Text:
    """One line: the board, the turn, the decks; the last round stands out."""
    texts = words.texts
    turn = texts("screen.turn", count=view.turns_played + 1)
    line = Text.assemble((f" {texts.board_name(view.board.name)} ", "bold reverse"), (f"  {turn}  ", "bold"))
    decks = {"deck": view.deck_count, "discards": view.discard_count, "tickets": view.ticket_deck_count}
    line.append(texts("screen.deck", **decks), style="dim")
    if view.turns_left is not None and not view.is_over:
        line.append("\n")
        line.append(f" {texts('screen.last_round', count=view.turns_left)} ", style="bold white on red")
    return line


def players(view: View, words: Words) -> Panel:
    """Public information about all players."""
    texts = words.texts
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("")
    table.add_column(texts("table.player"), no_wrap=True)
    columns = {"points": view.scores, "trains": view.trains, "cards": view.hand_counts, "tickets": view.ticket_counts}
    if view.board.stations.each:
        columns["stations"] = view.stations_left
    if view.board.bonuses.merchandise is not None:
        columns["merchandise"] = view.merchandise
    for name in columns:
        table.add_column(texts(f"table.{name}"), justify="right")
    for seat in range(view.players):
        arrow = Text("▶", style=SEAT_STYLES[seat]) if view.turn == seat else Text(" ")
        numbers = [str(values[seat]) for values in columns.values()]
        table.add_row(arrow, seat_name(words, seat), *numbers)
    return Panel(table, title=texts("screen.table"), title_align="left", box=box.ROUNDED, border_style="dim")


def display(view: View, words: Words) -> Text:
    return _labelled(words, "screen.display", blocks(words, [(card, None) for card in view.display]))


def hand(view: View, words: Words) -> Text:
    held = [(color, view.hand[color]) for color in color_names(view.board) if view.hand[color]]
    cards = blocks(words, list(held)) if held else Text(words.texts("screen.no_cards"), style="dim")
    return _labelled(words, "screen.hand", cards)


def _labelled(words: Words, key: str, cards: Text) -> Text:
    width = max(len(words.texts(name)) for name in ("screen.display", "screen.hand"))
    return Text.assemble((f"  {words.texts(key):<{width}}  ", "bold"), cards)


def ticket_lines(view: View, words: Words, tickets: tuple[str, ...], *, numbered: bool = False) -> Table:
    """Each ticket with its points and progress: complete, the missing routes, or no path left."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(style="dim", overflow="fold")
    for number, ticket in enumerate(tickets, start=1):
        outlook = view.outlook(ticket)
        done = outlook.joined or bool(view.borrowing(ticket))
        sign, style = DONE if done else OPEN if outlook.possible else LOST
        first = Text(f"{number})", style="bold") if numbered else Text(sign, style=style)
        table.add_row(first, str(view.board.ticket(ticket).points), words.ticket(ticket), _outlook(view, words, ticket))
    return table


def _outlook(view: View, words: Words, ticket: str) -> str:
    outlook = view.outlook(ticket)
    if outlook.joined:
        return words.texts("screen.joined")
    if borrowed := view.borrowing(ticket):
        stations = ", ".join(words.city(loan.station) for loan in borrowed)
        return words.texts("screen.borrowed", count=len(borrowed), stations=stations)
    if outlook.missing is None:
        return words.texts("screen.impossible")
    routes = words.chain(outlook.missing, view.board.ticket(ticket).cities[0])
    return words.texts("screen.missing", count=outlook.trains, routes=routes)


def tickets_panel(view: View, words: Words) -> Panel:
    lines = ticket_lines(view, words, view.tickets)
    title = words.texts("screen.tickets")
    return Panel(lines, title=title, title_align="left", box=box.ROUNDED, border_style="dim")
