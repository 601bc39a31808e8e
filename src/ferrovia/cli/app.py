"""The commands and their options, in one place. Each command has its own module, imported on demand."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ferrovia import __version__
from ferrovia.cli.completion import complete_boards, complete_bots
from ferrovia.cli.options import Json
from ferrovia.cli.output.console import OneLineErrors
from ferrovia.cli.server_app import server_app

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
board_app = typer.Typer(cls=OneLineErrors, help="Boards of your own.", no_args_is_help=True)
app.add_typer(board_app, name="board")


class Language(StrEnum):
    """The languages of `ferrovia.locales`."""

    EN = "en"
    ES = "es"
    PT = "pt"


BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD", help="A built-in board or the path of a .toml file.", autocompletion=complete_boards
    ),
]
BoardFile = Annotated[
    str,
    typer.Argument(metavar="FILE|NAME", help="A .toml file or a built-in board.", autocompletion=complete_boards),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")]
Lang = Annotated[Language | None, typer.Option("--lang", help="Language; by default from LANG.")]


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


class Theme(StrEnum):
    LIGHT = "light"
    DARK = "dark"


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
def simulate(
    board: BoardName = "europe",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 10_000,
    players: Annotated[int | None, typer.Option(help="Number of players; by default the fewest.")] = None,
    seed: Annotated[int, typer.Option(help="The same number plays the same games again.")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; by default one per core.")] = None,
    audit: Annotated[bool, typer.Option("--audit", help="Check every position (slower).")] = False,
    json: Json = None,
) -> None:
    """Play many random games and show how they end."""
    from ferrovia.cli.commands.simulate import simulate_games

    simulate_games(board, games=games, players=players, seed=seed, threads=threads, audit=audit, json=json)


@app.command()
def tournament(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="Bots, each with an optional budget: planner, search@0.25s, search@800, my_module:MyBot",
            autocompletion=complete_bots,
        ),
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option(help="Board to play on; may be repeated. [europe]", autocompletion=complete_boards),
    ] = None,
    players: Annotated[list[int] | None, typer.Option(help="Number of players; may be repeated. [2]")] = None,
    format: Annotated[
        str,
        typer.Option(help="Who meets whom: all (every combination), one-of (one bot among copies of another) or self."),
    ] = "all",
    lineup: Annotated[
        list[str] | None,
        typer.Option(
            help="A line-up of your own, such as planner,one_step,one_step; may be repeated.",
            autocompletion=complete_bots,
        ),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Deals; each is played once per rotation of the seats. [50]")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Minimum number of games per line-up, instead of --deals.")
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="Budget per move for bots without one: simulations, or seconds as 0.25s. [1000]")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number deals the same games again.")] = 1,
    processes: Annotated[int | None, typer.Option(min=1, help="Worker processes; by default one per core.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="File for the results; a stopped tournament continues from it.")
    ] = None,
    records: Annotated[Path | None, typer.Option(help="Keep every game in this folder, one record per game.")] = None,
    lost_by: Annotated[
        str | None,
        typer.Option(
            metavar="BOT", help="Of these, keep only the games that this bot lost.", autocompletion=complete_bots
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete earlier results and start over.")] = False,
    any_code: Annotated[bool, typer.Option("--any-code", help="Continue even if a bot's code has changed.")] = False,
    sprt: Annotated[
        str | None, typer.Option(help="Stop once a sequential test decides: 0.5,0.55 (share of wins) or 0elo,30elo.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="Sequential test: chance of wrongly accepting the second value.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Sequential test: chance of wrongly accepting the first value.")] = 0.05,
    anchor: Annotated[
        str | None,
        typer.Option(help="The bot with a fixed rating, such as one_step=1000.", autocompletion=complete_bots),
    ] = None,
    move_limit: Annotated[
        float, typer.Option(min=0.05, help="Seconds beyond its budget after which a bot counts as hung.")
    ] = 30.0,
    json: Json = None,
    plots: Annotated[Path | None, typer.Option(help="Folder for plots of the results.")] = None,
    write_ratings: Annotated[Path | None, typer.Option(help="Add the ratings to this file.")] = None,
) -> None:
    """Let bots play each other and rate them."""
    from ferrovia.cli.commands.tournament import TournamentOptions, play_tournament

    play_tournament(
        TournamentOptions(
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
            records=records,
            lost_by=lost_by,
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
def report(
    board: BoardName,
    games: Annotated[int, typer.Option(min=1, help="Approximate number of games.")] = 600,
    players: Annotated[
        list[int] | None,
        typer.Option(help="Number of players; may be repeated; by default every number the board allows."),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="Bots that play; repeat the option or separate with commas.",
            autocompletion=complete_bots,
        ),
    ] = None,
    budget: Annotated[str | None, typer.Option(help="Budget per move: simulations, or seconds as 0.25s. [200]")] = None,
    seed: Annotated[int, typer.Option(help="The same number makes the same report again.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; its data goes next to it. [BOARD-report.html]")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play a board many times and write a page that shows what is out of balance."""
    from ferrovia.cli.commands.report import report_board

    report_board(
        board,
        games=games,
        players=players or (),
        bots=bots or (),
        budget=budget,
        seed=seed,
        jobs=jobs,
        out=out,
        language=lang,
    )


@app.command()
def train(
    board: BoardName,
    minutes: Annotated[float, typer.Option(min=0.01, help="Minutes of self-play.")] = 10.0,
    out: Annotated[Path | None, typer.Option(help="File for the best network. [BOARD-network.npz]")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue from this network.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="Learn to beat this network, which stays as it is, instead of playing itself.")
    ] = None,
    imitate: Annotated[
        str | None, typer.Option(metavar="BOT", help="A bot to imitate first.", autocompletion=complete_bots)
    ] = None,
    imitate_games: Annotated[int, typer.Option(min=1, help="Games of that bot to learn from.")] = 200,
    budget: Annotated[
        str | None, typer.Option(help="Budget of that bot per move: simulations, or seconds as 0.25s. [100]")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games played at once. [4096 with a GPU, else 512]")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads to play on; by default one per core.")] = None,
    seed: Annotated[int, typer.Option(help="The same number starts with the same games.")] = 1,
    small: Annotated[
        bool, typer.Option("--small", help="Write eight bits per weight, like the networks in the package.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
) -> None:
    """Train a network for a board by self-play, and plot how it learned."""
    from ferrovia.cli.commands.train import train_board

    train_board(
        board,
        minutes=minutes,
        out=out,
        resume=resume,
        against=against,
        imitate=imitate,
        imitate_games=imitate_games,
        budget=budget,
        games=games,
        threads=threads,
        seed=seed,
        small=small,
        overwrite=overwrite,
    )


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


app.add_typer(server_app)
