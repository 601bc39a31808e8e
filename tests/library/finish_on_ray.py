"""A program: starts a game here, lets a Ray worker finish it, and prints the digest at the end and the moves played.

It is a process of its own because Ray leaves threads, warnings and open files behind.
"""

from __future__ import annotations

import sys
from pathlib import Path

import ray

from ferrovia import Game


@ray.remote
def finish(game: Game) -> Game:
    while not game.is_over:
        seat = min(game.actors)
        game.play(game.legal_codes(seat)[-1], seat=seat)
    return game


def main() -> None:
    # "local": a cluster of other programs on this machine is not ours to use
    ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False, object_store_memory=80 * 1024 * 1024)
    game = ray.get(finish.remote(Game(Path(sys.argv[1]), players=2, seed=3)))
    print(game.digest(), len(game.moves))
    ray.shutdown()


if __name__ == "__main__":
    main()
