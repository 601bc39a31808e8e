"""The chances to win through a whole game: from what every seat could know at each step, and from all hands
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from ferrovia.bots.network.guided import PARTS
from ferrovia.bots.network.judge import Judge, chances_of, judge_for, log_odds_of
from ferrovia.engine import prepare
from ferrovia.game import Game

LOOKS: Final = 24  # steps of a game at which worlds are imagined; the band is interpolated between them
WORLDS: Final = 8  # imagined at each of them, per seat
SIDE: Final = 1.28  # deviations to either side: eight in ten worlds
TURNING: Final = 0.1  # change of a chance by a turn that may make it a turning point
MOST_TURNING: Final = 3
MOVES_A_TURN: Final = 2
LEAST: Final = 1e-5  # smallest chance before taking a logarithm


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the chances a lot: after which step, for which seat most, from what to what."""

    step: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Line:
    """Chances with a band around them, by step and seat; the last step shows who won."""

    chance: Any
    low: Any
    high: Any

    def as_data(self) -> dict[str, list[list[float]]]:
        return {name: getattr(self, name).round(3).tolist() for name in ("chance", "low", "high")}


@dataclass(frozen=True, slots=True)
class Curve:
    """Step 0 is the position before the first move."""

    own: Line  # from what each seat knew; the band shows how far hidden cards and tickets could move it
    # From all hands, summing to 1, averaged over a round; the band is as wide as the error of the seats' own chances.
    together: Line
    turning_points: tuple[TurningPoint, ...]

    def as_data(self) -> dict[str, Any]:
        return {
            "own": self.own.as_data(),
            "together": self.together.as_data(),
            "turning_points": [asdict(point) for point in self.turning_points],
        }


def chance_curve(beginning: Game, moves: Sequence[tuple[int, int]]) -> Curve:
    """The chances through a game that ends with its last move. Raises ValueError on a board without a network."""
    judge = judge_for(beginning.board, beginning.players)
    if judge is None:
        raise ValueError(f"there is no network for the board {beginning.board.id}")
    prepare(*PARTS)
    game, states = beginning.copy(), [beginning.states.copy()]
    for seat, code in moves:
        game.play(code, seat=seat)
        states.append(game.states.copy())
    if not game.is_over:
        raise ValueError("the game is not over")
    positions = np.concatenate(states[:-1])
    winners = game.result().winners
    end = np.array([[1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]])
    own = judge.log_odds_of_all(positions)
    together = judge.together(own)
    smooth = log_odds_of(smoothed(together))
    return Curve(
        _line(own, SIDE * _spreads(judge, positions), end),
        _line(smooth, np.abs(smooth - log_odds_of(smoothed(chances_of(own)))), end),
        turning_points(together, [seat for seat, _ in moves]),
    )


def _round(chances: Any) -> int:
    """The number of moves in about one round."""
    return MOVES_A_TURN * int(chances.shape[1])


def smoothed(chances: Any) -> Any:
    """A weighted geometric mean over the moves of a round to either side; rows keep their sum."""
    reach, steps = _round(chances), np.arange(len(chances))
    weights = np.maximum(0.0, 1.0 - np.abs(steps[:, None] - steps) / (reach + 1))
    means = np.exp(weights / weights.sum(axis=1, keepdims=True) @ np.log(np.maximum(chances, LEAST)))
    return means / means.sum(axis=1, keepdims=True) * chances.sum(axis=1, keepdims=True)


def _line(log_odds: Any, side: Any, end: Any) -> Line:
    return Line(*(np.concatenate([chances_of(odds), end]) for odds in (log_odds, log_odds - side, log_odds + side)))


def _spreads(judge: Judge, positions: Any) -> Any:
    """How far hidden information could move each seat's log-odds, at every step."""
    steps = np.unique(np.linspace(0, len(positions) - 1, LOOKS).round().astype(int))
    looked = np.array(
        [
            [judge.spread(positions[step : step + 1], seat, WORLDS, int(step)) for seat in range(judge.players)]
            for step in steps
        ]
    )
    every = np.arange(len(positions))
    return np.stack([np.interp(every, steps, looked[:, seat]) for seat in range(judge.players)], axis=1)


def turning_points(together: Any, movers: Sequence[int]) -> tuple[TurningPoint, ...]:
    """The turns that changed a chance most, earliest first: the mean of the round after compared with that before.

    Consecutive moves of a seat are one turn; the choice of starting tickets does not count.
    """
    begin, reach = together.shape[1], _round(together)
    found = []
    for step in range(begin + 1, len(together)):
        if movers[step] != movers[step - 1]:
            before = together[max(step - reach, begin) : step].mean(axis=0)
            after = together[step : step + reach].mean(axis=0)
            seat = int(np.argmax(np.abs(after - before)))
            if abs(after[seat] - before[seat]) >= TURNING:
                found.append(TurningPoint(step, seat, float(before[seat]), float(after[seat])))
    found.sort(key=lambda point: -abs(point.after - point.before))
    chosen: list[TurningPoint] = []
    for point in found:
        if len(chosen) < MOST_TURNING and all(abs(point.step - other.step) > reach for other in chosen):
            chosen.append(point)
    return tuple(sorted(chosen, key=lambda point: point.step))
