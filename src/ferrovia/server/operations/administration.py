"""An operator's commands on tables, names and visitors. They work whether or not the server runs.

Every command writes to the database, like another server process. A running server compares its open tables with the
database every few seconds (`cluster`), notifies the people at them, and reads the bans again. An admin socket would
reach only one process, and none while the server is down.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from ferrovia.server.config import Config
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Ban, LobbyRow, Store
from ferrovia.server.tables import commands
from ferrovia.server.tables.host import close_table
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.server_time import now_ms

DAY = 24 * 3600 * 1000  # milliseconds


class OperatorError(Exception):
    """A command that cannot be carried out; the text says why."""


@dataclass(frozen=True, slots=True)
class Named:
    """A seat with a given name."""

    table: str
    seat: int


async def listed(store: Store, *, status: str | None, name: str | None, limit: int) -> list[LobbyRow]:
    """Tables, last changed first; with a name, those with a seat of that name."""
    found = await store.tables_changed(status=status, limit=limit if name is None else None)
    return [row for row in found if name is None or name in names_in(row)][:limit]


def names_in(row: LobbyRow) -> list[str]:
    return [name for seat in row.summary.get("seats", ()) if (name := seat["name"])]


async def check_tables(store: Store, tables: Iterable[str]) -> list[LobbyRow]:
    """The tables with these ids, in this order. OperatorError names one that does not exist."""
    known = {row.id: row for row in await store.lobby_of(tables)}
    for table in tables:
        if table not in known:
            raise OperatorError(f"there is no table {table!r:.40}: `ferrovia tables list` shows them")
    return [known[table] for table in tables]


def check_can_close(row: LobbyRow) -> None:
    """Raises OperatorError if a table has already ended."""
    if row.status in ("over", "closed"):
        raise OperatorError(f"table {row.id} has ended already; delete it if it should go")
    if row.status == "frozen":
        raise OperatorError(f"table {row.id} is frozen and can only be deleted")


async def close(store: Store, row: LobbyRow) -> None:
    """Closes a table: play stops, and everybody who could see it still can. OperatorError if it has already ended."""
    check_can_close(row)
    registry = TableRegistry(Config(database=""), store)
    try:
        await close_table(await registry.open(row.id), "operator")
    except Refuse as refusal:
        raise OperatorError(f"table {row.id} cannot be closed: {refusal.code}") from refusal


async def seats_named(store: Store, name: str) -> list[Named]:
    """All seats with this name, at every table."""
    return [
        Named(row.id, seat)
        for row in await store.tables_changed(status=None, limit=None)
        for seat, entry in enumerate(row.summary.get("seats", ()))
        if entry.get("name") == name
    ]


async def remove_names(store: Store, seats: Iterable[Named]) -> AsyncIterator[tuple[Named, str | None]]:
    """Removes name and chat of each seat from the database; yields each, with the reason if it failed."""
    registry = TableRegistry(Config(database=""), store)
    for named in seats:
        try:
            await commands.forget(await registry.open(named.table), named.seat)
        except Refuse as refusal:
            yield named, refusal.code
        else:
            yield named, None
        registry.tables.pop(named.table, None)


async def old_games(store: Store, days: float) -> list[str]:
    """Finished games without a change in the last `days` days."""
    before = now_ms() - int(days * DAY)
    found = [await store.unchanged(status, before=before, limit=10**9) for status in ("over", "closed")]
    return [table for tables in found for table in tables]


async def browser_ban(store: Store, table: str, seat: int, until: int | None) -> Ban:
    """A ban for the browser that holds a seat. OperatorError if none does."""
    await check_tables(store, [table])
    browsers = await store.browsers_at(table, seat)
    if not browsers:
        raise OperatorError(f"no browser holds seat {seat} of table {table}: a bot or a program may sit there")
    return Ban("browser", browsers[-1].hex(), now_ms(), until)
