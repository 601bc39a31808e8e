"""`ferrovia tables`, `names` and `bans`: administer a server, whether or not it is running."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from ferrovia.cli.commands.backup import with_store
from ferrovia.cli.files import write_json
from ferrovia.cli.output.console import Failure, counted

try:
    from ferrovia.server.operations import administration
    from ferrovia.server.operations.bans import ban_of_address
    from ferrovia.server.storage import Ban, LobbyRow, Store
    from ferrovia.server.tables.server_time import now_ms
except ModuleNotFoundError as missing:
    raise Failure(f"the server needs more: pip install 'ferrovia[server]' ({missing.name} is missing)") from missing

T = TypeVar("T")
STATUSES = ("open", "playing", "over", "closed", "frozen")


def _on_database(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    try:
        return with_store(database, work, must_exist=True)
    except administration.OperatorError as error:
        raise Failure(str(error)) from error


def _when(time: int | None) -> str:
    return "lifted" if time is None else f"{datetime.datetime.fromtimestamp(time / 1000):%Y-%m-%d %H:%M}"


def _line(row: LobbyRow) -> str:
    seats = ", ".join(
        seat.get("name") or (f"bot {seat['level']}" if seat["kind"] == "bot" else "free")
        for seat in row.summary.get("seats", ())
    )
    shown = "public" if row.public else "private"
    return f"{row.id}  {row.status:<7}  {_when(row.changed)}  {shown:<7}  {row.board_id}: {seats}"


def list_tables(database: str | None, *, status: str | None, name: str | None, limit: int, json: Path | None) -> None:
    if status is not None and status not in STATUSES:
        raise Failure(f"there is no status {status!r:.40}; there are {', '.join(STATUSES)}", exit_code=2)
    rows = _on_database(database, lambda store: administration.listed(store, status=status, name=name, limit=limit))
    if json is not None:
        found = [
            {"table": row.id, "status": row.status, "changed": row.changed, "created": row.created,
             "public": row.public, "board": row.board_id, "seats": row.summary.get("seats", [])}
            for row in rows
        ]  # fmt: skip
        write_json(json, {"tables": found})
        return
    for row in rows:
        print(_line(row))
    if not rows:
        print("There are no such tables.")


def close_tables(tables: list[str], database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> None:
        for row in await administration.check_tables(store, tables):
            if dry_run:
                administration.check_can_close(row)
                print(f"would close {_line(row)}")
            else:
                await administration.close(store, row)
                print(f"closed {row.id}")

    _on_database(database, work)


def delete_tables(tables: list[str], database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> None:
        rows = await administration.check_tables(store, tables)
        if not dry_run:
            await store.delete_tables([row.id for row in rows])
        for row in rows:
            print(f"would delete {_line(row)}" if dry_run else f"deleted {row.id}")

    _on_database(database, work)


def clear_chats(tables: list[str], database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> None:
        for row in await administration.check_tables(store, tables):
            messages = counted(await administration.clear_chat(store, row.id, dry_run=dry_run), "message")
            print(f"{'would remove' if dry_run else 'removed'} {messages} from table {row.id}")

    _on_database(database, work)


def prune_games(days: float, database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> list[str]:
        found = await administration.old_games(store, days)
        for start in range(0, 0 if dry_run else len(found), 500):
            await store.delete_tables(found[start : start + 500])
        return found

    games = counted(len(_on_database(database, work)), "game")
    print(f"{games} {'would be deleted' if dry_run else 'deleted'}")


def remove_name(name: str, database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> None:
        seats = await administration.seats_named(store, name)
        if not seats:
            raise administration.OperatorError(
                f"no player is called {name!r:.40} at any table: names are compared letter by letter"
            )
        if dry_run:
            for named in seats:
                print(f"would take the name and the chat out of seat {named.seat} of table {named.table}")
            return
        async for named, problem in administration.remove_names(store, seats):
            said = "removed from" if problem is None else f"not removed ({problem}) from"
            print(f"{said} seat {named.seat} of table {named.table}")

    _on_database(database, work)


def list_bans(database: str | None, *, json: Path | None) -> None:
    found = _on_database(database, lambda store: store.bans(now_ms()))
    if json is not None:
        rows = [{"kind": ban.kind, "who": ban.who, "created": ban.created, "until": ban.until} for ban in found]
        write_json(json, {"bans": rows})
        return
    for ban in found:
        print(f"{ban.kind:<7}  {ban.who}  since {_when(ban.created)}, until {_when(ban.until)}")
    if not found:
        print("Nobody is banned.")


def add_ban(
    address: str | None, database: str | None, *, table: str | None, seat: int | None, days: float | None, dry_run: bool
) -> None:
    if (address is None) == (table is None) or (table is None) != (seat is None):
        raise Failure("name an address, or a table and a seat, as --table ID --seat 0", exit_code=2)
    until = None if days is None else now_ms() + int(days * administration.DAY)

    async def work(store: Store) -> Ban:
        if address is not None:
            try:
                ban = ban_of_address(address, until)
            except ValueError as error:
                raise Failure(str(error), exit_code=2) from error
        else:
            assert table is not None
            assert seat is not None
            ban = await administration.browser_ban(store, table, seat, until)
        if not dry_run:
            await store.add_ban(ban)
        return ban

    ban = _on_database(database, work)
    print(f"{'would ban' if dry_run else 'banned'} {ban.kind} {ban.who} until {_when(ban.until)}")


def lift_ban(who: str, database: str | None, *, dry_run: bool) -> None:
    async def work(store: Store) -> None:
        if who not in [ban.who for ban in await store.bans(now_ms())]:
            raise administration.OperatorError(f"{who:.80} is not banned: `ferrovia bans list` shows who is")
        if not dry_run:
            await store.lift_ban(who)

    _on_database(database, work)
    print(f"{'would lift' if dry_run else 'lifted'} the ban of {who}")
