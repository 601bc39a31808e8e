"""`ferrovia bench`: runs the measurements, shows them with their targets, writes them as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ferrovia.boards import engine_board, load_board
from ferrovia.cli.benchmark import measures
from ferrovia.cli.benchmark.machine import machine_facts, share_of_a_core
from ferrovia.cli.benchmark.measures import Measure
from ferrovia.cli.files import write_json
from ferrovia.cli.output.console import Failure, new_console
from ferrovia.engine import prepare

# Targets for one core of an ordinary machine.
GAMES_PER_SECOND: Final = {
    "usa": 30_000,
    "europe": 25_000,
    "new_york": 120_000,
    "london": 120_000,
    "amsterdam": 120_000,
}
USA_UNSCORED: Final = 40_000
USA_OF_FOUR: Final = 17_600
STEP_US: Final = 0.6
COPY_NS: Final = 50
REBUILD_MS: Final = 0.6
START_S: Final = 0.7
COMPILE_S: Final = 30
GPU_GAMES: Final = (("europe", 2), ("europe", 5), ("usa", 2), ("new_york", 2), ("london", 2), ("amsterdam", 2))
BUSY: Final = 0.9  # share of a core below which measurements mislead


def run_bench(*, json: Path | None, quick: bool, compilation: bool, gpu: bool) -> None:
    # With `--json -` the output is only JSON.
    console = Console(stderr=True, highlight=False) if json == Path("-") else new_console()
    facts = machine_facts()
    for name, fact in facts.items():
        console.print(Text.assemble((f"{name:<9}", "bold"), str(fact)), soft_wrap=True)
    share = share_of_a_core()
    if share < BUSY:
        warning = (
            f"This machine is busy: only {share:.0%} of a core is free for us, so expect numbers that much too low."
        )
        console.print(Text(warning, style="bold yellow"))
    if gpu:
        found = _gpu(console)
        wrong = [f"{result['board']} on the GPU" for result in found if result["different_from_cpu"]]
    else:
        done = list(_run(quick=quick, compilation=compilation))
        console.print(_table(done, repeats=_repeats(quick)))
        found = [_data(measure) for measure in done]
        wrong = [measure.name for measure in done if not measure.right]
    if json is not None:
        write_json(json, {"machine": facts, "share_of_a_core": round(share, 2), "quick": quick, "measures": found})
    if wrong:
        raise Failure(f"computed wrongly: {', '.join(wrong)}")


def _repeats(quick: bool) -> int:
    return 2 if quick else 7


def _run(*, quick: bool, compilation: bool) -> Iterator[Measure]:
    """Runs the measurements one by one, with a line about each."""
    repeats, games = _repeats(quick), 500 if quick else 5_000
    waiting = Console(stderr=True)
    usa = partial(measures.games_per_second, "usa", games=games, repeats=repeats)
    steps: list[tuple[str, Callable[[], Measure]]] = [
        *(
            (board, lambda b=board, t=target: measures.games_per_second(b, games=games, repeats=repeats, target=t))
            for board, target in GAMES_PER_SECOND.items()
        ),
        ("usa", lambda: usa(target=USA_UNSCORED, scores=False)),
        ("usa", lambda: usa(target=USA_OF_FOUR, players=4)),
        ("steps", lambda: measures.step(games=games, repeats=repeats, scores=True, target=STEP_US)),
        ("steps", lambda: measures.step(games=games, repeats=repeats, scores=False, target=STEP_US)),
        ("copies", lambda: measures.copy(times=200 * games, repeats=repeats, target=COPY_NS)),
        ("records", lambda: measures.rebuilding(repeats=repeats, target=REBUILD_MS)),
        ("start", lambda: measures.start(repeats=min(repeats, 3), target=START_S)),
    ]
    if compilation:
        steps.append(("compilation", lambda: measures.start(repeats=1, target=COMPILE_S, fresh=True)))
    prepare("loops")
    for number, (name, step) in enumerate(steps, start=1):
        if waiting.is_terminal:
            with waiting.status(f"{number}/{len(steps) + 1} {name} ..."):
                measure = step()
        else:
            measure = step()
        yield measure
    if waiting.is_terminal:
        with waiting.status(f"{len(steps) + 1}/{len(steps) + 1} threads ..."):
            yield from list(measures.scaling(games=games, repeats=min(repeats, 3)))
    else:
        yield from measures.scaling(games=games, repeats=min(repeats, 3))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _table(done: list[Measure], *, repeats: int) -> Table:
    title = f"Random games of two: best and median of {repeats}, processor time of one core unless threads are named"
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    table.add_column("what", overflow="fold")
    for column in ("best", "median"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("target", justify="right", no_wrap=True)
    table.add_column("check", overflow="fold")
    for measure in done:
        target = ""
        if measure.target is not None:
            sign = "✔" if measure.reached else "✘"
            target = f"{'≥' if measure.larger else '≤'} {_number(measure.target)} {sign}"
        style = "" if measure.right else "bold red"
        values = (_number(measure.best), _number(measure.median), measure.unit)
        table.add_row(measure.name, *values, target, Text(measure.check, style=style))
    return table


def _data(measure: Measure) -> dict[str, Any]:
    return {
        "name": measure.name,
        "unit": measure.unit,
        "best": measure.best,
        "median": measure.median,
        "repeats": measure.values,
        "target": measure.target,
        "reached": measure.reached,
        "check": measure.check,
        "right": measure.right,
        **measure.more,
    }


def _gpu(console: Console) -> list[dict[str, Any]]:
    """Measures the GPU on every board, or says what is missing and exits with 2."""
    try:
        from ferrovia.engine import gpu
    except ImportError as error:
        raise Failure(f"no GPU: {error}; install it with: pip install 'ferrovia[gpu]'", exit_code=2) from error
    usable, name = gpu.available()
    if not usable:
        raise Failure(f"no GPU: {name}", exit_code=2)
    console.print(Text.assemble(("gpu      ", "bold"), name))
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("random games")
    for head in ("games/s", "with final scores", "steps/s", "compared with the CPU"):
        table.add_column(head, justify="right")
    found: list[dict[str, Any]] = []
    for board, players in GPU_GAMES:
        with Console(stderr=True).status(f"Compiling and measuring on the GPU: {board}, {players} players ..."):
            result: dict[str, Any] = gpu.bench(engine_board(load_board(board)), players=players)
        found.append({"board": board, "gpu": name, **result})
        speeds = [f"{result[key]:,.0f}" for key in ("games_per_second", "games_per_second_scored", "steps_per_second")]
        compared = f"{result['compared_with_cpu']:,}, {result['different_from_cpu']} differ"
        table.add_row(f"{board}, {players} players", *speeds, compared)
    console.print(table)
    return found
