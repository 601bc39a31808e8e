"""Ends of games set up by hand, and networks counted slowly in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

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
