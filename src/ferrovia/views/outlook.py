"""The progress of a ticket: complete, or the cheapest routes still missing, counted in trains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ferrovia.boards import Board, Route, Ticket
from ferrovia.boards.shortest_paths import A_TRAIN, CLOSED, OWN, cost_of, shortest_paths
from ferrovia.engine.state import NOBODY


@dataclass(frozen=True, slots=True)
class Outlook:
    """`missing` are the routes to claim, in order from the ticket's first city; None if no path is left."""

    joined: bool
    missing: tuple[str, ...] | None
    trains: int | None  # spaces of the missing routes

    @property
    def possible(self) -> bool:
        return self.missing is not None


def _cost(state: Any, seat: int, route: Route) -> int:
    """The cost of a route for the seat."""
    owner = int(state.owner[route.number])
    if owner == seat:
        return OWN
    return cost_of(route) if owner == NOBODY and int(state.open_to[route.number]) >> seat & 1 else CLOSED


def outlook(board: Board, state: Any, seat: int, ticket: Ticket) -> Outlook:
    """Returns the path that lacks the fewest trains, then the fewest routes. Ignores stations."""
    start, goal = ticket.cities
    costs = [_cost(state, seat, route) for route in board.routes]
    ways = shortest_paths(board, costs, (start,))
    if goal not in ways.costs:
        return Outlook(False, None, None)
    missing = tuple(board.routes[route].id for _, route in ways.path_to(goal) if costs[route] != OWN)
    return Outlook(not missing, missing, ways.costs[goal] // A_TRAIN)
