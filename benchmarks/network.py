"""How strong the shipped networks are against planners: fixed deals, each once from every seat, without searching.

python benchmarks/network.py [BOARD ...] [--deals 200] [--players 2]
"""

from __future__ import annotations

import argparse
import os
import time

from ferrovia.boards import board_names, load_board
from ferrovia.bots.network.reader import network_for
from ferrovia.training.evaluate import match_planner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=board_names())
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    for name in options.boards:
        network = network_for(load_board(name))
        if network is None:
            print(f"{name}: no network")
            continue
        began = time.perf_counter()
        match = match_planner(
            network.sight,
            network.choose,
            players=options.players,
            deals=options.deals,
            seed=options.seed,
            threads=os.cpu_count() or 1,
        )
        print(f"{name}, {options.players} players: {match} points; {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
