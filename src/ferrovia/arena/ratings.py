"""Bradley-Terry ratings on the Elo scale, with bootstrap intervals over deals.

A game of several players counts as comparisons of all pairs of different contestants by rank, a tie as half. In a game
of n players each comparison weighs 1/(n − 1), so that for each player it weighs as much as a two-player game. Every
pair that met gets one more tie: otherwise a bot that lost every game would have no rating at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

import numpy as np

from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import Tournament

ELO: Final = 400 / log(10)
RESAMPLES: Final = 1_000
ANCHORS: Final = ("one_step", "greedy", "random")  # stable baselines, the most informative first
ANCHOR_RATING: Final = 1_000.0
STEPS: Final = 60  # of Newton's method, at most
LONGEST_STEP: Final = 1.5


@dataclass(frozen=True, slots=True)
class Rating:
    """On the Elo scale; None for contestants with no chain of games to the anchor.

    An end of the interval is None if the games set no limit: a contestant that won all of them may be stronger by any
    amount.
    """

    value: float | None
    low: float | None
    high: float | None

    def data(self) -> dict[str, float | None]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Ratings:
    by_name: dict[str, Rating]
    anchor: str | None  # None: the mean of all is ANCHOR_RATING
    anchor_rating: float
    resamples: int

    def data(self) -> dict[str, Any]:
        scale = {"anchor": self.anchor, "anchor_rating": self.anchor_rating, "resamples": self.resamples}
        return scale | {"model": "Bradley-Terry by pairs of ranks", "interval": 0.95}


def find_anchor(contestants: Sequence[str], wanted: str | None = None) -> str | None:
    """The contestant that fixes the scale: the one requested, or the first baseline that takes part."""
    for name in (wanted,) if wanted is not None else ANCHORS:
        for contestant in contestants:
            if contestant == name or contestant.partition("@")[0] == name:
                return contestant
    return None


def comparisons(tournament: Tournament, outcomes: Iterable[Outcome], names: Sequence[str]) -> np.ndarray:
    """By deal, row and column: how often the row's contestant finished ahead of the column's."""
    place = {name: number for number, name in enumerate(names)}
    deals: dict[int, np.ndarray] = {}
    for outcome in outcomes:
        match = tournament.matches[outcome.match]
        seats = [place[name] for name in match.seating(outcome.rotation)]
        wins = deals.setdefault(outcome.deal, np.zeros((len(names), len(names))))
        weight = 1 / (match.players - 1)
        for a, seat_a in enumerate(seats):
            for b, seat_b in enumerate(seats):
                if seat_a != seat_b and outcome.ranks[a] <= outcome.ranks[b]:
                    wins[seat_a, seat_b] += weight * (0.5 if outcome.ranks[a] == outcome.ranks[b] else 1)
    return np.array([deals[deal] for deal in sorted(deals)]).reshape(-1, len(names), len(names))


def strengths(wins: np.ndarray, fixed: int) -> np.ndarray:
    """Newton's method on many tables of wins at once; the strength of `fixed` is 0, on the natural scale."""
    count = wins.shape[-1]
    games = wins + wins.swapaxes(-1, -2)
    free = [k for k in range(count) if k != fixed]
    found = np.zeros(wins.shape[:-1])
    for _ in range(STEPS):
        ahead = 1 / (1 + np.exp(found[:, None, :] - found[:, :, None]))
        slope = (wins - games * ahead).sum(axis=2)[:, free]
        bend = games * ahead * (1 - ahead)
        curve = -bend
        curve[:, range(count), range(count)] = bend.sum(axis=2)
        step = np.linalg.solve(curve[:, free][:, :, free], slope[:, :, None])[:, :, 0]
        found[:, free] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    return found


def rate(
    tournament: Tournament,
    outcomes: Iterable[Outcome],
    *,
    anchor: str | None = None,
    anchor_rating: float = ANCHOR_RATING,
    resamples: int = RESAMPLES,
    seed: int = 1,
) -> Ratings:
    """Ratings of all contestants in these games, which should be on one board with one number of players."""
    games = list(outcomes)
    names = _who_took_part(tournament, games)
    fixed = find_anchor(names, anchor)
    by_deal = comparisons(tournament, games, names)
    nothing = dict.fromkeys(names, Rating(None, None, None))
    if len(names) < 2 or not len(by_deal):
        return Ratings(nothing, fixed, anchor_rating, 0)
    start = names.index(fixed) if fixed is not None else 0
    together = _connected(by_deal.sum(axis=0), start)
    if len(together) < 2:
        return Ratings(nothing, fixed, anchor_rating, 0)
    by_deal = by_deal[:, together][:, :, together]
    met = (by_deal.sum(axis=0) + by_deal.sum(axis=0).T) > 0
    tie = np.where(met, 0.5, 0.0)
    rng = np.random.default_rng(seed)
    picks = rng.multinomial(len(by_deal), np.full(len(by_deal), 1 / len(by_deal)), size=resamples)
    tables = np.concatenate([by_deal.sum(axis=0)[None], np.einsum("rd,dab->rab", picks, by_deal)]) + tie
    found = ELO * strengths(tables, together.index(start))
    if fixed is None:
        found -= found.mean(axis=1, keepdims=True)
    found += anchor_rating
    low, high = np.quantile(found[1:], [0.025, 0.975], axis=0).round(1).tolist()
    from_below, from_above = _limits(by_deal.sum(axis=0), together.index(start))
    ratings = {
        names[k]: Rating(
            round(float(found[0, i]), 1), low[i] if i in from_below else None, high[i] if i in from_above else None
        )
        for i, k in enumerate(together)
    }
    return Ratings(nothing | ratings, fixed, anchor_rating, resamples)


def _who_took_part(tournament: Tournament, outcomes: Iterable[Outcome]) -> list[str]:
    played = {name for outcome in outcomes for name in tournament.matches[outcome.match].lineup}
    return [name for name in tournament.contestants if name in played]


def _connected(wins: np.ndarray, start: int) -> list[int]:
    """All contestants that can be compared with `start`, directly or through others."""
    return sorted(_chain((wins + wins.T) > 0, start))


def _limits(wins: np.ndarray, start: int) -> tuple[set[int], set[int]]:
    """The contestants whose rating the games bound from below, and those bounded from above.

    For the former a chain of wins or ties leads down to the anchor; for the latter one leads down from it.
    """
    return _chain(wins.T > 0, start), _chain(wins > 0, start)


def _chain(leads: np.ndarray, start: int) -> set[int]:
    """All contestants reachable from `start`."""
    found, fresh = {start}, {start}
    while fresh:
        fresh = {int(k) for a in fresh for k in np.flatnonzero(leads[a])} - found
        found |= fresh
    return found
