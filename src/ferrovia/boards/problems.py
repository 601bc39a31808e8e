"""What can be wrong with a board, as stable codes; the only errors that a board file, however hostile, can cause."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Code = Literal[
    # the text as a whole
    "board/unknown_board",
    "board/not_readable",
    "board/not_text",
    "board/too_large",
    "board/syntax",
    "board/too_many_problems",
    # one entry by itself
    "board/missing_key",
    "board/unknown_key",
    "board/wrong_type",
    "board/wrong_count",
    "board/out_of_range",
    "board/unknown_word",
    "board/bad_id",
    "board/bad_name",
    "board/duplicate",
    "board/reserved_color",
    "board/unknown_city",
    "board/unknown_color",
    "board/same_city",
    # entries together
    "board/same_place",
    "board/isolated_city",
    "board/crowded_city",
    "board/too_many_parallel",
    "board/unequal_double",
    "board/no_points_for_length",
    "board/unpayable_route",
    "board/unconnected_ticket",
    "board/keep_too_many",
    "board/too_few_tickets",
    "board/unused_long_tickets",
    "board/too_few_cards",
    "board/bonus_without_places",
    "board/places_without_bonus",
    "board/lonely_district",
    "board/merchandise_rows",
    "board/tie_break_without_bonus",
    "board/score_too_high",
]

MAX_PROBLEMS: Final = 100  # a hostile file must not cost hours of looking for the nearest of a million names
SHOWN: Final = 40  # characters of a foreign text that a message repeats


@dataclass(frozen=True)
class Problem:
    """One thing wrong: a stable code, the entry of the file it is in, and why, as a full sentence."""

    code: Code
    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class BoardError(ValueError):
    """A board was refused. `problems` holds everything that was found, never nothing."""

    def __init__(self, source: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(source, problems)
        self.source = source
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {problem}" for problem in self.problems)


class Problems:
    """Collects problems while a board is read, so that a person sees all of them at once."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.found: list[Problem] = []

    def add(self, code: Code, place: str, reason: str) -> None:
        self.found.append(Problem(code, place, reason))
        if len(self.found) >= MAX_PROBLEMS:
            reason = f"There are more problems; reading stopped after {MAX_PROBLEMS}."
            self.found.append(Problem("board/too_many_problems", "", reason))
            self.raise_if_any()

    def raise_if_any(self) -> None:
        if self.found:
            raise BoardError(self.source, tuple(self.found))


def shown(value: object) -> str:
    """A foreign value for a message: short, on one line, without control characters, whatever it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= SHOWN else value[: SHOWN - 1] + "…"
        return '"' + "".join(sign if sign.isprintable() else "?" for sign in cut) + '"'
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a huge number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else "a date or time"


def nearest(word: str, known: Iterable[str]) -> str:
    """A suggestion to end a sentence with, such as ` Did you mean "paris"?`, or nothing."""
    if len(word) > SHOWN:
        return ""
    printable = [name for name in known if name.isprintable()]
    close = difflib.get_close_matches(word, printable, n=1)
    return f' Did you mean "{close[0]}"?' if close else ""
