"""`ferrovia bots --check`: checks that a bot keeps the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ferrovia.boards import board_names
from ferrovia.bots import Bot, BrokenBotError, ExternalBotFault, UnknownBotError, new_bot
from ferrovia.bots.conformance import NotConformingError, check_bot
from ferrovia.cli.files import write_json
from ferrovia.cli.output.console import Failure, new_console
from ferrovia.cli.table_options import board_and_players

SHOWN_LOG = 15  # lines of a program's stderr


def bot_or_failure(name: str) -> Bot:
    """A new bot, or a Failure that says why it cannot be created."""
    try:
        return new_bot(name)
    except (UnknownBotError, BrokenBotError) as error:
        raise Failure(str(error), exit_code=2) from error


def check_one_bot(name: str, *, board: str | None, players: int | None, seed: int, json: Path | None = None) -> None:
    """Plays whole games with the bot and asks every question twice; exits with 1 if it breaks the contract."""
    bot_or_failure(name)
    console = Console(stderr=True, highlight=False) if json == Path("-") else new_console()
    checked: list[dict[str, Any]] = []
    for where in (board,) if board is not None else board_names():
        chosen, seats = board_and_players(where, players)
        try:
            decisions = check_bot(lambda: new_bot(name), boards=[where], players=seats, seed=seed)
        except NotConformingError as error:
            raise Failure(f"the bot does not conform: {error}", at=name) from error
        except ExternalBotFault as fault:
            _show_log(fault.log)
            raise Failure(f"the bot does not conform: {chosen.id}: {fault}", at=name) from fault
        checked.append({"board": chosen.id, "players": seats, "decisions": decisions})
        console.print(Text(f"{chosen.name}, {seats} players: {decisions} decisions, all correct."))
    total = sum(entry["decisions"] for entry in checked)
    if json is not None:
        write_json(json, {"bot": name, "conforms": True, "decisions": total, "boards": checked})
    console.print(Text(f"{name} conforms: legal, in time, and a function of what its seat knows ({total} decisions)."))


def _show_log(log: str) -> None:
    lines = log.splitlines()[-SHOWN_LOG:]
    if lines:
        console = Console(stderr=True, highlight=False)
        console.print(Text("The end of what it wrote to stderr:", style="bold"))
        for line in lines:
            console.print(Text(f"  {line}"), soft_wrap=True)
