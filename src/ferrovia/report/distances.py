"""How far the cities of a board are from each other: fewest spaces, on an empty board."""

from __future__ import annotations

import heapq

from ferrovia.boards import Board, Ticket


def ticket_distance(board: Board, ticket: Ticket) -> int:
    """Trains that the shortest way between a ticket's cities takes. A board that was checked has one."""
    start, goal = ticket.cities
    best = {start: 0}
    waiting = [(0, start)]
    while waiting:
        spaces, city = heapq.heappop(waiting)
        if city == goal:
            return spaces
        for route in board.routes:
            if city in route.cities:
                other = route.cities[0] if route.cities[1] == city else route.cities[1]
                further = spaces + route.length
                if further < best.get(other, further + 1):
                    best[other] = further
                    heapq.heappush(waiting, (further, other))
    raise ValueError(f"no way joins the cities of {ticket.id}")
