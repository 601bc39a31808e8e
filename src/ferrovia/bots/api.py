"""The interface of a bot: it gets a view, the legal actions, a random source and a budget, and returns an action.

Nothing else reaches it. With a budget in simulations, its choice is a function of view and seed on any machine. With a
budget in seconds, it only promises a legal action in time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ferrovia.actions import Action
from ferrovia.views import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one action: simulations or seconds, never both."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.simulations is None) == (self.seconds is None):
            raise ValueError("a budget is in simulations or in seconds")
        if not 0 < (self.simulations if self.seconds is None else self.seconds) < math.inf:  # type: ignore[operator]
            raise ValueError("a budget must be finite and more than nothing")


class Bot(Protocol):
    """One player for one game. It may remember anything, but must not depend on it: views contain everything."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        """Returns one of `legal`, for the seat of the view."""
        ...


def dismiss(bot: Bot) -> None:
    """Ends a bot's game: a bot that holds a resource (a program, a thread) releases it in its method `close`."""
    close = getattr(bot, "close", None)
    if callable(close):
        close()


DEFAULT_BUDGET = Budget(seconds=1.0)


def think(bot: Bot, view: View, rng: np.random.Generator, budget: Budget = DEFAULT_BUDGET) -> Action:
    """Asks a bot for its action in a view."""
    return bot.choose(view, view.legal_actions(), rng, budget)
