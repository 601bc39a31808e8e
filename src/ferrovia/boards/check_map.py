"""Checks cities, routes and tickets against each other. Each entry has already passed its own checks."""

from __future__ import annotations

from collections import defaultdict

from ferrovia.boards.model import Board, City, Route, Ticket
from ferrovia.boards.problems import BoardProblems
from ferrovia.engine.state import MAX_ROUTE_KINDS, MAX_ROUTES_AT_A_CITY


def check_map(board: Board, problems: BoardProblems) -> None:
    _check_places(board, problems)
    _check_routes_at_cities(board, problems)
    _check_kinds_of_routes(board, problems)
    _check_doubles(board, problems)
    _check_each_route_can_be_claimed(board, problems)
    _check_tickets_can_be_completed(board, problems)


def place_of(entry: City | Route | Ticket) -> str:
    """The name of a file entry in problem messages."""
    kind = {City: "cities", Route: "routes", Ticket: "tickets"}[type(entry)]
    return f"{kind}[{entry.number}] {entry.id.partition('/')[0]}"


def _check_places(board: Board, problems: BoardProblems) -> None:
    taken: dict[tuple[float, float], City] = {}
    for city in board.cities:
        other = taken.setdefault((city.x, city.y), city)
        if other is not city:
            reason = f"The city is at the same point as {other.id}; players could not tell them apart."
            problems.add("board/same_place", place_of(city), reason)


def _check_routes_at_cities(board: Board, problems: BoardProblems) -> None:
    ends = [number for route in board.routes for number in route.cities]
    for city in board.cities:
        count = ends.count(city.number)
        if count == 0:
            problems.add("board/isolated_city", place_of(city), "No route ends in this city.")
        if count > MAX_ROUTES_AT_A_CITY:
            reason = f"{count} routes end in this city; {MAX_ROUTES_AT_A_CITY} may at most."
            problems.add("board/crowded_city", place_of(city), reason)


def _check_kinds_of_routes(board: Board, problems: BoardProblems) -> None:
    kinds: set[tuple[str | None, int]] = set()
    for route in board.routes:
        kinds.add((route.color, route.ferry))
        if len(kinds) > MAX_ROUTE_KINDS:
            reason = f"There are more than {MAX_ROUTE_KINDS} pairs of a colour and the wilds that a ferry asks for."
            problems.add("board/too_many_ferries", place_of(route), reason)
            return


def _check_doubles(board: Board, problems: BoardProblems) -> None:
    between: defaultdict[frozenset[int], list[Route]] = defaultdict(list)
    for route in board.routes:
        between[frozenset(route.cities)].append(route)
    for routes in between.values():
        for extra in routes[2:]:
            reason = "There are already two routes between these cities; a third is not allowed."
            problems.add("board/too_many_parallel", place_of(extra), reason)
        for twin in routes[1:2]:
            if twin.length != routes[0].length:
                reason = f"The halves of a double must be equally long, and have {routes[0].length} and {twin.length}."
                problems.add("board/unequal_double", place_of(twin), reason)


def _check_each_route_can_be_claimed(board: Board, problems: BoardProblems) -> None:
    for route in board.routes:
        place = place_of(route)
        if route.length not in board.route_points:
            reason = f"route_points does not say what a route of length {route.length} scores."
            problems.add("board/no_points_for_length", place, reason)
        if route.length > board.trains:
            reason = f"Nobody can claim a route of length {route.length} with {board.trains} trains."
            problems.add("board/unpayable_route", place, reason)
        if route.ferry > board.wilds:
            reason = f"The ferry asks for {route.ferry} wilds, and there are {board.wilds}."
            problems.add("board/unpayable_route", place, reason)
        if route.length > board.cards_per_color + board.wilds:
            reason = f"There are not {route.length} cards of one colour, wilds included, to pay for this route."
            problems.add("board/unpayable_route", place, reason)


def _check_tickets_can_be_completed(board: Board, problems: BoardProblems) -> None:
    part = _connected_parts(board)
    for ticket in board.tickets:
        first, second = ticket.cities
        if part[first] != part[second]:
            reason = "No routes join these cities, so the ticket cannot be completed."
            problems.add("board/unconnected_ticket", place_of(ticket), reason)


def _connected_parts(board: Board) -> list[int]:
    """For each city, the smallest number of a city connected to it."""
    part = list(range(len(board.cities)))
    for route in board.routes:
        low, high = sorted(part[city] for city in route.cities)
        part = [low if number == high else number for number in part]
    return part
