"""A whole report: plan the games, play them, measure, interpret, draw. The same arguments give the same bytes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia import __version__
from ferrovia.arena.contestants import ContestantError, read_contestant
from ferrovia.boards import Board
from ferrovia.bots import Budget
from ferrovia.engine.state import RULES_VERSION
from ferrovia.geometry import layout_of
from ferrovia.report.findings import Finding, find
from ferrovia.report.games import gather
from ferrovia.report.measures import measure
from ferrovia.report.page import make_page
from ferrovia.report.schedule import BUDGET, make_schedule, usual_bots
from ferrovia.report.words import Words


class ReportError(ValueError):
    """A report that cannot be made; the text says why."""

    code = "report/impossible"


@dataclass(frozen=True)
class Report:
    """The measurements (plain data), the findings, and the page that shows both."""

    data: dict[str, Any]
    findings: tuple[Finding, ...]
    page: str


def make_report(
    board: Board,
    *,
    bots: Sequence[str] = (),
    players: Sequence[int] = (),
    games: int = 600,
    seed: int = 1,
    jobs: int = 1,
    budget: Budget = BUDGET,
    language: str = "en",
    name: str = "",
    tell: Callable[[int], None] = lambda games: None,
    plan: Callable[[int], None] = lambda games: None,
    draw: Callable[[float], None] = lambda share: None,
) -> Report:
    """Plays a board and reports on it. Defaults: the usual mix of bots, and every number of players.

    `name` is the board's name as the user gave it, for the command that repeats the report. `plan` is called with the
    number of games, `tell` with the number just played, `draw` with the share of a new board's map laid out so far.
    """
    names = _checked_bots(bots or usual_bots())
    counts = _checked_players(board, players)
    if games < 1:
        raise ReportError("a report needs games")
    schedule = make_schedule(board, bots=names, players=counts, games=games, seed=seed, budget=budget)
    layout = layout_of(board, progress=draw)
    plan(schedule.games)
    played = gather(schedule, jobs=max(1, min(jobs, len(schedule.blocks))), tell=tell)
    measured = measure(board, played)
    words = Words(language, board.words.names)
    findings = find(board, measured, words)
    run = {
        "ferrovia": __version__,
        "rules_version": RULES_VERSION,
        "board": {"id": board.id, "name": board.name, "digest": board.digest},
        "bots": list(names),
        "players": list(counts),
        "seed": seed,
        "games": schedule.games,
        "decks": measured["overall"]["decks"],
        "budget": {"simulations": budget.simulations} if budget.seconds is None else {"seconds": budget.seconds},
        "command": _command(board, names, counts, games, seed, name or board.id),
    }
    page = make_page(board, layout, run, measured, findings, words)
    data = {"run": run, "findings": [finding.data() for finding in findings], **measured}
    return Report(data, tuple(findings), page)


def _checked_bots(bots: Sequence[str]) -> tuple[str, ...]:
    try:
        names = tuple(dict.fromkeys(read_contestant(name).spelled for name in bots))
    except ContestantError as error:
        raise ReportError(str(error)) from error
    if not names:
        raise ReportError("a report needs bots")
    return names


def _checked_players(board: Board, players: Sequence[int]) -> tuple[int, ...]:
    fewest, most = board.players
    wrong = [count for count in players if not fewest <= count <= most]
    if wrong:
        raise ReportError(f"{board.name} is for {fewest} to {most} players, not {wrong[0]}")
    return tuple(sorted(set(players))) or tuple(range(fewest, most + 1))


def _command(board: Board, bots: Sequence[str], players: Sequence[int], games: int, seed: int, name: str) -> str:
    counts = [word for count in players for word in ("--players", str(count))]
    mix = [word for bot in bots for word in ("--bots", bot)]
    words = ["ferrovia", "report", name, "--games", str(games), *counts, *mix, "--seed", str(seed)]
    return shlex.join(words)
