"""OpenSpiel's own information-set tree search plays a game of New York against a random player.

    python examples/open_spiel_search.py [--simulations 50] [--moves 1000]

The search asks the state for worlds that its player cannot tell from the real one (`resample_from_infostate`), so it
never looks at hidden cards.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ferrovia.environments.openspiel_game  # noqa: F401 - registers python_ferrovia


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--moves", type=int, default=1000, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = pyspiel.load_game("python_ferrovia", {"board": "new_york", "wilds": "fewest", "seed": options.seed})
    rng = np.random.RandomState(options.seed)
    search = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=options.simulations,
        random_state=rng,
    )
    state = game.new_initial_state()
    for _ in range(options.moves):
        if state.is_terminal():
            print(f"over: the search {state.returns()[0]:+.0f}, the random player {state.returns()[1]:+.0f}")
            break
        player = state.current_player()
        action = search.step(state) if player == 0 else rng.choice(state.legal_actions())
        print(f"{'search' if player == 0 else 'random'}: {state.action_to_string(player, action)}")
        state.apply_action(int(action))


if __name__ == "__main__":
    main()
