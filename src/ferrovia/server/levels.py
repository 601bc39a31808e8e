"""Which bot plays at which level, and how long it may think: the levels of the bots' room, in the server's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ferrovia.bots.levels import LEVELS
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
