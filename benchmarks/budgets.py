"""How many simulations a budget in seconds buys on one core, so that matches by time can be repeated by simulations.

    python benchmarks/budgets.py [BOARD ...] [--players 2] [--seconds 0.25] [--positions 40]

It asks `search` and `master` in positions from games between planners, with one thread. Simulations are cheap late in a
game, so the answer is the number that takes this time on average over whole games, not the number that this time buys
in a typical position. With more players every simulation takes longer. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from ferrovia.boards import board_names
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.guided import PARTS, GuidedStudy
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.search.halving import Study
from ferrovia.engine import prepare
from ferrovia.game import Game
from ferrovia.views import View


def positions(board: str, players: int, count: int) -> list[View]:
    """Positions with a choice, spread over games between planners."""
    found: list[View] = []
    rng, wait = np.random.default_rng(1), 0
    for seed in range(count):
        game, bots = Game(board, players=players, seed=seed), [new_bot("planner") for _ in range(players)]
        while not game.is_over and len(found) < count:
            seat = min(game.actors)
            view = game.view(seat)
            legal = view.legal_actions()
            wait -= 1
            if len(legal) > 1 and wait < 0:
                found.append(view)
                wait = 11  # steps ahead, to cover all phases of a game
            game.play(bots[seat].choose(view, legal, rng, Budget(simulations=1)), seat=seat)
    return found


def simulations(study: Study, budget: Budget) -> tuple[int, float] | None:
    """How many simulations a search made and in which time; None if there was nothing to choose."""
    if len(study.actions) == 1:
        return None
    began = time.thread_time()
    study.run(budget)
    took = time.thread_time() - began
    return sum(finding.simulations for finding in study.findings()), took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=board_names())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.25)
    parser.add_argument("--positions", type=int, default=40)
    options = parser.parse_args()
    prepare(*PARTS)
    for board in options.boards:
        views = positions(board, options.players, options.positions)
        bench, network = Workbench(views[0].board), network_for(views[0].board)
        assert network is not None, "every built-in board has one"
        reader, budget = Reader(network, options.players), Budget(seconds=options.seconds)
        studies: dict[str, Any] = {
            "search": lambda view, bench=bench: Study(view, np.random.default_rng(1), [bench]),
            "master": lambda view, bench=bench, reader=reader: GuidedStudy(
                view, np.random.default_rng(1), [bench], [reader]
            ),
        }
        for name, new_study in studies.items():
            new_study(views[0]).run(budget)  # the first one warms up
            found = [each for view in views if (each := simulations(new_study(view), budget)) is not None]
            costs = np.array([seconds / count for count, seconds in found])
            low, high = np.percentile(options.seconds / costs, [25, 75]).astype(int).tolist()
            print(
                f"{board}, {options.players} players: {name}@{options.seconds / costs.mean():.0f} takes "
                f"{options.seconds:g} s a move on average (half of the positions: {low} to {high} simulations in that "
                f"time); {len(found)} positions",
                flush=True,
            )


if __name__ == "__main__":
    main()
