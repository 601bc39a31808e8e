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
from ferrovia.server.tables.state import TableState

DAY = 24 * 3600 * 1000  # milliseconds


class OperatorError(Exception):
    """A command that cannot be carried out; the text says why."""


@dataclass(frozen=True, slots=True)
class Named:
    """A seat that a player of a given name has or had."""

    table: str
    seat: int
    sittings: tuple[int, ...]  # the rows in which the player joined


async def listed(store: Store, *, status: str | None, name: str | None, limit: int) -> list[LobbyRow]:
    """Tables, last changed first; with a name, those where a player of that name sits or sat."""
    if name is None:
        return await store.tables_changed(status=status, limit=limit)
    named = {seat.table for seat in await seats_named(store, name)}
    return [row for row in await store.tables_changed(status=status, limit=None) if row.id in named][:limit]


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
    """The seats that a player of this name has or had, at every table. The log is searched: the list of tables does
    not name players who left.
    """
    found: dict[tuple[str, int], list[int]] = {}
    for table, seat, number in await store.joined_as(name):
        found.setdefault((table, seat), []).append(number)
    return [Named(table, seat, tuple(sittings)) for (table, seat), sittings in found.items()]


async def remove_names(store: Store, seats: Iterable[Named]) -> AsyncIterator[tuple[Named, str | None]]:
    """Removes name and chat of each player from the database; yields each, with the reason if it failed."""
    registry = TableRegistry(Config(database=""), store)
    for named in seats:

        def texts(table: TableState, named: Named = named) -> list[int]:
            return [row for sitting in named.sittings for row in table.personal_rows_of(sitting)]

        try:
            await commands.forget_rows(await registry.open(named.table), named.seat, texts)
        except Refuse as refusal:
            yield named, refusal.code
        else:
            yield named, None
        registry.tables.pop(named.table, None)


async def clear_chat(store: Store, table: str, *, dry_run: bool) -> int:
    """Removes the chat messages of a table from the database, whoever wrote them; returns their number."""
    registry = TableRegistry(Config(database=""), store)
    try:
        live = await registry.open(table)
        commands.must_be_readable(live.state)
        if dry_run:
            return len(live.state.chat_texts())
        return await commands.forget_rows(live, None, TableState.chat_texts)
    except Refuse as refusal:
        raise OperatorError(f"the chat of table {table} cannot be removed: {refusal.code}") from refusal


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
