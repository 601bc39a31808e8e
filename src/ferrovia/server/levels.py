"""Assigns bots and thinking times to levels: the levels of every server, and the operator's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from ferrovia.bots.levels import LEVELS
from ferrovia.bots.levels import Level as BotLevel
from ferrovia.bots.ratings import read_ratings
from ferrovia.record.names import is_readable
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.messages.incoming import DEFAULT_LEVEL, MAX_LEVEL

QUICK: Final = "simple"  # chooses the action when a bot is stuck
SECONDS: Final = 1.0  # default thinking time of an operator's bot
LONGEST: Final = 30.0


@dataclass(frozen=True, slots=True)
class LevelBot:
    """The bot that plays a level."""

    name: str
    seconds: float  # thinking time per action


def bot_of(level: str) -> LevelBot:
    """The bot of a level that every server has."""
    found = LEVELS[level]
    return LevelBot(found.bot, found.seconds)


def read_offer(text: str) -> tuple[str, LevelBot]:
    """Reads a level as an operator writes it: `planner`, `Champion=planner@2s`, `Club=program:/srv/bot.toml`. Raises
    ValueError.
    """
    label, equals, bot = text.partition("=")
    if not equals:
        label, bot = "", text
    bot, at, seconds = bot.rpartition("@") if "@" in bot else (bot, "", "")
    try:
        think = float(seconds.removesuffix("s")) if at else SECONDS
    except ValueError:
        think = 0.0
    if not bot or not 0 < think <= LONGEST:
        raise ValueError(
            f"a bot is offered as NAME, LABEL=NAME or NAME@SECONDS with at most {LONGEST:g} seconds, not {text!r:.60}"
        )
    label = label.strip() or bot.removeprefix("program:").rpartition("/")[2].removesuffix(".toml")
    if len(label) > MAX_LEVEL or not is_readable(label):
        raise ValueError(f"the label of a bot has 1 to {MAX_LEVEL} printable letters, not {label!r:.60}")
    return label, LevelBot(bot, think)


class Levels:
    """The levels of a server: the common ones, weakest first, then the operator's own."""

    def __init__(self, offers: Iterable[str] = ()) -> None:
        self._bots = {name: bot_of(name) for name in LEVELS}
        self.offered: dict[str, LevelBot] = {}
        for offer in offers:
            label, bot = read_offer(offer)
            if label in self._bots:
                raise ValueError(f"there are two levels {label!r}: give one of them another label, as LABEL=NAME")
            self._bots[label] = self.offered[label] = bot

    @property
    def names(self) -> list[str]:
        return list(self._bots)

    def check(self, level: str | None) -> None:
        """Refuses a level that is not offered."""
        if level is not None and level not in self._bots:
            raise Refuse("bot/unknown", 422)

    def bot(self, level: str | None) -> LevelBot:
        """The bot of a level; the stand-in for None, and for a level that is no longer offered."""
        return self._bots.get(level or DEFAULT_LEVEL, self._bots[DEFAULT_LEVEL])


@cache
def level_ratings() -> dict[str, dict[str, int]]:
    """The measured strength of each level in two-player games, by board and level."""
    level_of = {_contestant(level): level.name for level in LEVELS.values()}
    found: dict[str, dict[str, int]] = {}
    for entry in read_ratings():
        level = level_of.get(entry.contestant)
        if level is not None and entry.players == 2:
            found.setdefault(entry.board, {})[level] = round(entry.rating)
    return found


def _contestant(level: BotLevel) -> str:
    return f"{level.bot}@{level.seconds:g}s" if level.uses_time else level.bot
