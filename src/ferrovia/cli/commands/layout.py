"""`ferrovia board layout`: computes and checks the layout of a board, and optionally writes it to a file."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from ferrovia.boards import Board, load_board
from ferrovia.cli.files import check_place, read_file, refused_scenery
from ferrovia.cli.output.console import Failure, new_console, new_progress
from ferrovia.geometry import Findings, Layout, SceneryError, as_text, check_layout, layout_of, make_layout


def lay_out_board(name: str, *, out: Path | None, quick: bool, force: bool, scenery: Path | None) -> None:
    """Lays out a board, reports the quality, and exits with 1 if anything overlaps."""
    board = load_board(name)
    if out is not None:
        check_place(out)
    try:
        layout = _layout(board, quick=quick, force=force, scenery=None if scenery is None else read_file(scenery))
    except SceneryError as error:
        raise refused_scenery(error, name, scenery) from error
    if out is not None:
        try:
            out.write_text(as_text(layout), encoding="utf8")
        except OSError as error:
            raise Failure(f"the file cannot be written: {error.strerror}", at=out) from error
    found = check_layout(layout)
    _print(board, layout, found)
    if found.faults:
        raise typer.Exit(1)


def _layout(board: Board, *, quick: bool, force: bool, scenery: str | None) -> Layout:
    with new_progress() as bar:
        task = bar.add_task("Finding room", total=100)

        def progress(share: float) -> None:
            bar.update(task, completed=share * 100)

        if not force:
            return layout_of(board, quick=quick, scenery=scenery, progress=progress)
        return make_layout(board, scenery, quality="quick" if quick else "good", progress=progress)


def _print(board: Board, layout: Layout, found: Findings) -> None:
    _, _, width, height = layout["view"]
    shortest, median, longest = found.lengths
    facts = {
        "board": f"{board.name} ({board.id}), {layout['quality']} layout",
        "size": f"{width:.0f} × {height:.0f} units",
        "spaces": f"{found.spaces}, of {shortest:g} to {longest:g} units, median {median:g}",
        "smallest gaps": f"between routes {found.smallest_gap}, between the halves of a double "
        f"{found.smallest_twin_gap}, to a city {found.nearest_to_a_city}",
    }
    table = Table.grid(padding=(0, 2))
    for fact, value in facts.items():
        table.add_row(Text(fact, style="bold"), value)
    console = new_console()
    console.print(table)
    for trouble in _troubles(board, found):
        console.print(Text(trouble, style="red"), soft_wrap=True)
    console.print(Text("Nothing overlaps.", style="bold green") if not found.faults else f"{found.faults} faults.")


def _troubles(board: Board, found: Findings) -> list[str]:
    pairs = [f"{board.routes[a].id} × {board.routes[b].id}" for a, b in found.overlapping_spaces]
    kinds = {
        "spaces overlap": pairs,
        "a space is under the city": found.covered_cities,
        "no room for the spaces of": [board.routes[number].id for number in found.short_spaces],
        "the name covers a track": found.labels_on_tracks,
        "the name covers a name": found.labels_on_labels,
        "the name leaves the frame": found.labels_outside,
    }
    return [f"{what}: {', '.join(which)}" for what, which in kinds.items() if which]
