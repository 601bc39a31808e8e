"""What is wrong with data: stable codes with a place and a reason, collected so that all are told at once."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Generic, Literal, TypeVar

MAX_PROBLEMS: Final = 100  # hostile data must not cost hours of looking for the nearest of a million names
SHOWN: Final = 40  # characters of a foreign text that a message repeats

# What can be wrong with a single value of any data; `Problems.note` puts the room before it.
Kind = Literal[
    "wrong_type", "wrong_count", "out_of_range", "missing_key", "unknown_key", "unknown_word", "too_many_problems"
]
Code = TypeVar("Code", bound=str)


@dataclass(frozen=True)
class Problem:
    """One thing wrong: a stable code, the entry of the data it is in, and why, as a full sentence."""

    code: str
    place: str
    reason: str
    numbers: Mapping[str, int | str] = field(default_factory=dict, compare=False)  # for sentences in other languages

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class Problems(Generic[Code]):
    """Collects problems while something is read. A room says which codes it has and which error it raises."""

    room: ClassVar[str]

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def error(self, found: tuple[Problem, ...]) -> ValueError:
        raise NotImplementedError

    def add(self, code: Code, place: str, reason: str, **numbers: int | str) -> None:
        self._add(Problem(code, place, reason, numbers))

    def note(self, kind: Kind, place: str, reason: str) -> None:
        """A problem of a single value, under the room's code for it."""
        self._add(Problem(f"{self.room}/{kind}", place, reason))

    def _add(self, problem: Problem) -> None:
        self.found.append(problem)
        if len(self.found) >= MAX_PROBLEMS:
            reason = f"There are more problems; reading stopped after {MAX_PROBLEMS}."
            self.found.append(Problem(f"{self.room}/too_many_problems", "", reason))
            self.raise_if_any()

    def clean(self, *places: str) -> bool:
        """Whether these entries have no problem so far: follow-up problems of broken entries are not reported."""
        return not any(problem.place.startswith(place) for problem in self.found for place in places)

    def raise_if_any(self) -> None:
        if self.found:
            raise self.error(tuple(self.found))


def shown(value: object) -> str:
    """A foreign value for a message: short, on one line, without control characters, whatever it is."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            cut = value if len(value) <= SHOWN else value[: SHOWN - 1] + "…"
            return '"' + "".join(sign if sign.isprintable() else "?" for sign in cut) + '"'
        case int():
            return str(value) if abs(value) < 10**12 else "a huge number"
        case float():
            return str(value)
        case dict():
            return "a table"
        case list() | tuple():
            return "a list"
        case datetime.date() | datetime.time():
            return "a date or time"
    return "something else"


def nearest(word: str, known: Iterable[str]) -> str:
    """A suggestion to end a sentence with, such as ` Did you mean "paris"?`, or nothing."""
    if len(word) > SHOWN:
        return ""
    printable = [name for name in known if name.isprintable()]
    close = difflib.get_close_matches(word, printable, n=1)
    return f' Did you mean "{close[0]}"?' if close else ""
