"""How the numbers in `src/ferrovia/bots/planner/learned/` were found, and how to find them for your own board.

    python benchmarks/learn.py europe --evolve 1800 --imagine-planners

Each step is left out unless asked for; what it does not learn stays as it is.

1. `--climb SECONDS`: the style of imagined games plays against itself with small random changes, on paired deals; what
   wins twice, the second time in three times as many games, is kept.
2. `--evolve SECONDS`: the planner's style plays the four scripted styles; many small random changes and their opposites
   are tried at once, and the style moves along those that did better (an evolution strategy).
   `--imagine-planners` then makes it the style of imagined games too, but for what rivals want.

`--duel FILE` learns nothing: the board's planner plays against the one of another such file, and says what it won.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia import Game, load_board
from ferrovia.actions import decode
from ferrovia.bots import new_bot
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.learned import learned_for
from ferrovia.bots.planner.style import STYLE_DEFAULTS, new_style
from ferrovia.bots.search.bridge import decide_once
from ferrovia.bots.search.imagined_games import RANK, RESULT_COLUMNS, play_games
from ferrovia.engine import prepare, usable_cores
from ferrovia.engine.state import MAX_PLAYERS

Style = dict[str, float]

LEARNED: Final = Path(__file__).parent.parent / "src" / "ferrovia" / "bots" / "planner" / "learned"
STYLES: Final = ("route_focus", "one_step", "long_route", "hungry")
AT_ONCE: Final = Budget(simulations=1)
FIXED: Final = frozenset({"orders", "fresh"})  # switches rather than numbers
MAY_BE_NEGATIVE: Final = frozenset({"ticket_gain", "keep_more", "longest", "blind", "filler_bar"})
NOT_ASKED: Final = {"block": 0.0, "avoid": 0.0, "urgent": 0.0}  # what rivals want: too slow for imagined games
ANEW: Final = {"fresh": 1.0}  # a new plan for every decision, as the bot makes it
PROOF: Final = 20  # times the deals of one comparison, at the end of a walk


def say(text: str) -> None:
    print(text, flush=True)


def for_all_seats(style: Style) -> Any:
    return np.repeat(new_style(**style), MAX_PLAYERS).view(np.recarray)


def style_of(values: Any) -> Style:
    return {name: float(values[name][0]) for name in STYLE_DEFAULTS}


def is_free(name: str) -> bool:
    return name not in FIXED


def within_bounds(style: Style) -> Style:
    return {n: value if n in MAY_BE_NEGATIVE or not is_free(n) else max(value, 0.01) for n, value in style.items()}


# --- 1: against itself ------------------------------------------------------------------------------------------------
def duel(bench: Workbench, one: Style, other: Style, deals: int, first: int) -> tuple[float, float]:
    """The share of wins of the first style over two-player games of paired deals, and its standard error."""
    shares = np.zeros((2, deals))
    key = np.ones(8, dtype=np.int32)
    for seat, pair in enumerate(((one, other), (other, one))):
        styles = bench.rollouts.copy()
        for i, style in enumerate(pair):
            styles[i] = new_style(**style)[0]
        results = np.zeros((deals, 2, RESULT_COLUMNS))
        play_games(bench.for_kernels(styles), key, first, 2, results)
        ranks = results[:, :, RANK]
        shares[seat] = np.where(ranks[:, 0] == ranks[:, 1], 0.5, ranks[:, seat] == 0)
    by_deal = shares.mean(axis=0)
    return float(by_deal.mean()), float(by_deal.std() / np.sqrt(deals))


def climb(bench: Workbench, style: Style, seconds: float, deals: int, rng: np.random.Generator) -> Style:
    """Changes up to four numbers by about a quarter, and keeps what wins."""
    names = [name for name in style if is_free(name)]
    best, first, tried, kept, began = dict(style), int(rng.integers(1 << 30)), 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        changed = dict(best)
        for name in rng.choice(names, size=rng.integers(1, 5), replace=False):
            changed[name] += 0.25 * max(abs(changed[name]), 0.2) * float(rng.normal())
        changed, tried = within_bounds(changed), tried + 1
        share, error = duel(bench, changed, best, deals, first)
        first += deals
        if share > 0.5 + 1.2 * error:
            share, error = duel(bench, changed, best, 3 * deals, first)
            first += 3 * deals
            if share > 0.5 + error:
                best, kept = changed, kept + 1
                say(f"climb {time.perf_counter() - began:5.0f} s: {tried} tried, {kept} kept, the last won {share:.1%}")
    return best


# --- 2: against the scripted styles -----------------------------------------------------------------------------------
Job = tuple[str, Style, str, int, int]  # board, style, opponent, first deal, deals


@lru_cache(maxsize=1)
def bench_for(name: str) -> Workbench:
    return Workbench(load_board(name))


def value(won: float, margin: float) -> float:
    """The value of a game: the share of the win, and something for the margin."""
    return won + 0.5 * float(np.tanh(margin / 40))


def play_style(job: Job) -> float:
    """The mean value of a style over some deals, played from both seats."""
    name, style, opponent, first, deals = job
    games = [play_one(name, style, opponent, deal, seat) for deal in range(first, first + deals) for seat in range(2)]
    return float(np.mean(games))


def play_one(name: str, style: Style, opponent: str, deal: int, own: int) -> float:
    """Play one deal against a scripted bot and return its value for the planner."""
    bench, other = bench_for(name), new_bot(opponent)
    game, rng, styles = Game(bench.board, players=2, seed=deal), np.random.default_rng(deal), for_all_seats(style)
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        if seat == own:
            code = decide_once(bench.boards, bench.roads, view.states, seat, bench.minds, bench.desk.legal, styles)
            action = decode(game.board, int(code))
        else:
            action = other.choose(view, view.legal_actions(), rng, AT_ONCE)
        game.play(action, seat=seat)
    mine, theirs = game.result().sheets[own], game.result().sheets[1 - own]
    won = 0.5 if mine.rank == theirs.rank else float(mine.rank < theirs.rank)
    return value(won, mine.total - theirs.total)


def evolve(
    board: str,
    style: Style,
    opponents: Sequence[str],
    seconds: float,
    deals: int,
    pairs: int,
    rng: np.random.Generator,
    play_all: Callable[[Iterable[Job]], list[float]],
) -> Style:
    """Moves along the changes that did better than their opposites, a little less far each time.

    The result must beat the start on fresh deals: such a walk can go astray.
    """
    names = [name for name in style if is_free(name)]
    sizes = np.array([max(abs(style[name]), 0.3) for name in names])
    begin = np.array([style[name] for name in names])
    place, drift, spread = np.zeros(len(names)), np.zeros(len(names)), 0.15
    generation, deal, began = 0, int(rng.integers(1 << 30)), time.perf_counter()

    def at(where: Any) -> Style:
        values = (begin + sizes * where).tolist()
        return within_bounds(style | dict(zip(names, values, strict=True)))

    while time.perf_counter() - began < seconds:
        changes = rng.normal(size=(pairs, len(names)))
        jobs = [
            (board, at(place + sign * spread * change), opponent, deal, deals)
            for change in changes
            for sign in (1, -1)
            for opponent in opponents
        ]
        values = np.array(play_all(jobs)).reshape(pairs, 2, -1).mean(axis=2)
        better = values[:, 0] - values[:, 1]
        slope = (better[:, None] * changes).mean(axis=0) / (2 * spread * (better.std() + 1e-6))
        drift = 0.8 * drift + 0.2 * slope
        step = 0.5 * spread * min(1.0, 20 / (generation + 10))
        place = place + step * drift / (np.linalg.norm(drift) / np.sqrt(len(names)) + 1e-9)
        generation, deal = generation + 1, deal + deals
        say(f"evolve {time.perf_counter() - began:5.0f} s: generation {generation}, value {values.mean():.3f}")
    found, many = at(place), PROOF * deals
    proof = [(board, tried, opponent, deal, many) for tried in (style, found) for opponent in opponents]
    before, after = np.array(play_all(proof)).reshape(2, -1).mean(axis=1)
    say(f"evolve: on fresh deals {before:.3f} before, {after:.3f} after; the better one stays")
    return found if after > before else style


# --- all together -----------------------------------------------------------------------------------------------------
def write_learned(file: Path, planner: Style, rollouts: Style) -> None:
    """The file that `ferrovia.bots.planner.learned` reads; one line per style."""

    def line(numbers: Style) -> str:
        return json.dumps({name: round(value, 4) for name, value in numbers.items()})

    text = f'{{\n "planner": {line(planner)},\n "rollouts": {line(rollouts)}\n}}\n'
    file.write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learn the planning bots' numbers for a board, by play.")
    parser.add_argument("board", help="a built-in board, or a path to a board file")
    parser.add_argument("--begin-with", metavar="BOARD", help="whose numbers to begin with, if not the board's own")
    parser.add_argument("--duel", type=Path, metavar="FILE", help="play against the planner of that file instead")
    parser.add_argument("--climb", type=float, default=0, metavar="SECONDS", help="improve the style of imagined games")
    parser.add_argument("--evolve", type=float, default=0, metavar="SECONDS", help="improve the planner's style")
    parser.add_argument("--against", default=",".join(STYLES), metavar="BOTS", help="whom --evolve plays")
    parser.add_argument("--imagine-planners", action="store_true", help="imagine games in the planner's style")
    parser.add_argument("--deals", type=int, default=1500, help="paired deals for one comparison of --climb")
    parser.add_argument("--pairs", type=int, default=24, help="changes tried at once by --evolve")
    parser.add_argument("--games", type=int, default=4, help="deals of each of them against each scripted style")
    parser.add_argument("--processes", type=int, default=usable_cores(), help="for --evolve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LEARNED, metavar="FOLDER")
    asked = parser.parse_args(arguments)
    board, rng = load_board(asked.board), np.random.default_rng(asked.seed)
    prepare("rules")
    bench, learned = Workbench(board), learned_for(load_board(asked.begin_with or asked.board))
    planner, rollouts = style_of(learned.planner), style_of(learned.rollouts)
    if asked.duel:
        other = json.loads(asked.duel.read_text(encoding="utf-8"))["planner"]
        share, error = duel(bench, planner | ANEW, other | ANEW, asked.deals, asked.seed)
        say(f"{board.id}: {share:.1%} ± {1.96 * error:.1%} of {2 * asked.deals} games, paired deals")
        return
    if asked.climb:
        rollouts = climb(bench, rollouts, asked.climb, asked.deals, rng)
    if asked.evolve:
        chosen = (asked.board, planner, asked.against.split(","), asked.evolve, asked.games, asked.pairs, rng)
        if asked.processes == 1:
            planner = evolve(*chosen, lambda jobs: list(map(play_style, jobs)))
        else:
            with multiprocessing.get_context("spawn").Pool(asked.processes) as pool:
                planner = evolve(*chosen, lambda jobs: pool.map(play_style, jobs, chunksize=1))
    if asked.imagine_planners:
        rollouts = planner | NOT_ASKED
    file = asked.out / f"{board.id}.json"
    write_learned(file, planner, rollouts)
    say(f"written: {file}")


if __name__ == "__main__":
    main()
