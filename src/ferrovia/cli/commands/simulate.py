"""`ferrovia simulate`: many random games, with a progress bar, and the results as a table and JSON."""

from __future__ import annotations

import time
from math import sqrt
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ferrovia import __version__
from ferrovia.boards import Board
from ferrovia.cli.files import write_json
from ferrovia.cli.output.console import INTERRUPTED, Failure, counted, new_console, new_progress
from ferrovia.cli.table_options import board_and_players
from ferrovia.engine import prepare, usable_cores
from ferrovia.engine.state import ENDINGS, RULES_VERSION
from ferrovia.simulation import Simulation, simulate


def simulate_games(
    name: str, *, games: int, players: int | None, seed: int, threads: int | None, audit: bool, json: Path | None
) -> None:
    board, seats = board_and_players(name, players)
    threads = threads or usable_cores()
    prepare("loops")  # before the bar
    started = time.perf_counter()
    with new_progress() as progress:
        task = progress.add_task(f"{board.name}, {seats} players", total=games)
        totals = simulate(
            board,
            games=games,
            players=seats,
            seed=seed,
            threads=threads,
            audit=audit,
            tell=lambda done: progress.advance(task, done),
        )
    seconds = time.perf_counter() - started
    found = results(board, totals, seed=seed, audit=audit) if totals.games else {}
    timing = {"seconds": round(seconds, 3), "threads": threads, "games_per_second": round(totals.games / seconds, 1)}
    # With `--json -` the output is only JSON.
    console = Console(stderr=True, highlight=False) if json == Path("-") else new_console()
    if not totals.complete:
        console.print(Text(f"Stopped after {totals.games:,} of {counted(games, 'game')}.", style="bold yellow"))
    if found:
        _print(console, board, found, timing)
    if json is not None and found:
        write_json(json, found | {"complete": totals.complete, "timing": timing})
    if not totals.complete:
        raise SystemExit(INTERRUPTED)
    if totals.faults:
        raise Failure(
            f"the audit found faults in {counted(totals.faults, 'game')}; please report the board, players and seed"
        )


def results(board: Board, totals: Simulation, *, seed: int, audit: bool) -> dict[str, Any]:
    """Plain data, the same for the same games."""
    games, players = totals.games, totals.players
    seats = zip(totals.mean_scores, totals.deviations, totals.win_shares, strict=True)
    return {
        "ferrovia": __version__,
        "rules_version": RULES_VERSION,
        "board": board.id,
        "board_digest": board.digest,
        "players": players,
        "games": games,
        "seed": seed,
        "seats": [{"mean_score": mean, "deviation": deviation, "win_share": share} for mean, deviation, share in seats],
        "order_of_turns": [
            {"place": place, "win_share": share} for place, share in enumerate(totals.win_shares_by_turn, start=1)
        ],
        "order_error": 1.96 * sqrt((1 / players) * (1 - 1 / players) / games),
        "turns_per_game": totals.turns / games,
        "steps_per_game": totals.steps / games,
        "actions_listed_per_step": totals.listed / totals.steps,
        "ended_by": dict(zip(ENDINGS, totals.endings, strict=True)),
        "audited": audit,
        "games_with_faults": totals.faults if audit else None,
        "digest": f"{totals.digest:08x}",
    }


def _print(console: Console, board: Board, found: dict[str, Any], timing: dict[str, Any]) -> None:
    title = (
        f"{board.name}: {counted(found['games'], 'random game')} of {found['players']} players, seed {found['seed']}"
    )
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in ("seat", "mean score", "deviation", "wins", "order", "wins by order"):
        table.add_column(column, justify="right", no_wrap=True)
    rows = zip(found["seats"], found["order_of_turns"], strict=True)
    for seat, (row, turn) in enumerate(rows, start=1):
        order = ("begins", "second", "third", "fourth", "fifth")[turn["place"] - 1]
        table.add_row(
            str(seat),
            f"{row['mean_score']:.2f}",
            f"{row['deviation']:.2f}",
            f"{row['win_share']:.2%}",
            order,
            f"{turn['win_share']:.2%}",
        )
    console.print(table)
    even = 1 / found["players"]
    edge = found["order_of_turns"][0]["win_share"] - even
    error = found["order_error"]
    lines = {
        "beginning": f"{edge:+.2%} of wins against an even share (±{error:.2%}, 95 %)",
        "a game": f"{found['turns_per_game']:.1f} turns, {found['steps_per_game']:.1f} actions, "
        f"{found['actions_listed_per_step']:.1f} legal ones to choose from",
        "ended by": ", ".join(
            f"{name.replace('_', ' ')} {count:,}" for name, count in found["ended_by"].items() if count
        ),
        "audit": f"{counted(found['games_with_faults'], 'game')} with faults"
        if found["audited"]
        else "not asked for (--audit)",
        "digest": found["digest"],
        "speed": f"{timing['games_per_second']:,.0f} games a second on "
        f"{counted(timing['threads'], 'thread')}, {timing['seconds']:.1f} s",
    }
    grid = Table.grid(padding=(0, 2))
    for name, line in lines.items():
        grid.add_row(Text(name, style="bold"), line)
    console.print(grid)
