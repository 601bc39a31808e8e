"""Bots by name, found through entry points in the group `ferrovia.bots`, so an installed package can add one.

An entry point names a class, or anything else that returns a new bot when called without arguments. A name that begins
with `program:` is not an installed bot but a program to start. `new_bot` starts it for a person at their own machine.
`new_installed_bot` never does; use it for names from strangers.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from ferrovia.bots.api import Bot
from ferrovia.bots.programs import ProgramBot, ProgramError, is_program, read_program
from ferrovia.engine import is_prepared, prepare

GROUP = "ferrovia.bots"


class UnknownBotError(LookupError):
    """No bot of that name is installed."""

    code = "bot/unknown"


class BrokenBotError(RuntimeError):
    """A bot is installed but cannot be created."""

    code = "bot/broken"


@lru_cache(maxsize=1)
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def bot_names() -> tuple[str, ...]:
    """All installed bots, by name."""
    return tuple(sorted(_installed()))


def new_bot(name: str) -> Bot:
    """Creates a bot of that name for one seat of one game: an installed one, or a program."""
    if not is_program(name):
        return new_installed_bot(name)
    try:
        return ProgramBot(read_program(name))
    except ProgramError as error:
        raise BrokenBotError(str(error)) from error


def new_installed_bot(name: str) -> Bot:
    """Creates a bot among `bot_names()`; never starts a program, whatever the name."""
    point = _installed().get(name)
    if point is None:
        near = difflib.get_close_matches(name, bot_names(), n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise UnknownBotError(f"there is no bot {name!r:.60}; the bots are {', '.join(bot_names())}.{hint}")
    try:
        bot = point.load()()
    except Exception as error:  # third-party code may fail in any way
        raise BrokenBotError(f"the bot {name} ({point.value}) cannot be made: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BrokenBotError(f"the bot {name} ({point.value}) has no method choose")
    made: Bot = bot
    return made


def prepare_bots(names: Iterable[str]) -> None:
    """Compiles what the rules and our own bots among these need."""
    prepare(*_parts_of(names))


def are_prepared(names: Iterable[str]) -> bool:
    """Whether `prepare_bots` would have nothing to compile."""
    return is_prepared(*_parts_of(names))


def _parts_of(names: Iterable[str]) -> list[str]:
    """Does not load third-party bots: they may do anything."""
    points = [_installed()[name] for name in names if name in _installed()]
    ours = [point.load() for point in points if point.value.startswith("ferrovia.")]
    return ["rules", *sorted({part for bot in ours for part in getattr(bot, "parts", ())})]


def about(name: str) -> str:
    """The first line of a bot's docstring."""
    bot = new_bot(name)
    if isinstance(bot, ProgramBot):
        return bot.program.about
    text = type(bot).__doc__ or ""
    return text.strip().splitlines()[0] if text.strip() else ""
