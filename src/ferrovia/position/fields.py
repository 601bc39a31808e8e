"""Reads single values out of plain data and notes what is unknown, of a wrong type or out of range.

Every method returns a usable value even after a problem, so that reading goes on and all problems are found. Nothing
(None) is the same as leaving a key out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ferrovia.boards import Board, NotOnBoardError
from ferrovia.boards.problems import nearest, shown
from ferrovia.engine.state import CARDS
from ferrovia.position.problems import Code, Problems, told

Counts = tuple[int, ...]  # of cards, by kind
NO_CARDS: Final[Counts] = (0,) * CARDS


class Table:
    """One table of the data, with all the keys it may have; `place` is where it lies, "" for the whole."""

    def __init__(self, data: object, keys: tuple[str, ...], board: Board, problems: Problems, place: str = "") -> None:
        self.board = board
        self.problems = problems
        self.place = place
        self.data: dict[Any, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            problems.add("position/wrong_type", place, f"This must be a table, and is {told(data)}.")
        for key in self.data:
            if not isinstance(key, str):
                problems.add("position/unknown_key", place, f"A key must be a text, and one is {told(key)}.")
            elif key not in keys:
                reason = f"There is no key {shown(key)} here.{nearest(key, keys)}"
                problems.add("position/unknown_key", self.at(shown(key)[1:-1]), reason)

    def at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def get(self, key: str, default: object = None) -> Any:
        value = self.data.get(key)
        return default if value is None else value

    def integer(self, key: str, low: int, high: int) -> int | None:
        value = self.get(key)
        return None if value is None else whole(value, low, high, self.at(key), self.problems)

    def word(self, key: str, allowed: tuple[str, ...]) -> str | None:
        value = self.get(key)
        if value is None or (isinstance(value, str) and value in allowed):
            return value
        near = nearest(value, allowed) if isinstance(value, str) else ""
        reason = f"{key} must be one of {', '.join(allowed)}, and is {told(value)}.{near}"
        self.problems.add("position/unknown_word", self.at(key), reason)
        return None

    def entries(self, key: str, most: int) -> list[Any]:
        """A list; of one that is too long only the first are read, so that time is bounded."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.problems.add("position/wrong_type", self.at(key), f"{key} must be a list, and is {told(value)}.")
            return []
        if len(value) > most:
            reason = f"{key} has {most} entries at most, and here {len(value)}."
            self.problems.add("position/wrong_count", self.at(key), reason)
        return list(value[:most])

    def counts(self, key: str) -> Counts:
        """How many cards of each kind: {"red": 3}."""
        value = self.get(key)
        found = list(NO_CARDS)
        if value is None:
            return NO_CARDS
        if not isinstance(value, dict):
            reason = f"{key} must be a table of cards and numbers, and is {told(value)}."
            self.problems.add("position/wrong_type", self.at(key), reason)
            return NO_CARDS
        for name, count in value.items():
            place = f"{self.at(key)}.{shown(name)[1:-1]}" if isinstance(name, str) else self.at(key)
            card = self.card(name, place)
            if card is not None:
                found[card] = whole(count, 0, None, place, self.problems) or 0
        return tuple(found)

    def card(self, name: object, place: str) -> int | None:
        return self._number(self.board.color_number, name, "position/unknown_card", place)

    def cards(self, key: str, most: int) -> tuple[int, ...]:
        """A list of cards by name; the same may come again."""
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
                self.problems.add("position/duplicate", place, f"{told(name)} is here a second time.")
            elif number is not None:
                found.append(number)
        return tuple(found)

    def _number(self, find: Callable[[str], int], name: object, code: Code, place: str) -> int | None:
        if not isinstance(name, str):
            self.problems.add("position/wrong_type", place, f"This must be a name, and is {told(name)}.")
            return None
        try:
            return find(name)
        except NotOnBoardError as error:
            self.problems.add(code, place, error.reason)
            return None


def whole(value: object, low: int, high: int | None, place: str, problems: Problems) -> int | None:
    """A whole number in its range (without `high`: from `low` on), or None."""
    if isinstance(value, bool) or not isinstance(value, int):
        problems.add("position/wrong_type", place, f"This must be a whole number, and is {told(value)}.")
    elif value < low or (high is not None and value > high):
        span = f"from {low} to {high}" if high is not None else f"of {low} or more"
        problems.add("position/out_of_range", place, f"This must be a whole number {span}, and is {told(value)}.")
    else:
        return value
    return None
