"""`ferrovia bots`: who can be played against."""

from __future__ import annotations

from rich import box
from rich.table import Table

from ferrovia.bots import BrokenBotError, bot_names
from ferrovia.bots.registry import about
from ferrovia.cli.console import new_console


def show_bots() -> None:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("bot", style="bold")
    table.add_column("how it plays")
    for name in bot_names():
        try:
            table.add_row(name, about(name))
        except BrokenBotError as error:
            table.add_row(name, str(error), style="red")
    new_console().print(table)
