"""The task of opening a record from a visitor's disk, checked as strictly as by `ferrovia verify`.

A record with its own board is opened in a separate process.
"""

from __future__ import annotations

from typing import Final, cast

from ferrovia import geometry
from ferrovia.boards import is_built_in
from ferrovia.data import board_data, reason_data, result_data
from ferrovia.data.schema import Json
from ferrovia.record import Record, RecordError, read_record, replay, verify
from ferrovia.record.begin import begin_again
from ferrovia.record.names import Nameless, read_name
from ferrovia.server.messages.answers import OpenedRecord, RecordedGame
from ferrovia.server.messages.outgoing import FairDeal, SeatInfo
from ferrovia.server.messages.steps import steps_of
from ferrovia.server.workers.limits import limit_process
from ferrovia.server.workers.worker import Say
from ferrovia.statistics import game_statistics

SECONDS: Final = 60  # of processor time, for a record with its own board


def open_record(request: Json, say: Say) -> OpenedRecord:
    """The worker's task."""
    limit_process(seconds=SECONDS)
    return opened(request["text"])


def opened(text: str) -> OpenedRecord:
    """Returns the game in a record, or the wrong line and the reason."""
    try:
        record = read_record(text)
        verify(record)
        return {"problem": None, "game": _game(record)}
    except RecordError as error:
        problem = {
            "code": error.code,
            "line": error.line or 1,
            "reason": error.reason,
            "refusal": None if error.refusal is None else reason_data(error.refusal),
        }
        return {"problem": problem, "game": None}  # type: ignore[typeddict-item]


def _game(record: Record) -> RecordedGame:
    board, game = record.board, replay(record)
    carried = not is_built_in(board.id, board.digest)
    names = record.names or (None,) * record.players
    return {
        "table": {
            "board": {"id": board.id, "digest": board.digest, "name": board.name},
            "seats": [_seat(seat, name) for seat, name in enumerate(names)],
        },
        "date": record.date,
        "steps": list(steps_of(begin_again(game), game.moves)),
        "result": result_data(game.result()),
        "statistics": game_statistics(game).as_data(),
        "deal": _deal(record),
        "yours": [],
        "can": {"coach": False, "branch": False, "chances": False, "chances_at_once": False},
        "board": board_data(board) if carried else None,
        "layout": cast("Json", geometry.layout_of(board, quick=True)) if carried else None,
    }


def _seat(seat: int, written: str | None) -> SeatInfo:
    name = read_name(seat, written)
    level = name.level if isinstance(name, Nameless) else None
    return {
        "seat": seat,
        "kind": "person" if level is None else "bot",
        "name": None if isinstance(name, Nameless) else name,
        "level": level,
        "stand_in": False,
        "online": False,
        "muted": False,
        "value": False,
    }


def _deal(record: Record) -> FairDeal | None:
    if record.deal is None or record.key is None:
        return None
    return {
        "commitment": record.deal.commitment,
        "server_key": record.deal.server_key.hex(),
        "values": [{"seat": seat, "value": value.hex()} for seat, value in record.deal.values],
        "key": record.key.secret.hex(),
        "formula": "sha256(server_key + values)",
    }
