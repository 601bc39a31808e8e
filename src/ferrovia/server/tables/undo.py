"""When an action may be taken back: if nothing hidden was revealed since, or at a table of one person and bots."""

from __future__ import annotations

from typing import Final

from ferrovia.events import (
    Event,
    LastRoundBegan,
    MerchandiseTaken,
    Passed,
    RouteClaimed,
    StationBuilt,
    TicketsChosen,
    TunnelLeft,
    TurnStarted,
)
from ferrovia.server.tables.state import Move, TableState

# Per seat and game: far more than players need, but a program cannot make the table's log grow forever.
MOST_TAKE_BACKS: Final = 200

_SHOWS_NOTHING: Final = (
    RouteClaimed, StationBuilt, TunnelLeft, TurnStarted, LastRoundBegan, MerchandiseTaken, Passed, TicketsChosen,
)  # fmt: skip


def may_take_back(table: TableState, seat: int) -> str | None:
    """None if the seat may take back its last action, otherwise the code of the reason."""
    if table.status != "playing" or not table.settings["take_back"]:
        return "take_back/not_allowed"
    if seat not in table.people:
        return "take_back/not_allowed"
    move = last_move_of(table, seat)
    if move is None:
        return "take_back/not_allowed"
    if table.seats[seat].take_backs >= MOST_TAKE_BACKS:
        return "take_back/too_many"
    if table.is_against_bots_alone:
        return None
    if move is not table.moves[-1]:
        return "take_back/not_allowed"
    if not all(isinstance(event, _SHOWS_NOTHING) for event in _events(table, move)):
        return "take_back/hidden_shown"
    return None


def _events(table: TableState, move: Move) -> tuple[Event, ...]:
    if move.number not in table.events:
        table.all_events()
    return table.events[move.number]


def last_move_of(table: TableState, seat: int) -> Move | None:
    """The seat's own last action, made by its person."""
    for move in reversed(table.moves):
        if move.seat == seat:
            return move if table.rows[move.number - 1].by == "person" else None
    return None
