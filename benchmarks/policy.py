"""How long one decision of the policy takes in compiled games: the planner's, and the light one of imagined games.

    python benchmarks/policy.py

The planner makes a new plan for every decision; imagined games keep a plan until another player breaks it. Times are
processor times, including the rules' own work after each decision, for two such seats: the best of several rounds.
"""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np

from ferrovia import load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.learned import LEARNED_BOARDS
from ferrovia.bots.search.imagined_games import RESULT_COLUMNS, play_games
from ferrovia.engine import prepare

GAMES: Final = 400
ROUNDS: Final = 5
KEY: Final = np.ones(8, dtype=np.int32)


def seconds_a_decision(bench: Workbench, styles: Any, games: int, rounds: int) -> float:
    """Processor time per decision in games of two such players."""
    results, best = np.zeros((games, 2, RESULT_COLUMNS)), np.inf
    for _ in range(rounds):
        began = time.thread_time()
        decisions = play_games(bench.for_kernels(styles), KEY, 0, 2, results)
        best = min(best, (time.thread_time() - began) / decisions)
    return best


def main(games: int = GAMES, rounds: int = ROUNDS) -> None:
    prepare("rules")
    print("microseconds a decision   planner   in imagined games")
    for name in LEARNED_BOARDS:
        bench = Workbench(load_board(name))
        planner = bench.planner.copy()
        planner["fresh"] = 1.0
        times = [1e6 * seconds_a_decision(bench, styles, games, rounds) for styles in (planner, bench.rollouts)]
        print(f"{name:24}  {times[0]:7.2f}   {times[1]:17.2f}")


if __name__ == "__main__":
    main()
