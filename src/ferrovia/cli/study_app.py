"""The commands that play many games: random ones, tournaments, the report on a board, training."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ferrovia.cli.completion import complete_boards, complete_bots
from ferrovia.cli.options import BoardName, Json, Lang
from ferrovia.cli.output.console import OneLineErrors

study_app = typer.Typer(cls=OneLineErrors)


@study_app.command()
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


@study_app.command()
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


@study_app.command()
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


@study_app.command()
def train(
    board: BoardName,
    minutes: Annotated[float, typer.Option(help="Minutes of self-play, 0.01 to 100,000.")] = 10.0,
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
    games: Annotated[
        int | None,
        typer.Option(
            min=1, max=1 << 20, help="Games played at once. [32768 on a GPU, 16384 on cores for a GPU, else 512]"
        ),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="JSON file of hyperparameters, such as rate, entropy and shares.")
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(min=1, help="Layers in the middle; --resume keeps those it has and adds others. [2]")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads to play on; by default one per core.")] = None,
    seed: Annotated[int, typer.Option(help="The same number starts with the same games.")] = 1,
    small: Annotated[
        bool, typer.Option("--small", help="Write eight bits per weight, like the networks in the package.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the network, its curve and its picture if they exist.")
    ] = False,
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
        settings_file=settings,
        blocks=blocks,
        threads=threads,
        seed=seed,
        small=small,
        overwrite=overwrite,
    )
