"""The distances between the cities of a board: fewest spaces, on an empty board."""

from __future__ import annotations

from ferrovia.boards import Board, Ticket
from ferrovia.boards.shortest_paths import A_TRAIN, cost_of, shortest_paths


def ticket_distance(board: Board, ticket: Ticket) -> int:
    """The trains on the shortest path between a ticket's cities. A checked board has one."""
    start, goal = ticket.cities
    return shortest_paths(board, [cost_of(route) for route in board.routes], (start,)).costs[goal] // A_TRAIN
