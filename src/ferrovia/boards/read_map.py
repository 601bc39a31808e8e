"""Reads the printed parts of a board (cities, routes, tickets) entry by entry, assigns ids and pairs doubles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ferrovia.boards.fields import Fields
from ferrovia.boards.model import GRAY_NAME, City, Route, Ticket
from ferrovia.engine.state import MAX_CITIES, MAX_DISTRICTS, MAX_LENGTH, MAX_ROUTES, MAX_TICKETS
from ferrovia.validation import nearest, shown

MOST_POINTS: Final = 127  # per route or ticket: the engine stores them in eight bits


def read_cities(top: Fields) -> tuple[City, ...]:
    cities: list[City] = []
    seen: set[str] = set()
    for number, entry in enumerate(top.required_entries("cities", 2, MAX_CITIES)):
        known = ("id", "name", "x", "y", "attraction", "district")
        fields = Fields(entry, known, top.problems, label=_label("cities", number, _text(entry, "id")))
        city_id = fields.identifier("id")
        if city_id in seen:
            fields.add("board/duplicate", "id", f"There is an earlier city with the id {shown(city_id)}.")
        seen.add(city_id)
        city = City(
            number=number,
            id=city_id,
            name=fields.name("name"),
            x=fields.number("x", 0, 1),
            y=fields.number("y", 0, 1),
            attraction=fields.flag("attraction"),
            district=fields.integer("district", 1, MAX_DISTRICTS) if "district" in fields.data else None,
        )
        cities.append(city)
    return tuple(cities)


def read_routes(
    top: Fields, cities: tuple[City, ...], colors: tuple[str, ...], points: Mapping[int, int]
) -> tuple[Route, ...]:
    numbers = {city.id: city.number for city in cities}
    routes: list[Route] = []
    copies: Counter[str] = Counter()
    for number, entry in enumerate(top.required_entries("routes", 1, MAX_ROUTES)):
        pair = "-".join(sorted(_pair(entry)))
        known = ("cities", "length", "color", "ferry", "tunnel", "carts")
        fields = Fields(entry, known, top.problems, label=_label("routes", number, pair))
        length = fields.integer("length", 1, MAX_LENGTH)
        copies[pair] += 1
        route = Route(
            number=number,
            id=_numbered(pair, copies[pair]),
            cities=_read_cities_of(fields, numbers),
            length=length,
            color=_read_color(fields, colors),
            ferry=fields.integer("ferry", 0, length, default=0),
            tunnel=fields.flag("tunnel"),
            carts=fields.flag("carts"),
            twin=None,
            points=points.get(length, 0),  # the checks reject a board without points for a length
        )
        routes.append(route)
    return _with_twins(routes)


def read_tickets(top: Fields, cities: tuple[City, ...]) -> tuple[Ticket, ...]:
    numbers = {city.id: city.number for city in cities}
    tickets: list[Ticket] = []
    copies: Counter[frozenset[str]] = Counter()
    for number, entry in enumerate(top.required_entries("tickets", 1, MAX_TICKETS)):
        pair = _pair(entry)
        label = _label("tickets", number, "-".join(pair))
        fields = Fields(entry, ("cities", "points", "long"), top.problems, label=label)
        copies[frozenset(pair)] += 1
        ticket = Ticket(
            number=number,
            id=_numbered("-".join(pair), copies[frozenset(pair)]),
            cities=_read_cities_of(fields, numbers),
            points=fields.integer("points", 1, MOST_POINTS),
            long=fields.flag("long"),
        )
        tickets.append(ticket)
    return tuple(tickets)


def _read_cities_of(fields: Fields, numbers: Mapping[str, int]) -> tuple[int, int]:
    found: list[int] = []
    for city in fields.required_entries("cities", 2, 2):
        if not isinstance(city, str):
            fields.add("board/wrong_type", "cities", f"cities must be two ids of cities; one is {shown(city)}.")
        elif city not in numbers:
            fields.add("board/unknown_city", "cities", f"There is no city {shown(city)}.{nearest(city, numbers)}")
        elif numbers[city] in found:
            fields.add("board/same_city", "cities", f"Both ends are {shown(city)}; they must be two different cities.")
        else:
            found.append(numbers[city])
    return (found[0], found[1]) if len(found) == 2 else (0, 1)


def _read_color(fields: Fields, colors: tuple[str, ...]) -> str | None:
    color = fields.string("color")
    if color is None or color == GRAY_NAME:
        return None
    if color not in colors:
        allowed = (*colors, GRAY_NAME)
        reason = f"There are no cards of the colour {shown(color)}.{nearest(color, allowed)}"
        fields.add("board/unknown_color", "color", reason)
    return color


def _with_twins(routes: list[Route]) -> tuple[Route, ...]:
    between: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for route in routes:
        between[frozenset(route.cities)].append(route.number)
    twins: dict[int, int] = {}
    for numbers in between.values():
        if len(numbers) == 2:  # the checks reject more
            twins[numbers[0]], twins[numbers[1]] = numbers[1], numbers[0]
    return tuple(replace(route, twin=twins.get(route.number)) for route in routes)


def _numbered(pair: str, copy: int) -> str:
    return pair if copy == 1 else f"{pair}/{copy}"


def _pair(entry: object) -> tuple[str, ...]:
    """The two city ids that name an entry of unknown type; empty if it has none."""
    cities = entry.get("cities") if isinstance(entry, dict) else None
    if isinstance(cities, list) and len(cities) == 2 and all(isinstance(city, str) for city in cities):
        return tuple(cities)
    return ()


def _text(entry: object, key: str) -> str:
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, str) else ""


def _label(kind: str, number: int, name: str) -> str:
    return f"{kind}[{number}] {shown(name)[1:-1]}".rstrip()
