"""Levels for people, built on the bots by name. Their strength is measured: `ratings.json`, docs/bots.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ferrovia.bots.api import Bot, Budget
from ferrovia.bots.registry import new_installed_bot


@dataclass(frozen=True, slots=True)
class Level:
    """A name for people, the bot behind it and its thinking time per action."""

    name: str
    bot: str
    seconds: float
    uses_time: bool = False  # otherwise it answers at once, whatever its budget

    @property
    def budget(self) -> Budget:
        return Budget(seconds=self.seconds)

    def new_bot(self) -> Bot:
        return new_installed_bot(self.bot)


LEVELS: Final = {
    level.name: level
    for level in (
        Level("easy", "greedy", 1.0),
        Level("medium", "one_step", 1.0),
        Level("hard", "planner", 1.0),
        Level("expert", "search", 1.0, uses_time=True),
        Level("master", "master", 1.0, uses_time=True),
    )
}
