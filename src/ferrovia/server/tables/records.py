"""Finished tables as records, to download and to export."""

from __future__ import annotations

import time

from ferrovia.record import RecordError, write_record
from ferrovia.record.names import written_name
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.state import TableState


def must_be_over(state: TableState) -> None:
    if state.game is None or not state.game.is_over:
        raise Refuse("table/not_over")


def record_text(state: TableState) -> str:
    """The record of a finished game, with the names at its seats."""
    must_be_over(state)
    assert state.game is not None
    names = [written_name(number, seat.name, seat.level) for number, seat in enumerate(state.seats)]
    date = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(state.last_chance / 1000))
    try:
        return write_record(state.game, names=names, date=date, deal=state.deal)
    except RecordError as error:
        raise Refuse("table/no_record", 409, problem=str(error)[:200]) from error
