"""Exports finished games as records, and imports records as finished tables."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from ferrovia import RULES_VERSION
from ferrovia.boards import Board, is_built_in
from ferrovia.record import Record, RecordError, read_record, replay, verify
from ferrovia.server.config import Config
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Batch, LogRow, NewTable, Store, StoredTable
from ferrovia.server.storage.model import Settings
from ferrovia.server.tables.live_table import entry_of
from ferrovia.server.tables.records import record_text
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.state import TableState

_LETTERS: Final = "23456789abcdefghjkmnpqrstvwxyz"


def table_of_record(text: str) -> str:
    """A record always becomes the same table, so importing it again changes nothing."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])
    letters = []
    for _ in range(12):
        number, digit = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return "".join(letters)


async def export_records(store: Store, folder: Path) -> AsyncIterator[tuple[str, str | None]]:
    """Writes `<table>.txt` for every finished game; yields each table, with the reason if it could not be written."""
    registry = TableRegistry(Config(database=""), store)
    for game in await store.finished(public_only=False, limit=10**9):
        try:
            text = record_text(await registry.read(game.id))
        except Refuse as refusal:
            yield game.id, refusal.code
            continue
        (folder / f"{game.id}.txt").write_text(text, encoding="utf-8", newline="\n")
        yield game.id, None


async def import_record(store: Store, text: str, *, public: bool) -> tuple[str, bool]:
    """Imports a record as a finished table; returns its id and whether it is new. RecordError if the record is not
    true.
    """
    record = read_record(text)
    verify(record)
    game = replay(record)
    assert record.key is not None
    if record.script or record.position is not None:
        raise RecordError("record/position", None, "Only games that were dealt can be imported, not set-up positions.")
    table, now = table_of_record(text), now_ms()
    if await store.table(table) is not None:
        return table, False
    settings: Settings = {
        "clock": {"kind": "none"},
        "first": record.first,
        "take_back": False,
        "pace": 0,
        "wish": {"board": record.board.id, "seats": [{"kind": "person"}] * record.players},
    }
    if record.deal is None:
        settings["imported"] = True
    key = record.key.secret if record.deal is None else record.deal.server_key
    new = NewTable(table, now, record.board.id, record.board.digest, RULES_VERSION, record.players, settings, key)
    state = TableState(StoredTable.of(new), record.board)
    state.fold_all(_rows(record, table, now, game.opening_digest, public=public))
    await _keep_board(store, record.board)
    await store.write(Batch(table, list(state.rows), entry_of(state, now), new, now=now))
    return table, True


def _rows(record: Record, table: str, now: int, opening: str, *, public: bool) -> list[LogRow]:
    rows = [LogRow(table, 1, now, "created", None, "server", {"public": public, "chat": "off"})]
    for seat in range(record.players):
        name = record.names[seat] if record.names is not None else None
        rows.append(LogRow(table, len(rows) + 1, now, "joined", seat, "server", {}, name))
    values = [] if record.deal is None else [(seat, value.hex()) for seat, value in record.deal.values]
    rows.append(LogRow(table, len(rows) + 1, now, "started", None, "server", {"values": values}, None, opening))
    for (seat, code), digest in zip(record.moves, record.digests, strict=True):
        rows.append(LogRow(table, len(rows) + 1, now, "action", seat, "server", {"code": code}, None, digest))
    return rows


async def _keep_board(store: Store, board: Board) -> None:
    """Stores a board that is not built in. It was checked but not tested: no new table may use it."""
    if not is_built_in(board.id, board.digest) and await store.board_text(board.digest) is None:
        await store.keep_board(board.digest, board.text, now=now_ms(), ready=False, layout=None)
