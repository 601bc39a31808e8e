"""`ferrovia score`: scores a game played on a real board, from a file."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ferrovia.cli.files import read_file, write_json
from ferrovia.cli.output.console import Failure, new_console, say_error
from ferrovia.cli.output.score_sheets import score_sheets
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import seat_name
from ferrovia.cli.table_options import texts_for
from ferrovia.position import PositionError
from ferrovia.referee import Judgement, Step, judge


def score_file(file: Path, *, board: str | None, steps: bool, json: Path | None, language: str | None) -> None:
    source = "input" if file == Path("-") else str(file)
    data = _read_json(sys.stdin.read() if file == Path("-") else read_file(file), source)
    try:
        found = judge(data, board=None if board is None else Path(board))
    except PositionError as error:
        for problem in error.problems[:-1]:
            say_error(f"{source}: {problem}")
        raise Failure(str(error.problems[-1]), at=source) from error
    texts = texts_for(language)
    named = [name or texts("score.player", number=i + 1) for i, name in enumerate(found.names)]
    words = Words(texts, found.board, named)
    # With `--json -` the output is only JSON.
    console = Console(stderr=True, highlight=False) if json == Path("-") else new_console()
    if steps:
        _tell(console, found, words)
    console.print(score_sheets(found.result, words))
    if json is not None:
        write_json(json, found.as_data())


def _read_json(text: str, source: str) -> Any:
    try:
        return json_format.loads(text.removeprefix("\ufeff"))  # some editors add a byte-order mark
    except json_format.JSONDecodeError as error:
        reason = "`ferrovia score` reads positions in JSON, and this is not JSON"
        raise Failure(reason, at=f"{source}: line {error.lineno}, column {error.colno}") from error
    except (RecursionError, ValueError) as error:
        raise Failure("this is not a position", at=source) from error


def _tell(console: Console, found: Judgement, words: Words) -> None:
    for step in found.steps:
        if step.points or step.parts:
            title = f"{words.texts(f'sheet.{step.row}')} {step.points:+d} = {step.total}"
            console.print(Text.assemble(seat_name(words, step.seat), f"  {title}"))
            for line in _lines(step, words):
                console.print(Text(f"    {line}", style="dim"), soft_wrap=True)
    console.print()


def _lines(step: Step, words: Words) -> list[str]:
    match step.row:
        case "routes" | "merchandise":
            return [f"{words.route(part.what)}" + (f" {part.points:+d}" if part.points else "") for part in step.parts]
        case "tickets_won" | "tickets_lost":
            ends = [(part, words.board.ticket(part.what).cities[0]) for part in step.parts]
            return [
                f"{words.ticket(part.what)} {part.points:+d}"
                + (f": {words.chain(part.routes, start)}" if part.routes else "")
                for part, start in ends
            ]
        case "stations":
            return [
                words.texts("sheet.borrows", city=words.city(part.what), route=words.route(part.routes[0]))
                if part.routes
                else words.city(part.what)
                for part in step.parts
            ]
        case "attractions":
            return [f"{words.city(part.what)} {part.points:+d}" for part in step.parts]
        case "districts":
            return [f"{part.what}: {', '.join(words.city(city) for city in part.cities)}" for part in step.parts]
        case "longest_path":
            starts = [words.board.city(part.cities[0] if part.cities else _start(words, part.routes)).number
                      for part in step.parts]  # fmt: skip
            told = [words.chain(part.routes, start) for part, start in zip(step.parts, starts, strict=True)]
            return [f"{words.texts('sheet.trains', count=step.count)}: {path}" for path in told]


def _start(words: Words, routes: tuple[str, ...]) -> int:
    """Where a round trip can start: the city of the first route that the second does not touch."""
    first = words.board.route(routes[0]).cities
    return first[0] if len(routes) < 2 or first[0] not in words.board.route(routes[1]).cities else first[1]
