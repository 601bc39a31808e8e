"""Shortest paths on a board, for any cost per route.

Ties go to the lowest number, of routes and cities alike, so that every machine finds the same path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from ferrovia.boards.model import Board, Route

A_TRAIN: Final = 1 << 8  # in a cost: trains count first, then routes; no path has this many routes
OWN: Final = 0  # the cost of a route that the seat owns
CLOSED: Final = -1  # instead of a cost: the route cannot be used

Roads = tuple[tuple[tuple[int, int], ...], ...]


def cost_of(route: Route) -> int:
    """The cost of a route still to be claimed: its trains, and one route."""
    return route.length * A_TRAIN + 1


@lru_cache(maxsize=64)
def _roads(board: Board) -> Roads:
    """Per city: the other end and the number of every route, lowest number first."""
    roads: list[list[tuple[int, int]]] = [[] for _ in board.cities]
    for route in board.routes:
        a, b = route.cities
        roads[a].append((b, route.number))
        roads[b].append((a, route.number))
    return tuple(map(tuple, roads))


@dataclass(frozen=True, slots=True)
class ShortestPaths:
    """The shortest paths from some cities: the cost of each city, and the last step of the path to it."""

    costs: Mapping[int, int]  # of the cities that can be reached
    steps: Mapping[int, tuple[int, int]]  # city -> the city before it, the route between

    def path_to(self, city: int) -> list[tuple[int, int]]:
        """The steps to a city, in order."""
        steps = []
        while city in self.steps:
            steps.append(self.steps[city])
            city = self.steps[city][0]
        return steps[::-1]


def shortest_paths(board: Board, costs: Sequence[int], starts: Iterable[int]) -> ShortestPaths:
    """Dijkstra from all `starts` at once; `costs` has, per route, its `cost_of`, OWN or CLOSED."""
    roads = _roads(board)
    found = dict.fromkeys(starts, 0)
    steps: dict[int, tuple[int, int]] = {}
    waiting = sorted((0, city) for city in found)
    done: set[int] = set()
    while waiting:
        cost, city = heappop(waiting)
        if city in done:
            continue
        done.add(city)
        for other, route in roads[city]:
            step = costs[route]
            if step == CLOSED or other in done:
                continue
            total = cost + step
            known = found.get(other)
            if known is None or total < known:
                found[other] = total
                steps[other] = (city, route)
                heappush(waiting, (total, other))
    return ShortestPaths(found, steps)
