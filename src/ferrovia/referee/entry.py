"""Reads what people entered: a position, plus what the position format lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ferrovia.boards import Board
from ferrovia.engine.state import MAX_TICKETS
from ferrovia.position.check_cards import check_cards
from ferrovia.position.check_routes import check_routes
from ferrovia.position.check_tickets import check_tickets
from ferrovia.position.draft import Draft
from ferrovia.position.fields import Table
from ferrovia.position.problems import PositionProblems
from ferrovia.position.read import SEAT_KEYS, read_draft
from ferrovia.validation import shown, whole_number

OWN_KEYS: Final = ("name", "color", "borrows", "other_tickets")
MAX_OTHER_TICKETS: Final = 30  # per player
MAX_TICKET_POINTS: Final = 50
MAX_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class OtherTicket:
    """A ticket that the board file lacks."""

    cities: tuple[int, int]
    points: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's part of the position."""

    name: str | None
    color: str | None
    borrows: dict[int, int]  # city of the station: the route it borrows
    other_tickets: tuple[OtherTicket, ...]


def read_entries(data: dict[Any, Any], board: Board, problems: PositionProblems) -> tuple[Draft, tuple[Entry, ...]]:
    """Returns the checked position and each player's additions. Collects PositionProblems instead of raising."""
    digest = data.get("board_digest")
    if digest is not None and digest != board.digest:
        reason = f"This was entered for another edition of the board {board.id}."
        problems.add("position/board", "board_digest", reason)
    seats = data.get("seats")
    given = seats if isinstance(seats, list | tuple) else []
    position = {key: value for key, value in data.items() if key != "board_digest"}
    if given:
        position["seats"] = [_without_own_keys(seat) for seat in given]
    draft = read_draft(position, board, problems)
    draft = check_cards(draft, problems)
    draft = check_routes(draft, problems)
    check_tickets(draft, problems)
    entries = [_read_entry(seat, board, problems, f"seats[{i}]") for i, seat in enumerate(given[: draft.players])]
    entries += [Entry(None, None, {}, ())] * (draft.players - len(entries))
    held = sum(len(seat.tickets) for seat in draft.seats) + sum(len(entry.other_tickets) for entry in entries)
    if held > MAX_TICKETS:
        reason = f"All players together can hold {MAX_TICKETS} tickets, and here {held}."
        problems.add("position/wrong_count", "seats", reason, most=MAX_TICKETS, tickets=held)
    for i, entry in enumerate(entries):
        _check_borrows(draft, i, entry, problems)
    return draft, tuple(entries)


def _without_own_keys(seat: object) -> object:
    if not isinstance(seat, dict):
        return seat
    return {key: value for key, value in seat.items() if key not in OWN_KEYS}


def _read_entry(seat: object, board: Board, problems: PositionProblems, place: str) -> Entry:
    if not isinstance(seat, dict):
        return Entry(None, None, {}, ())
    # Unknown keys are reported by the position.
    table = Table(seat, (*SEAT_KEYS, *OWN_KEYS), board, PositionProblems(), place)
    table.problems = problems
    return Entry(
        name=_read_word(table, "name"),
        color=_read_word(table, "color"),
        borrows=_read_borrows(table),
        other_tickets=_read_other_tickets(table),
    )


def _read_word(table: Table, key: str) -> str | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        table.problems.add("position/wrong_type", table.at(key), f"{key} must be a text, and is {shown(value)}.")
        return None
    if not value.isprintable() or not 0 < len(value.strip()) <= MAX_NAME:
        reason = f"{key} must have 1 to {MAX_NAME} printable letters."
        table.problems.add("position/out_of_range", table.at(key), reason)
        return None
    return value.strip()


def _read_borrows(table: Table) -> dict[int, int]:
    value = table.get("borrows", {})
    if not isinstance(value, dict):
        reason = f"borrows must be a table of cities and routes, and is {shown(value)}."
        table.problems.add("position/wrong_type", table.at("borrows"), reason)
        return {}
    found = {}
    for name, borrowed in list(value.items())[: len(table.board.cities)]:
        city = table.city(name, table.at("borrows"))
        if borrowed is None or city is None:
            continue
        route = table.route(borrowed, f"{table.at('borrows')}.{table.board.city(city).id}")
        if route is not None:
            found[city] = route
    return found


def _read_other_tickets(table: Table) -> tuple[OtherTicket, ...]:
    found = []
    for i, data in enumerate(table.entries("other_tickets", MAX_OTHER_TICKETS)):
        place = f"{table.at('other_tickets')}[{i}]"
        ticket = Table(data, ("cities", "points"), table.board, table.problems, place)
        cities = ticket.cities("cities")
        points = whole_number(ticket.get("points"), 1, MAX_TICKET_POINTS, f"{place}.points", table.problems)
        if len(cities) != 2 and table.problems.clean(f"{place}.cities"):
            reason = "A ticket joins two different cities."
            table.problems.add("position/wrong_count", f"{place}.cities", reason)
        if len(cities) == 2 and points is not None:
            found.append(OtherTicket((cities[0], cities[1]), points))
    return tuple(found)


def _check_borrows(draft: Draft, seat: int, entry: Entry, problems: PositionProblems) -> None:
    """B3: a station borrows one route of an opponent that touches its city."""
    board = draft.board
    owner = {route: i for i, held in enumerate(draft.seats) for route in held.routes}
    for city, route in entry.borrows.items():
        name, id = board.city(city).name, board.route(route).id
        if city not in draft.seats[seat].stations:
            reason = f"Seat {seat} has no station in {name} that could borrow {id}."
        elif city not in board.route(route).cities:
            reason = f"The station in {name} cannot borrow {id}, which does not touch the city (B3)."
        elif owner.get(route, seat) == seat:
            reason = f"The station in {name} cannot borrow {id}: no opponent has claimed it (B3)."
        else:
            continue
        place = f"seats[{seat}].borrows.{board.city(city).id}"
        problems.add("position/borrowed_route", place, reason, seat=seat, city=board.city(city).id, route=id)
