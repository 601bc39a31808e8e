"""`ferrovia board`: check, lay out and draw a board."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ferrovia.cli.completion import complete_boards
from ferrovia.cli.options import Json, Theme
from ferrovia.cli.output.console import OneLineErrors

board_app = typer.Typer(cls=OneLineErrors, help="Boards of your own.", no_args_is_help=True)

BoardFile = Annotated[
    str,
    typer.Argument(metavar="FILE|NAME", help="A .toml file or a built-in board.", autocompletion=complete_boards),
]


@board_app.command("check")
def board_check(
    board: BoardFile,
    seconds: Annotated[
        float, typer.Option(min=0, help="Seconds to search for networks whose longest path is hard to find.")
    ] = 20.0,
    json: Json = None,
) -> None:
    """Check a board: list every problem, or show the facts of a good board."""
    from ferrovia.cli.commands.boards import check_board

    check_board(board, seconds=seconds, json=json)


@board_app.command("layout")
def board_layout(
    board: BoardFile,
    out: Annotated[Path | None, typer.Option(help="Write the layout to this file as JSON.")] = None,
    scenery: Annotated[Path | None, typer.Option(help="The scenery under the board, as a .toml file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Use straight tracks, without a search.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Compute the layout again even if one exists.")] = False,
) -> None:
    """Lay a board out for the screen; fails if anything overlaps."""
    from ferrovia.cli.commands.layout import lay_out_board

    lay_out_board(board, out=out, quick=quick, force=force, scenery=scenery)


class Paper(StrEnum):
    A4 = "a4"
    A3 = "a3"
    A2 = "a2"


@board_app.command("draw")
def board_draw(
    board: BoardFile,
    out: Annotated[
        Path | None, typer.Option(help="An .svg, .png or .pdf file; - is standard output. [BOARD.svg]")
    ] = None,
    theme: Annotated[Theme, typer.Option(help="Colours of the picture.")] = Theme.LIGHT,
    names: Annotated[bool, typer.Option("--names/--no-names", help="Write the names of cities and seas.")] = True,
    width: Annotated[int, typer.Option(min=100, max=20_000, help="Width in pixels, for a .png file.")] = 1600,
    paper: Annotated[Paper | None, typer.Option(help="Paper size, for printing at 300 dots per inch.")] = None,
    scenery: Annotated[Path | None, typer.Option(help="The scenery under the board, as a .toml file.")] = None,
) -> None:
    """Draw a board as a picture, for the screen or for paper."""
    from ferrovia.cli.commands.draw import draw_empty

    draw_empty(board, out=out, theme=theme, names=names, width=width, paper=paper, scenery=scenery)
