"""Texts and numbers of a report in one language: `22 %`, `1.5` or `1,5`, `15–31 %`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ferrovia.locales import Texts

SPACE: Final = "\u202f"  # narrow and non-breaking
MINUS: Final = "\u2212"


class Words:
    def __init__(self, language: str, words: Sequence[str] = ()) -> None:
        self.texts = Texts(language, words)
        self.language = self.texts.language

    def __call__(self, key: str, **gaps: object) -> str:
        return self.texts(key, **gaps)

    def number(self, value: float, digits: int = 1) -> str:
        """With a real minus sign, and the decimal mark of the language."""
        text = f"{abs(value):,.{digits}f}"
        if self.language != "en":
            text = text.replace(",", SPACE).replace(".", ",")
        negative = value < 0 and any(figure in text for figure in "123456789")
        return f"{MINUS}{text}" if negative else text

    def signed(self, value: float) -> str:
        """`+8.1`, `−2.0`, and zero without a sign."""
        number = self.number(value)
        return f"+{number}" if value > 0 and any(figure in number for figure in "123456789") else number

    def percent(self, share: float, digits: int = 0) -> str:
        return f"{self.number(100 * share, digits)}{SPACE}%"

    def interval(self, estimate: dict[str, Any]) -> str:
        """`15–31 %`."""
        return f"{self.number(100 * estimate['low'], 0)}–{self.percent(estimate['high'])}"

    def both(self, names: list[str]) -> str:
        """`A, B and C`."""
        if len(names) < 2:
            return "".join(names)
        return self("report.and", first=", ".join(names[:-1]), last=names[-1])

    def players(self, count: int | str) -> str:
        return self("report.players", count=int(count))

    def bonus(self, part: str) -> str:
        return self.part(part)

    def part(self, part: str) -> str:
        """A part of a score sheet."""
        return {
            "routes": self("report.part.routes"),
            "tickets_won": self("report.part.tickets_won"),
            "tickets_lost": self("report.part.tickets_lost"),
            "stations": self("report.part.stations"),
            "longest_path": self("report.part.longest_path"),
            "attractions": self("report.part.attractions"),
            "districts": self("report.part.districts"),
            "merchandise": self("report.part.merchandise"),
        }[part]
