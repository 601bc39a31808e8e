"""The bots at the table, as given by `--bots`: bots or levels, one for all seats or a comma-separated list."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ferrovia.actions import Action
from ferrovia.bots import Bot, Budget, bot_names, dismiss
from ferrovia.bots.api import DEFAULT_BUDGET
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.programs import is_program
from ferrovia.cli.commands.bot_check import bot_or_failure
from ferrovia.cli.output.console import Failure
from ferrovia.views import View


@dataclass(frozen=True)
class Opponents:
    """A bot that delegates to the bot of the view's seat, with the budget of its level."""

    seats: dict[int, tuple[Bot, Budget]]

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        bot, own_budget = self.seats[view.seat]
        return bot.choose(view, legal, rng, own_budget)

    def close(self) -> None:
        for bot, _ in self.seats.values():
            dismiss(bot)


def split_names(text: str) -> list[str]:
    """`easy, expert` as a list of names."""
    return [name for part in text.split(",") if (name := part.strip())]


def check_names(names: Sequence[str]) -> None:
    """Rejects unknown names before the board is set up."""
    if not names:
        raise Failure("--bots names no bot; `ferrovia bots` lists them", exit_code=2)
    known = (*LEVELS, *bot_names())
    for name in names:
        if name not in known and not is_program(name):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            listed = f"the levels are {', '.join(LEVELS)}, the bots {', '.join(bot_names())}."
            raise Failure(f"there is no level and no bot {name!r:.60}; {listed}{hint}", exit_code=2)
        if name not in LEVELS:
            dismiss(bot_or_failure(name))


def check_count(names: Sequence[str], free: int) -> None:
    """Rejects a list that is neither one bot for all free seats nor one for each."""
    if len(names) not in (1, free):
        raise Failure(f"--bots names {len(names)} bots for {free} seats: name one, or {free}", exit_code=2)


def seat_bots(names: Sequence[str], players: int, person: int | None) -> Opponents:
    """One name fills every free seat; several are seated in order."""
    free = [seat for seat in range(players) if seat != person]
    check_count(names, len(free))
    return Opponents({seat: _new(names[place % len(names)]) for place, seat in enumerate(free)})


def _new(name: str) -> tuple[Bot, Budget]:
    if name in LEVELS:
        return LEVELS[name].new_bot(), LEVELS[name].budget
    return bot_or_failure(name), DEFAULT_BUDGET
