"""Measures how strong the shipped networks are, and how accurate their chances to win.

    python -m benchmarks.network strength [BOARD ...] [--deals 200] [--players 2]   against planners, without searching
    python -m benchmarks.network match FILE [RIVAL] [--deals 200] [--players 2]     one file of weights against another
    python -m benchmarks.network calibration [BOARD ...] [--results 2400]           in games that nothing was fitted to
    python -m benchmarks.network calibration --fit                                  fit it again first, to other games
    python -m benchmarks.network curve [--board europe] [--players 2]               how long a replay's curve takes

`strength` and `match` play fixed deals, each once from every seat. `match` seats one network among copies of the other,
or among planners. `calibration` plays networks against each other and compares
the predicted chances of seats with the shares they won; it writes `benchmarks/results/calibration.json` and draws
`docs/pictures/calibration.svg`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.network.calibration import Reliability, fit, gather, reliability
from benchmarks.network.diagram import draw

from ferrovia.boards import board_names, load_board
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.chances import chance_curve
from ferrovia.bots.network.calibration import (
    SUFFIX,
    TO_ACT,
    Calibration,
    digest_of,
    load_calibration,
    save_calibration,
)
from ferrovia.bots.network.guided import PARTS
from ferrovia.bots.network.judge import Judge, chances_of
from ferrovia.bots.network.reader import FOLDER, Reader, network_for, read_network
from ferrovia.bots.network.weights import WeightsError, load_weights
from ferrovia.engine import prepare, usable_cores
from ferrovia.game import Game
from ferrovia.training.evaluate import play_match

ROOT: Final = Path(__file__).parents[2]
TRAINED: Final = ROOT / "src/ferrovia/bots/network" / FOLDER
RESULTS: Final = ROOT / "benchmarks/results/calibration.json"
PICTURE: Final = ROOT / "docs/pictures/calibration.svg"
FITTED_TO: Final = 500_000  # seeds of the games that calibrations are fitted to, from here; other seeds are held out


def strength(options: argparse.Namespace) -> None:
    for name in options.boards:
        network = network_for(load_board(name))
        assert network is not None, "every built-in board has one"
        began = time.perf_counter()
        match = play_match(
            network.features,
            network.choose,
            players=options.players,
            deals=options.deals,
            seed=options.seed,
            threads=usable_cores(),
        )
        took = time.perf_counter() - began
        print(f"{name}, {options.players} players: {match} points; {took:.0f} s", flush=True)


def match(options: argparse.Namespace) -> None:
    board = load_board(load_weights(options.file).about["board"])
    fewest, most = board.players
    if not fewest <= options.players <= most:
        raise SystemExit(f"{board.id} is for {fewest} to {most} players, not {options.players}")
    if options.deals < 1:
        raise SystemExit("--deals has to be at least 1")
    network = read_network(options.file, board)
    rival = read_network(options.rival, board) if options.rival else None
    if rival is not None and rival.features.style != network.features.style:
        raise SystemExit(f"{options.file} and {options.rival} plan in different styles, so they see different rows")
    found = play_match(
        network.features,
        network.choose,
        rival=rival.choose if rival is not None else None,
        players=options.players,
        deals=options.deals,
        seed=options.seed,
        threads=usable_cores(),
    )
    print(f"{board.id}, {options.players} players: {found} points", flush=True)


# --- calibration ------------------------------------------------------------------------------------------------------
def fit_board(name: str, count: int) -> None:
    board = load_board(name)
    network, weights = network_for(board), TRAINED / f"{name}.npz"
    assert network is not None
    fits = {}
    for players in range(board.players[0], board.players[1] + 1):
        positions = gather(Judge(Reader(network, players), None), count // players, FITTED_TO)
        fits[players] = fit(positions)
        print(f"{name}, {players} players: {fits[players]}, {len(positions.raw)} positions", flush=True)
    about = {"results": count, "first_seed": FITTED_TO, "date": time.strftime("%Y-%m-%d", time.gmtime())}
    save_calibration(TRAINED / f"{name}{SUFFIX}", Calibration(name, digest_of(weights), about, fits))


def look_at(name: str, count: int, seed: int) -> dict[str, Any]:
    """Per number of players, how reliable the chances are in games that nothing was fitted to."""
    board = load_board(name)
    network = network_for(board)
    assert network is not None
    calibration = load_calibration(TRAINED / f"{name}{SUFFIX}", board, TRAINED / f"{name}.npz")
    found = {}
    for players in range(board.players[0], board.players[1] + 1):
        games = count // players
        positions = gather(Judge(Reader(network, players), None), games, seed)
        own = calibration.of_seats(positions.raw, positions.kinds, players)
        to_act = positions.kinds == TO_ACT
        kinds = {
            "network": reliability(chances_of(positions.raw[to_act]), positions.wins[to_act]),
            "to_act": reliability(chances_of(own[to_act]), positions.wins[to_act]),
            "not_to_act": reliability(chances_of(own[~to_act]), positions.wins[~to_act]),
            "together": reliability(calibration.of_all(own, players), positions.wins),
        }
        errors = ", ".join(f"{kind} {each.error:.1f}" for kind, each in kinds.items())
        print(f"{name}, {players} players, {games} games, {len(own)} positions: points off {errors}", flush=True)
        found[str(players)] = {kind: _as_data(each) for kind, each in kinds.items()}
    return {
        "results": count,
        "seed": seed,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "weights": calibration.weights,
        "players": found,
    }


def _as_data(found: Reliability) -> dict[str, Any]:
    return {
        "error": round(found.error, 2),
        "counts": found.counts.tolist(),
        "told": found.told.round(4).tolist(),
        "won": found.won.round(4).tolist(),
    }


def calibration(options: argparse.Namespace) -> None:
    prepare(*PARTS)
    for name in options.boards:
        if options.fit:
            fit_board(name, options.results)
        found = look_at(name, options.results, options.seed)
        results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        results = {each: found if each == name else results.get(each) for each in board_names()}
        results = {each: data for each, data in results.items() if data is not None}
        RESULTS.write_text(json.dumps(results) + "\n", encoding="utf-8")
        PICTURE.write_text(draw(results), encoding="utf-8")


# --- the curve of a replay --------------------------------------------------------------------------------------------
def curve(options: argparse.Namespace) -> None:
    prepare(*PARTS)
    game = Game(options.board, players=options.players, seed=options.seed)
    beginning, rng = game.copy(), np.random.default_rng(options.seed)
    bots = [new_bot("network") for _ in range(options.players)]
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        game.play(bots[seat].choose(view, view.legal_actions(), rng, Budget(simulations=1)), seat=seat)
    took, busy = [], []
    for _ in range(5):
        began, used = time.perf_counter(), time.process_time()
        found = chance_curve(beginning, game.moves)
        took.append(time.perf_counter() - began)
        busy.append(time.process_time() - used)
    change = np.abs(np.diff(found.together.chance[:-1], axis=0)).mean()
    print(f"{options.board}, {options.players} players, {len(game.moves)} moves, five times:")
    print(f"  seconds by the clock {min(took):.2f} to {max(took):.2f}, of processor time {min(busy):.2f} at least")
    print(f"  a move changes a seat's chance by {100 * change:.1f} points on average")


def _add_match_options(way: argparse.ArgumentParser) -> None:
    way.add_argument("--deals", type=int, default=200)
    way.add_argument("--players", type=int, default=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(required=True)
    for run in (strength, calibration):
        way = ways.add_parser(run.__name__)
        way.set_defaults(run=run)
        way.add_argument("boards", nargs="*", default=board_names())
        way.add_argument("--seed", type=int, default=2026)
        if run is strength:
            _add_match_options(way)
        else:
            way.add_argument("--results", type=int, default=2400, help="games times seats, for each number of players")
            way.add_argument("--fit", action="store_true", help="fit the calibration first, and write it")
    way = ways.add_parser("match")
    way.set_defaults(run=match)
    way.add_argument("file", type=Path)
    way.add_argument("rival", type=Path, nargs="?", help="planners by default")
    way.add_argument("--seed", type=int, default=2026)
    _add_match_options(way)
    way = ways.add_parser("curve")
    way.set_defaults(run=curve)
    way.add_argument("--board", default="europe")
    way.add_argument("--players", type=int, default=2)
    way.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    try:
        options.run(options)
    except WeightsError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
