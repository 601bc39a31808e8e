"""Writes games as records. `data.secrecy` removes whatever a reader may not know before it gets here."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from ferrovia.actions import decode, to_text
from ferrovia.boards import is_built_in
from ferrovia.data import action_for, event_for
from ferrovia.engine.state import RULES_VERSION, SPECTATOR
from ferrovia.events import Event
from ferrovia.game import Game
from ferrovia.game.play import ScriptError
from ferrovia.record.begin import begin_again, key_of
from ferrovia.record.errors import RecordError
from ferrovia.record.event_text import HIDDEN, event_text
from ferrovia.record.model import MAGIC, Deal
from ferrovia.record.names import MAX_NAME, is_name

DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?)?")
_IN_HEADER: Final = ("board", "board_text", "rules_version", "players")  # keys of a position


def write_record(
    game: Game,
    *,
    reader: int | None = None,
    names: Sequence[str] | None = None,
    date: str | None = None,
    carry_board: bool = False,
    deal: Deal | None = None,
) -> str:
    """Writes a finished game with its key, or an unfinished one as `reader` (a seat or SPECTATOR) may know it.

    `deal` says how the key of a finished game was made, if players contributed to it. The text of a board that is not
    built in is always included; that of a built-in one only with `carry_board`.
    """
    if not game.opening and game.position is None:
        reason = "This game goes on from a redealt world: it has no beginning to replay it from."
        raise RecordError("record/no_beginning", None, reason)
    remarks = _remarks(game, names, date)
    if game.is_over:
        if deal is not None and deal.key != key_of(game).secret:
            raise RecordError("record/key", None, "The game was not dealt from the key of this deal.")
        return _lines([*_header(game, remarks, carry_board, deal), *_body(game, deal)])
    if reader is None:
        reason = "The game is not over: pass `reader`, a seat or SPECTATOR."
        raise RecordError("record/unfinished", None, reason)
    if game.position is not None:
        reason = (
            "The record of a game that was set up as a position tells all of it, and must wait until the game is over."
        )
        raise RecordError("record/unfinished", None, reason)
    if reader != SPECTATOR and reader not in range(game.players):
        raise RecordError("record/players", None, f"There is no seat {reader}.")
    header = [*_header_for_reader(game, remarks, carry_board, reader), ""]
    told = chained(header, _told(game, reader))
    return _lines([*header, *told, "", f"unfinished: {len(game.moves)} actions"])


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def remark(key: str, text: str) -> str:
    """A line that no replay can check carries its own checksum against accidental changes."""
    return f"{key}: {text}  #{hashlib.sha256(f'{key}: {text}'.encode()).hexdigest()[:16]}"


def _remarks(game: Game, names: Sequence[str] | None, date: str | None) -> list[str]:
    found = []
    if names is not None:
        if len(names) != game.players or not all(is_name(name) for name in names):
            reason = f"Names are {game.players} texts of 1 to {MAX_NAME} letters, without | and #."
            raise RecordError("record/names", None, reason)
        found.append(remark("names", " | ".join(names)))
    if date is not None:
        if not DATE.fullmatch(date):
            raise RecordError("record/date", None, "A date is written 2001-02-03 or 2001-02-03T04:05Z.")
        found.append(remark("date", date))
    return found


def _start_of_header(game: Game, remarks: list[str], carry_board: bool) -> list[str]:
    board = game.board
    lines = [MAGIC, f"board: {board.id} {board.digest}"]
    if carry_board or not is_built_in(board.id, board.digest):
        text = board.text.split("\n")  # not splitlines: joining the lines again must give the same digest
        lines += [f"board text: {len(text)} lines", *text, "end of board"]
    first = "random" if game.asked_first is None else str(game.asked_first)
    if game.position is not None:
        first = "position"
    return [*lines, f"rules: {RULES_VERSION}", f"players: {game.players}", *remarks, f"first: {first}"]


def _header(game: Game, remarks: list[str], carry_board: bool, deal: Deal | None) -> list[str]:
    lines = _start_of_header(game, remarks, carry_board)
    key = key_of(game)
    if deal is not None:
        lines.append(f"commitment: {deal.commitment}")
    elif key.seed is None:
        lines.append(f"commitment: {key.commitment}")
    else:
        lines += [f"commitment: {key.commitment} of a seed", f"seed: {key.seed}"]
    if game.script and game.position is None:  # a position says what comes next
        lines.append("script: " + " ".join(map(str, game.script)))
    if game.position is not None:
        position = {key: value for key, value in game.position.items() if key not in _IN_HEADER}
        lines.append("position: " + json.dumps(position, separators=(",", ":")))
    return [*lines, f"opening: {game.opening_digest}", ""]


def _header_for_reader(game: Game, remarks: list[str], carry_board: bool, reader: int) -> list[str]:
    lines = _start_of_header(game, remarks, carry_board)
    key = key_of(game)
    # A seed is short: trying every seed would find the one behind a commitment.
    lines.append(f"commitment: {key.commitment}" if key.seed is None else "commitment: none, of a seed")
    return [*lines, f"reader: {'spectator' if reader == SPECTATOR else reader}"]


def _body(game: Game, deal: Deal | None) -> Iterable[str]:
    if not _can_be_replayed(game):
        reason = "Playing the actions again does not lead to the same game; something else changed its state."
        raise RecordError("record/not_replayable", None, reason)
    for number, ((seat, code), digest) in enumerate(zip(game.moves, game.digests, strict=True), start=1):
        yield f"{number}. {seat} {to_text(game.board, decode(game.board, code))}  #{digest}"
    result = game.result()
    yield ""
    yield "result: " + " ".join(map(str, result.totals))
    yield "winners: " + " ".join(map(str, result.winners))
    yield f"ended: {result.ended_by}"
    if deal is not None:
        yield f"server key: {deal.server_key.hex()}"
        yield "values: " + (", ".join(f"{seat} {value.hex()}" for seat, value in deal.values) or "none")
    yield f"key: {key_of(game).secret.hex()}"


def _can_be_replayed(game: Game) -> bool:
    again = begin_again(game)
    try:
        return again.opening_digest == game.opening_digest and again.follow(game.moves, game.digests) == len(game.moves)
    except ScriptError:
        return False


def _told(game: Game, reader: int) -> Iterable[str]:
    """The reader's lines, made only from events as the reader may see them and from public actions."""
    again = begin_again(game)
    yield f"0. begins {again.first}; {_events_text(again.opening, reader)}"
    for number, (seat, code) in enumerate(game.moves, start=1):
        action = action_for(decode(game.board, code), seat, reader)
        text = f"keep {HIDDEN}" if action is None else to_text(game.board, action)
        yield f"{number}. {seat} {text} -> {_events_text(again.play(code, seat=seat), reader)}"


def _events_text(events: Iterable[Event], reader: int) -> str:
    return "; ".join(event_text(event_for(event, reader)) for event in events)


def chained(header: Iterable[str], lines: Iterable[str]) -> Iterable[str]:
    """Adds to each line a checksum of itself and all lines before it, covering only what the reader sees."""
    chain = hashlib.sha256(_lines(header).encode())
    for line in lines:
        chain.update(f"{line}\n".encode())
        yield f"{line}  #{chain.hexdigest()[:16]}"
