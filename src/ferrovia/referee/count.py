"""Lets the engine score a checked position. This module contains no scoring rules."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from ferrovia.boards import Board, Ticket, engine_board
from ferrovia.engine import bridge, prepare
from ferrovia.engine.state import NO_ROUTE, NOBODY
from ferrovia.game import Key
from ferrovia.game.result import Result, read_result
from ferrovia.position.build import build
from ferrovia.position.draft import Draft
from ferrovia.referee.entry import Entry

_ANY_KEY = Key.of_seed(0)  # nothing is drawn


def count(draft: Draft, entries: tuple[Entry, ...]) -> tuple[Board, Result]:
    """Returns the score sheets and their board, whose tickets are those that the players hold."""
    prepare("rules")
    board, held = _with_held_tickets(draft, entries)
    seats = tuple(replace(seat, tickets=held[i], offer=(), chosen=None) for i, seat in enumerate(draft.seats))
    phase = "turn" if draft.phase == "choosing_start" else draft.phase
    draft = replace(draft, board=board, seats=seats, phase=phase, returned=(), removed=(), ledger=None, script=())
    boards, states, desk = engine_board(board), build(draft, _ANY_KEY), bridge.desk()
    chosen = [_count_with_chosen_routes(boards, states, seat, entry) for seat, entry in enumerate(entries)]
    bridge.fill_sheet(boards, states, 0, desk.sheets, desk.scratches)
    sheet = desk.sheets[0]
    for seat, tickets in enumerate(chosen):
        if tickets is not None:
            _take_over(sheet, tickets, seat, held[seat])
    bridge.add_up_sheet(boards, states, 0, desk.sheets)
    return board, read_result(board, states[0], sheet)


def _with_held_tickets(draft: Draft, entries: tuple[Entry, ...]) -> tuple[Board, tuple[tuple[int, ...], ...]]:
    """The board with only the tickets in play, including unknown ones, and their numbers by seat."""
    board = draft.board
    tickets: list[Ticket] = []
    held: list[tuple[int, ...]] = []
    taken = {ticket.id for ticket in board.tickets}
    for seat, entry in zip(draft.seats, entries, strict=True):
        begin = len(tickets)
        for number in sorted(seat.tickets):
            tickets.append(replace(board.ticket(number), number=len(tickets)))
        for other in entry.other_tickets:
            id = _new_id(board, other.cities, taken)
            tickets.append(Ticket(len(tickets), id, other.cities, other.points, long=False))
        held.append(tuple(range(begin, len(tickets))))
    digest = hashlib.sha256(f"{board.digest} {tickets}".encode()).hexdigest()
    return replace(board, tickets=tuple(tickets), digest=digest), tuple(held)


def _new_id(board: Board, cities: tuple[int, int], taken: set[str]) -> str:
    first, second = (board.city(city).id for city in cities)
    copy = 1
    while True:
        ids = [f"{a}-{b}" + (f"/{copy}" if copy > 1 else "") for a, b in ((first, second), (second, first))]
        if not taken.intersection(ids):
            taken.add(ids[0])
            return ids[0]
        copy += 1


def _count_with_chosen_routes(boards: Any, states: Any, seat: int, entry: Entry) -> Any:
    """Returns a sheet in which the seat uses the routes it chose to borrow; the engine chooses for its other stations.

    Only its ticket rows are valid. None if the player leaves all choices to the engine.
    """
    if not entry.borrows:
        return None
    imagined = states.copy()
    for city, route in entry.borrows.items():
        imagined[0].owner[route] = seat
        imagined[0].station_owner[city] = NOBODY
    desk = bridge.Desk()
    bridge.fill_sheet(boards, imagined, 0, desk.sheets, desk.scratches)
    sheet = desk.sheets[0]
    cities = [int(city) for city in (states[0].station_owner == seat).nonzero()[0]]
    found = iter([int(route) for route in sheet.borrowed[seat]])
    borrowed = [entry.borrows[city] if city in entry.borrows else next(found) for city in cities]
    sheet.borrowed[seat, :] = NO_ROUTE
    sheet.borrowed[seat, : len(borrowed)] = borrowed
    return sheet


def _take_over(sheet: Any, tickets: Any, seat: int, held: tuple[int, ...]) -> None:
    for row in ("tickets_won", "tickets_lost", "tickets_completed", "borrowed"):
        sheet[row][seat] = tickets[row][seat]
    sheet.ticket_done[list(held)] = tickets.ticket_done[list(held)]
