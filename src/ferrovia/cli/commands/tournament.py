"""`ferrovia tournament`: bots play each other, with a progress bar; results as tables, JSON and plots."""

from __future__ import annotations

import hashlib
import json as json_format
import math
import re
import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from platformdirs import user_state_path
from rich.console import Console
from rich.text import Text

from ferrovia.arena.cluster import Cluster, ClusterError, check_cluster
from ferrovia.arena.code_version import sources
from ferrovia.arena.contestants import ContestantError, read_budget
from ferrovia.arena.journal import FORMAT, Journal, JournalError, forget, read_tournament
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.plots import PlotsError, check_plots, draw_plots
from ferrovia.arena.ratings import ANCHOR_RATING, find_anchor
from ferrovia.arena.ratings_file import published
from ferrovia.arena.records import Records
from ferrovia.arena.run import Finish, run
from ferrovia.arena.schedule import DEFAULT_BUDGET, Tournament, TournamentError, plan_tournament
from ferrovia.arena.sprt import Sprt, share_of_elo
from ferrovia.arena.summary import summarise
from ferrovia.arena.workers import Limits, WorkerPool, WorkerPoolError
from ferrovia.boards import load_board
from ferrovia.bots.ratings import RatingsError, read_ratings, write_ratings
from ferrovia.cli.benchmark.machine import machine_facts
from ferrovia.cli.files import check_place, program, write_json
from ferrovia.cli.output.console import INTERRUPTED, Failure, counted, new_console, new_progress
from ferrovia.cli.output.tournament_tables import print_summary
from ferrovia.engine import usable_cores

REFUSALS: Final = (
    ContestantError,
    TournamentError,
    JournalError,
    RatingsError,
    PlotsError,
    WorkerPoolError,
    ClusterError,
)
DEALS: Final = 50
WHOLE_DAY: Final = 86_400.0  # seconds


@dataclass(frozen=True)
class TournamentOptions:
    """The options as given."""

    bots: tuple[str, ...]
    boards: tuple[str, ...]
    players: tuple[int, ...]
    format: str
    lineups: tuple[str, ...]
    deals: int | None
    games: int | None
    budget: str | None
    seed: int
    processes: int | None
    cluster: str | None
    results: Path | None
    records: Path | None
    lost_by: str | None
    fresh: bool
    any_code: bool
    sprt: str | None
    alpha: float
    beta: float
    anchor: str | None
    move_limit: float
    json: Path | None
    plots: Path | None
    write_ratings: Path | None


def play_tournament(options: TournamentOptions) -> None:
    try:
        complete = _carry_out(options)
    except REFUSALS as error:
        raise Failure(str(error), exit_code=2) from error
    except OSError as error:  # such as a full disk; everything written before is kept
        raise Failure(error.strerror or str(error), at=error.filename or "the results") from error
    if not complete:
        raise SystemExit(INTERRUPTED)


def _carry_out(options: TournamentOptions) -> bool:
    """Plans, plays, shows and writes. Returns whether it was completed."""
    # With `--json -` the output is only JSON.
    console = Console(stderr=True, highlight=False) if options.json == Path("-") else new_console()
    tournament = _tournament(options)
    test = _test(options, tournament)
    anchor, anchor_rating = _anchor(options, tournament)
    _check_options(options)
    records = _records(options, tournament)
    file = options.results or _usual_file(tournament)
    if options.fresh:
        forget(file)
    with Journal(file, tournament, any_code=options.any_code) as journal:
        started, had = time.perf_counter(), len(journal.outcomes)
        finish = _play(options, journal, test, console, records)
        timing = {"seconds": round(time.perf_counter() - started, 3), "games": len(journal.outcomes) - had}
    if finish.outcomes:
        found = summarise(tournament, finish, anchor=anchor, anchor_rating=anchor_rating)
        found |= {"machine": machine_facts(), "timing": timing}
        print_summary(console, found)
        _write(options, found, console)
    if records is not None:
        _tell_records(records, list(journal.outcomes.values()), console)
    if finish.complete:
        console.print(Text(f"Every game is in {file}", style="dim"), soft_wrap=True)
    else:
        console.print(Text(f"Stopped after {counted(len(journal.outcomes), 'game')}, kept in {file}", style="yellow"))
        console.print(f"Go on with: {_again(file)}", soft_wrap=True)
    return finish.complete


def _check_options(options: TournamentOptions) -> None:
    """Rejects now what could not be written after hours of play."""
    if options.plots is not None:
        check_plots()
    if options.cluster is not None:
        check_cluster()
    if options.write_ratings is not None:
        read_ratings(options.write_ratings)
    for file in (options.json, options.write_ratings):
        if file is not None and file != Path("-"):
            check_place(file)


def _write(options: TournamentOptions, found: dict[str, Any], console: Console) -> None:
    """Writes the requested files."""
    if options.json is not None:
        write_json(options.json, found)
    if options.plots is not None:
        for drawn in draw_plots(found, options.plots):
            console.print(Text(f"Drawn: {drawn}", style="dim"), soft_wrap=True)
    if options.write_ratings is not None and found["complete"]:
        machine = found["machine"]
        ratings = published(found, machine=f"{machine['cpu']}, {machine['cores']} cores")
        write_ratings(options.write_ratings, ratings, join=options.anchor is not None)


def _play(
    options: TournamentOptions, journal: Journal, test: Sprt | None, console: Console, records: Records | None
) -> Finish:
    tournament = journal.tournament
    had = len(journal.outcomes)
    if had:
        console.print(
            Text(f"{counted(had, 'game')} {'is' if had == 1 else 'are'} in {journal.file} already.", style="dim"),
            soft_wrap=True,
        )
    faults = 0
    with _players(options, tournament) as players, new_progress() as progress:
        progress.speed_estimate_period = WHOLE_DAY  # even if a game takes minutes, the remaining time stays visible
        task = progress.add_task("Getting ready", total=tournament.games, completed=min(had, tournament.games))

        def tell(outcome: Outcome, total: int) -> None:
            nonlocal faults
            if records is not None:
                records.keep(outcome)
            faults += sum(sum(fault.counts.values()) for fault in outcome.faults)
            name = f"Games, {faults} faults" if faults else "Games"
            progress.update(task, advance=1, total=max(total, len(journal.outcomes)), description=name)

        return run(journal, players.play, test=test, tell=tell)


def _players(options: TournamentOptions, tournament: Tournament) -> WorkerPool | Cluster:
    """This machine's processors, or a cluster's."""
    limits = Limits(move=options.move_limit)
    if options.cluster is not None:
        return Cluster(tournament, options.cluster, limits=limits)
    return WorkerPool(tournament, processes=options.processes or usable_cores(), limits=limits)


def _records(options: TournamentOptions, tournament: Tournament) -> Records | None:
    if options.records is None:
        if options.lost_by is not None:
            raise TournamentError("--lost-by chooses among records: add --records FOLDER")
        return None
    records = Records(options.records, tournament, lost_by=options.lost_by)
    records.make_folder()
    return records


def _tell_records(records: Records, outcomes: list[Outcome], console: Console) -> None:
    games = counted(records.written, "game")
    console.print(Text(f"Records of {games} written to {records.folder}", style="dim"), soft_wrap=True)
    if missing := records.missing(outcomes):
        earlier = "1 earlier game has" if missing == 1 else f"{missing:,} earlier games have"
        console.print(Text(f"{earlier} no record; --fresh plays all games again.", style="yellow"), soft_wrap=True)


# --- what the options mean ------------------------------------------------------------------------------------------
def _tournament(options: TournamentOptions) -> Tournament:
    lineups = [tuple(part.strip() for part in text.split(",")) for text in options.lineups]
    if not options.bots and not lineups:
        if options.results is None or not options.results.exists():
            raise TournamentError("name the bots to play, a line-up, or a file of results to continue")
        file = options.results
        return _as_long(options, lambda deals: read_tournament(file, deals=deals))
    asked: dict[str, Any] = {
        "boards": [load_board(name) for name in options.boards or ("europe",)],
        "contestants": options.bots,
        "players": options.players or (2,),
        "form": options.format,
        "lineups": lineups,
        "seed": options.seed,
        "budget": read_budget(options.budget) if options.budget else DEFAULT_BUDGET,
    }
    return _as_long(options, lambda deals: plan_tournament(**asked, deals=deals or DEALS))


def _as_long(options: TournamentOptions, of_deals: Callable[[int | None], Tournament]) -> Tournament:
    """A tournament with the requested deals or games; `of_deals` knows the default number."""
    if options.games is None:
        return of_deals(options.deals)
    if options.deals is not None:
        raise TournamentError("give --deals or --games, not both")
    fewest = min(match.rotations for match in of_deals(1).matches)
    return of_deals(math.ceil(options.games / fewest))


def _test(options: TournamentOptions, tournament: Tournament) -> Sprt | None:
    if options.sprt is None:
        return None
    found = re.fullmatch(r"\s*(-?[0-9.]+)(elo)?\s*,\s*(-?[0-9.]+)(elo)?\s*", options.sprt)
    if found is None or bool(found[2]) != bool(found[4]):
        raise TournamentError(f"--sprt {options.sprt!r:.40}: write two shares, 0.5,0.55, or two ratings, 0elo,30elo")
    first, second = float(found[1]), float(found[3])
    if found[2]:
        if any(match.players != 2 for match in tournament.matches):
            raise TournamentError("--sprt: between more than two players say shares of wins instead of Elo")
        first, second = share_of_elo(first), share_of_elo(second)
    try:
        return Sprt(first, second, options.alpha, options.beta)
    except ValueError as error:
        raise TournamentError(f"--sprt: {error}") from error


def _anchor(options: TournamentOptions, tournament: Tournament) -> tuple[str | None, float]:
    if options.anchor is None:
        return None, ANCHOR_RATING
    name, equals, rating = options.anchor.partition("=")
    if find_anchor(tournament.contestants, name) is None:
        raise TournamentError(f"--anchor: {name!r:.40} does not take part")
    try:
        return name, float(rating) if equals else ANCHOR_RATING
    except ValueError as error:
        raise TournamentError(f"--anchor: {rating!r:.40} is not a rating") from error


def _usual_file(tournament: Tournament) -> Path:
    """The default results file: the same tournament finds it again."""
    folder = user_state_path("ferrovia", appauthor=False) / "tournaments"
    identity = json_format.dumps([FORMAT, tournament.description(), sources(tournament.who.values())], sort_keys=True)
    return folder / f"{hashlib.sha256(identity.encode()).hexdigest()[:16]}.jsonl"


def _again(file: Path) -> str:
    """The command that continues: as given, or short if the results file contains everything."""
    arguments = [shlex.quote(argument) for argument in sys.argv[1:] if argument != "--fresh"]
    if not arguments:
        arguments = ["tournament", "--results", shlex.quote(str(file))]
    return " ".join([program(), *arguments])
