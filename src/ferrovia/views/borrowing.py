"""Which tickets a seat has completed, and which routes its stations would borrow, if the game ended now (B3).

The engine's own count chooses for all stations and tickets together, so that a player reads what the end will say.
A claimed route never changes hands: only another ticket that is worth more can take the station away from this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ferrovia.boards import Board, Ticket, engine_board
from ferrovia.boards.shortest_paths import CLOSED, OWN, cost_of, shortest_paths
from ferrovia.engine import bridge
from ferrovia.engine.state import NO_ROUTE


@dataclass(frozen=True, slots=True)
class Borrowed:
    """An opponent's route, and the city of the station that borrows it."""

    station: str
    route: str


def completed(board: Board, states: Any, seat: int) -> tuple[str, ...]:
    """The seat's tickets that would count if the game ended now, by its own routes or with borrowed ones."""
    desk = bridge.desk()
    bridge.fill_sheet(engine_board(board), states, 0, desk.sheets, desk.scratches)
    held, done = states[0].ticket_at, desk.sheets[0].ticket_done
    return tuple(ticket.id for ticket in board.tickets if held[ticket.number] == seat and done[ticket.number])


def borrowing(board: Board, states: Any, seat: int, ticket: Ticket) -> tuple[Borrowed, ...]:
    """The borrowed routes that complete the ticket, in order; empty if none are needed or none help.

    A ticket that the seat does not hold is judged as if it held it.
    """
    stations = [int(city) for city in (states[0].station_owner == seat).nonzero()[0]]
    if not stations:
        return ()
    imagined = states.copy()
    imagined[0].ticket_at[ticket.number] = seat
    desk = bridge.desk()
    bridge.fill_sheet(engine_board(board), imagined, 0, desk.sheets, desk.scratches)
    sheet = desk.sheets[0]
    if not sheet.ticket_done[ticket.number]:
        return ()
    chosen = [int(route) for route in sheet.borrowed[seat]]
    station_of = {route: city for city, route in zip(stations, chosen, strict=False) if route != NO_ROUTE}
    costs = [CLOSED] * len(board.routes)
    for route in board.routes:
        if int(states[0].owner[route.number]) == seat:
            costs[route.number] = OWN
        elif route.number in station_of:
            costs[route.number] = cost_of(route)
    start, goal = ticket.cities
    way = [route for _, route in shortest_paths(board, costs, (start,)).path_to(goal) if costs[route] != OWN]
    return tuple(Borrowed(board.city(station_of[route]).id, board.route(route).id) for route in way)
