"""Problems in data: stable codes with a place and a reason, collected and reported together."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Generic, Literal, TypeVar

MAX_PROBLEMS: Final = 100  # bounds the search for similar names in hostile data
SHOWN: Final = 40  # characters of untrusted text repeated in a message

# Problems of a single value in any data; `Problems.note` prefixes the room.
Kind = Literal[
    "wrong_type", "wrong_count", "out_of_range", "missing_key", "unknown_key", "unknown_word", "too_many_problems"
]
Code = TypeVar("Code", bound=str)


@dataclass(frozen=True)
class Problem:
    """One problem: a stable code, the entry of the data, and the reason as a full sentence."""

    code: str
    place: str
    reason: str
    numbers: Mapping[str, int | str] = field(default_factory=dict, compare=False)  # for sentences in other languages

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class Problems(Generic[Code]):
    """Collects problems during reading. A room defines its codes and the error it raises."""

    room: ClassVar[str]

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def error(self, found: tuple[Problem, ...]) -> ValueError:
        raise NotImplementedError

    def add(self, code: Code, place: str, reason: str, **numbers: int | str) -> None:
        self._add(Problem(code, place, reason, numbers))

    def note(self, kind: Kind, place: str, reason: str) -> None:
        """Adds a problem of a single value, under the room's code for it."""
        self._add(Problem(f"{self.room}/{kind}", place, reason))

    def _add(self, problem: Problem) -> None:
        self.found.append(problem)
        if len(self.found) >= MAX_PROBLEMS:
            reason = f"There are more problems; reading stopped after {MAX_PROBLEMS}."
            self.found.append(Problem(f"{self.room}/too_many_problems", "", reason))
            self.raise_if_any()

    def clean(self, *places: str) -> bool:
        """Whether these entries have no problem so far. Follow-up problems of broken entries are not reported."""
        return not any(problem.place.startswith(place) for problem in self.found for place in places)

    def raise_if_any(self) -> None:
        if self.found:
            raise self.error(tuple(self.found))


def shown(value: object) -> str:
    """Formats an untrusted value for a message: short, on one line, without control characters."""
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
    """Returns a suggestion to end a sentence with, such as ` Did you mean "paris"?`, or ""."""
    if len(word) > SHOWN:
        return ""
    printable = [name for name in known if name.isprintable()]
    close = difflib.get_close_matches(word, printable, n=1)
    return f' Did you mean "{close[0]}"?' if close else ""
