"""How well worlds imagined from a view guess the tickets of a rival, in games of two planners.

    python benchmarks/guesses.py europe new_york

By fifths of the trains that the rival has laid: the share of its tickets that imagined worlds have right, and in
brackets the share if all tickets are as likely, whatever it built; then the time for one world.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

import numpy as np

from ferrovia import Game, load_board
from ferrovia.actions import decode
from ferrovia.bots.kernels.doors import decide_once, list_beliefs
from ferrovia.bots.kernels.worlds import imagine_world
from ferrovia.bots.workbench import Workbench
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import MAX_PLAYERS, MAX_TICKETS

WORLDS: Final = 100
EVERY: Final = 6  # decisions between two positions
FIFTHS: Final = 5
RIGHT, BLINDLY, POSITIONS, COLUMNS = 0, 1, 2, 3


@kernel
def count_right(boards, views, reals, seat, seen, beliefs, key, worlds, states, works):
    """How many of the rival's tickets so many worlds have right, all together."""
    right = 0
    for number in range(worlds):
        states[1] = views[0]
        imagine_world(boards[0], views[0], seat, seen, beliefs, key, number, states[1], works[0])
        for ticket in range(boards[0].tickets):
            if reals[0].ticket_at[ticket] == 1 - seat and states[1].ticket_at[ticket] == 1 - seat:
                right += 1
    return right


def look_at(game: Game, seat: int, bench: Workbench, key: Any) -> tuple[float, float, float]:
    """The shares of the rival's tickets that worlds have right, by belief and blindly, and seconds for one world."""
    view, real = game.view(seat), game.states[0]
    beliefs = np.zeros((MAX_PLAYERS, MAX_TICKETS))
    list_beliefs(bench.boards, bench.roads, view.states, seat, view.seen, bench.minds, beliefs)
    shares = []
    began = time.perf_counter()
    for some in (np.sign(beliefs), beliefs):
        began = time.perf_counter()
        right = count_right(
            bench.boards, view.states, game.states, seat, view.seen, some, key, WORLDS, bench.states, bench.desk.works
        )
        shares.append(right / WORLDS / int(real.tickets_held[1 - seat]))
    return shares[1], shares[0], (time.perf_counter() - began) / WORLDS


def measure(name: str, games: int) -> None:
    board = load_board(name)
    bench, found, times = Workbench(board), np.zeros((FIFTHS, COLUMNS)), []
    for number in range(games):
        game, decision = Game(board, players=2, seed=number), 0
        while not game.is_over:
            seat = min(game.actors)
            rival = game.states[0].trains[1 - seat], game.states[0].tickets_held[1 - seat]
            if decision % EVERY == number % EVERY and rival[1] > 0:
                fifth = min(int(FIFTHS * (1 - int(rival[0]) / board.trains)), FIFTHS - 1)
                *shares, seconds = look_at(game, seat, bench, np.full(8, 7 + number, dtype=np.int32))
                found[fifth] += [*shares, 1]
                times.append(seconds)
            view = game.view(seat)
            desk = bench.desk
            code = decide_once(bench.boards, bench.roads, view.states, seat, bench.minds, desk.legal, bench.planner)
            game.play(decode(board, int(code)), seat=seat)
            decision += 1
    shares = found[:, :POSITIONS] / np.maximum(found[:, POSITIONS:], 1)
    told = "  ".join(f"{right:3.0%} ({blindly:.0%})" for right, blindly in shares)
    print(
        f"{name:10} {told}   {1e6 * float(np.median(times)):.1f} us a world, {found[:, POSITIONS].sum():.0f} positions"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How well imagined worlds guess a rival's tickets.")
    parser.add_argument("boards", nargs="*", default=["europe", "new_york", "london", "amsterdam"])
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    for name in asked.boards:
        measure(name, asked.games)


if __name__ == "__main__":
    main()
