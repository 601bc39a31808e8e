"""Random play in every environment: the shortest loops that work.

python examples/random_loop.py [--steps 2000]
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import ferrovia.environments.gymnasium_env  # noqa: F401 - registers Ferrovia-v1
from ferrovia.environments.gymnasium_vector import FerroviaVectorEnv
from ferrovia.environments.pettingzoo_env import env


def one_agent_after_the_other(steps: int) -> None:
    """PettingZoo: three agents in London."""
    table = env("london", players=3)
    table.reset(seed=1)
    for agent in table.agent_iter(steps):
        observation, _reward, ended, cut_off, info = table.last()
        if ended or cut_off:
            print(f"  {agent}: {info['total']} points")
            table.step(None)
        else:
            table.step(table.action_space(agent).sample(observation["action_mask"]))


def one_agent_against_a_bot(steps: int) -> None:
    """Gymnasium: a random agent against `simple` in Amsterdam."""
    table = gymnasium.make("Ferrovia-v1", board="amsterdam", opponents=["simple"], disable_env_checker=True)
    _, info = table.reset(seed=1)
    table.action_space.seed(1)
    for _ in range(steps):
        _, reward, ended, _, info = table.step(table.action_space.sample(info["action_mask"]))
        if ended:
            print(f"  the agent in seat {info['seat']}: reward {reward:+.0f}, points {info['totals']}")
            break


def many_games_at_once(steps: int) -> None:
    """Gymnasium's vector environment: a thousand games of New York side by side."""
    tables = FerroviaVectorEnv("new_york", num_envs=1000)
    _, infos = tables.reset(seed=1)
    games, points = 0, 0
    for _ in range(max(1, steps // 20)):
        _, _, ended, _, infos = tables.step(tables.sample())
        games += int(ended.sum())
        points += int(infos["totals"][ended].sum())
    print(f"  {games} games ended, {points / max(1, 2 * games):.1f} points a player on average")
    tables.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000)
    options = parser.parse_args()
    np.random.seed(1)
    for show in (one_agent_after_the_other, one_agent_against_a_bot, many_games_at_once):
        print(show.__doc__)
        show(options.steps)


if __name__ == "__main__":
    main()
