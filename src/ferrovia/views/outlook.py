"""How far a ticket is: joined, or the cheapest routes that are still missing, by trains."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

from ferrovia.boards import Board, Route, Ticket
from ferrovia.engine.state import NOBODY


@dataclass(frozen=True, slots=True)
class Outlook:
    """`missing` are the routes to claim, in order from the ticket's first city; None if no way is left."""

    joined: bool
    missing: tuple[str, ...] | None
    trains: int | None  # spaces of the missing routes

    @property
    def possible(self) -> bool:
        return self.missing is not None


def _usable(state: Any, seat: int, route: Route) -> int | None:
    """Trains that using a route costs the seat: none for its own, None if it is not to be had."""
    owner = int(state.owner[route.number])
    if owner == seat:
        return 0
    if owner == NOBODY and int(state.open_to[route.number]) >> seat & 1:
        return route.length
    return None


def outlook(board: Board, state: Any, seat: int, ticket: Ticket) -> Outlook:
    """The way from city to city that lacks fewest trains, then fewest routes. Stations are not counted on."""
    start, goal = ticket.cities
    roads: dict[int, list[tuple[int, int, Route]]] = {}
    for route in board.routes:
        cost = _usable(state, seat, route)
        if cost is not None:
            a, b = route.cities
            roads.setdefault(a, []).append((b, cost, route))
            roads.setdefault(b, []).append((a, cost, route))
    best: dict[int, tuple[int, int]] = {start: (0, 0)}
    came: dict[int, tuple[int, Route, int]] = {}
    waiting = [(0, 0, start)]
    while waiting:
        trains, routes, city = heapq.heappop(waiting)
        if (trains, routes) > best[city]:
            continue
        for other, cost, route in roads.get(city, ()):
            candidate = (trains + cost, routes + (cost > 0))
            if other not in best or candidate < best[other]:
                best[other] = candidate
                came[other] = (city, route, cost)
                heapq.heappush(waiting, (*candidate, other))
    if goal not in best:
        return Outlook(False, None, None)
    missing: list[str] = []
    city = goal
    while city != start:
        city, route, cost = came[city]
        if cost:
            missing.append(route.id)
    return Outlook(not missing, tuple(reversed(missing)), best[goal][0])
