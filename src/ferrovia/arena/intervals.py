"""Intervals for dependent games: the deal is the unit, never the game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Final

import numpy as np

NORMAL: Final = 1.959964  # 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float
    count: int  # number of values
    deals: int

    def data(self) -> dict[str, float | int | None]:
        """Plain data; None if there are too few values."""
        known = {name: None if isnan(getattr(self, name)) else getattr(self, name) for name in ("value", "low", "high")}
        return known | {"count": self.count, "deals": self.deals}


def _by_deal(values: Iterable[tuple[Hashable, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Sum and count of the values per deal."""
    sums: dict[Hashable, list[float]] = {}
    for deal, value in values:
        entry = sums.setdefault(deal, [0.0, 0.0])
        entry[0] += value
        entry[1] += 1
    rows = np.array(list(sums.values()), dtype=float).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def _spread(sums: np.ndarray, counts: np.ndarray) -> tuple[float, float]:
    """The mean of all values and its standard error, from the deviations of whole deals."""
    mean = float(sums.sum() / counts.sum())
    deals = len(sums)
    if deals < 2:
        return mean, float("nan")
    off = sums - mean * counts
    return mean, sqrt(float((off**2).sum()) * deals / (deals - 1)) / float(counts.sum())


def mean_of(values: Iterable[tuple[Hashable, float]]) -> Estimate:
    """A mean of (deal, value) pairs: margins, points."""
    sums, counts = _by_deal(values)
    if not len(sums):
        return Estimate(float("nan"), float("nan"), float("nan"), 0, 0)
    mean, error = _spread(sums, counts)
    return Estimate(mean, mean - NORMAL * error, mean + NORMAL * error, int(counts.sum()), len(sums))


def share_of(values: Iterable[tuple[Hashable, float]]) -> Estimate:
    """A share from (deal, 0 … 1) pairs: wins.

    Uses Wilson's interval for the number of independent games that the deals' spread is worth, so it is sensible for
    ten wins in ten games too.
    """
    sums, counts = _by_deal(values)
    if not len(sums):
        return Estimate(float("nan"), 0.0, 1.0, 0, 0)
    share, error = _spread(sums, counts)
    share = min(1.0, max(0.0, share))
    games = float(counts.sum())
    worth = games
    if 0 < share < 1 and not isnan(error):  # paired deals may be worth more than their games; more than twice is luck
        worth = min(max(share * (1 - share) / max(error**2, 1e-12), len(sums) / 2), 2 * games)
    square = NORMAL**2
    middle = (share + square / (2 * worth)) / (1 + square / worth)
    half = NORMAL / (1 + square / worth) * sqrt(share * (1 - share) / worth + square / (4 * worth**2))
    low = 0.0 if share == 0 else middle - half  # exactly, despite rounding
    high = 1.0 if share == 1 else middle + half
    return Estimate(share, low, high, int(games), len(sums))
