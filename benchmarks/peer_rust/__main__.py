"""Ferrovia beside the fastest public engine, edwisdom/ticket_to_ride (Rust): random games on the USA board, one core.

    python -m benchmarks.peer_rust CHECKOUT [--rounds 15] [--out FILE]
    python -m benchmarks.peer_rust CHECKOUT --bot FOLDER       its scripted player, to be played against

CHECKOUT is a clone of the peer; none of its code is kept here. Its core crate alone is built with its own release
profile, against Debian's librust-rayon-dev and librust-blake2b-simd-dev, so without a network. Both programs are pinned
to one core and take turns; numbers are games per second of processor time. The peer lists one payment per colour and
route. Ferrovia is measured with every payment, as it plays, and with the peer's list (`one_payment.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.peer_rust.one_payment import games_with_one_payment

from ferrovia.boards import load_board
from ferrovia.cli.benchmark.machine import machine_facts
from ferrovia.engine import loops, prepare
from ferrovia.simulation import Player

HERE: Final = Path(__file__).parent
REGISTRY: Final = Path("/usr/share/cargo/registry")
GAMES: Final = 1_000  # a round
BOT: Final = "h3"  # the peer's strongest scripted player, by its own ladder
LINES: Final = ((2, True), (2, False), (4, True))  # players, with final scores
WAYS: Final = ("every payment", "one payment per colour")  # that Ferrovia lists

MANIFEST: Final = """
[package]
name = "playouts"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "playouts"
path = "main.rs"

[[bin]]
name = "bot"
path = "bot.rs"

[dependencies]
ttr-core = { path = "ttr-core" }

[profile.release]
lto = "fat"
codegen-units = 1
"""
CORE: Final = """
[package]
name = "ttr-core"
version = "0.0.0"
edition = "2024"

[dependencies]
blake2b_simd = "1"
rayon = "1"
"""


def build(checkout: Path, folder: Path) -> Path:
    """The folder with the programs that play the peer's games and ask its scripted player."""
    if not REGISTRY.is_dir():
        raise SystemExit("install Debian's cargo, librust-rayon-dev and librust-blake2b-simd-dev first")
    core = folder / "ttr-core"
    shutil.copytree(checkout / "crates/ttr-core/src", core / "src")
    (core / "Cargo.toml").write_text(CORE, encoding="utf-8")
    (folder / "Cargo.toml").write_text(MANIFEST, encoding="utf-8")
    for program in ("main.rs", "bot.rs"):
        shutil.copy(HERE / program, folder)
    (folder / ".cargo").mkdir()
    source = f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{REGISTRY}"\n'
    (folder / ".cargo/config.toml").write_text(source, encoding="utf-8")
    environment = os.environ | {"RUSTFLAGS": "-C target-cpu=native"}  # Numba compiles for this processor too
    subprocess.run(["cargo", "build", "--release", "--offline"], cwd=folder, env=environment, check=True)
    return folder / "target/release"


def build_bot(checkout: Path, folder: Path) -> None:
    """The peer's scripted player and a description for `program:`; see `adapter.py`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ferrovia-peer-") as place:
        shutil.copy(build(checkout, Path(place)) / "bot", folder)
    command = [sys.executable, str(HERE.resolve() / "adapter.py"), str(folder / "bot"), BOT]
    about = "The strongest scripted player of edwisdom/ticket_to_ride, a bot that others wrote."
    text = f"command = {json.dumps(command)}\nabout = {json.dumps(about)}\n"
    (folder / f"{BOT}.toml").write_text(text, encoding="utf-8")
    print(f"ferrovia tournament planner program:{folder / f'{BOT}.toml'} --board usa")


class Peer:
    def __init__(self, program: Path, players: int, scores: bool) -> None:
        words = [str(program), str(players), str(GAMES), "scores" if scores else "none"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self) -> dict[str, float]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found: dict[str, float] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        self.process.communicate()


class Ours:
    def __init__(self, players: int, scores: bool, way: str) -> None:
        self.player = Player(load_board("usa"), players, 1)
        self.options = 0 if scores else loops.NO_SCORES
        self.games = loops.random_games if way == WAYS[0] else games_with_one_payment
        self.outcomes = np.zeros((GAMES, loops.OUTCOME_COLUMNS), dtype=np.int64)

    def play(self) -> dict[str, float]:
        player, desk = self.player, self.player.desk
        buffers = (player.boards, player.states, desk.sheets, desk.scratches, desk.legal, player.key)
        began = time.process_time()
        steps = self.games(*buffers, 0, player.players, player.seed, self.outcomes, self.options)
        return {"games": GAMES, "steps": int(steps), "seconds": time.process_time() - began}


def compare(program: Path, players: int, scores: bool, way: str, rounds: int) -> dict[str, Any]:
    """Runs both in turn, each first in every second round."""
    peer, ours = Peer(program, players, scores), Ours(players, scores, way)
    peer.play(), ours.play()
    pairs = []
    for number in range(rounds):
        if number % 2:
            theirs, own = peer.play(), ours.play()
        else:
            own, theirs = ours.play(), peer.play()
        pairs.append((GAMES / own["seconds"], GAMES / theirs["seconds"]))
    peer.close()
    own_speeds, their_speeds = zip(*pairs, strict=True)
    return {
        "players": players,
        "scores": scores,
        "ferrovia_lists": way,
        "ferrovia": statistics.median(own_speeds),
        "ferrovia_best": max(own_speeds),
        "ferrovia_steps_a_game": own["steps"] / GAMES,
        "peer": statistics.median(their_speeds),
        "peer_best": max(their_speeds),
        "peer_steps_a_game": theirs["steps"] / GAMES,
        "ratio": statistics.median(a / b for a, b in pairs),
        "ratio_of_best": max(own_speeds) / max(their_speeds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--bot", type=Path, metavar="FOLDER", help="build the peer's scripted player there instead")
    options = parser.parse_args()
    if options.bot:
        build_bot(options.checkout, options.bot.resolve())
        return
    prepare("loops")
    with tempfile.TemporaryDirectory(prefix="ferrovia-peer-") as folder:
        program = build(options.checkout, Path(folder)) / "playouts"
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # both programs
        found = [compare(program, *line, way, options.rounds) for way in WAYS for line in LINES]
    for line in found:
        scores = "with" if line["scores"] else "without"
        name = f"USA, {line['players']} players, {scores} final scores, {line['ferrovia_lists']}"
        print(
            f"{name:64} ours {line['ferrovia']:>8,.0f} (best {line['ferrovia_best']:,.0f}), "
            f"theirs {line['peer']:>8,.0f} (best {line['peer_best']:,.0f}) games/s, "
            f"ratio {line['ratio']:.2f} (of the best {line['ratio_of_best']:.2f})"
        )
    if options.out:
        text = json.dumps({"machine": machine_facts(), "rounds": options.rounds, "lines": found}, indent=1)
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
