"""Put a trained network into the package, if it beats the one that is there.

    python -m tools.ship_network europe-network.npz [--deals 500]

It is written in eight bits per weight. As they would be shipped, the new one sits among copies of the old one, with two
and with four players, and is kept if it wins more than its share overall. Both also play planners on the same deals, to
show what the gain is worth against others.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from ferrovia.boards import load_board
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import FOLDER, read_network
from ferrovia.bots.network.weights import load_weights, save_weights
from ferrovia.engine import usable_cores
from ferrovia.training.evaluate import Match, Policy, play_match

TRAINED = Path(__file__).parents[1] / "src/ferrovia/bots/network" / FOLDER
MOST_BYTES = 2_000_000


def strength(network: Network, deals: int, seed: int, rival: Policy | None = None) -> list[Match]:
    """Against planners, or against a rival: two players, and four."""
    threads = usable_cores()
    return [
        play_match(
            network.features, network.choose, rival=rival, players=players, deals=count, seed=seed, threads=threads
        )
        for players, count in ((2, deals), (4, max(deals // 2, 2)))
    ]


def worth(matches: list[Match]) -> float:
    """The mean of the shares won, each relative to a fair share."""
    return sum(match.won * match.players for match in matches) / len(matches)


def told(matches: list[Match]) -> str:
    return f"two players {matches[0]}; four players {matches[1]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    weights = load_weights(options.checkpoint)
    board = load_board(weights.about["board"])
    shipped = TRAINED / f"{board.id}.npz"
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / shipped.name
        save_weights(small, weights, eight_bits=True)
        size = small.stat().st_size
        if size > MOST_BYTES:
            sys.exit(f"{options.checkpoint}: {size} bytes in eight bits a weight; at most {MOST_BYTES} are shipped")
        new = read_network(small, board)
        print(f"{board.id}, new against planners: {told(strength(new, options.deals, options.seed))}; {size} bytes")
        if shipped.exists():
            old = read_network(shipped, board)
            print(f"{board.id}, old against planners: {told(strength(old, options.deals, options.seed))}")
            if new.features.style != old.features.style:
                sys.exit("They plan in different styles, so they cannot read the same positions: decide for yourself.")
            matches = strength(new, options.deals, options.seed, old.choose)
            print(f"{board.id}, new against old: {told(matches)}")
            if worth(matches) <= 1:
                sys.exit("The old one stays.")
        TRAINED.mkdir(exist_ok=True)
        shipped.write_bytes(small.read_bytes())
        print(f"written to {shipped}; now calibrate it: python -m benchmarks.network calibration {board.id} --fit")


if __name__ == "__main__":
    main()
