"""Ends of games set up by hand, and networks counted slowly in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import numpy as np

from ferrovia.engine import state

from .table import Table

Edge = tuple[int, int, int]  # two cities and a length


def longest_trail(edges: list[Edge]) -> int:
    """E5 by trying every walk that uses no edge twice."""

    @cache
    def onward(city: int, used: int) -> int:
        best = 0
        for number, (a, b, length) in enumerate(edges):
            if not used >> number & 1 and city in (a, b):
                best = max(best, length + onward(b if city == a else a, used | 1 << number))
        return best

    return max((onward(city, 0) for edge in edges for city in edge[:2]), default=0)


def groups_of(cities: int, joins: Iterable[tuple[int, ...]]) -> list[int]:
    """A group's number for every city, by union-find."""
    parent = list(range(cities))

    def root(city: int) -> int:
        while parent[city] != city:
            city = parent[city]
        return city

    for a, b, *_ in joins:
        parent[root(a)] = root(b)
    return [root(city) for city in range(cities)]


def is_one_trail(edges: list[Edge]) -> bool:
    """Euler: connected, and at most two cities with an odd number of ends."""
    ends = Counter(city for a, b, _ in edges for city in (a, b))
    groups = groups_of(max(ends, default=0) + 1, edges)
    return len({groups[city] for city in ends}) <= 1 and sum(count % 2 for count in ends.values()) <= 2


def empty_table(board: str, players: int = 2) -> Table:
    """Tickets chosen and then taken out of the game, no hands in the way: only what a test puts there counts."""
    table = Table(board, players)
    table.choose_start()
    table.state.ticket_at[:] = state.OUT_OF_GAME
    table.state.tickets_held[:] = 0
    return table


def own(table: Table, seat: int, *routes: str | int) -> None:
    for which in routes:
        route = table.board.route(which)
        assert table.state.owner[route.number] == state.NOBODY
        table.state.owner[route.number] = seat
        table.state.score[seat] += route.points
        table.state.trains[seat] -= route.length


def give_ticket(table: Table, seat: int, a: str, b: str) -> None:
    """A ticket of the board, moved to these cities."""
    number = int(np.flatnonzero(table.state.ticket_at[: len(table.board.tickets)] == state.OUT_OF_GAME)[0])
    table.record.ticket_from[number] = table.board.city(a).number
    table.record.ticket_to[number] = table.board.city(b).number
    table.state.ticket_at[number] = seat
    table.state.tickets_held[seat] += 1


def build(table: Table, seat: int, *cities: str | int) -> None:
    for which in cities:
        city = table.board.city(which).number
        assert table.state.station_owner[city] == state.NOBODY
        table.state.station_owner[city] = seat
        table.state.stations_left[seat] -= 1
