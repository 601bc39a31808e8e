"""`ferrovia bots`: the installed bots, and their strength if measured."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from ferrovia.bots import BrokenBotError, bot_names
from ferrovia.bots.levels import LEVELS, Level
from ferrovia.bots.ratings import Published, RatingsError, read_ratings
from ferrovia.bots.registry import about
from ferrovia.cli.files import write_json
from ferrovia.cli.output.console import Failure, new_console


def show_bots(json: Path | None = None) -> None:
    try:
        ratings = read_ratings()
    except RatingsError as error:
        raise Failure(str(error)) from error
    if json is not None:
        write_json(json, _data(ratings))
        return
    console = new_console()
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("bot", style="bold", no_wrap=True)
    table.add_column("how it plays")
    for name in bot_names():
        try:
            table.add_row(name, about(name))
        except BrokenBotError as error:
            table.add_row(name, str(error), style="red")
    console.print(table)
    console.print(_levels(ratings))
    if ratings:
        console.print(_ratings(ratings))
        console.print(Text(_how(ratings), style="dim"))


def _data(ratings: list[Published]) -> dict[str, Any]:
    """The contents of the tables, as plain data."""
    bots = []
    for name in bot_names():
        try:
            bots.append({"name": name, "about": about(name), "broken": None})
        except BrokenBotError as error:
            bots.append({"name": name, "about": None, "broken": str(error)})
    levels = [
        {"name": level.name, "bot": level.bot, "seconds": level.seconds if level.uses_time else None}
        for level in LEVELS.values()
    ]
    return {"bots": bots, "levels": levels, "ratings": [asdict(entry) for entry in ratings]}


def _levels(ratings: list[Published]) -> Table:
    """The levels for people: the bot, its thinking time, and its two-player rating per board if known."""
    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)  # five boards just fit in 80 columns
    table.add_column("level", style="bold", no_wrap=True)
    table.add_column("bot", no_wrap=True)
    table.add_column("thinks", justify="right", no_wrap=True)
    boards = sorted({entry.board for entry in ratings if entry.players == 2})
    for board in boards:
        table.add_column(_heading(board, 2), justify="right", no_wrap=True)
    for level in LEVELS.values():
        found = {entry.board: entry for entry in ratings if entry.players == 2 and _is_rating_of(entry, level)}
        time = f"{level.seconds:g} s" if level.uses_time else "at once"
        table.add_row(level.name, level.bot, time, *(_cell(found.get(board)) for board in boards))
    return table


def _heading(board: str, players: int) -> str:
    """In two lines, so that the columns of all boards fit in a narrow terminal."""
    return f"{board}\n{players} players"


def _is_rating_of(entry: Published, level: Level) -> bool:
    """Whether a rating is the level's: of its bot with its time, or with any budget if the bot answers at once."""
    bot, _, budget = entry.contestant.partition("@")
    return bot == level.bot and (not level.uses_time or budget == f"{level.seconds:g}s")


def _ratings(ratings: list[Published]) -> Table:
    """One row per contestant, strongest first; one column per board and number of players."""
    groups = sorted({(entry.board, entry.players) for entry in ratings})
    found = {(entry.contestant, entry.board, entry.players): entry for entry in ratings}
    names = sorted(
        {entry.contestant for entry in ratings},
        key=lambda name: -max(entry.rating for entry in ratings if entry.contestant == name),
    )
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column("rating", style="bold", no_wrap=True)
    for board, players in groups:
        table.add_column(_heading(board, players), justify="right", no_wrap=True)
    for name in names:
        cells = [found.get((name, board, players)) for board, players in groups]
        table.add_row(name, *(_cell(entry) for entry in cells))
    return table


def _how(ratings: list[Published]) -> str:
    anchors = sorted({f"{entry.anchor} = {entry.anchor_rating:,.0f}" for entry in ratings if entry.anchor})
    dates = sorted({entry.date for entry in ratings})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return f"Elo by board and number of players with 95 % intervals; {', '.join(anchors)}; measured {when}."


def _cell(entry: Published | None) -> Text:
    if entry is None:
        return Text("")
    if entry.low is None:
        return Text(f"≤ {entry.high:,.0f}" if entry.high is not None else f"{entry.rating:,.0f}")
    if entry.high is None:
        return Text(f"≥ {entry.low:,.0f}")
    half = max(entry.high - entry.rating, entry.rating - entry.low)
    return Text(f"{entry.rating:,.0f}").append(f" ±{half:,.0f}" if half else "", style="dim")
