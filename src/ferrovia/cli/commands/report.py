"""`ferrovia report`: plays a board, writes the page and the data, and prints the findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from ferrovia.arena.contestants import ContestantError, read_budget
from ferrovia.boards import load_board
from ferrovia.bots import Budget
from ferrovia.cli.files import check_place, refused_scenery, write_json
from ferrovia.cli.output.console import INTERRUPTED, Failure, new_console, new_progress
from ferrovia.cli.table_options import texts_for
from ferrovia.engine import usable_cores
from ferrovia.geometry import SceneryError, is_ready
from ferrovia.report import Report, ReportError, make_report
from ferrovia.report.schedule import BUDGET

MARKS: Final = {"problem": ("▲", "red"), "watch": ("◆", "yellow"), "note": ("●", "cyan"), "fine": ("✓", "green")}


def report_board(
    name: str,
    *,
    games: int,
    players: Sequence[int],
    bots: Sequence[str],
    budget: str | None,
    seed: int,
    jobs: int | None,
    out: Path | None,
    language: str | None,
) -> None:
    board = load_board(name)
    page = out or Path(f"{board.id}-report.html")
    data = page.with_suffix(".json")
    if data == page:
        raise Failure("--out names the page; its data goes to a file that ends in .json", at=page, exit_code=2)
    check_place(page)
    names = [one for group in bots for one in group.split(",") if one]
    with new_progress() as progress:
        drawing = progress.add_task("map", total=100, visible=not is_ready(board))
        task = progress.add_task(board.name, total=games)
        try:
            report = make_report(
                board,
                bots=names,
                players=players,
                games=games,
                seed=seed,
                jobs=jobs or usable_cores(),
                budget=_budget(budget),
                language=texts_for(language).language,
                name=name,
                draw=lambda share: progress.update(drawing, completed=round(100 * share)),
                plan=lambda total: progress.update(task, total=total),
                tell=lambda done: progress.advance(task, done),
            )
        except ReportError as error:
            raise Failure(str(error), exit_code=2) from error
        except SceneryError as error:
            raise refused_scenery(error, name, None) from error
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
    try:
        page.write_text(report.page, encoding="utf-8")
    except OSError as error:
        raise Failure(f"the file cannot be written: {error.strerror}", at=page) from error
    write_json(data, report.data)
    _show(new_console(), report, page, data)


def _budget(text: str | None) -> Budget:
    try:
        return read_budget(text) if text else BUDGET
    except ContestantError as error:
        raise Failure(str(error), exit_code=2) from error


def _show(console: Console, report: Report, page: Path, data: Path) -> None:
    for finding in report.findings:
        mark, color = MARKS[finding.level]
        console.print(Text.assemble((f"{mark} ", color), (finding.title, "bold"), f"  {finding.text}"))
    console.print(Text(str(page), style="bold"), soft_wrap=True)
    console.print(Text(str(data)), soft_wrap=True)
