"""A board as people and the other rooms see it: frozen, typed, with readable ids. Nothing here reads files or checks.

Cities, routes and tickets are numbered from 0 in the order of the board file; the engine uses the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from ferrovia.boards.words import USUAL, BoardWords
from ferrovia.engine.state import WILD
from ferrovia.validation import nearest, shown

WILD_NAME: Final = "wild"
GRAY_NAME: Final = "gray"  # in board files only; a gray route's `color` is None

Unkept = Literal["removed", "under_deck"]
TieBreak = Literal["tickets_completed", "fewest_stations", "longest_path"]


@dataclass(frozen=True)
class City:
    """A city and its place on the board."""

    number: int
    id: str
    name: str
    x: float  # 0 at the left, 1 at the right
    y: float  # 0 at the top, 1 at the bottom
    attraction: bool
    district: int | None


@dataclass(frozen=True)
class Route:
    """One printed track. A double is two routes, each the other's `twin`."""

    number: int
    id: str  # `dieppe-london`, the cities in alphabetical order; the second of a double is `dieppe-london/2`
    cities: tuple[int, int]  # in the order of the file
    length: int
    color: str | None  # None: gray, any colour pays
    ferry: int  # wilds required
    tunnel: bool
    carts: bool
    twin: int | None
    points: int


@dataclass(frozen=True)
class Ticket:
    """Two cities to connect, and the points for connecting them."""

    number: int
    id: str  # `brest-petrograd`, the cities as printed; a second ticket with the same cities ends in `/2`
    cities: tuple[int, int]
    points: int
    long: bool


@dataclass(frozen=True)
class StartingTickets:
    """How many tickets each player is offered at the start, and how many they must keep."""

    long: int  # offered to each player
    regular: int
    keep: int  # at least
    unkept: Unkept


@dataclass(frozen=True)
class DrawnTickets:
    """How many tickets a player draws during the game, and how many they must keep."""

    count: int
    keep: int  # at least


@dataclass(frozen=True)
class Stations:
    """How many stations each player has, and the points per unused station at the end."""

    each: int  # 0: a board without stations
    points_unused: int


@dataclass(frozen=True)
class Merchandise:
    """Merchandise cards, and the points for having the most."""

    cards: int
    points: Mapping[int, tuple[int, ...]]  # by number of players, then by rank


@dataclass(frozen=True)
class Bonuses:
    """Scores at the end besides routes and tickets."""

    longest_path: int  # points; 0: no such bonus, also for attractions
    attraction: int
    districts: bool  # a completed district scores its own number
    merchandise: Merchandise | None


class NotOnBoardError(LookupError):
    """The board has no such city, route, ticket or colour."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


Entry = TypeVar("Entry", City, Route, Ticket)


@dataclass(frozen=True, eq=False)
class Board:
    """Everything printed on a board and in its rules. Boards with the same source text are equal."""

    id: str
    name: str
    players: tuple[int, int]  # fewest, most
    trains: int
    card_colors: tuple[str, ...]
    cards_per_color: int
    wilds: int
    starting_cards: int
    starting_tickets: StartingTickets
    drawn_tickets: DrawnTickets
    double_routes_close_up_to: int  # players
    route_points: Mapping[int, int]  # by length
    stations: Stations
    bonuses: Bonuses
    tie_breaks: tuple[TieBreak, ...]
    aspect: float  # width / height of the cities' x and y
    reconstructed: tuple[str, ...]  # parts of the board that differ from the printed original, shown to the host
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    text: str  # the exact TOML source
    digest: str  # SHA-256 of the text, in hex
    scenery: str | None = None  # the text of an accompanying scenery file; not part of the digest
    words: BoardWords = USUAL  # names of its pieces and tickets; not part of the digest either

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Board {self.id} {self.digest[:8]}>"

    def __getstate__(self) -> dict[str, Any]:
        """Leaves out the caches: a pickled view must not reveal which actions others considered."""
        return {name: value for name, value in self.__dict__.items() if name not in ("known_codes", "known_texts")}

    def svg(
        self, *, theme: str = "light", names: bool = True, width: float | None = None, height: float | None = None
    ) -> str:
        """Draws the empty board."""
        from ferrovia.geometry.draw import draw_board

        return draw_board(self, theme=theme, names=names, width=width, height=height)

    def _repr_svg_(self) -> str:
        return self.svg(width=900, height=620)

    def city(self, which: str | int) -> City:
        """A city by its id or number."""
        return self._find("city", which, self.cities, self._city_by_id)

    def route(self, which: str | int) -> Route:
        """A route by its id, with its cities in either order, or by its number."""
        return self._find("route", which, self.routes, self._route_by_id)

    def ticket(self, which: str | int) -> Ticket:
        """A ticket by its id, with its cities in either order, or by its number."""
        return self._find("ticket", which, self.tickets, self._ticket_by_id)

    def color_number(self, name: str) -> int:
        """The engine's number of a card kind: the wild is 0, the colours follow from 1."""
        if name not in self.card_names:
            reason = f"The board {self.id} has no card colour {shown(name)}.{nearest(name, self.card_names)}"
            raise NotOnBoardError("board/no_such_color", reason)
        return self.card_names.index(name)

    def color_name(self, number: int) -> str:
        """The name of a card kind: `wild`, or a colour."""
        if not 0 <= number < len(self.card_names):
            reason = f"The board {self.id} has no card colour number {shown(number)}."
            raise NotOnBoardError("board/no_such_color", reason)
        return self.card_names[number]

    # Caches of `actions.decode` and of records. They live on the board so that they are freed with it: boards also come
    # from strangers. Only valid actions get in, so there are never more entries than codes.
    @cached_property
    def known_codes(self) -> dict[int, Any]:
        """Actions by code."""
        return {}

    @cached_property
    def known_texts(self) -> dict[str, int]:
        """Codes by text."""
        return {}

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The names of all kinds of card by number: `wild`, then the colours."""
        assert WILD == 0, "the engine numbers the wild before the colours"
        return (WILD_NAME, *self.card_colors)

    @cached_property
    def _city_by_id(self) -> dict[str, City]:
        return {city.id: city for city in self.cities}

    @cached_property
    def _route_by_id(self) -> dict[str, Route]:
        return _in_both_orders(self.routes)

    @cached_property
    def _ticket_by_id(self) -> dict[str, Ticket]:
        return _in_both_orders(self.tickets)

    def _find(self, kind: str, which: str | int, entries: tuple[Entry, ...], by_id: Mapping[str, Entry]) -> Entry:
        if isinstance(which, str):
            if which in by_id:
                return by_id[which]
            reason = f"The board {self.id} has no {kind} {shown(which)}.{nearest(which, by_id)}"
            raise NotOnBoardError(f"board/no_such_{kind}", reason)
        if not hasattr(which, "__index__") or isinstance(which, bool):  # NumPy's integers have it too
            reason = f"A {kind} of the board {self.id} goes by its id or number, not by {shown(which)}."
            raise NotOnBoardError(f"board/no_such_{kind}", reason)
        if not 0 <= which < len(entries):
            raise NotOnBoardError(f"board/no_such_{kind}", f"The board {self.id} has no {kind} number {shown(which)}.")
        return entries[which]


Between = TypeVar("Between", Route, Ticket)


def _in_both_orders(entries: tuple[Between, ...]) -> dict[str, Between]:
    found = {entry.id: entry for entry in entries}
    for entry in entries:
        cities, slash, copy = entry.id.partition("/")
        first, second = cities.split("-")
        found[f"{second}-{first}{slash}{copy}"] = entry
    return found
