"""Reads the tables of a board file, in which most keys are required.

Every method returns a usable value even after a problem, so that reading can continue.
"""

from __future__ import annotations

import re
from typing import Any, Final

from ferrovia.validation import Table, shown, whole_number

MAX_NAME: Final = 60  # characters
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


class Fields(Table):
    """One table of a board file."""

    def has(self, key: str) -> bool:
        """Whether the key exists. Reports a missing key, unless the whole table is already a problem."""
        if key not in self.data and self.is_table:
            self.note("missing_key", key, f"The key {key} is missing.")
        return key in self.data

    def integer(self, key: str, low: int, high: int, *, default: int | None = None) -> int:
        if key not in self.data and default is not None:
            return default
        found = super().integer(key, low, high) if self.has(key) else None
        return low if found is None else found

    def checked_integer(self, key: str, value: object, low: int, high: int) -> int:
        found = whole_number(value, low, high, self.at(key), self.problems, name=key)
        return low if found is None else found

    def number(self, key: str, low: float, high: float) -> float:
        found = super().number(key, low, high) if self.has(key) else None
        return low if found is None else found

    def string(self, key: str) -> str | None:
        return super().string(key) if self.has(key) else None

    def identifier(self, key: str) -> str:
        value = self.string(key)
        if value is not None:
            self.check_identifier(key, value)
        return value or ""

    def check_identifier(self, key: str, value: str) -> None:
        # Ids are used in action texts, file names and web addresses, joined by "-" and "/".
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
        found = super().word(key, allowed) if self.has(key) else None
        return allowed[0] if found is None else found

    def required_entries(self, key: str, least: int, most: int) -> list[Any]:
        return self.entries(key, most, least) if self.has(key) else []

    def strings(self, key: str, least: int, most: int, *, optional: bool = False) -> list[str]:
        """A list of distinct texts."""
        found: list[str] = []
        for value in self.entries(key, most, least) if optional else self.required_entries(key, least, most):
            if not isinstance(value, str):
                self.note("wrong_type", key, f"Each entry of {key} must be a text; one is {shown(value)}.")
            elif value in found:
                self.add("board/duplicate", key, f"{shown(value)} is in {key} twice.")
            else:
                found.append(value)
        return found
