"""The `ferrovia` command: play, records and measurements; other groups of commands have their own modules.

These modules hold only options. The work is in `commands`, imported on demand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ferrovia import __version__
from ferrovia.cli.board_app import board_app
from ferrovia.cli.completion import complete_boards, complete_bots
from ferrovia.cli.options import BoardName, Json, Lang, Theme
from ferrovia.cli.output.console import OneLineErrors
from ferrovia.cli.server_app import server_app
from ferrovia.cli.study_app import study_app

app = typer.Typer(
    cls=OneLineErrors,
    name="ferrovia",
    help="Railway board games: play, simulate, check boards, replay and verify records, measure.",
    epilog="Exit codes: 0 done; 1 the checked thing is wrong, or the work failed; 2 the command cannot be carried out "
    "as given (options, missing files); 130 stopped with Ctrl-C.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(board_app, name="board")

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ferrovia {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Railway board games: play, simulate, check boards, replay and verify records, measure."""


@app.command()
def boards(json: Json = None) -> None:
    """List the built-in boards."""
    from ferrovia.cli.commands.boards import list_boards

    list_boards(json)


@app.command()
def play(
    board: BoardName = "europe",
    players: Annotated[int | None, typer.Option(help="Number of players including you; by default the fewest.")] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots or levels for the other seats, separated by commas; `ferrovia bots` lists them.",
            autocompletion=complete_bots,
        ),
    ] = "simple",
    seed: Annotated[int | None, typer.Option(help="The same number deals the same game again.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the bots play each other.")] = False,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between moves while watching.")] = 0.5,
    lang: Lang = None,
    save: Annotated[Path | None, typer.Option(help="Save the game to this file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the unfinished game in this file.")] = None,
) -> None:
    """Play in the terminal against bots."""
    from ferrovia.cli.play.command import play_game

    play_game(
        board,
        players=players,
        bots=bots,
        seed=seed,
        watch=watch,
        pause=pause,
        language=lang,
        save=save,
        resume=resume,
    )


@app.command()
def bots(
    check: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Check that a bot keeps the contract; program:PATH names a program.",
            autocompletion=complete_bots,
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(help="Board for the check; by default all built-in boards.", autocompletion=complete_boards),
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players for the check; by default the fewest.")] = None,
    seed: Annotated[int, typer.Option(help="The same number checks the same games.")] = 1,
    json: Json = None,
) -> None:
    """List the installed bots, or check one."""
    from ferrovia.cli.commands.bot_check import check_one_bot
    from ferrovia.cli.commands.bots import show_bots

    if check is None:
        show_bots(json)
    else:
        check_one_bot(check, board=board, players=players, seed=seed, json=json)


@app.command()
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0, help="Show the position after this move.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go move by move; Enter shows the next one.")] = False,
    lang: Lang = None,
    svg: Annotated[
        Path | None,
        typer.Option(help="Draw it instead: an animated .svg of the game, or with --at a .svg or .png of a position."),
    ] = None,
    theme: Annotated[Theme, typer.Option(help="Colours of the picture, for --svg.")] = Theme.LIGHT,
    json: Json = None,
) -> None:
    """Show a recorded game in words."""
    from ferrovia.cli.commands.records import replay_file

    replay_file(file, at=at, step=step, language=lang, picture=svg, theme=theme, json=json)


@app.command()
def verify(file: RecordFile, json: Json = None) -> None:
    """Verify a record: every move legal, every position and score as written."""
    from ferrovia.cli.commands.records import verify_file

    verify_file(file, json=json)


@app.command()
def score(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The position at the end of the game; - reads standard input.")
    ],
    board: Annotated[str | None, typer.Option(help="The .toml file of your own board.")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show the count step by step.")] = False,
    json: Json = None,
    lang: Lang = None,
) -> None:
    """Score a game played on a real board."""
    from ferrovia.cli.commands.score import score_file

    score_file(file, board=board, steps=steps, json=json, language=lang)


@app.command()
def bench(
    json: Json = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games and repeats.")] = False,
    compile: Annotated[
        bool, typer.Option("--compile", help="Also measure the first compilation (about a minute).")
    ] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU instead.")] = False,
) -> None:
    """Measure how fast the engine is on this machine, and check what it computed."""
    from ferrovia.cli.commands.bench import run_bench

    run_bench(json=json, quick=quick, compilation=compile, gpu=gpu)


@app.command()
def prepare() -> None:
    """Compile everything now, so that no command has to wait for it later."""
    from ferrovia.cli.commands.prepare import compile_everything

    compile_everything()


app.add_typer(study_app)
app.add_typer(server_app)
