"""Reads the tables of a position: cards, routes, cities and tickets by their names on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ferrovia import validation
from ferrovia.boards import Board, NotOnBoardError
from ferrovia.engine.state import CARDS
from ferrovia.position.problems import Code, PositionProblems
from ferrovia.validation import shown, whole_number

Counts = tuple[int, ...]  # of cards, by kind
NO_CARDS: Final[Counts] = (0,) * CARDS


class Table(validation.Table):
    """One table of a position; names in it are those of the board."""

    problems: PositionProblems

    def __init__(
        self, data: object, keys: tuple[str, ...], board: Board, problems: PositionProblems, place: str = ""
    ) -> None:
        super().__init__(data, keys, problems, place)
        self.board = board

    def counts(self, key: str) -> Counts:
        """How many cards of each kind: {"red": 3}."""
        value = self.get(key)
        found = list(NO_CARDS)
        if value is None:
            return NO_CARDS
        if not isinstance(value, dict):
            reason = f"{key} must be a table of cards and numbers, and is {shown(value)}."
            self.problems.add("position/wrong_type", self.at(key), reason)
            return NO_CARDS
        for name, count in value.items():
            place = f"{self.at(key)}.{shown(name)[1:-1]}" if isinstance(name, str) else self.at(key)
            card = self.card(name, place)
            if card is not None:
                found[card] = whole_number(count, 0, None, place, self.problems) or 0
        return tuple(found)

    def card(self, name: object, place: str) -> int | None:
        return self._number(self.board.color_number, name, "position/unknown_card", place)

    def cards(self, key: str, most: int) -> tuple[int, ...]:
        """A list of cards by name; duplicates are allowed."""
        names = self.entries(key, most)
        found = [self.card(name, f"{self.at(key)}[{i}]") for i, name in enumerate(names)]
        return tuple(card for card in found if card is not None)

    def route(self, name: object, place: str) -> int | None:
        return self._number(lambda id: self.board.route(id).number, name, "position/unknown_route", place)

    def routes(self, key: str) -> tuple[int, ...]:
        return self._different(key, len(self.board.routes), self.route)

    def city(self, name: object, place: str) -> int | None:
        return self._number(lambda id: self.board.city(id).number, name, "position/unknown_city", place)

    def cities(self, key: str) -> tuple[int, ...]:
        return self._different(key, len(self.board.cities), self.city)

    def ticket(self, name: object, place: str) -> int | None:
        return self._number(lambda id: self.board.ticket(id).number, name, "position/unknown_ticket", place)

    def tickets(self, key: str) -> tuple[int, ...]:
        return self._different(key, len(self.board.tickets), self.ticket)

    def _different(self, key: str, most: int, find: Callable[[object, str], int | None]) -> tuple[int, ...]:
        found: list[int] = []
        for i, name in enumerate(self.entries(key, most)):
            place = f"{self.at(key)}[{i}]"
            number = find(name, place)
            if number in found:
                self.problems.add("position/duplicate", place, f"{shown(name)} is here a second time.")
            elif number is not None:
                found.append(number)
        return tuple(found)

    def _number(self, find: Callable[[str], int], name: object, code: Code, place: str) -> int | None:
        if not isinstance(name, str):
            self.problems.add("position/wrong_type", place, f"This must be a name, and is {shown(name)}.")
            return None
        try:
            return find(name)
        except NotOnBoardError as error:
            self.problems.add(code, place, error.reason)
            return None
