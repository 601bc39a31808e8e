"""Reads single values out of a parsed TOML table and notes what is missing, unknown, of a wrong type or out of range.

Every method returns a usable value even after a problem, so that reading goes on; whoever reads discards the result
when there were any problems.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ferrovia.boards.problems import Code, Problems, nearest, shown

MAX_NAME: Final = 60  # characters
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


class Fields:
    """One table of a board file, with all the keys it may have. Problems are placed at `label`, or else at the key."""

    def __init__(self, table: object, keys: Iterable[str], problems: Problems, *, prefix: str = "", label: str = ""):
        self.problems = problems
        self.prefix = prefix
        self.label = label
        known = tuple(keys)
        self.table: dict[str, Any] = {}
        if isinstance(table, dict):
            self.table = table
        else:
            place = label or prefix.rstrip(".")
            problems.add("board/wrong_type", place, f"This must be a table, and is {shown(table)}.")
        self.readable = isinstance(table, dict)
        for key in self.table:
            if key not in known:
                self.add("board/unknown_key", key, f"There is no key {shown(key)} here.{nearest(key, known)}")

    def add(self, code: Code, key: str, reason: str) -> None:
        self.problems.add(code, self.label or self.prefix + shown(key)[1:-1], reason)

    def has(self, key: str) -> bool:
        """Whether the key is there; if not, says so, unless the whole table already was the problem."""
        if key not in self.table and self.readable:
            self.add("board/missing_key", key, f"The key {key} is missing.")
        return key in self.table

    def integer(self, key: str, low: int, high: int, *, default: int | None = None) -> int:
        if key not in self.table and default is not None:
            return default
        return self.checked_integer(key, self.table[key], low, high) if self.has(key) else low

    def checked_integer(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.add("board/wrong_type", key, f"{key} must be a whole number, and is {shown(value)}.")
        elif not low <= value <= high:
            reason = f"{key} must be a whole number from {low} to {high}, and is {shown(value)}."
            self.add("board/out_of_range", key, reason)
        else:
            return value
        return low

    def number(self, key: str, low: float, high: float) -> float:
        if not self.has(key):
            return low
        value = self.table[key]
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.add("board/wrong_type", key, f"{key} must be a number, and is {shown(value)}.")
        elif not low <= value <= high:  # not-a-number fails this too
            self.add("board/out_of_range", key, f"{key} must be a number from {low} to {high}, and is {shown(value)}.")
        else:
            return float(value)
        return low

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.add("board/wrong_type", key, f"{key} must be true or false, and is {shown(value)}.")
        return value is True

    def string(self, key: str) -> str | None:
        if not self.has(key):
            return None
        value = self.table[key]
        if isinstance(value, str):
            return value
        self.add("board/wrong_type", key, f"{key} must be a text in quotes, and is {shown(value)}.")
        return None

    def identifier(self, key: str) -> str:
        value = self.string(key)
        if value is not None:
            self.check_identifier(key, value)
        return value or ""

    def check_identifier(self, key: str, value: str) -> None:
        # Ids stand in action texts, file names and web addresses, joined by "-" and "/".
        if len(value) > MAX_NAME or not _ID.fullmatch(value):
            reason = (
                f"{shown(value)} cannot be an id: that is a small letter followed by small letters, digits and "
                f"underscores, {MAX_NAME} characters at most."
            )
            self.add("board/bad_id", key, reason)

    def name(self, key: str) -> str:
        value = self.string(key)
        if value is not None:
            self.check_name(key, value)
        return value or ""

    def check_name(self, key: str, value: str) -> None:
        if not (value.strip() and len(value) <= MAX_NAME and value.isprintable()):
            reason = (
                f"{shown(value)} cannot be shown as a {key}: it must have 1 to {MAX_NAME} characters, "
                "none of them control characters."
            )
            self.add("board/bad_name", key, reason)

    def word(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.string(key)
        if value is None or value in allowed:
            return value or allowed[0]
        choice = " or ".join(f'"{word}"' for word in allowed)
        self.add("board/unknown_word", key, f"{key} must be {choice}, and is {shown(value)}.{nearest(value, allowed)}")
        return allowed[0]

    def entries(self, key: str, least: int, most: int, *, optional: bool = False) -> list[Any]:
        """A list of that many entries; of one that is too long only the first are read, so that time is bounded."""
        if (optional and key not in self.table) or not self.has(key):
            return []
        value = self.table[key]
        if not isinstance(value, list):
            self.add("board/wrong_type", key, f"{key} must be a list, and is {shown(value)}.")
            return []
        if not least <= len(value) <= most:
            count = str(least) if least == most else f"{least} to {most}"
            self.add("board/wrong_count", key, f"{key} must have {count} entries, and has {len(value)}.")
        return value[:most]

    def strings(self, key: str, least: int, most: int, *, optional: bool = False) -> list[str]:
        """A list of different texts."""
        found: list[str] = []
        for value in self.entries(key, least, most, optional=optional):
            if not isinstance(value, str):
                reason = f"Each entry of {key} must be a text in quotes; one is {shown(value)}."
                self.add("board/wrong_type", key, reason)
            elif value in found:
                self.add("board/duplicate", key, f"{shown(value)} is in {key} twice.")
            else:
                found.append(value)
        return found
