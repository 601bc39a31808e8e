"""Games between networks, and how accurate the predicted chances are during them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ferrovia.bots.network.calibration import KINDS, Fit
from ferrovia.bots.network.features import Viewer
from ferrovia.bots.network.judge import Judge, chances_of
from ferrovia.environments.batch import Batch
from ferrovia.training.games import results

CLASSES: Final = 10
EVERY: Final = 6  # one in this many positions of a game is used: neighbouring ones say the same
GAMES_AT_ONCE: Final = 500
STEPS: Final = 60  # of Newton's method; it converges in fewer
HOLD: Final = 10.0  # positions, about, that it takes to move a line away from no change


@dataclass(frozen=True, slots=True)
class Positions:
    """One row per position, one column per seat."""

    raw: Any  # the network's log-odds
    kinds: Any  # the seat's situation
    wins: Any  # shares of the win
    games: int

    def join(self, other: Positions) -> Positions:
        pairs = ((self.raw, other.raw), (self.kinds, other.kinds), (self.wins, other.wins))
        return Positions(*(np.concatenate(pair) for pair in pairs), self.games + other.games)


def gather(judge: Judge, games: int, seed: int) -> Positions:
    """Collect positions from `games` games, each with its own deal."""
    found = _gather(judge, min(games, GAMES_AT_ONCE), seed)
    while found.games < games:
        found = found.join(_gather(judge, min(games - found.games, GAMES_AT_ONCE), seed + found.games))
    return found


def _gather(judge: Judge, games: int, seed: int) -> Positions:
    network, players = judge.reader.network, judge.players
    features, viewer, rng = network.features, Viewer(network.features), np.random.default_rng(seed)
    batch = Batch(features.board, players=players, games=games, seed=seed, wilds="fewest", threads=1)
    out = batch.reset()
    rows, actions = np.zeros((games, features.size), dtype=np.uint8), np.zeros(games, dtype=np.int64)
    wins, done = np.zeros((games, players)), np.zeros(games, dtype=np.bool_)
    taken, raw, kinds = [], [], []
    seats = np.arange(players, dtype=np.int8)
    while not done.all():
        chosen = np.flatnonzero(~done & (rng.integers(EVERY, size=games) == 0))
        if len(chosen):
            states, asked = np.repeat(batch.states[chosen], players), np.tile(seats, len(chosen))
            said, stands = judge.raw(states, asked)
            taken.append(chosen)
            raw.append(said.reshape(-1, players))
            kinds.append(stands.reshape(-1, players))
        viewer.view(players, batch.states, out.seats, out.observations, rows, out.masks, actions)
        playing = np.flatnonzero(~done)  # in other places the planner plays on, unobserved
        actions[playing] = network.choose(rows[playing], out.masks[playing])
        out = batch.step(actions)
        ended = np.flatnonzero((out.dones != 0) & ~done)
        if len(ended):
            wins[ended] = results(out.totals[ended], out.ranks[ended])[0]
            done[ended] = True
    return Positions(np.concatenate(raw), np.concatenate(kinds), wins[np.concatenate(taken)], games)


# --- fitting ----------------------------------------------------------------------------------------------------------
def fit(positions: Positions) -> Fit:
    """The slopes and shifts that make the observed games likeliest."""
    raw, kinds, wins = positions.raw, positions.kinds, positions.wins
    lines = tuple(_fit_line(raw[kinds == kind], wins[kinds == kind]) for kind in range(len(KINDS)))
    slopes = np.array(lines)[kinds]
    return Fit(lines, _fit_sharpness(slopes[..., 0] * raw + slopes[..., 1], wins))


def _fit_line(raw: Any, wins: Any) -> tuple[float, float]:
    """Logistic regression by Newton's method, pulled towards no change where there are few positions."""
    inputs, unchanged = np.stack([raw, np.ones_like(raw)], axis=1), np.array([1.0, 0.0])
    line = unchanged
    for _ in range(STEPS):
        chances = chances_of(inputs @ line)
        curvature = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + HOLD * np.eye(2)
        step = np.linalg.solve(curvature, inputs.T @ (wins - chances) - HOLD * (line - unchanged))
        line = line + step / max(1.0, float(np.linalg.norm(step)))
    return round(float(line[0]), 4), round(float(line[1]), 4)


def _fit_sharpness(own: Any, wins: Any) -> float:
    """The sharpness that maximises the likelihood of the results, to two decimals."""
    candidates = np.arange(0.3, 2.0, 0.01)

    def surprise(sharpness: float) -> float:
        weights = sharpness * own
        top = weights.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(weights - top).sum(axis=1))
        return float((total - (wins * weights).sum(axis=1)).mean())

    return round(float(candidates[np.argmin([surprise(each) for each in candidates])]), 2)


# --- judging ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Reliability:
    """Per class of chances: how many there were, their mean, and the share won."""

    counts: Any
    told: Any
    won: Any

    @property
    def error(self) -> float:
        """The mean distance of the two in points, weighted by the size of a class."""
        return float(100 * np.sum(np.abs(self.told - self.won) * self.counts) / self.counts.sum())


def reliability(chances: Any, wins: Any) -> Reliability:
    chances, wins = np.ravel(chances), np.ravel(wins)
    place = np.minimum((chances * CLASSES).astype(int), CLASSES - 1)
    counts = np.bincount(place, minlength=CLASSES)
    used = np.maximum(counts, 1)
    told = np.bincount(place, weights=chances, minlength=CLASSES) / used
    won = np.bincount(place, weights=wins, minlength=CLASSES) / used
    return Reliability(counts, told, won)
