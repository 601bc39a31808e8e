"""Which bot plays at which level, and how long it may think. One small table, by names that are registered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ferrovia.bots import bot_names
from ferrovia.server.protocol import Level

QUICK: Final = "simple"  # who plays when a bot is stuck, and for people who are away


@dataclass(frozen=True, slots=True)
class Mind:
    bot: str
    seconds: float  # to think about one action


# The first name that is registered is taken.
_TABLE: Final[dict[Level, tuple[tuple[str, ...], float]]] = {
    "easy": (("simple",), 0.5),
    "medium": (("one_step", "simple"), 0.5),
    "hard": (("planner", "long_route", "one_step"), 1.0),
    "expert": (("search", "planner", "long_route"), 2.0),
}
STAND_IN: Final[Level] = "medium"


def mind_of(level: Level) -> Mind:
    names, seconds = _TABLE[level]
    installed = bot_names()
    return Mind(next((name for name in names if name in installed), QUICK), seconds)
