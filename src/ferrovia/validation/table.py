"""Reads single values from a table of plain data, and reports unknown keys, wrong types and values out of range.

Reading continues after a problem, so that all are found; the caller discards the result if there were any. None counts
as a missing key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ferrovia.validation.problems import Code, Kind, Problems, nearest, shown


class Table:
    """One table of the data, with all the keys it may have.

    `place` is its position in the data, "" for the whole. With a `label`, all its problems are reported there instead
    of at their keys.
    """

    def __init__(
        self, data: object, keys: Iterable[str], problems: Problems[Any], place: str = "", *, label: str = ""
    ) -> None:
        self.problems, self.place, self.label = problems, place, label
        self.is_table = isinstance(data, dict)
        self.data: dict[Any, Any] = data if isinstance(data, dict) else {}
        if not self.is_table:
            problems.note("wrong_type", label or place, f"This must be a table, and is {shown(data)}.")
        known = tuple(keys)
        for key in self.data:
            if not isinstance(key, str):
                problems.note("unknown_key", label or place, f"A key must be a text, and one is {shown(key)}.")
            elif key not in known:
                self.note("unknown_key", shown(key)[1:-1], f"There is no key {shown(key)} here.{nearest(key, known)}")

    def at(self, key: str) -> str:
        """The place to report for a key's problems."""
        return self.label or (f"{self.place}.{key}" if self.place else key)

    def add(self, code: str, key: str, reason: str) -> None:
        self.problems.add(code, self.at(key), reason)

    def note(self, kind: Kind, key: str, reason: str) -> None:
        self.problems.note(kind, self.at(key), reason)

    def get(self, key: str, default: object = None) -> Any:
        value = self.data.get(key)
        return default if value is None else value

    def integer(self, key: str, low: int, high: int) -> int | None:
        value = self.get(key)
        return None if value is None else whole_number(value, low, high, self.at(key), self.problems, name=key)

    def number(self, key: str, low: float, high: float) -> float | None:
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.note("wrong_type", key, f"{key} must be a number, and is {shown(value)}.")
        elif not low <= value <= high:  # NaN fails this too
            self.note("out_of_range", key, f"{key} must be a number from {low} to {high}, and is {shown(value)}.")
        else:
            return float(value)
        return None

    def flag(self, key: str) -> bool:
        value = self.get(key, False)
        if not isinstance(value, bool):
            self.note("wrong_type", key, f"{key} must be true or false, and is {shown(value)}.")
        return value is True

    def string(self, key: str) -> str | None:
        value = self.get(key)
        if value is None or isinstance(value, str):
            return value
        self.note("wrong_type", key, f"{key} must be a text, and is {shown(value)}.")
        return None

    def word(self, key: str, allowed: tuple[str, ...]) -> str | None:
        value = self.string(key)
        if value is None or value in allowed:
            return value
        choice = allowed[0] if len(allowed) == 1 else f"one of {', '.join(allowed)}"
        self.note("unknown_word", key, f"{key} must be {choice}, and is {shown(value)}.{nearest(value, allowed)}")
        return None

    def entries(self, key: str, most: int, least: int = 0) -> list[Any]:
        """A list of that many entries. Reads only the first ones of a longer list, to bound the time."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.note("wrong_type", key, f"{key} must be a list, and is {shown(value)}.")
            return []
        if not least <= len(value) <= most:
            count = str(least) if least == most else f"{least} to {most}"
            self.note("wrong_count", key, f"{key} must have {count} entries, and has {len(value)}.")
        return list(value[:most])


def whole_number(
    value: object, low: int, high: int | None, place: str, problems: Problems[Code], *, name: str = "This"
) -> int | None:
    """An integer in its range (without `high`: from `low` up), or None."""
    if isinstance(value, bool) or not isinstance(value, int):
        problems.note("wrong_type", place, f"{name} must be a whole number, and is {shown(value)}.")
    elif value < low or (high is not None and value > high):
        span = f"from {low} to {high}" if high is not None else f"of {low} or more"
        problems.note("out_of_range", place, f"{name} must be a whole number {span}, and is {shown(value)}.")
    else:
        return value
    return None
