"""What the playtesting styles see on a board: the free routes, own routes at no cost, and the shortest ways over both.

Everything here is a function of a view. Ties go to the lowest number, of routes and cities alike, so that a style
chooses the same whatever the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from ferrovia.boards import Board, Route, Ticket
from ferrovia.engine.state import NOBODY
from ferrovia.views import View

A_TRAIN: Final = 1 << 8  # in a cost: trains count first, then routes; no way has as many routes as this
OWN: Final = 0
CLOSED: Final = -1

Roads = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=64)
def _roads(board: Board) -> Roads:
    """By city: the city at the other end and the number of every route, lowest number first."""
    roads: list[list[tuple[int, int]]] = [[] for _ in board.cities]
    for route in board.routes:
        a, b = route.cities
        roads[a].append((b, route.number))
        roads[b].append((a, route.number))
    return tuple(map(tuple, roads))


@dataclass(frozen=True, slots=True)
class Reach:
    """The shortest ways from some cities: what each city costs, and the step by which one comes to it."""

    costs: Mapping[int, int]
    steps: Mapping[int, tuple[int, int]]  # city -> the city before it, the route between

    def way_to(self, city: int) -> list[tuple[int, int]]:
        """The steps to a city, the first one first."""
        steps = []
        while city in self.steps:
            steps.append(self.steps[city])
            city = self.steps[city][0]
        return steps[::-1]


@dataclass(frozen=True, slots=True)
class Map:
    """The board as one seat may still use it."""

    board: Board
    trains: int  # the seat's own
    costs: Sequence[int]  # by route: trains and routes it would take, OWN, or CLOSED
    free: tuple[Route, ...]  # routes the seat may still claim and has the trains for

    def reach(self, starts: Iterable[int]) -> Reach:
        """Dijkstra over free and own routes."""
        roads, prices = _roads(self.board), self.costs
        costs = dict.fromkeys(starts, 0)
        steps: dict[int, tuple[int, int]] = {}
        waiting = sorted((0, city) for city in costs)
        done: set[int] = set()
        while waiting:
            cost, city = heappop(waiting)
            if city in done:
                continue
            done.add(city)
            for other, route in roads[city]:
                price = prices[route]
                if price == CLOSED or other in done:
                    continue
                total = cost + price
                known = costs.get(other)
                if known is None or total < known:
                    costs[other] = total
                    steps[other] = (city, route)
                    heappush(waiting, (total, other))
        return Reach(costs, steps)

    def missing(self, ticket: Ticket) -> tuple[Route, ...] | None:
        """The routes that a ticket's shortest way lacks, from its first city on: none if its cities are joined.

        None if no way is left, or the shortest takes more trains than the seat has: such a ticket is lost.
        """
        start, goal = ticket.cities
        reach = self.reach((start,))
        if goal not in reach.costs or reach.costs[goal] // A_TRAIN > self.trains:
            return None
        return tuple(self.board.routes[route] for _, route in reach.way_to(goal) if self.costs[route] != OWN)

    def halves(self, route: Route) -> tuple[Route, ...]:
        """The route, and the other half of a double where that joins the same cities as well."""
        if route.twin is None or self.costs[route.twin] != self.costs[route.number]:
            return (route,)
        return tuple(sorted((route, self.board.routes[route.twin]), key=lambda half: half.number))

    def longest_free(self) -> Route | None:
        """The longest free route that the seat has the trains for."""
        return max(self.free, key=lambda route: (route.length, -route.number), default=None)


def map_of(view: View, *, shortest: int = 1) -> Map:
    """The map of the view's seat; ways use no free route that is shorter than `shortest`."""
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
                cost = route.length * A_TRAIN + 1
        costs.append(cost)
    return Map(board, trains, costs, tuple(free))


def tickets_held(view: View) -> list[Ticket]:
    """The seat's tickets, the highest first."""
    tickets = [view.board.ticket(ticket) for ticket in view.tickets]
    return sorted(tickets, key=lambda ticket: (-ticket.points, ticket.number))
