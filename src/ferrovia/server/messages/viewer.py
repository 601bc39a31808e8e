"""The only way out: turns a table's state into what one viewer may see. A viewer is a seat, or SPECTATOR.

Everything is taken from the viewer's own `View` and from events that went through `for_viewer`; the public part is the
spectator's, made once for all. Messages are put together as text, because most of an update is the same for everybody.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, fields
from typing import Any, Final

from ferrovia import SPECTATOR
from ferrovia.actions import KeepTickets, decode, to_text
from ferrovia.events import CardDealt, CardDrawn, Event, TicketOffered, TicketsKept, event_name, for_viewer
from ferrovia.server.messages.incoming import GameView, Row, SeatInfo, SeatView, TableInfo, You
from ferrovia.server.messages.legal import legal_text
from ferrovia.server.storage import LogRow
from ferrovia.server.tables.state import TableState
from ferrovia.views import View

SECRET_EVENTS: Final = (CardDealt, CardDrawn, TicketOffered, TicketsKept)  # of which `for_viewer` hides something
NOT_TOLD: Final = frozenset({"id", "code", "clocks", "value", "values"})  # parts of a row that stay here


def compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def table_info(table: TableState, online: frozenset[int], watching: int) -> TableInfo:
    settings = table.settings
    return {
        "id": table.id,
        "board": {"id": table.board.id, "digest": table.board.digest, "name": table.board.name},
        "status": table.status,  # type: ignore[typeddict-item]
        "public": table.public,
        "clock": settings["clock"],
        "first": settings["first"],
        "take_back": settings["take_back"],
        "chat": table.chat,  # type: ignore[typeddict-item]
        "pace": settings["pace"],
        "commitment": hashlib.sha256(table.stored.key).hexdigest(),
        "host": table.host,
        "seats": [_seat_info(table, number, online) for number in range(table.players)],
        "watching": watching,
        "rematch": table.rematch,
        "created": table.stored.created,
        "frozen": table.frozen,
    }


def _seat_info(table: TableState, number: int, online: frozenset[int]) -> SeatInfo:
    seat = table.seats[number]
    return {
        "seat": number,
        "kind": seat.kind,  # type: ignore[typeddict-item]
        "name": seat.name,
        "level": seat.level,
        "stand_in": seat.stand_in is not None,
        "online": number in online,
        "muted": seat.muted,
        "value": seat.value is not None,
    }


def game_view(view: View) -> GameView:
    """What everybody may know; `view` is the spectator's."""
    seats: list[SeatView] = [
        {
            "seat": seat,
            "trains": trains,
            "score": score,
            "cards": cards,
            "tickets": tickets,
            "stations": stations,
            "merchandise": merchandise,
            "offered": offered,
        }
        for seat, (trains, score, cards, tickets, stations, merchandise, offered) in enumerate(
            zip(
                view.trains, view.scores, view.hand_counts, view.ticket_counts, view.stations_left, view.merchandise,
                view.offer_counts, strict=True,
            )
        )
    ]  # fmt: skip
    return {
        "phase": view.phase,  # type: ignore[typeddict-item]
        "turn": view.turn,
        "actors": sorted(view.actors),
        "first": view.first,
        "turns_played": view.turns_played,
        "turns_left": view.turns_left,
        "display": list(view.display),
        "deck": view.deck_count,
        "discard": view.discard_count,
        "discards": view.discards,
        "ticket_deck": view.ticket_deck_count,
        "merchandise_left": view.merchandise_left,
        "owners": view.owners,
        "stations": view.stations,
        "tunnel": view.tunnel,
        "seats": seats,
    }


def own_part(view: View) -> You:
    """What only the seat of the view may know."""
    return {"seat": view.seat, "hand": view.hand, "tickets": list(view.tickets), "offer": list(view.offer)}


_FIELDS: Final[dict[type[Any], tuple[str, ...]]] = {
    kind: tuple(f.name for f in fields(kind)) for kind in Event.__args__
}
_NAMES: Final[dict[type[Any], str]] = {kind: event_name(kind.__new__(kind)) for kind in Event.__args__}


def event_data(event: Event) -> dict[str, Any]:
    """As `events.to_data`, which copies everything and takes ten times as long; there are thousands a second."""
    kind = type(event)
    return {"event": _NAMES[kind], **{name: getattr(event, name) for name in _FIELDS[kind]}}


def seats_with_secrets(table: TableState, row: LogRow) -> frozenset[int]:
    """Whose version of a row differs from everybody else's."""
    told = {event.seat for event in table.events.get(row.number, ()) if isinstance(event, SECRET_EVENTS)}
    return frozenset(told | {row.seat} if row.seat is not None else told)


def told_row(table: TableState, row: LogRow, viewer: int) -> Row:
    """A row of the log as the viewer may see it."""
    data: dict[str, Any] = {name: value for name, value in row.body.items() if name not in NOT_TOLD}
    if row.kind == "action":
        action = decode(table.board, row.body["code"])
        secret = isinstance(action, KeepTickets) and row.seat != viewer
        data["action"] = None if secret else to_text(table.board, action)
    elif row.kind == "joined":
        data["name"] = row.personal
    elif row.kind == "chat" and "phrase" not in data:
        data["text"] = row.personal
    events = [event_data(for_viewer(event, viewer)) for event in table.events.get(row.number, ())]
    return {
        "number": row.number,
        "kind": row.kind,
        "time": row.time,
        "seat": row.seat,
        "by": row.by,  # type: ignore[typeddict-item]
        "data": data,
        "events": events,
    }


def told_rows(table: TableState, viewer: int, since: int, until: int | None = None) -> list[Row]:
    return [told_row(table, row, viewer) for row in rows_with_events(table, since, until)]


def rows_with_events(table: TableState, since: int, until: int | None = None) -> list[LogRow]:
    rows = [row for row in table.rows[since:] if until is None or row.number <= until]
    if any(row.kind in ("started", "action") and row.number not in table.events for row in rows):
        table.all_events()
    return rows


def result_data(table: TableState) -> dict[str, Any] | None:
    if table.game is None or not table.game.is_over:
        return None
    result = table.game.result()
    return {
        "ended_by": result.ended_by,
        "exact": result.exact,
        "winners": list(result.winners),
        "totals": list(result.totals),
        "sheets": [asdict(sheet) for sheet in result.sheets],
    }


def deal_data(table: TableState) -> dict[str, Any] | None:
    """The fair deal revealed; nothing before the end."""
    if table.game is None or not table.game.is_over:
        return None
    return {
        "commitment": hashlib.sha256(table.stored.key).hexdigest(),
        "server_key": table.stored.key.hex(),
        "values": [{"seat": seat, "value": value} for seat, value in table.values],
        "key": table.dealing_key().secret.hex(),
        "formula": "server_key" if table.settings.get("imported") else "sha256(server_key + values)",
    }


class Teller:
    """Updates of one table. What is the same for several viewers, or as before, is made once."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self._number = 0  # what all of this was made for
        self._public = self._result = self._deal = "null"
        self._rows: dict[tuple[int, int], str] = {}  # (number, viewer, or SPECTATOR for all who know no more)
        self._own: dict[int, str] = {}
        self._legal: dict[int, str] = {}
        self._was_start = True

    def update(
        self, viewer: int, *, since: int | None, info: TableInfo | None, may_take_back: bool, clocks: str
    ) -> str:
        """The update for a viewer who has seen `since`; a snapshot if that is None."""
        table = self.table
        self._look_again()
        rows = "" if since is None else ",".join(self._row(row, viewer) for row in rows_with_events(table, since))
        you, legal = self._own_part(viewer)
        return (
            f'{{"type":"update","snapshot":{"true" if since is None else "false"},"number":{table.number},'
            f'"state":{table.state},"rows":[{rows}],"table":{compact(info)},"view":{self._public},"you":{you},'
            f'"legal":{legal},"take_back":{"true" if may_take_back else "false"},"clocks":{clocks},'
            f'"result":{self._result},"deal":{self._deal}}}'
        )

    def _row(self, row: LogRow, viewer: int) -> str:
        key = row.number, viewer if viewer in seats_with_secrets(self.table, row) else SPECTATOR
        known = self._rows.get(key)
        if known is None:
            known = self._rows[key] = compact(told_row(self.table, row, viewer))
        return known

    def _look_again(self) -> None:
        table = self.table
        if self._number == table.number:
            return
        self._forget(table.rows[self._number :])
        self._number = table.number
        if table.game is None:
            return
        self._public = compact(game_view(table.game.spectator_view()))
        if table.game.is_over:
            self._result, self._deal = compact(result_data(table)), compact(deal_data(table))

    def _forget(self, fresh: list[LogRow]) -> None:
        """A seat's own part changes by its own actions alone, but for the start, the end and what is taken back."""
        self._rows.clear()
        self._legal.clear()
        game = self.table.game
        ordinary = game is not None and game.phase in ("turn", "second_card", "in_tunnel", "choosing_tickets")
        if ordinary and len(fresh) == 1 and fresh[0].kind in ("action", "chat") and not self._was_start:
            if fresh[0].seat is not None:
                self._own.pop(fresh[0].seat, None)
        else:
            self._own.clear()
        self._was_start = game is None or game.phase == "choosing_start"

    def _own_part(self, viewer: int) -> tuple[str, str]:
        game = self.table.game
        if game is None or viewer == SPECTATOR:
            return "null", "[]"
        may_act = self.table.status == "playing" and viewer in self.table.actors
        if viewer not in self._own or (may_act and viewer not in self._legal):
            view = game.view(viewer)
            self._own[viewer] = compact(own_part(view))
            if may_act:
                self._legal[viewer] = legal_text(view)
        return self._own[viewer], self._legal[viewer] if may_act else "[]"
