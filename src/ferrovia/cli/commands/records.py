"""`ferrovia replay` and `ferrovia verify`: show a recorded game in words, and check a record."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ferrovia.actions import decode, to_text
from ferrovia.cli.commands.draw import draw_replay
from ferrovia.cli.files import load_record, refused_record, write_json
from ferrovia.cli.output import game_tables
from ferrovia.cli.output.console import Failure, counted, new_console
from ferrovia.cli.output.score_sheets import score_sheets
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import blocks, color_names, painted, seat_name
from ferrovia.cli.play.parser import Reader
from ferrovia.cli.play.parser import number as number_of
from ferrovia.cli.play.prompt import Prompt
from ferrovia.cli.retell import Line, retell, retell_for_reader, show_new
from ferrovia.cli.table_options import names_in, texts_for
from ferrovia.engine.state import SPECTATOR
from ferrovia.game import Game
from ferrovia.position import to_position
from ferrovia.record import Record, RecordError, replay, verify


def _words(record: Record, language: str | None) -> Words:
    texts = texts_for(language)
    reader = SPECTATOR if record.reader is None else record.reader
    return Words(texts, record.board, names_in(texts, record), reader)


def replay_file(
    file: Path,
    *,
    at: int | None,
    step: bool,
    language: str | None,
    picture: Path | None = None,
    theme: str = "light",
    json: Path | None = None,
) -> None:
    record = load_record(file)
    if json is not None:
        write_json(json, _replay_data(file, record, at=at, language=language))
        return
    if picture is not None:
        _draw(file, record, picture, at=at, theme=theme)
        return
    if at is not None and record.reader is None:
        _check_at(file, at, len(record.moves))  # before the title
    words = _words(record, language)
    console = new_console()
    count = len(record.moves) or len(record.told)
    board = words.texts.board_name(record.board.name)
    title = words.texts("replay.title", board=board, players=record.players, count=count)
    console.print(Text(title, style="bold"))

    def show(line: Line) -> None:
        console.print(Text.assemble((f"{line.move:>4}  ", "dim"), painted(words, line.text)))

    if record.reader is not None:
        if at is not None or step:
            raise Failure("an unfinished game has no positions to show: leave out --at and --step", at=file)
        show_new(retell_for_reader(record, words), 0, show, last=True)
        console.print(Text(words.texts("replay.unfinished"), style="yellow"))
        return
    finished = _replayed(file, record)
    if at is not None:
        _position(console, _game_at(file, finished, words, at), words, count=count)
    elif step:
        _step(console, finished, words, show_line=show)
    else:
        shown = 0
        for game, tale in retell(finished, words):
            shown = show_new(tale, shown, show, last=game.is_over)
        console.print(score_sheets(finished.result(), words))


def _replay_data(file: Path, record: Record, *, at: int | None, language: str | None) -> dict[str, Any]:
    """The moves with their sentences and digests, and the scores; with `at`, the position after that move instead."""
    words = _words(record, language)
    data: dict[str, Any] = {"board": record.board.id, "board_digest": record.board.digest, "players": record.players}
    data["names"] = list(words.names)
    if record.reader is not None:
        if at is not None:
            raise Failure("an unfinished game has no positions to show", at=file, exit_code=2)
        tale = retell_for_reader(record, words)
        return data | {"finished": False, "lines": [asdict(line) for line in tale.lines]}
    finished = _replayed(file, record)
    if at is not None:
        return data | {"at": at, "position": to_position(_game_at(file, finished, words, at))}
    moves = []
    for number, (seat, code) in enumerate(finished.moves, start=1):
        action = to_text(record.board, decode(record.board, code))
        moves.append({"move": number, "seat": seat, "action": action, "digest": finished.digests[number - 1]})
    lines: list[Line] = []
    for _, tale in retell(finished, words):
        lines = tale.lines
    result = finished.result()
    scores = [{"seat": sheet.seat, "total": sheet.total, "rank": sheet.rank} for sheet in result.sheets]
    return data | {"finished": True, "moves": moves, "lines": [asdict(line) for line in lines], "scores": scores}


def _replayed(file: Path, record: Record) -> Game:
    try:
        return replay(record)
    except RecordError as error:
        raise refused_record(file, error) from error


def _check_at(file: Path, at: int, count: int) -> None:
    if at > count:
        raise Failure(f"the game has {counted(count, 'move')}, so --at goes from 0 to {count}", at=file, exit_code=2)


def _game_at(file: Path, finished: Game, words: Words, at: int) -> Game:
    _check_at(file, at, len(finished.moves))
    return next(game for number, (game, _) in enumerate(retell(finished, words)) if number == at)


def _draw(file: Path, record: Record, picture: Path, *, at: int | None, theme: str) -> None:
    if record.reader is not None:
        raise Failure("an unfinished game has no positions to draw", at=file, exit_code=2)
    if at is not None:
        _check_at(file, at, len(record.moves))
    draw_replay(_replayed(file, record), picture, at=at, theme=theme)


def _step(console: Console, finished: Game, words: Words, *, show_line: object) -> None:
    """Move by move: Enter continues, a number jumps forward to that move, q quits."""
    assert callable(show_line)
    prompt = Prompt(console)
    reader = Reader(words)
    shown, goal = 0, 0
    for number, (game, tale) in enumerate(retell(finished, words)):
        shown = show_new(tale, shown, show_line, last=game.is_over or number >= goal)
        if number < goal or game.is_over:
            continue
        console.print(
            game_tables.players(game.spectator_view(), words), game_tables.display(game.spectator_view(), words)
        )
        try:
            answer = prompt.ask(words.texts("replay.next"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if answer and not answer.isdecimal() and (answer == "s" or reader.command(answer) == "quit"):
            return
        wanted = number_of(answer)
        goal = number + 1 if wanted is None else wanted
    console.print(score_sheets(finished.result(), words))


def _position(console: Console, game: Game, words: Words, *, count: int) -> None:
    """Everything about the position: the table, and every seat's cards, tickets and routes."""
    texts = words.texts
    view = game.spectator_view()
    at = texts("replay.position", at=len(game.moves), count=count) if game.moves else texts("replay.start")
    console.print(Rule(at, align="left"), game_tables.header(view, words), game_tables.players(view, words))
    console.print(game_tables.display(view, words))
    for seat in range(game.players):
        own = game.view(seat)
        console.print(Text(), seat_name(words, seat))
        hand = [(color, own.hand[color]) for color in color_names(game.board) if own.hand[color]]
        console.print(Text(f"  {texts('screen.hand')}  "), blocks(words, list(hand)) if hand else "–", sep="")
        if own.tickets:
            console.print(Padding(game_tables.ticket_lines(own, words, own.tickets), (0, 0, 0, 2)))
        routes = [words.route(route) for route, owner in own.owners.items() if owner == seat]
        console.print(Padding(f"{texts('sheet.routes')}  {', '.join(routes) or '–'}", (0, 0, 0, 2)))


def verify_file(file: Path, *, json: Path | None = None) -> None:
    """Reports what was checked; rejects a wrong record with its line and the reason."""
    record = load_record(file)
    try:
        found = verify(record)
    except RecordError as error:
        raise refused_record(file, error) from error
    if json is not None:
        write_json(json, {"file": str(file), "board": record.board.id, "players": record.players, **asdict(found)})
        return
    console = new_console()
    totals = ", ".join(map(str, found.totals))
    winners = " and ".join(f"seat {seat}" for seat in found.winners)
    console.print(f"{file}: {record.board.name}, {record.players} players, {found.actions} actions", soft_wrap=True)
    console.print(f"checked    {', '.join(found.checked)}")
    if found.unchecked:
        console.print(f"unchecked  {', '.join(found.unchecked)} (cannot be checked)")
    console.print(f"result     {totals}; won by {winners}")
    if not found.fair:
        console.print("note       its draws come from a seed, a script or a position: a person may have chosen them")
    console.print(Text("The record is true.", style="bold green"))
