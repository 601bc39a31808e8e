"""The only way out: turns a table's state into what one viewer may see. A viewer is a seat, or SPECTATOR.

`ferrovia.data` writes and filters games. Messages are assembled as text, because most of an update is the same for
every viewer.
"""

from __future__ import annotations

from typing import Final

from pydantic_core import to_json

from ferrovia import SPECTATOR
from ferrovia.actions import decode, to_text
from ferrovia.data import (
    action_for,
    event_data,
    event_for,
    game_view,
    legal_text,
    own_part,
    result_data,
    seats_that_know_more,
)
from ferrovia.server.messages.outgoing import FairDeal, Row, SeatInfo, TableInfo
from ferrovia.server.storage import LogRow
from ferrovia.server.tables.state import TableState

_ORDINARY: Final = ("turn", "second_card", "in_tunnel", "choosing_tickets")
# Parts of a row that are never sent.
NOT_TOLD: Final = frozenset({"id", "code", "clocks", "value", "values", "sittings", "rows"})


def compact(data: object) -> str:
    """JSON without spaces. Every update needs it several times, and `json.dumps` takes three times as long."""
    return to_json(data).decode()


def table_info(table: TableState, online: frozenset[int], watching: int) -> TableInfo:
    settings = table.settings
    lesson = settings.get("lesson")
    return {
        "id": table.id,
        "board": {"id": table.board.id, "digest": table.board.digest, "name": table.board.name},
        "status": table.status,
        "public": table.public,
        "clock": settings["clock"],
        "first": settings["first"],
        "take_back": settings["take_back"],
        "chat": table.chat,  # type: ignore[typeddict-item]
        "pace": settings["pace"],
        "commitment": table.stored.commitment,
        "host": table.host,
        "seats": [_seat_info(table, number, online) for number in range(table.players)],
        "watching": watching,
        "rematch": None if table.rematch is None else table.rematch.table,
        "created": table.stored.created,
        "frozen": table.frozen,
        "lesson": None if lesson is None else lesson["id"],
    }


def _seat_info(table: TableState, number: int, online: frozenset[int]) -> SeatInfo:
    seat = table.seats[number]
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "stand_in": seat.stand_in is not None,
        "online": number in online,
        "muted": seat.muted,
        "value": seat.value is not None,
    }


def seats_with_secrets(table: TableState, row: LogRow) -> frozenset[int]:
    """The seats whose version of a row differs from the public one."""
    told = seats_that_know_more(table.events.get(row.number, ()))
    return told | {row.seat} if row.seat is not None else told


def told_row(table: TableState, row: LogRow, viewer: int) -> Row:
    """A row of the log as the viewer may see it."""
    data: dict[str, object] = {name: value for name, value in row.body.items() if name not in NOT_TOLD}
    if row.kind == "action":
        action = action_for(decode(table.board, row.body["code"]), row.seat, viewer)
        data["action"] = None if action is None else to_text(table.board, action)
    elif row.kind == "joined":
        data["name"] = row.personal
    elif row.kind == "chat" and "phrase" not in data:
        data["text"] = row.personal
    events = [event_data(event_for(event, viewer)) for event in table.events.get(row.number, ())]
    return {
        "number": row.number,
        "kind": row.kind,
        "time": row.time,
        "seat": row.seat,
        "by": row.by,  # type: ignore[typeddict-item]
        "data": data,  # type: ignore[typeddict-item]
        "events": events,
    }


def told_rows(table: TableState, viewer: int, since: int, until: int | None = None) -> list[Row]:
    return [told_row(table, row, viewer) for row in rows_with_events(table, since, until)]


def rows_with_events(table: TableState, since: int, until: int | None = None) -> list[LogRow]:
    rows = [row for row in table.rows[since:] if until is None or row.number <= until]
    if any(row.kind in ("started", "action") and row.number not in table.events for row in rows):
        table.all_events()
    return rows


def deal_data(table: TableState) -> FairDeal | None:
    """The revealed fair deal; None before the end, and for a lesson, whose cards are arranged."""
    if table.game is None or not table.game.is_over or table.settings.get("lesson"):
        return None
    return {
        "commitment": table.stored.commitment,
        "server_key": table.stored.key.hex(),
        "values": [{"seat": seat, "value": value} for seat, value in table.values],
        "key": table.dealing_key().secret.hex(),
        "formula": "server_key" if table.settings.get("imported") else "sha256(server_key + values)",
    }


class UpdateWriter:
    """Writes the updates of one table. Parts that are shared or unchanged are made once."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self._number = 0  # the number that the cached parts belong to
        self._public = self._result = self._deal = "null"
        self._rows: dict[tuple[int, int], str] = {}  # (number, viewer; SPECTATOR stands for all who know no more)
        self._own: dict[int | None, str] = {}  # by seat
        self._legal: dict[int | None, str] = {}
        self._phase: str | None = None

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
            self._result, self._deal = compact(result_data(table.game.result())), compact(deal_data(table))

    def _forget(self, fresh: list[LogRow]) -> None:
        """A seat's own part changes only with its own actions, at the start, the end and when actions are taken back.
        While all players choose their first tickets, the same holds for its legal actions.
        """
        self._rows.clear()
        game = self.table.game
        phase = None if game is None else game.phase
        is_single = len(fresh) == 1 and fresh[0].kind in ("action", "chat")
        if is_single and phase == self._phase == "choosing_start":
            self._legal.pop(fresh[0].seat, None)
            self._own.pop(fresh[0].seat, None)
        elif is_single and self._phase in _ORDINARY and phase in _ORDINARY:
            self._legal.clear()
            self._own.pop(fresh[0].seat, None)
        else:
            self._legal.clear()
            self._own.clear()
        self._phase = phase

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
