"""A board as the playtesting styles see it: free routes, own routes at no cost, and shortest paths over both.

Everything here is a function of a view. Ties go to the lowest number, of routes and cities alike, so that a style
chooses the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ferrovia.boards import Board, Route, Ticket
from ferrovia.boards.shortest_paths import A_TRAIN, CLOSED, OWN, ShortestPaths, cost_of, shortest_paths
from ferrovia.engine.state import NOBODY
from ferrovia.views import View


@dataclass(frozen=True, slots=True)
class Map:
    """The part of the board that one seat can still use."""

    board: Board
    trains: int  # the seat's own
    costs: Sequence[int]  # by route: trains and routes it would take, OWN, or CLOSED
    free: tuple[Route, ...]  # routes the seat may still claim and has the trains for

    def reach(self, starts: Iterable[int]) -> ShortestPaths:
        """The shortest paths over free and own routes."""
        return shortest_paths(self.board, self.costs, starts)

    def missing(self, ticket: Ticket) -> tuple[Route, ...] | None:
        """The routes that a ticket's shortest path lacks, from its first city on; empty if its cities are connected.

        None if no path is left, or the shortest needs more trains than the seat has: such a ticket is lost.
        """
        start, goal = ticket.cities
        reach = self.reach((start,))
        if goal not in reach.costs or reach.costs[goal] // A_TRAIN > self.trains:
            return None
        return tuple(self.board.routes[route] for _, route in reach.path_to(goal) if self.costs[route] != OWN)

    def halves(self, route: Route) -> tuple[Route, ...]:
        """The route, and the other half of a double if it connects the same cities too."""
        if route.twin is None or self.costs[route.twin] != self.costs[route.number]:
            return (route,)
        return tuple(sorted((route, self.board.routes[route.twin]), key=lambda half: half.number))

    def longest_free(self) -> Route | None:
        """The longest free route that the seat has the trains for."""
        return max(self.free, key=lambda route: (route.length, -route.number), default=None)


def map_of(view: View, *, shortest: int = 1) -> Map:
    """The map of the view's seat; paths use no free route shorter than `shortest`."""
    state, seat, board = view.states[0], view.seat, view.board
    owners, open_to = state.owner.tolist(), state.open_to.tolist()
    trains = int(state.trains[seat])
    costs, free = [], []
    for route in board.routes:
        owner = owners[route.number]
        cost = OWN if owner == seat else CLOSED
        if owner == NOBODY and open_to[route.number] >> seat & 1 and route.length <= trains:
            free.append(route)
            if route.length >= shortest:
                cost = cost_of(route)
        costs.append(cost)
    return Map(board, trains, costs, tuple(free))


def tickets_held(view: View) -> list[Ticket]:
    """The seat's tickets, highest first."""
    tickets = [view.board.ticket(ticket) for ticket in view.tickets]
    return sorted(tickets, key=lambda ticket: (-ticket.points, ticket.number))
