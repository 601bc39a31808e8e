"""The bot that plays at random: the baseline for all others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ferrovia.actions import Action
from ferrovia.bots.api import Budget
from ferrovia.views import View


class RandomBot:
    """Plays any legal action; every payment is as likely as any other action."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        return legal[int(rng.integers(len(legal)))]
