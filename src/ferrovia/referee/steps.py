"""The score as a story: row by row, player by player, each with the routes and cities behind it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from ferrovia.boards import Board
from ferrovia.game import Result, ScoreSheet

Row = Literal[
    "routes",
    "tickets_won",
    "tickets_lost",
    "stations",
    "attractions",
    "districts",
    "merchandise",
    "longest_path",
]
ROWS: Final[tuple[Row, ...]] = Row.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class StepPart:
    """One thing that scores: a ticket, a station, an attraction, a district, a path."""

    what: str  # id of the ticket, city or route; a district's number
    points: int
    routes: tuple[str, ...]  # in the order of travel, if there is one
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One row of one seat's score: its points, the total so far, and the parts it counts."""

    row: Row
    seat: int
    points: int
    total: int  # of the seat, after this step
    count: int  # of routes, tickets, stations, cards, trains ...
    parts: tuple[StepPart, ...]


def steps_of(board: Board, owned: tuple[tuple[str, ...], ...], result: Result) -> tuple[Step, ...]:
    """`owned` has each seat's routes by id. Skips rows that the board does not have."""
    totals = [0] * len(result.sheets)
    steps = []
    for row in ROWS:
        if not _has(board, row):
            continue
        for sheet in result.sheets:
            points, count, parts = _told(board, row, owned[sheet.seat], sheet)
            totals[sheet.seat] += points
            steps.append(Step(row, sheet.seat, points, totals[sheet.seat], count, tuple(parts)))
    return tuple(steps)


def _has(board: Board, row: Row) -> bool:
    bonuses = board.bonuses
    match row:
        case "stations":
            return board.stations.each > 0
        case "attractions":
            return bonuses.attraction > 0
        case "districts":
            return bonuses.districts
        case "merchandise":
            return bonuses.merchandise is not None
        case "longest_path":
            return bonuses.longest_path > 0
    return True


def _told(board: Board, row: Row, own: tuple[str, ...], sheet: ScoreSheet) -> tuple[int, int, list[StepPart]]:
    """Returns the points, the number of things that score, and those things."""
    parts: list[StepPart]
    match row:
        case "routes":
            parts = [StepPart(id, board.route(id).points, (id,), _ends(board, id)) for id in own]
            return sheet.routes, len(parts), parts
        case "tickets_won" | "tickets_lost":
            parts = list(_tickets(board, own, sheet, completed=row == "tickets_won"))
            return sum(part.points for part in parts), len(parts), parts
        case "stations":
            parts = [
                StepPart(station.city, 0, () if station.borrows is None else (station.borrows,), (station.city,))
                for station in sheet.stations
            ]
            return sheet.stations_unused, board.stations.each - len(parts), parts
        case "attractions":
            parts = [StepPart(city, board.bonuses.attraction, (), (city,)) for city in sheet.attractions]
            return sheet.attraction_points, len(parts), parts
        case "districts":
            parts = [
                StepPart(str(n), n, (), tuple(city.id for city in board.cities if city.district == n))
                for n in sheet.districts
            ]
            return sheet.district_points, len(parts), parts
        case "merchandise":
            parts = [StepPart(id, 0, (id,), _ends(board, id)) for id in own if board.route(id).carts]
            return sheet.merchandise_points, sheet.merchandise, parts
        case "longest_path":
            path = sheet.longest_path_routes
            parts = [StepPart("path", sheet.longest_path_bonus, path, _ends_of_path(board, path))] if path else []
            return sheet.longest_path_bonus, sheet.longest_path, parts


def _ends(board: Board, route: str) -> tuple[str, ...]:
    return tuple(board.city(city).id for city in board.route(route).cities)


def _tickets(board: Board, own: tuple[str, ...], sheet: ScoreSheet, *, completed: bool) -> Iterator[StepPart]:
    usable = [*own, *(station.borrows for station in sheet.stations if station.borrows is not None)]
    for score in sheet.tickets:
        if score.completed == completed:
            cities = board.ticket(score.ticket).cities
            path = shortest_path(board, usable, cities) if completed else ()
            yield StepPart(score.ticket, score.points, path, tuple(board.city(city).id for city in cities))


def _ends_of_path(board: Board, path: Iterable[str]) -> tuple[str, ...]:
    """The cities where the path begins and ends: those where an odd number of its routes meet. None for a loop."""
    odd: set[int] = set()
    for id in path:
        odd ^= set(board.route(id).cities)
    return tuple(board.city(city).id for city in sorted(odd))


def shortest_path(board: Board, usable: Iterable[str], cities: tuple[int, int]) -> tuple[str, ...]:
    """The path with the fewest routes between two cities; the engine has found that one exists."""
    roads: dict[int, list[tuple[int, str]]] = {}
    for id in usable:
        a, b = board.route(id).cities
        roads.setdefault(a, []).append((b, id))
        roads.setdefault(b, []).append((a, id))
    start, goal = cities
    came: dict[int, tuple[int, str]] = {}
    waiting = deque([start])
    while waiting and goal not in came:
        city = waiting.popleft()
        for other, id in roads.get(city, ()):
            if other != start and other not in came:
                came[other] = (city, id)
                waiting.append(other)
    path: list[str] = []
    city = goal
    while city != start and city in came:
        city, id = came[city]
        path.append(id)
    return tuple(reversed(path))
