"""The start of a game: the deal, from the server's key and the browsers' values."""

from __future__ import annotations

from ferrovia.server.storage import LogRow
from ferrovia.server.tables import clocks
from ferrovia.server.tables.live_table import running_clocks
from ferrovia.server.tables.state import TableState


def started_row(table: TableState, row: LogRow) -> LogRow:
    """Completes `row` with the values, the clocks and the digest of the deal."""
    dealt = table.copy()
    dealt.values = table.given_values()
    game = dealt.beginning()
    clock = table.settings["clock"]
    faces = clocks.first_faces(clock, table.players)
    running = running_clocks(table, game)
    body = {
        **row.body,
        "values": [[seat, value] for seat, value in dealt.values],
        **clocks.as_body(None if faces is None else clocks.running(faces, row.time, running)),
    }
    return LogRow(row.table, row.number, row.time, row.kind, row.seat, row.by, body, None, game.opening_digest)
