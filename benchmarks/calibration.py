"""Is a network's chance to win true? Games of networks against each other, and how often who was told x % won.

    python benchmarks/calibration.py [BOARD ...] [--games 400] [--players 2]

Prints, for ten classes of chances, how many decisions fell into it, the mean chance told and the share that was won,
and the expected calibration error: the mean distance between the two, weighted by decisions. No network
was trained on these deals.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from ferrovia.boards import board_names, load_board
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import network_for
from ferrovia.bots.network.sight import Viewer
from ferrovia.environments.batch import Batch

CLASSES = 10


def play(network: Network, games: int, players: int, seed: int) -> tuple[Any, Any]:
    """The chance that the network gave the acting seat at every decision, and what that seat won."""
    sight, viewer = network.sight, Viewer(network.sight)
    batch = Batch(sight.board, players=players, games=games, seed=seed, wilds="fewest", threads=1)
    out = batch.reset()
    rows, planned = np.zeros((games, sight.size), dtype=np.uint8), np.zeros(games, dtype=np.int64)
    told: list[list[tuple[int, float]]] = [[] for _ in range(games)]
    chances, wins = [], []
    done = np.zeros(games, dtype=np.bool_)
    while not done.all():
        viewer.view(players, batch.states, out.seats, out.observations, rows, out.masks, planned)
        outputs = network.outputs(rows)
        win, actions = network.win_chance(outputs), network.logits(outputs, rows, out.masks).argmax(axis=1)
        for game in np.flatnonzero(~done):
            told[game].append((int(out.seats[game]), float(win[game])))
        out = batch.step(actions)
        for game in np.flatnonzero((out.dones != 0) & ~done):
            won = out.ranks[game] == 0
            for seat, chance in told[game]:
                chances.append(chance)
                wins.append(won[seat] / won.sum())
            done[game] = True
    return np.array(chances), np.array(wins)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=board_names())
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=77_777)
    options = parser.parse_args()
    for name in options.boards:
        network = network_for(load_board(name))
        if network is None:
            print(f"{name}: no network")
            continue
        chances, wins = play(network, options.games, options.players, options.seed)
        place = np.minimum((chances * CLASSES).astype(int), CLASSES - 1)
        error = 0.0
        print(f"{name}, {options.players} players, {options.games} games, {len(chances)} decisions")
        for number in range(CLASSES):
            here = place == number
            if here.any():
                error += abs(chances[here].mean() - wins[here].mean()) * here.mean()
                told, won = 100 * chances[here].mean(), 100 * wins[here].mean()
                print(f"  {here.sum():7d} told {told:5.1f} %  won {won:5.1f} %")
        print(f"  expected calibration error {100 * error:.1f} points", flush=True)


if __name__ == "__main__":
    main()
