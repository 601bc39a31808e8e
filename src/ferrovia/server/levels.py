"""Which bot plays at which level, and how long it may think: the levels of the bots' room, in the server's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from ferrovia.bots.levels import LEVELS
from ferrovia.bots.levels import Level as BotLevel
from ferrovia.bots.ratings import read_ratings
from ferrovia.server.messages.incoming import Level

QUICK: Final = "simple"  # who plays when a bot is stuck, and for people who are away


@dataclass(frozen=True, slots=True)
class Mind:
    bot: str
    seconds: float  # to think about one action


STAND_IN: Final[Level] = "medium"


def mind_of(level: Level) -> Mind:
    found = LEVELS[level]
    return Mind(found.bot, found.seconds)


@cache
def level_ratings() -> dict[str, dict[str, int]]:
    """How strong each level was measured to be in games for two, by board and level."""
    level_of = {_contestant(level): level.name for level in LEVELS.values()}
    found: dict[str, dict[str, int]] = {}
    for entry in read_ratings():
        level = level_of.get(entry.contestant)
        if level is not None and entry.players == 2:
            found.setdefault(entry.board, {})[level] = round(entry.rating)
    return found


def _contestant(level: BotLevel) -> str:
    return f"{level.bot}@{level.seconds:g}s" if level.uses_time else level.bot
