"""Reads a record and checks its form strictly. `replay` and `verify` check whether it is true."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ferrovia.actions import ActionTextError, encode, from_text, to_text
from ferrovia.boards import Board
from ferrovia.engine.state import ENDINGS, RULES_VERSION, SPECTATOR
from ferrovia.game import Key
from ferrovia.game.play import MAX_SCRIPT
from ferrovia.record.errors import RecordError
from ferrovia.record.lines import Lines
from ferrovia.record.model import MAGIC, Claim, Deal, Record
from ferrovia.record.names import is_name
from ferrovia.record.read_board import read_board
from ferrovia.record.read_reader import read_told
from ferrovia.record.write import DATE, remark

_DIGEST = "[0-9a-f]{16}"
_LONG_DIGEST = "[0-9a-f]{64}"
_NUMBER = "0|[1-9][0-9]{0,3}"
_MOVE = re.compile(rf"([1-9][0-9]{{0,5}})\. ([0-9]) (.+)  #({_DIGEST})")  # number, seat, action, digest


def read_record(text: str) -> Record:
    """Reads the record in a text. Raises RecordError with the line that is malformed."""
    lines = Lines(text)
    magic = lines.take(f'"{MAGIC}"')
    if magic != MAGIC:
        if magic.startswith("ferrovia record "):
            lines.refuse("record/version", "This is a record of another format than this program reads.", back=1)
        lines.refuse("record/not_a_record", f'A record begins with "{MAGIC}".', back=1)
    board = read_board(lines)
    rules = int(lines.value("rules", _NUMBER)[0])
    if rules != RULES_VERSION:
        reason = f"The game was played by version {rules} of the rules; this program has version {RULES_VERSION}."
        lines.refuse("record/rules", reason, back=1)
    players = int(lines.value("players", "[0-9]")[0])
    if players not in range(board.players[0], board.players[1] + 1):
        lines.refuse("record/players", f"{board.name} is for {board.players[0]} to {board.players[1]} players.", back=1)
    names = _read_names(lines)
    date = _read_remark(lines, "date")
    if date is not None and not DATE.fullmatch(date):
        lines.refuse("record/date", "A date is written 2001-02-03 or 2001-02-03T04:05Z.", back=1)
    asked = lines.value("first", "random|position|[0-9]")[0]
    first = int(asked) if asked.isdigit() else None
    commitment, seeded = _read_commitment(lines)
    about: dict[str, Any] = {
        "board": board,
        "players": players,
        "first": first,
        "commitment": commitment,
        "names": names,
        "date": date,
        "lines": lines.at,
    }
    if commitment is None or lines.has("reader"):
        reader = lines.value("reader", "spectator|[0-9]")[0]
        seat = SPECTATOR if reader == "spectator" else int(reader)
        if seat >= players:
            lines.refuse("record/players", f"There is no seat {seat}.", back=1)
        dealt, told = read_told(lines, board, players)
        if names is not None and len(names) != players:
            raise RecordError("record/names", lines.at["names"], f"There are {players} players.")
        return Record(**about, seed=None, reader=seat, dealt=dealt, told=told)
    seed = int(lines.value("seed", "-?(0|[1-9][0-9]{0,39})")[0]) if seeded else None
    script = _read_script(lines) if lines.has("script") else ()
    position = _read_position(lines) if asked == "position" else None
    opening = lines.value("opening", _DIGEST)[0]
    moves, digests = _read_moves(lines, board)
    claim, deal, key = _read_end(lines, players)
    return Record(
        **about,
        seed=seed,
        reader=None,
        script=script,
        position=position,
        opening=opening,
        moves=moves,
        digests=digests,
        claim=claim,
        key=Key(key, seed),
        deal=deal,
    )


def _read_remark(lines: Lines, key: str) -> str | None:
    if not lines.has(key):
        return None
    found = lines.value(key, rf"(.*)  #{_DIGEST}")
    if remark(key, found[1]) != f"{key}: {found[0]}":
        lines.refuse("record/digest", "This line has been changed: its checksum does not match.", back=1)
    return found[1]


def _read_names(lines: Lines) -> tuple[str, ...] | None:
    text = _read_remark(lines, "names")
    if text is None:
        return None
    names = tuple(text.split(" | "))
    if not all(is_name(name) for name in names):
        lines.refuse("record/names", "One of these is not a valid name.", back=1)
    return names


def _read_commitment(lines: Lines) -> tuple[str | None, bool]:
    """The commitment, if the reader may see one, and whether it belongs to a seed."""
    found = lines.value("commitment", f"({_LONG_DIGEST})( of a seed)?|none, of a seed")
    return found[1], not found[1] or found[2] is not None


def _read_script(lines: Lines) -> tuple[int, ...]:
    outcomes = lines.value("script", "[0-9]{1,4}( [0-9]{1,4})*")[0].split()
    if len(outcomes) > MAX_SCRIPT:
        lines.refuse("record/too_large", f"A script has {MAX_SCRIPT} outcomes at most.", back=1)
    return tuple(map(int, outcomes))


def _read_position(lines: Lines) -> dict[str, Any]:
    text = lines.value("position", r"\{.*\}")[0]
    try:
        data: dict[str, Any] = json.loads(text)  # nothing else begins and ends with these brackets
    except (ValueError, RecursionError):
        lines.refuse("record/position", "This is not JSON.", back=1)
    return data


def _read_moves(lines: Lines, board: Board) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    lines.blank()
    lines.at["moves"] = lines.number
    moves: list[tuple[int, int]] = []
    digests: list[str] = []
    known = board.known_texts
    for number, line in enumerate(lines.until_empty(), start=1):
        found = _MOVE.fullmatch(line)
        if found is None or int(found[1]) != number:
            _refuse_move(lines, line, number)
        _, seat, action, digest = found.groups()
        code = known.get(action)
        if code is None:
            code = code_of(board, action)
        if code is None:
            lines.refuse("record/action", f"This is not an action on the board {board.id}, or not written so.", back=1)
        moves.append((int(seat), code))
        digests.append(digest)
    if lines.peek() is None:
        lines.take(f"action {len(moves) + 1} or an empty line")
    return tuple(moves), tuple(digests)


def _refuse_move(lines: Lines, line: str, expected: int) -> NoReturn:
    """Explains what is wrong with a line that is not action number `expected`."""
    number, _, rest = line.partition(". ")
    if number != str(expected):
        lines.refuse("record/out_of_order", f"Here action {expected} is expected.", back=1)
    action, _, _ = rest[2:].rpartition("  #")
    if rest[:1] not in tuple("0123456789") or rest[1:2] != " " or not action:
        lines.refuse("record/syntax", "An action is written: 12. 1 take red  #0123456789abcdef", back=1)
    lines.refuse("record/syntax", "A digest has 16 hexadecimal digits.", back=1)


def code_of(board: Board, text: str) -> int | None:
    """The code of an action's text, which must be exactly as records write it."""
    code = board.known_texts.get(text)
    if code is not None or len(text) > 200:
        return code
    try:
        action = from_text(board, text)
    except ActionTextError:
        return None
    if to_text(board, action) != text:
        return None
    code = board.known_texts[text] = encode(board, action)
    return code


def _read_end(lines: Lines, players: int) -> tuple[Claim, Deal | None, bytes]:
    lines.blank()
    totals = lines.value("result", r"-?[0-9]{1,5}( -?[0-9]{1,5})*")[0].split()
    winners = lines.value("winners", "[0-9]( [0-9])*")[0].split()
    ended = lines.value("ended", "|".join(ENDINGS))[0]
    deal = _read_deal(lines, players) if lines.has("server key") else None
    key = lines.value("key", _LONG_DIGEST)[0]
    lines.end()
    return Claim(tuple(map(int, totals)), tuple(map(int, winners)), ended), deal, bytes.fromhex(key)


def _read_deal(lines: Lines, players: int) -> Deal:
    server_key = lines.value("server key", _LONG_DIGEST)[0]
    text = lines.value("values", f"none|[0-9] {_LONG_DIGEST}(, [0-9] {_LONG_DIGEST})*")[0]
    values = tuple((int(part[0]), bytes.fromhex(part[2:])) for part in text.split(", ")) if text != "none" else ()
    seats = [seat for seat, _ in values]
    if seats != sorted(set(seats)) or not set(seats) <= set(range(players)):
        lines.refuse("record/syntax", "Values must be in order of seats, each seat once.", back=1)
    return Deal(bytes.fromhex(server_key), values)
