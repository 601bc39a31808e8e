"""Early stopping: a sequential test of whether the first contestant of a line-up wins the share p1 of games or p0.

The unit is the deal with all its rotations. Its share has only a few values (for two players 0, 1/2 and 1; with ties
1/4 and 3/4): a generalised SPRT on the multinomial of these values, as engine testers use for pairs of games.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import Any, Final

_LITTLE: Final = 1e-3  # of a deal with each possible share, so that none counts as impossible
FEWEST_DEALS: Final = 8


def share_of_elo(elo: float) -> float:
    """The share of games won that corresponds to a difference in Elo, between two players."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses and their error rates: `alpha` for wrongly accepting p1, `beta` for p0."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise ValueError(f"a test needs shares 0 < p0 < p1 < 1, not {self.p0:g} and {self.p1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`accepted` is "p0", "p1" or None while undecided; `deals` is the number it took."""

    accepted: str | None
    deals: int
    ratio: float  # the log-likelihood ratio

    def data(self, test: Sprt) -> dict[str, Any]:
        low, high = test.bounds
        return {
            "accepted": self.accepted,
            "deals": self.deals,
            "log_likelihood_ratio": round(self.ratio, 4),
            "bounds": [round(low, 4), round(high, 4)],
            "p0": test.p0,
            "p1": test.p1,
            "alpha": test.alpha,
            "beta": test.beta,
        }


class Running:
    """A test in progress: deals arrive in order, and those after the deciding one are ignored."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.verdict = Verdict(None, 0, 0.0)
        self._seen: Counter[float] = Counter()

    def add(self, share: float) -> None:
        """Adds the first contestant's share of one deal."""
        if self.verdict.accepted is not None:
            return
        self._seen[round(share, 6)] += 1
        deals = self.verdict.deals + 1
        ratio = log_likelihood_ratio(self._seen, self.test.p0, self.test.p1)
        low, high = self.test.bounds
        accepted = None
        if deals >= FEWEST_DEALS and not low < ratio < high:
            accepted = "p1" if ratio >= high else "p0"
        self.verdict = Verdict(accepted, deals, ratio)


def log_likelihood_ratio(seen: Counter[float], p0: float, p1: float) -> float:
    """How much likelier the observed shares are under p1 than under p0, each with its own best distribution."""
    counts = {share: float(seen.get(share, 0)) for share in {0.0, 0.5, 1.0, *seen}}
    counts = {share: max(count, _LITTLE) for share, count in counts.items()}
    total = sum(counts.values())
    weights = {share: count / total for share, count in counts.items()}
    under = [_most_likely(weights, mean) for mean in (p0, p1)]
    return sum(counts[share] * log(under[1][share] / under[0][share]) for share in counts)


def _most_likely(weights: dict[float, float], mean: float) -> dict[float, float]:
    """The distribution with this mean that makes the observed one likeliest: w / (1 + t (x − mean))."""
    low, high = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    for _ in range(200):
        t = (low + high) / 2
        slope = sum(weight * (share - mean) / (1 + t * (share - mean)) for share, weight in weights.items())
        low, high = (t, high) if slope > 0 else (low, t)
        if high - low < 1e-13:
            break
    return {share: weight / (1 + t * (share - mean)) for share, weight in weights.items()}
