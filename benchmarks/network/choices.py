"""Compares searches by their choices in positions, which shows small gains sooner than matches do.

    python -m benchmarks.network.choices gather new_york --players 4 --positions 200 --out positions.jsonl
    python -m benchmarks.network.choices compare positions.jsonl --variants AmongLightThree@1400 AmongLightFiveOpen@900

`gather` plays games of `master` among `search` and stops at some decisions of `master`. There it plays all candidates
to the end in the same imagined worlds; with --turns it stops earlier, and the network judges. In these worlds the
network plays the seat and, with more than two players, the light policy the others.

`compare` lets variants (benchmarks/network/variants.py) choose in these positions. It shows how many points of the
chance to win their choices gain over the network's own choice, and over the first variant's. These points are true
only if the opponents play as imagined, so confirm a gain in a tournament.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.network import variants

from ferrovia.boards import board_names, load_board
from ferrovia.bots import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.guided import PARTS, GuidedStudy, Manner, Players, manner_for
from ferrovia.bots.network.master import MasterBot
from ferrovia.bots.network.one_thread import one_thread
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.search.bot import SearchBot
from ferrovia.bots.search.imagined_games import TO_THE_END
from ferrovia.engine import prepare
from ferrovia.game import Game
from ferrovia.views import View

KEYS: Final = {"board", "players", "seed", "moves", "seat", "candidates", "wins"}  # of a gathered position
CANDIDATES: Final = 10
SHARE: Final = 0.2  # of the decisions with a choice
SETS: Final = 2  # of imagined worlds in which candidates are tried, numbered from 0
PLAYED: Final = Budget(simulations=300)  # per move of the games that lead to the positions


class Studies:
    """Studies of positions of one board and number of players."""

    def __init__(self, view: View) -> None:
        network = network_for(view.board)
        assert network is not None, "every built-in board has one"
        self._benches, self._readers = [Workbench(view.board)], [Reader(network, view.players)]

    def of(self, view: View, manner: Manner, seed: int) -> GuidedStudy:
        return GuidedStudy(view, np.random.default_rng(seed), self._benches, self._readers, manner=manner)


# --- gathering --------------------------------------------------------------------------------------------------------
def decisions(board: str, players: int, seed: int) -> Iterator[tuple[int, Game, View]]:
    """Decisions of `master` in games among `search`, each with the seed of its game."""
    master, search = MasterBot(threads=1), SearchBot(threads=1)
    while True:
        game, rng = Game(board, players=players, seed=seed), np.random.default_rng(seed)
        while not game.is_over:
            seat = min(game.actors)
            view, legal, is_master = game.view(seat), game.legal_actions(seat), seat == seed % players
            if is_master and len(legal) > 1 and rng.random() < SHARE:
                yield seed, game, view
            game.play((master if is_master else search).choose(view, legal, rng, PLAYED), seat=seat)
        seed += 1


def chances(study: GuidedStudy, worlds: int) -> list[float]:
    """The share of games won by candidate, all in the same worlds."""
    with one_thread():
        study.try_worlds(worlds)
    wins = {finding.code: finding.win for finding in study.findings()}
    return [round(wins[code], 5) for code in study.actions.tolist()]


def check(options: argparse.Namespace) -> None:
    """Rejects impossible options before a file is written."""
    fewest, most = load_board(options.board).players
    if not fewest <= options.players <= most:
        raise SystemExit(f"{options.board} is for {fewest} to {most} players, not {options.players}")
    for name, least in (("positions", 1), ("worlds", SETS), ("turns", 1), ("seed", 0)):
        if getattr(options, name) < least:
            raise SystemExit(f"--{name} has to be at least {least}")
    if options.out.exists():
        raise SystemExit(f"{options.out}: the file exists; name another one")


def gather(options: argparse.Namespace) -> None:
    check(options)
    imagined = Players.NETWORK if options.players == 2 else Players.NETWORK_AMONG_LIGHT
    thorough = Manner(imagined, turns=options.turns, candidates=CANDIDATES, margin=0.0, doubt=0.0, trust=0.0)
    studies, count = None, 0
    with options.out.open("x", encoding="utf-8") as file:
        for seed, game, view in decisions(options.board, options.players, options.seed):
            studies = studies or Studies(view)
            pair = [studies.of(view, thorough, number) for number in range(SETS)]
            if len(pair[0].actions) == 1:
                continue
            position = {
                "board": options.board,
                "players": options.players,
                "seed": seed,
                "moves": game.moves,
                "seat": view.seat,
                "candidates": pair[0].actions.tolist(),
                "wins": [chances(study, options.worlds // SETS) for study in pair],
            }
            print(json.dumps(position), file=file, flush=True)
            count += 1
            print(f"{count} of {options.positions} positions", flush=True)
            if count == options.positions:
                return


# --- comparing --------------------------------------------------------------------------------------------------------
def view_of(position: dict[str, Any]) -> View:
    game = Game(position["board"], players=position["players"], seed=position["seed"])
    for seat, code in position["moves"]:
        game.play(code, seat=seat)
    return game.view(position["seat"])


def read_positions(file: Path) -> list[dict[str, Any]]:
    try:
        positions = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    except OSError as error:
        raise SystemExit(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise SystemExit(f"{file}: not a file of gathered positions: {error}") from error
    if not positions or not all(isinstance(position, dict) and position.keys() >= KEYS for position in positions):
        raise SystemExit(f"{file}: not a file of gathered positions")
    return positions


def gain_of(position: dict[str, Any], code: int) -> float:
    """How much likelier to win this choice is than the network's own, the first candidate; NaN for other actions."""
    candidates = position["candidates"]
    if code not in candidates:
        return float("nan")
    wins = np.mean(position["wins"], axis=0)
    return float(wins[candidates.index(code)] - wins[0])


def best_gain(position: dict[str, Any]) -> float:
    """The gain of the best candidate: chosen in one set of worlds and valued in the other, so luck does not count."""
    one, other = np.array(position["wins"])
    return float((other[one.argmax()] - other[0] + one[other.argmax()] - one[0]) / 2)


def points(gains: Any) -> str:
    known = gains[~np.isnan(gains)]
    return f"{100 * known.mean():+.2f} ± {196 * known.std() / np.sqrt(len(known)):.2f}"


def variant_and_budget(text: str) -> tuple[str, type[MasterBot], Budget]:
    name, _, simulations = text.partition("@")
    bot = getattr(variants, name, None)
    if not (isinstance(bot, type) and issubclass(bot, MasterBot)):
        raise argparse.ArgumentTypeError(f"{name!r} is not a variant in {Path(variants.__file__).name}")
    if not simulations.isdecimal() or int(simulations) == 0:
        raise argparse.ArgumentTypeError(f"say after how many simulations it chooses, as in {name}@1000")
    return text, bot, Budget(simulations=int(simulations))


def compare(options: argparse.Namespace) -> None:
    positions = [position for file in options.files for position in read_positions(file)]
    if len({(position["board"], position["players"]) for position in positions}) != 1:
        raise SystemExit("compare needs positions of one board and one number of players")
    views = [view_of(position) for position in positions]
    studies, gains_of_first = Studies(views[0]), None
    best = np.array([best_gain(position) for position in positions])
    print(f"{len(positions)} positions; points over the network's choice: {points(best)} for the best candidate")
    for name, bot, budget in options.variants:
        began, gains = time.thread_time(), np.empty(len(views))
        for number, (position, view) in enumerate(zip(positions, views, strict=True)):
            study = studies.of(view, bot.manner or manner_for(view), SETS + number)  # in other worlds than `gather`
            study.run(budget)
            gains[number] = gain_of(position, study.best())
        each = (time.thread_time() - began) / len(views)
        if gains_of_first is None:
            beside, gains_of_first = "", gains
        else:
            beside = f", {points(gains - gains_of_first)} over {options.variants[0][0]}"
        print(f"{name}: {points(gains)}{beside}; {each:.3f} s a position", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(required=True)
    way = ways.add_parser("gather", help="play, and try all candidates in some positions")
    way.set_defaults(run=gather)
    way.add_argument("board", choices=board_names())
    way.add_argument("--players", type=int, default=2)
    way.add_argument("--positions", type=int, default=100)
    way.add_argument("--worlds", type=int, default=1000)
    way.add_argument("--turns", type=int, default=TO_THE_END, help="of the seat until the network judges")
    way.add_argument("--seed", type=int, default=1)
    way.add_argument("--out", type=Path, required=True)
    way = ways.add_parser("compare", help="let variants choose in gathered positions")
    way.set_defaults(run=compare)
    way.add_argument("files", type=Path, nargs="+", metavar="FILE", help="gathered positions of one board")
    way.add_argument("--variants", type=variant_and_budget, nargs="+", required=True, metavar="NAME@SIMULATIONS")
    options = parser.parse_args()
    prepare(*PARTS)
    options.run(options)


if __name__ == "__main__":
    main()
