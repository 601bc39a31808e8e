"""Measures how well imagined worlds guess a rival's tickets, in games of two planners.

    python benchmarks/guesses.py europe new_york

By fifths of the trains that the rival has placed: the share of its tickets that imagined worlds have right and, in
brackets, the share if all tickets are equally likely, whatever it built. Then the two parameters of `worlds` that make
the tickets actually held likeliest, and the chance of finding each of them among its alternatives: with those
parameters, with the ones in `worlds`, and blindly.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from typing import Any, Final

import numpy as np

from ferrovia import Game, load_board
from ferrovia.actions import decode
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.bridge import decide_once, list_beliefs
from ferrovia.bots.search.worlds import BELIEF_BY_SHARE, BELIEF_IN_JOINED, imagine_world
from ferrovia.engine import kernel
from ferrovia.engine.state import MAX_PLAYERS, MAX_TICKETS

WORLDS: Final = 100
EVERY: Final = 6  # decisions between two positions
FIFTHS: Final = 5
STEPS: Final = 12  # of Newton's method; a likelihood of this kind has one summit


@kernel
def count_right(boards, views, reals, seat, seen, beliefs, key, worlds, states, works):
    """How many of the rival's tickets this many worlds have right, in total."""
    right = 0
    for number in range(worlds):
        states[1] = views[0]
        imagine_world(boards[0], views[0], seat, seen, beliefs, key, number, states[1], works[0])
        for ticket in range(boards[0].tickets):
            if reals[0].ticket_at[ticket] == 1 - seat and states[1].ticket_at[ticket] == 1 - seat:
                right += 1
    return right


class Guesses:
    """The results for the positions of one board."""

    def __init__(self, name: str) -> None:
        self.board = load_board(name)
        self.bench = Workbench(self.board)
        self.right: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        self.choices: list[Any] = []  # rows of share and joined: the ticket held, then those it could have been instead
        self.seconds: list[float] = []

    def play(self, number: int) -> None:
        """Plays a game of two planners, and examines it every few decisions."""
        game, bench, decision = Game(self.board, players=2, seed=number), self.bench, 0
        while not game.is_over:
            seat = min(game.actors)
            if decision % EVERY == number % EVERY and game.states[0].tickets_held[1 - seat] > 0:
                self._look(game, seat, np.full(8, 7 + number, dtype=np.int32))
            states = game.view(seat).states
            code = decide_once(
                bench.boards, bench.roads, states, seat, bench.minds, bench.desk.legal, bench.planner
            )  # fmt: skip
            game.play(decode(self.board, int(code)), seat=seat)
            decision += 1

    def _look(self, game: Game, seat: int, key: Any) -> None:
        view, real, bench = game.view(seat), game.states[0], self.bench
        beliefs = np.zeros((MAX_PLAYERS, MAX_TICKETS))
        list_beliefs(bench.boards, bench.roads, view.states, seat, view.seen, bench.minds, beliefs)

        def share(some: Any) -> float:
            began = time.perf_counter()
            right = count_right(
                bench.boards, view.states, game.states, seat, view.seen, some, key, WORLDS, bench.states,
                bench.desk.works,
            )  # fmt: skip
            self.seconds.append((time.perf_counter() - began) / WORLDS)
            return float(right / WORLDS / int(real.tickets_held[1 - seat]))

        laid = 1 - int(real.trains[1 - seat]) / self.board.trains
        self.right[min(int(FIFTHS * laid), FIFTHS - 1)].append((share(beliefs), share(np.sign(beliefs))))
        self._note_choices(real, 1 - seat, beliefs[1 - seat])

    def _note_choices(self, real: Any, rival: int, beliefs: Any) -> None:
        tickets = np.flatnonzero(beliefs)
        logs = np.log(beliefs[tickets])
        joined = logs > BELIEF_BY_SHARE
        signs = np.stack([np.where(joined, 1.0, logs / BELIEF_BY_SHARE), joined], axis=1)
        held, long = real.ticket_at[tickets] == rival, self.bench.boards[0].ticket_long[tickets]
        for i in np.flatnonzero(held):
            self.choices.append(np.concatenate([signs[i : i + 1], signs[~held & (long == long[i])]]))

    def likelihood(self, numbers: Any) -> float:
        """The chance of finding a held ticket, as the geometric mean."""
        return float(np.exp(np.mean([np.log(_chances(signs, numbers)[0]) for signs in self.choices])))

    def best_numbers(self) -> Any:
        numbers = np.array([BELIEF_BY_SHARE, BELIEF_IN_JOINED])
        for _ in range(STEPS):
            slope, bend = np.zeros(2), np.zeros((2, 2))
            for signs in self.choices:
                chances = _chances(signs, numbers)
                away = signs - chances @ signs
                slope += away[0]
                bend += (away.T * chances) @ away
            numbers += np.linalg.solve(bend, slope)
        return numbers

    def told(self) -> str:
        shares = [np.mean(self.right[fifth], axis=0) for fifth in range(FIFTHS)]
        right = "  ".join(f"{found:3.0%} ({blindly:.0%})" for found, blindly in shares)
        many = sum(map(len, self.right.values()))
        speed = f"{1e6 * float(np.median(self.seconds)):.1f} us a world, {many} positions"
        best, ours = self.best_numbers(), np.array([BELIEF_BY_SHARE, BELIEF_IN_JOINED])
        found = "  ".join(
            f"{what} {numbers[0]:.1f}, {numbers[1]:.1f}: {self.likelihood(numbers):.1%}"
            for what, numbers in (("best", best), ("ours", ours), ("blind", np.zeros(2)))
        )
        return f"{self.board.id:10} tickets right: {right}; {speed}\n{'':10} each held one found: {found}"


def _chances(signs: Any, numbers: Any) -> Any:
    weights = np.exp(signs @ numbers)
    return weights / weights.sum()


def main() -> None:
    parser = argparse.ArgumentParser(description="How well imagined worlds guess a rival's tickets.")
    parser.add_argument("boards", nargs="*", default=["europe", "new_york", "london", "amsterdam"])
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    for name in asked.boards:
        guesses = Guesses(name)
        for number in range(asked.games):
            guesses.play(number)
        print(guesses.told())


if __name__ == "__main__":
    main()
