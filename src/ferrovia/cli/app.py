"""The commands and their options, in one place; each is carried out by a module of its own, imported when needed."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ferrovia import __version__
from ferrovia.cli.console import OneLineErrors

app = typer.Typer(
    cls=OneLineErrors,
    name="ferrovia",
    help="Railway board games: play, simulate, check boards, replay and verify records, measure.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
board_app = typer.Typer(cls=OneLineErrors, help="Boards of your own.", no_args_is_help=True)
app.add_typer(board_app, name="board")


class Language(StrEnum):
    """What `ferrovia.locales` has."""

    EN = "en"
    ES = "es"
    PT = "pt"


BoardName = Annotated[str, typer.Argument(metavar="[BOARD]", help="A built-in board or the path of a .toml file.")]
Lang = Annotated[Language | None, typer.Option("--lang", help="Language; otherwise that of LANG.")]
Json = Annotated[Path | None, typer.Option("--json", help="Write the results to this file as JSON; - is the output.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ferrovia {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Railway board games: play, simulate, check boards, replay and verify records, measure."""


@app.command()
def boards() -> None:
    """List the built-in boards."""
    from ferrovia.cli.board_commands import list_boards

    list_boards()


@board_app.command("check")
def board_check(
    board: Annotated[str, typer.Argument(metavar="FILE|NAME", help="A .toml file or a built-in board.")],
    seconds: Annotated[float, typer.Option(min=0, help="Time for the search for hard networks.")] = 20.0,
) -> None:
    """Check a board: all that is wrong with it, or its facts."""
    from ferrovia.cli.board_commands import check_board

    check_board(board, seconds=seconds)


@app.command()
def play(
    board: BoardName = "europe",
    players: Annotated[int | None, typer.Option(help="Players, you included; otherwise the fewest.")] = None,
    bots: Annotated[str, typer.Option(help="Who plays the other seats: see `ferrovia bots`.")] = "simple",
    seed: Annotated[int | None, typer.Option(help="The same number deals the same game again.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the bots play each other.")] = False,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between two moves while watching.")] = 0.5,
    lang: Lang = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record of the game in this file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with an unfinished game.")] = None,
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
def bots() -> None:
    """List the bots that are installed."""
    from ferrovia.cli.bot_commands import show_bots

    show_bots()


@app.command()
def simulate(
    board: BoardName = "europe",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    players: Annotated[int | None, typer.Option(help="Players; otherwise the fewest.")] = None,
    seed: Annotated[int, typer.Option(help="The same number plays the same games again.")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; otherwise one for each core.")] = None,
    audit: Annotated[bool, typer.Option("--audit", help="Check every position (slower).")] = False,
    json: Json = None,
) -> None:
    """Play many random games and show how they end."""
    from ferrovia.cli.simulate import simulate_games

    simulate_games(board, games=games, players=players, seed=seed, threads=threads, audit=audit, json=json)


@app.command()
def tournament(
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="[BOT]...", help="planner, search@0.25s, search@800, my_module:MyBot")
    ] = None,
    board: Annotated[list[str] | None, typer.Option(help="A board (europe); several times for several.")] = None,
    players: Annotated[list[int] | None, typer.Option(help="Players (2); several times for several numbers.")] = None,
    format: Annotated[str, typer.Option(help="all combinations, one-of (one among equals) or self.")] = "all",
    lineup: Annotated[list[str] | None, typer.Option(help="A line-up: planner,one_step,one_step,one_step")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Deals (50), each played with all rotations.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="At least so many games of each line-up instead.")] = None,
    budget: Annotated[str | None, typer.Option(help="For bots without one: 800 simulations (1000), or 0.25s.")] = None,
    seed: Annotated[int, typer.Option(help="The same number deals the same games again.")] = 1,
    processes: Annotated[int | None, typer.Option(min=1, help="Workers; otherwise one for each core.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address instead.")] = None,
    results: Annotated[Path | None, typer.Option(help="Where results are kept, game by game, to go on from.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw earlier results away.")] = False,
    any_code: Annotated[bool, typer.Option("--any-code", help="Go on though a bot's code has changed.")] = False,
    sprt: Annotated[str | None, typer.Option(help="Stop when decided: 0.5,0.55 (share of wins) or 0elo,30elo.")] = None,
    alpha: Annotated[float, typer.Option(help="SPRT: chance to accept the second wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="SPRT: chance to accept the first wrongly.")] = 0.05,
    anchor: Annotated[str | None, typer.Option(help="Whose rating is fixed: one_step=1000.")] = None,
    move_limit: Annotated[float, typer.Option(min=0.05, help="Seconds beyond its budget until a bot hangs.")] = 30.0,
    json: Json = None,
    plots: Annotated[Path | None, typer.Option(help="Draw the results into this folder.")] = None,
    write_ratings: Annotated[Path | None, typer.Option(help="Enter the ratings into this file.")] = None,
) -> None:
    """Let bots play each other and show how strong they are."""
    from ferrovia.cli.tournament import Wishes, play_tournament

    play_tournament(
        Wishes(
            bots=tuple(bots or ()),
            boards=tuple(board or ()),
            players=tuple(players or ()),
            format=format,
            lineups=tuple(lineup or ()),
            deals=deals,
            games=games,
            budget=budget,
            seed=seed,
            processes=processes,
            cluster=cluster,
            results=results,
            fresh=fresh,
            any_code=any_code,
            sprt=sprt,
            alpha=alpha,
            beta=beta,
            anchor=anchor,
            move_limit=move_limit,
            json=json,
            plots=plots,
            write_ratings=write_ratings,
        )
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game.")],
    at: Annotated[int | None, typer.Option(min=0, help="Show the position after this move.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Move by move, with Enter.")] = False,
    lang: Lang = None,
) -> None:
    """Tell a recorded game in words."""
    from ferrovia.cli.record_commands import replay_file

    replay_file(file, at=at, step=step, language=lang)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="The record of a game.")]) -> None:
    """Check that a record is true: every move legal, every position and score as written."""
    from ferrovia.cli.record_commands import verify_file

    verify_file(file)


@app.command()
def bench(
    json: Json = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games and repeats.")] = False,
    compile: Annotated[bool, typer.Option("--compile", help="Also the first compilation ever (a minute).")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU instead.")] = False,
) -> None:
    """Measure how fast the engine is on this machine, with a check of what it computed."""
    from ferrovia.cli.bench import run_bench

    run_bench(json=json, quick=quick, compilation=compile, gpu=gpu)
