"""Creating and joining tables: everything that issues tokens."""

from __future__ import annotations

import secrets
from typing import Any

from ferrovia import RULES_VERSION
from ferrovia.data.schema import Json
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import Joined, Link, LinkOpened, SeatLink, TableMade
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Batch, Holder, LogRow, NewTable, StoredTable, Token, TokenUsed
from ferrovia.server.storage.model import NO_SEAT, LessonScript, Settings, TokenKind
from ferrovia.server.tables import commands
from ferrovia.server.tables.deal import started_row
from ferrovia.server.tables.live_table import LiveTable, entry_of
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.state import TableState
from ferrovia.server.tokens import hash_of, kept, new_table_id, new_token


def link_with(token: str, table: str) -> Link:
    return {"token": token, "link": f"/table/{table}#{token}"}


def seat_link_with(token: str, table: str, seat: int) -> SeatLink:
    return {"seat": seat, **link_with(token, table)}


class _Draft:
    """A table being created: its rows are folded one by one, and nothing is written yet."""

    def __init__(self, stored: StoredTable, state: TableState, now: int) -> None:
        self.stored, self.state, self.now = stored, state, now
        self.tokens: list[Token] = []
        self.holders: list[Holder] = []
        self.seats: list[SeatLink] = []
        self.invitations: list[SeatLink] = []
        self.host: Link | None = None  # if the host has no seat

    def add(self, kind: str, seat: int | None, by: str, personal: str | None = None, **body: Any) -> LogRow:
        row = LogRow(self.stored.id, self.state.number + 1, self.now, kind, seat, by, body, personal)
        self.state.fold(row)
        return row

    def token(self, kind: TokenKind, seat: int | None, sitting: int | None, browser: str | None) -> str:
        token = new_token(kind)
        self.tokens.append(kept(token, self.stored.id, kind, seat, sitting, self.now))
        if browser is not None:
            holder_seat = NO_SEAT if seat is None else seat
            self.holders.append(Holder(hash_of(browser), self.stored.id, kind, holder_seat, sitting or 0))
        return token


async def create_table(
    registry: TableRegistry,
    wish: incoming.CreateTable,
    browser: str,
    *,
    address: str | None = None,
    position: Json | None = None,
    lesson: LessonScript | None = None,
) -> TableMade:
    """Creates a table and returns its links. `browser` is the creator's cookie, `address` their network address.

    With `position` (plain data, as `to_position` writes it) the game begins there, with a new key. `lesson` marks the
    table as scripted.
    """
    board = await registry.board(wish.board)
    fewest, most = board.players
    if not fewest <= len(wish.seats) <= most:
        raise Refuse("table/players", 422, fewest=fewest, most=most)
    for seat in wish.seats:
        registry.levels.check(seat.level if isinstance(seat, incoming.BotSeat) else None)
    if wish.first is not None and wish.first >= len(wish.seats):
        raise Refuse("table/first", 422)
    if address is not None and any(seat.kind == "bot" for seat in wish.seats):
        registry.bot_workers.check(address)
    now = now_ms()
    settings: Settings = {
        "clock": wish.clock.as_data(),
        "first": wish.first,
        "take_back": wish.take_back,
        "pace": wish.pace,
        "wish": wish.model_dump(exclude={"seats"}),  # names stand only in the log, from which they can be removed
    }
    if position is not None:
        settings["position"] = position
    if lesson is not None:
        settings["lesson"] = lesson
    new = NewTable(
        id=new_table_id(),
        created=now,
        board_id=board.id,
        board_digest=board.digest,
        rules_version=RULES_VERSION,
        players=len(wish.seats),
        settings=settings,
        key=secrets.token_bytes(32),
    )
    stored = StoredTable.of(new)
    draft = _Draft(stored, TableState(stored, board), now)
    draft.add("created", None, "host", public=wish.public, chat=wish.chat)
    _fill_seats(draft, wish, browser)
    if lesson is not None:  # its cards are arranged: there is nothing to prove or wait for
        row = LogRow(new.id, draft.state.number + 1, now, "started", None, "host", {})
        draft.state.fold(started_row(draft.state, row))
    watch = draft.token("watch", None, None, browser)
    batch = Batch(new.id, list(draft.state.rows), entry_of(draft.state, now), new, draft.tokens, draft.holders, now=now)
    await registry.store.write(batch)
    live = LiveTable(registry.store, draft.state)
    live.payer = address
    registry.adopt(live)
    for callback in live.on_change:
        callback(live, list(draft.state.rows), True)
    return {
        "table": new.id,
        "link": f"/table/{new.id}",
        "seats": draft.seats,
        "invitations": draft.invitations,
        "watch": link_with(watch, new.id),
        "host": draft.host,
        "commitment": new.commitment,
    }


async def links_again(registry: TableRegistry, table: TableState, held: Holdings) -> TableMade:
    """New links to an open table, for the person who created it and holds `held` there. Earlier links stay valid, so
    that invitations may have been passed on already.
    """
    tokens: list[Token] = []

    def token(kind: TokenKind, seat: int | None = None, sitting: int | None = None) -> str:
        secret = new_token(kind)
        tokens.append(kept(secret, table.id, kind, seat, sitting, now_ms()))
        return secret

    is_host = held.is_host(table)
    made: TableMade = {
        "table": table.id,
        "link": f"/table/{table.id}",
        "seats": [
            seat_link_with(token("seat", seat, held.seats[seat]), table.id, seat) for seat in held.valid_seats(table)
        ],
        "invitations": [
            seat_link_with(token("invitation", seat), table.id, seat) for seat in table.open_seats if is_host
        ],
        "watch": link_with(token("watch"), table.id),
        "host": link_with(token("host"), table.id) if held.host and is_host else None,
        "commitment": table.stored.commitment,
    }
    await registry.store.write(Batch(table.id, tokens=tokens))
    return made


async def check_room_for_more(registry: TableRegistry, browser: str) -> None:
    """Refuses another table to a browser with many unfinished ones."""
    held = {holder.table for holder in await registry.store.holdings(hash_of(browser))}
    unfinished = sum(row.status in ("open", "playing") for row in await registry.store.lobby_of(held))
    if unfinished >= registry.config.limits.tables_open:
        raise Refuse("limit/tables_open", 429, most=registry.config.limits.tables_open)


def _fill_seats(draft: _Draft, wish: incoming.CreateTable, browser: str) -> None:
    mine = [number for number, seat in enumerate(wish.seats) if isinstance(seat, incoming.MySeat)]
    for number, seat in enumerate(wish.seats):
        if isinstance(seat, incoming.MySeat):
            row = draft.add("joined", number, "person", seat.name)
            token = draft.token("seat", number, row.number, browser)
            draft.seats.append(seat_link_with(token, draft.stored.id, number))
        elif isinstance(seat, incoming.BotSeat):
            draft.add("bot", number, "host", level=seat.level)
        else:
            token = draft.token("invitation", number, None, None)
            draft.invitations.append(seat_link_with(token, draft.stored.id, number))
    if mine:
        draft.add("host", mine[0], "host")
    else:
        draft.host = link_with(draft.token("host", None, None, browser), draft.stored.id)


async def join(registry: TableRegistry, live: LiveTable, wish: incoming.Join, browser: str, held: Holdings) -> Joined:
    """Joins with an invitation or at a public table, and returns the player's link. `held` is what the visitor
    holds.
    """
    table = live.state.id
    invitation: Token | None = None
    if wish.token is not None:
        invitation = await registry.store.token(hash_of(wish.token))
        if invitation is None or invitation.table != table or invitation.kind != "invitation":
            raise Refuse("link/not_valid", 404)
        if invitation.used is not None:
            raise Refuse("invitation/used", 410)
    elif not live.state.public:
        raise Refuse("table/private", 403)
    own = new_token("seat")
    sat: list[int] = []

    async def attempt(state: TableState) -> int:
        seat = _free_seat(state, invitation.seat if invitation is not None else wish.seat, invitation is not None)
        if state.status == "open":  # anyone could join and leave a public table forever
            commands.must_have_room(state)
        if state.status == "playing" and (
            not state.seats[seat].former or state.seats[seat].former != held.seats.get(seat)
        ):
            raise Refuse("seat/in_play", 403)
        former = frozenset(held.seats.values())
        if invitation is None and former & state.removed_sittings and not held.is_host(state):
            raise Refuse("seat/removed", 403)
        row = live.with_clocks(live.row("joined", seat, "person", personal=wish.name))
        # Only the latest seat counts: a player who was muted there, or is muted at another seat now, stays muted.
        latest = max(former, default=0)
        if latest in state.muted_sittings or any(state.seats[n].muted for n in held.valid_seats(state)):
            row.body["muted"] = True
        batch = Batch(
            table,
            tokens=[kept(own, table, "seat", seat, row.number, row.time)],
            holders=[Holder(hash_of(browser), table, "seat", seat, row.number)],
            consume=None if invitation is None else invitation.hash,
            void_invitations=[seat],  # others too: a rematch that was asked for twice has two for each seat
        )
        try:
            await live.append([row], batch=batch)
        except TokenUsed as error:
            raise Refuse("invitation/used", 410) from error
        sat.append(seat)
        return row.number

    await commands.until_written(live, attempt)
    return {"table": table, **seat_link_with(own, table, sat[-1])}


def _free_seat(state: TableState, wanted: int | None, invited: bool) -> int:
    """The seat to take. A running game needs an invitation, and its bot makes room."""
    if state.status in ("over", "closed", "frozen"):
        raise Refuse(f"table/{state.status}")
    if invited:
        assert wanted is not None
        if state.seats[wanted].kind == "person":
            raise Refuse("seat/taken")
        return wanted
    free = state.open_seats
    if wanted is not None and wanted < state.players and wanted not in free:
        raise Refuse("seat/taken")
    if not free or (wanted is not None and wanted >= state.players):
        raise Refuse("table/full")
    return free[0] if wanted is None else wanted


async def open_link(registry: TableRegistry, live: LiveTable, token: str, browser: str) -> LinkOpened:
    """Gives this browser the rights of a link: a seat, or watching."""
    known = await registry.store.token(hash_of(token))
    if known is None or known.table != live.state.id:
        raise Refuse("link/not_valid", 404)
    if known.kind == "invitation":
        if known.used is not None:
            raise Refuse("invitation/used", 410)
        info = live.info()
        return {"table": known.table, "kind": "invitation", "seat": known.seat, "board": info["board"], "info": info}
    held = Holdings()
    held.add(known.kind, NO_SEAT if known.seat is None else known.seat, known.sitting or 0)
    if known.kind == "seat" and not held.valid_seats(live.state):
        raise Refuse("link/not_valid", 404)
    holder_seat = NO_SEAT if known.seat is None else known.seat
    await registry.store.add_holder(Holder(hash_of(browser), known.table, known.kind, holder_seat, known.sitting or 0))
    return {"table": known.table, "kind": known.kind, "seat": known.seat, "board": live.info()["board"]}


async def new_link(registry: TableRegistry, live: LiveTable, seat: int) -> SeatLink:
    """Returns another link to a seat, for another device."""
    token = new_token("seat")
    state = live.state
    entry = kept(token, state.id, "seat", seat, state.seats[seat].sitting, now_ms())
    await registry.store.write(Batch(state.id, tokens=[entry]))
    return seat_link_with(token, state.id, seat)
