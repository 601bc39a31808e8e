"""One network for many tickets, as Hungry builds it: two distant ends, the rest to the nearer, then end to end.

It is fast but not minimal; a better network would be another style.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ferrovia.boards import Route, Ticket
from ferrovia.boards.shortest_paths import A_TRAIN, OWN, ShortestPaths
from ferrovia.bots.styles.free_routes import Map


@dataclass(slots=True)
class Joiner:
    """Connects tickets on one map; caches the paths from each city."""

    chart: Map
    _known: dict[int, ShortestPaths] = field(default_factory=dict)

    def _from(self, city: int) -> ShortestPaths:
        if city not in self._known:
            self._known[city] = self.chart.reach((city,))
        return self._known[city]

    def is_possible(self, ticket: Ticket) -> bool:
        """Whether some path connects its cities with the available trains; it may already be connected."""
        start, goal = ticket.cities
        cost = self._from(start).costs.get(goal)
        return cost is not None and cost // A_TRAIN <= self.chart.trains

    def is_open(self, ticket: Ticket) -> bool:
        """Whether it is possible and the seat's own routes do not connect its cities yet."""
        start, goal = ticket.cities
        return self.is_possible(ticket) and self._from(start).costs[goal] != OWN

    def join(self, tickets: Sequence[Ticket]) -> tuple[Route, ...]:
        """The routes to claim so that all the tickets' cities are connected, within each part of the map."""
        cities = sorted({city for ticket in tickets for city in ticket.cities})
        routes: set[int] = set()
        while cities:
            near = self._from(cities[0]).costs
            routes |= self._join_part([city for city in cities if city in near])
            cities = [city for city in cities if city not in near]
        return tuple(self.chart.board.routes[number] for number in sorted(routes))

    def _join_part(self, cities: Sequence[int]) -> set[int]:
        """Free routes that connect cities of one part of the map."""
        if len(cities) < 2:
            return set()
        ends = max(combinations(cities, 2), key=lambda pair: self._from(pair[0]).costs[pair[1]])
        sides = [{ends[0]}, {ends[1]}]
        routes: set[int] = set()
        rest = set(cities) - set(ends)
        while rest:
            reach = self.chart.reach(sides[0] | sides[1])
            city = min(rest, key=lambda city: (reach.costs[city], city))
            steps = reach.path_to(city)
            start = steps[0][0] if steps else city
            side = sides[0] if start in sides[0] else sides[1]
            side |= {before for before, _ in steps} | {city}
            routes |= {route for _, route in steps}
            rest -= side
        if not sides[0] & sides[1]:
            reach = self.chart.reach(sides[0])
            goal = min(sides[1], key=lambda city: (reach.costs[city], city))
            routes |= {route for _, route in reach.path_to(goal)}
        return {route for route in routes if self.chart.costs[route] != OWN}
