"""Contestants: a bot and its budget. Only this module reads and writes their spelling.

`planner` uses the tournament's budget, `search@800` 800 simulations per move, `search@0.25s` or `search@250ms` a time.
A bot that is not installed is given by its location: `my_bots:Fancy` or `my_bots:Fancy@800`; one in another language by
its file: `program:my_bot.toml`.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ferrovia.bots import Bot, BrokenBotError, Budget, UnknownBotError, bot_names, new_bot
from ferrovia.bots.programs import is_program

_SECONDS: Final = re.compile(r"([0-9]*\.?[0-9]+)(ms|s)")
_SIMULATIONS: Final = re.compile(r"[0-9]{1,12}")
_NAME: Final = re.compile(r"[\w.:-]+")
MOST_SECONDS: Final = 3_600.0


class ContestantError(ValueError):
    """An impossible contestant; the text says why."""

    code = "tournament/contestant"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot's name and, if given, its own budget."""

    bot: str
    budget: Budget | None = None

    @property
    def spelled(self) -> str:
        """The canonical spelling, for files and tables."""
        return self.bot if self.budget is None else f"{self.bot}@{budget_text(self.budget)}"


def budget_text(budget: Budget) -> str:
    """`800` or `0.25s`."""
    return str(budget.simulations) if budget.seconds is None else f"{budget.seconds:g}s"


def read_budget(text: str) -> Budget:
    """Reads a budget: `800` simulations, `0.25s`, `250ms`."""
    if _SIMULATIONS.fullmatch(text) and int(text) > 0:
        return Budget(simulations=int(text))
    if found := _SECONDS.fullmatch(text):
        seconds = float(found[1]) / (1_000 if found[2] == "ms" else 1)
        if 0 < seconds <= MOST_SECONDS:
            return Budget(seconds=float(f"{seconds:g}"))
    raise ContestantError(f"{text!r:.60} is not a budget: write 800 for simulations, 0.25s or 250ms for a time")


def read_contestant(text: str) -> Contestant:
    """Reads a contestant. The bot must exist; whether it works shows when it plays."""
    if is_program(text):
        return _read_program(text)
    name, at, budget = text.partition("@")
    if not _NAME.fullmatch(name):
        raise ContestantError(f"{text!r:.60} is not a contestant: write a bot's name, or name@budget")
    if ":" in name:
        _check_place(name)
    elif name not in bot_names():
        try:
            new_bot(name)
        except UnknownBotError as error:
            raise ContestantError(str(error)) from error
    return Contestant(name, read_budget(budget) if at else None)


def _read_program(text: str) -> Contestant:
    """A path may contain an @: the text after the last one counts if it is a budget."""
    name, at, budget = text.rpartition("@")
    if not at or not (_SIMULATIONS.fullmatch(budget) or _SECONDS.fullmatch(budget)):
        name, budget = text, ""
    try:
        new_bot(name)
    except BrokenBotError as error:
        raise ContestantError(str(error)) from error
    return Contestant(name, read_budget(budget) if budget else None)


def make_bot(name: str) -> Bot:
    """Creates a bot by its name, or by its module and class."""
    if ":" not in name or is_program(name):
        return new_bot(name)
    module, _, attribute = name.partition(":")
    _look_here()
    made = getattr(importlib.import_module(module), attribute)()
    if not callable(getattr(made, "choose", None)):
        raise BrokenBotError(f"the bot {name} has no method choose")
    bot: Bot = made
    return bot


def _check_place(name: str) -> None:
    """Finds the module without running it: errors inside it belong to the games."""
    module, _, attribute = name.partition(":")
    _look_here()
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        found = None
    if found is None or not attribute.isidentifier():
        raise ContestantError(f"{name!r:.60}: there is no such bot; write MODULE:CLASS, with the module in this folder")


def _look_here() -> None:
    """Makes modules in the current folder importable, as for a script."""
    here = str(Path.cwd())
    if "" not in sys.path and here not in sys.path:
        sys.path.append(here)
