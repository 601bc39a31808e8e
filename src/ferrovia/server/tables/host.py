"""The host's commands, and how a table gets another host. A host never sees through a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Batch, LogRow
from ferrovia.server.tables import commands
from ferrovia.server.tables.creation import create_table, link_with, links_again, seat_link_with
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.state import Rematch, TableState, request_key
from ferrovia.server.tokens import kept, new_token

Value = TypeVar("Value")


async def command(
    registry: TableRegistry, live: LiveTable, holdings: Holdings, message: incoming.Host
) -> tuple[int, Mapping[str, object]]:
    """Carries out a host command; returns the row and the part of the answer for the host only."""
    answer: Mapping[str, object] = {}

    async def attempt(table: TableState) -> int:
        nonlocal answer
        wish = f"host {message.do} {message.seat} {message.level} {message.mode} {message.on}"
        key = request_key(holdings.first_seat(table), wish, message.id)
        if key in table.requests:
            return table.requests[key]  # its link was shown once; the host can request another
        if not holdings.is_host(table):
            raise Refuse("host/only", 403)
        if table.status in ("closed", "frozen"):
            raise Refuse(f"table/{table.status}")
        registry.levels.check(message.level)
        change = _change(live, table, message)
        if change.rows and message.do not in ("close", "remove"):
            commands.must_have_room(table)
        if change.rows:
            change.rows[0].body["id"] = key
            await live.append(change.rows, batch=change.batch)
        elif change.batch is not None:
            await registry.store.write(change.batch)
        answer = change.answer
        return table.number + len(change.rows)

    number = await commands.until_written(live, attempt)
    return number, answer


@dataclass
class _Change:
    """The rows a command writes, and the answer for the host only."""

    rows: list[LogRow]
    batch: Batch | None = None
    answer: Mapping[str, object] = field(default_factory=dict)


def _change(live: LiveTable, table: TableState, message: incoming.Host) -> _Change:
    match message.do:
        case "chat":
            return _Change([live.row("settings", None, "host", chat=_needed(message.mode, "mode"))])
        case "public":
            return _Change([live.row("settings", None, "host", public=_needed(message.on, "on"))])
        case "close":
            if table.status == "over":
                raise Refuse("table/over")
            return _Change([live.row("closed", None, "host", reason="host")])
        case "watch_link":
            return _watch_link(table)
    seat = _needed(message.seat, "seat")
    if seat >= table.players:
        raise Refuse("seat/none", 422)
    match message.do:
        case "bot":
            row = _seat_a_bot(live, table, seat, message.level)
            return _Change([row], Batch(table.id, void_invitations=[seat]))
        case "invite":
            return _invite(live, table, seat)
        case "remove":
            return _Change(_remove(live, table, seat))
        case "mute":
            return _Change([live.row("settings", seat, "host", muted=_needed(message.on, "on"))])
        case _:
            if seat not in table.people:
                raise Refuse("seat/nobody")
            return _Change([live.row("host", seat, "host")])


def _needed(value: Value | None, name: str) -> Value:
    if value is None:
        raise Refuse("message/not_understood", 422, problem=f"{name} is missing")
    return value


def _seat_a_bot(live: LiveTable, table: TableState, seat: int, level: str | None) -> LogRow:
    """Seats a bot in an open seat, or changes the level of a bot. A person must be removed first."""
    if table.status == "over":
        raise Refuse("table/over")
    if table.seats[seat].kind == "person":
        raise Refuse("seat/taken")
    return live.row("bot", seat, "host", level=level or incoming.DEFAULT_LEVEL)


def _invite(live: LiveTable, table: TableState, seat: int) -> _Change:
    """Creates an invitation for a seat without a person; earlier ones become invalid. In a game, only for a removed
    person.
    """
    if table.seats[seat].kind == "person":
        raise Refuse("seat/taken")
    if table.status == "over":
        raise Refuse("table/over")
    if table.status == "playing" and not table.seats[seat].former:
        raise Refuse("seat/in_play")
    token = new_token("invitation")
    row = live.row("left", seat, "host", reason="invited")
    batch = Batch(table.id, tokens=[kept(token, table.id, "invitation", seat, None, row.time)])
    batch.void_invitations, batch.now = [seat], row.time
    # In a game the bot plays on until the person returns.
    rows = [row] if table.status == "open" and table.seats[seat].kind == "bot" else []
    return _Change(rows, batch, seat_link_with(token, table.id, seat))


def _remove(live: LiveTable, table: TableState, seat: int) -> list[LogRow]:
    """Invalidates the person's links. In a game a bot takes the seat."""
    if table.seats[seat].kind != "person":
        raise Refuse("seat/nobody")
    if seat == table.host:
        raise Refuse("host/not_yourself")
    rows = [live.row("left", seat, "host", reason="removed")]
    if table.status == "playing":
        rows.append(live.with_clocks(live.row("bot", seat, "host", after=1, level=incoming.DEFAULT_LEVEL), *rows))
    return rows


def _watch_link(table: TableState) -> _Change:
    token = new_token("watch")
    batch = Batch(table.id, tokens=[kept(token, table.id, "watch", None, None, now_ms())])
    return _Change([], batch, link_with(token, table.id))


async def pass_on(live: LiveTable, to: int) -> None:
    """The host is gone: another person at the table becomes host."""

    async def attempt(table: TableState) -> int:
        if table.host == to or to not in table.people or table.status in ("closed", "frozen"):
            return table.number
        row = live.row("host", to, "server")
        await live.append([row])
        return row.number

    await commands.until_written(live, attempt)


async def close_table(live: LiveTable, reason: str) -> None:
    async def attempt(table: TableState) -> int:
        if table.status in ("closed", "over"):
            return table.number
        row = live.row("closed", None, "server", reason=reason)
        await live.append([row])
        return row.number

    await commands.until_written(live, attempt)


async def rematch(
    registry: TableRegistry, live: LiveTable, holdings: Holdings, browser: str, address: str
) -> tuple[int, Mapping[str, object]]:
    """Creates the same table again, with the same seats and people invited. A second request returns the first one's
    table, and new links if the same seat asks.
    """
    state = live.state
    own = holdings.valid_seats(state)
    if not own and not holdings.is_host(state):
        raise Refuse("seat/not_yours", 403)
    if state.status != "over":
        raise Refuse("table/not_over")
    if state.rematch is not None:
        return state.number, await _rematch_again(registry, state.rematch, holdings, own)
    seats: list[incoming.AnySeat] = []
    for number, seat in enumerate(state.seats):
        if seat.kind == "bot":
            seats.append(incoming.BotSeat(kind="bot", level=seat.level or incoming.DEFAULT_LEVEL))
        elif number in own:
            seats.append(incoming.MySeat.again(seat.name))
        else:
            seats.append(incoming.PersonSeat(kind="person"))
    wish = incoming.CreateTable(**{**state.settings["wish"], "seats": seats, "public": state.public})
    made = await create_table(registry, wish, browser, address=address)
    following = await registry.read(made["table"])
    sittings = [[seat, following.seats[seat].sitting] for seat in own]

    async def attempt(table: TableState) -> int:
        if table.rematch is not None:
            return table.number
        row = live.row("rematch", own[0] if own else None, "person", table=made["table"], sittings=sittings)
        await live.append([row])
        return row.number

    number = await commands.until_written(live, attempt)
    rematch = live.state.rematch
    assert rematch is not None
    if rematch.table != made["table"]:
        await registry.store.delete_tables([made["table"]])
        registry.tables.pop(made["table"], None)
        return number, await _rematch_again(registry, rematch, holdings, own)
    return number, made


async def _rematch_again(
    registry: TableRegistry, rematch: Rematch, holdings: Holdings, own: list[int]
) -> Mapping[str, object]:
    """The next table. The seat that asked for it gets new links while it is open: the first answer may be lost."""
    only_table = {"table": rematch.table}
    try:
        following = await registry.read(rematch.table)
    except Refuse:
        return only_table  # deleted since
    if following.status != "open":
        return only_table
    sittings = {seat: sitting for seat, sitting in rematch.sittings.items() if seat in own}
    held = Holdings(sittings, host=rematch.seat is None and holdings.host)
    if not held.valid_seats(following) and not held.is_host(following):
        return only_table
    return await links_again(registry, following, held)
