"""The result of a game: each player's full score sheet, the ranking and what decided it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ferrovia.boards import Board
from ferrovia.engine.state import ENDINGS, NO_ROUTE, TIE_BREAKS


@dataclass(frozen=True, slots=True)
class TicketScore:
    """A ticket at the end of the game: completed or not, and its points."""

    ticket: str
    completed: bool
    points: int  # won, or lost if negative


@dataclass(frozen=True, slots=True)
class StationScore:
    """A station at the end of the game, and the route it borrows."""

    city: str
    borrows: str | None  # the opponent's route it uses for tickets (B3)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The final score of one seat, row by row, with the sources of each row."""

    seat: int
    routes: int  # points
    tickets: tuple[TicketScore, ...]
    stations: tuple[StationScore, ...]
    stations_unused: int  # points
    longest_path: int  # trains
    longest_path_routes: tuple[str, ...]  # in the order of travel
    longest_path_bonus: int
    attractions: tuple[str, ...]
    attraction_points: int
    districts: tuple[int, ...]
    district_points: int
    merchandise: int  # cards
    merchandise_points: int
    total: int
    rank: int  # 1 = winner
    tie_break: str | None  # the tie-break that ranked this seat behind another with equal points

    @property
    def tickets_completed(self) -> int:
        return sum(ticket.completed for ticket in self.tickets)

    @property
    def ticket_points(self) -> int:
        return sum(ticket.points for ticket in self.tickets)


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended: a score sheet for each seat, ranks and winners."""

    sheets: tuple[ScoreSheet, ...]
    ended_by: str  # last_round, passes or turn_limit
    exact: bool  # False if a longest path was not proven, which needs a board that `ferrovia board check` rejects

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; several if no tie-break separates them (E9)."""
        return tuple(sheet.seat for sheet in self.sheets if sheet.rank == 1)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)


def read_result(board: Board, state: Any, sheet: Any) -> Result:
    """Converts a filled engine sheet."""
    sheets = tuple(_read_sheet(board, state, sheet, seat) for seat in range(int(state.players)))
    return Result(sheets, ENDINGS[int(state.ended_by)], bool(sheet.exact))


def _read_sheet(board: Board, state: Any, sheet: Any, seat: int) -> ScoreSheet:
    own = [route for route in board.routes if state.owner[route.number] == seat]
    path = [route.number for route in own if sheet.on_longest_path[route.number]]
    decided = int(sheet.decided_by[seat])
    return ScoreSheet(
        seat=seat,
        routes=int(sheet.routes[seat]),
        tickets=_tickets(board, state, sheet, seat),
        stations=_stations(board, state, sheet, seat),
        stations_unused=int(sheet.stations_unused[seat]),
        longest_path=int(sheet.longest_path[seat]),
        longest_path_routes=tuple(board.route(number).id for number in in_travel_order(board, path)),
        longest_path_bonus=int(sheet.longest_path_bonus[seat]),
        attractions=_attractions(board, [route.cities for route in own]) if board.bonuses.attraction else (),
        attraction_points=int(sheet.attractions[seat]),
        districts=_districts(board, [route.cities for route in own]) if board.bonuses.districts else (),
        district_points=int(sheet.districts[seat]),
        merchandise=int(state.merchandise[seat]),
        merchandise_points=int(sheet.merchandise[seat]),
        total=int(sheet.total[seat]),
        rank=int(sheet.rank[seat]) + 1,
        tie_break=TIE_BREAKS[decided] if decided else None,
    )


def _tickets(board: Board, state: Any, sheet: Any, seat: int) -> tuple[TicketScore, ...]:
    held = [ticket for ticket in board.tickets if state.ticket_at[ticket.number] == seat]
    return tuple(
        TicketScore(ticket.id, done, ticket.points if done else -ticket.points)
        for ticket in held
        for done in [bool(sheet.ticket_done[ticket.number])]
    )


def _stations(board: Board, state: Any, sheet: Any, seat: int) -> tuple[StationScore, ...]:
    cities = [city for city in board.cities if state.station_owner[city.number] == seat]
    borrowed = [int(route) for route in sheet.borrowed[seat]]
    return tuple(
        StationScore(city.id, None if route == NO_ROUTE else board.route(route).id)
        for city, route in zip(cities, borrowed, strict=False)
    )


def _attractions(board: Board, roads: list[tuple[int, int]]) -> tuple[str, ...]:
    touched = {city for road in roads for city in road}
    return tuple(city.id for city in board.cities if city.attraction and city.number in touched)


def _districts(board: Board, roads: list[tuple[int, int]]) -> tuple[int, ...]:
    group = {city.number: city.number for city in board.cities}
    for a, b in roads:
        old, new = group[b], group[a]
        group = {city: new if number == old else number for city, number in group.items()}
    numbers = sorted({city.district for city in board.cities if city.district})
    return tuple(n for n in numbers if len({group[city.number] for city in board.cities if city.district == n}) == 1)


def in_travel_order(board: Board, routes: list[int]) -> list[int]:
    """Orders routes that can be walked in one go (Hierholzer), starting at an odd city if there is one."""
    if not routes:
        return []
    at: dict[int, list[tuple[int, int]]] = {}
    for number in routes:
        a, b = board.route(number).cities
        at.setdefault(a, []).append((b, number))
        at.setdefault(b, []).append((a, number))
    odd = [city for city in sorted(at) if len(at[city]) % 2]
    walked: set[int] = set()
    order: list[int] = []
    stack: list[tuple[int, int | None]] = [(odd[0] if odd else min(at), None)]
    while stack:
        city, by = stack[-1]
        while at[city] and at[city][-1][1] in walked:
            at[city].pop()
        if at[city]:
            other, number = at[city].pop()
            walked.add(number)
            stack.append((other, number))
        else:
            stack.pop()
            if by is not None:
                order.append(by)
    return order
