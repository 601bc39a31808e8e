"""The lists of tables: public ones to join or watch, and those of one browser."""

from __future__ import annotations

from ferrovia.boards import is_built_in, load_board
from ferrovia.server.messages.answers import ListedTable, Lobby
from ferrovia.server.storage import LobbyRow
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tokens import hash_of


async def lobby(registry: TableRegistry, browser: str | None) -> Lobby:
    own = await registry.store.holdings(hash_of(browser)) if browser is not None else []
    seats: dict[str, dict[int, int]] = {}
    for holder in own:
        held = seats.setdefault(holder.table, {})
        if holder.kind == "seat":
            held[holder.seat] = holder.sitting
    mine = [_entry(registry, row, seats[row.id]) for row in await registry.store.lobby_of(seats) if _is_listed(row)]
    mine = [entry for entry in mine if entry["yours"] or not seats[entry["id"]]]  # without seats that were given up
    mine.sort(key=lambda entry: (not entry["your_turn"], entry["status"] == "over", -entry["changed"]))
    return {
        "open": [_entry(registry, row, {}) for row in await registry.store.lobby("open") if row.is_readable],
        "playing": [_entry(registry, row, {}) for row in await registry.store.lobby("playing") if row.is_readable],
        "mine": mine,
    }


def _is_listed(row: LobbyRow) -> bool:
    """Lessons are listed on their own page."""
    return row.is_readable and row.status != "closed" and not row.settings.get("lesson")


def _entry(registry: TableRegistry, row: LobbyRow, held: dict[int, int]) -> ListedTable:
    summary = row.summary
    sittings = summary.get("sittings", [])
    own = sorted(seat for seat, sitting in held.items() if seat < len(sittings) and sittings[seat] == sitting)
    ours = registry.boards.get(row.board_id)
    if is_built_in(row.board_id, row.board_digest):
        ours = load_board(row.board_id)
    name = ours.name if ours is not None and ours.digest == row.board_digest else row.board_id
    return {
        "id": row.id,
        "board": {"id": row.board_id, "digest": row.board_digest, "name": name},
        "status": row.status,
        "clock": row.settings["clock"],
        "seats": summary["seats"],
        "open": [number for number, seat in enumerate(summary["seats"]) if seat["kind"] == "open"],
        "actors": summary["actors"],
        "totals": summary.get("totals"),
        "winners": summary.get("winners"),
        "created": row.created,
        "changed": row.changed,
        "yours": own,
        "your_turn": row.status == "playing" and any(seat in summary["actors"] for seat in own),
    }
