"""`ferrovia boards` and `ferrovia board check`: the list of boards, and the check of a board file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from ferrovia.boards import Board, BoardError, board_names, load_board
from ferrovia.boards.entry_lines import line_of
from ferrovia.boards.hardness import Network, hardest_network
from ferrovia.cli.files import refused_scenery, write_json
from ferrovia.cli.output.console import new_console, new_progress
from ferrovia.engine.state import LONGEST_PATH_STEPS
from ferrovia.geometry import SceneryError, make_layout


def bonus_of(board: Board) -> str:
    """The board's final bonuses, in a few words."""
    bonuses = board.bonuses
    parts = []
    if bonuses.longest_path:
        parts.append(f"longest path {bonuses.longest_path}")
    if bonuses.attraction:
        parts.append(f"attractions, {bonuses.attraction} each")
    if bonuses.districts:
        parts.append("districts")
    if bonuses.merchandise is not None:
        parts.append("merchandise")
    return ", ".join(parts) or "none"


def list_boards(json: Path | None = None) -> None:
    if json is not None:
        write_json(json, {"boards": [board_facts(load_board(name)) for name in board_names()]})
        return
    console = new_console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("board", style="bold", no_wrap=True)
    for title in ("players", "trains", "cities", "routes", "tickets"):
        table.add_column(title, justify="right")
    table.add_column("bonus")
    notes = []
    for name in board_names():
        board = load_board(name)
        fewest, most = board.players
        sizes = (board.trains, len(board.cities), len(board.routes), len(board.tickets))
        mark = " *" if board.reconstructed else ""
        table.add_row(name + mark, f"{fewest}–{most}", *map(str, sizes), bonus_of(board))
        if board.reconstructed:
            parts = " and ".join(board.reconstructed)
            notes.append(f"* {board.name}: {parts} are reconstructed, not the printed ones.")
    console.print(table)
    for note in notes:
        console.print(Text(note, style="yellow"))


def board_facts(board: Board) -> dict[str, Any]:
    """The contents of the table, as plain data."""
    return {
        "id": board.id,
        "name": board.name,
        "digest": board.digest,
        "players": list(board.players),
        "trains": board.trains,
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "bonus": bonus_of(board),
        "reconstructed": list(board.reconstructed),
    }


def check_board(name: str, *, seconds: float, json: Path | None = None) -> None:
    """Prints every problem and exits with 1, or prints the facts of a good board."""
    if json is not None:
        _check_as_json(name, seconds, json)
        return
    console = new_console()
    try:
        board = load_board(name)
    except BoardError as error:
        if error.problems[0].code in ("board/unknown_board", "board/not_readable"):
            raise
        for problem in error.problems:
            line = line_of(error.text, problem.place)
            place = f"line {line}, {problem.place}: " if line else f"{problem.place}: " if problem.place else ""
            console.print(Text.assemble((error.source, "bold"), ": ", (place, "cyan"), problem.reason), soft_wrap=True)
        count = len(error.problems)
        console.print(Text(f"{count} problem{'' if count == 1 else 's'} found.", style="bold red"))
        raise typer.Exit(1) from error
    if (wrong := _scenery_error(board)) is not None:
        raise refused_scenery(wrong, name, None) from wrong
    hardest = _search(board, seconds=seconds)
    _print_facts(board)
    if hardest is not None and hardest.too_hard:
        _print_refusal(name, hardest)
        raise typer.Exit(1)
    if hardest is not None:
        share = hardest.steps / LONGEST_PATH_STEPS
        console.print(
            f"Longest path: the hardest network found needs {hardest.steps:,} steps of search, "
            f"{share:.0%} of the {LONGEST_PATH_STEPS:,} allowed.",
        )
    console.print(Text("The board is good.", style="bold green"))


def _check_as_json(name: str, seconds: float, json: Path) -> None:
    try:
        board = load_board(name)
    except BoardError as error:
        if error.problems[0].code in ("board/unknown_board", "board/not_readable"):
            raise
        problems = [
            {"code": found.code, "place": found.place, "line": line_of(error.text, found.place), "reason": found.reason}
            for found in error.problems
        ]
        write_json(json, {"good": False, "problems": problems})
        raise typer.Exit(1) from error
    if (wrong := _scenery_error(board)) is not None:
        reason = str(wrong).removeprefix("scenery: ")
        problem = {"code": "board/scenery", "place": "scenery", "line": None, "reason": reason}
        write_json(json, {"good": False, "problems": [problem]})
        raise typer.Exit(1) from wrong
    hardest = _search(board, seconds=seconds)
    good = hardest is None or not hardest.too_hard
    network = None if hardest is None else {"steps": hardest.steps, "routes": list(hardest.routes)}
    write_json(json, {"good": good, "problems": [], **board_facts(board), "hardest_network": network})
    if not good:
        raise typer.Exit(1)


def _scenery_error(board: Board) -> SceneryError | None:
    """Why the scenery next to a board file cannot be drawn."""
    try:
        if board.scenery is not None:
            make_layout(board, quality="quick")
    except SceneryError as error:
        return error
    return None


def _search(board: Board, *, seconds: float) -> Network | None:
    with new_progress() as progress:
        task = progress.add_task("Looking for hard networks", total=100)
        return hardest_network(
            board, seconds=seconds, progress=lambda share: progress.update(task, completed=share * 100)
        )


def _print_refusal(name: str, network: Network) -> None:
    console = new_console()
    console.print(
        Text.assemble(
            (name, "bold"),
            ": longest_path_points: ",
            f"one player could own a network whose longest path takes more than {LONGEST_PATH_STEPS:,} steps to find, "
            f"so its length could not be proven ({len(network.routes)} routes, {network.trains} trains):",
        ),
        soft_wrap=True,
    )
    console.print(f"  {', '.join(network.routes)}")
    console.print("Fewer trains, or fewer short routes close together, make it easier.")
    console.print(Text("1 problem found.", style="bold red"))


def _print_facts(board: Board) -> None:
    doubles = sum(route.twin is not None for route in board.routes) // 2
    tunnels, ferries = sum(r.tunnel for r in board.routes), sum(r.ferry > 0 for r in board.routes)
    cards = len(board.card_colors) * board.cards_per_color + board.wilds
    points = [ticket.points for ticket in board.tickets]
    long = sum(ticket.long for ticket in board.tickets)
    facts = {
        "board": f"{board.name} ({board.id})",
        "players": f"{board.players[0]} to {board.players[1]}, {board.trains} trains each",
        "cities": str(len(board.cities)),
        "routes": f"{len(board.routes)} ({doubles} doubles, {tunnels} tunnels, {ferries} ferries), "
        f"{sum(route.length for route in board.routes)} spaces",
        "cards": f"{cards}: {len(board.card_colors)} colours of {board.cards_per_color}, {board.wilds} wild",
        "tickets": f"{len(board.tickets)} ({long} long), {min(points)} to {max(points)} points",
        "bonus": bonus_of(board),
    }
    if board.reconstructed:
        facts["note"] = f"{' and '.join(board.reconstructed)} reconstructed, not the printed ones"
    table = Table.grid(padding=(0, 2))
    for fact, value in facts.items():
        table.add_row(Text(fact, style="bold"), value)
    new_console().print(table)
