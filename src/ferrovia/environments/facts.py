"""Constant features of a board's entities, as arrays: for networks that see entities instead of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board

ROUTE_COLUMNS: Final = ("from", "to", "length", "points", "ferry", "tunnel", "carts", "twin", "gray")  # then colours
TICKET_COLUMNS: Final = ("from", "to", "points", "long")
CITY_COLUMNS: Final = ("x", "y", "attraction", "district")
NO_TWIN: Final = -1


def board_facts(board: Board) -> Mapping[str, Any]:
    """Float32 tables of routes (the columns above, then one per colour), tickets and cities.

    `from`, `to` and `twin` are numbers of cities and routes, for graph networks; the rest are features.
    """
    routes = [
        [
            *route.cities,
            route.length,
            route.points,
            route.ferry,
            route.tunnel,
            route.carts,
            NO_TWIN if route.twin is None else route.twin,
            route.color is None,
            *(route.color == color for color in board.card_colors),
        ]
        for route in board.routes
    ]
    tickets = [[*ticket.cities, ticket.points, ticket.long] for ticket in board.tickets]
    cities = [[city.x, city.y, city.attraction, city.district or 0] for city in board.cities]
    return {
        "routes": np.array(routes, dtype=np.float32),
        "tickets": np.array(tickets, dtype=np.float32),
        "cities": np.array(cities, dtype=np.float32),
    }
