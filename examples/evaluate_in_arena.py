"""A trained agent in a tournament beside the scripted bots: every pair, paired deals, ratings with intervals.

    python examples/evaluate_in_arena.py [--deals 50] [--agent FILE] [--bots one_step simple greedy random]

It is `ferrovia tournament trained_agent:NewYorkAgent one_step ...`, started in this folder, where the agent is found.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--agent", type=Path, default=HERE / "new_york_ppo.npz")
    parser.add_argument("--bots", nargs="+", default=["one_step", "simple", "greedy", "random"])
    parser.add_argument("--processes", type=int)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    command = [sys.executable, "-m", "ferrovia", "tournament", "trained_agent:NewYorkAgent", *options.bots]
    command += ["--board", "new_york", "--deals", str(options.deals)]
    command += ["--processes", str(options.processes)] if options.processes else []
    command += ["--json", str(options.json.resolve())] if options.json else []
    with tempfile.TemporaryDirectory() as folder:
        command += ["--results", str(Path(folder) / "games.jsonl")]
        environment = os.environ | {"FERROVIA_AGENT": str(options.agent.resolve())}
        subprocess.run(command, cwd=HERE, env=environment, check=True)


if __name__ == "__main__":
    main()
