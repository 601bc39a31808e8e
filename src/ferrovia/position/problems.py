"""What can be wrong with a position, as stable codes; the only errors that data, however hostile, can cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ferrovia.boards.problems import shown

Code = Literal[
    # the data as data
    "position/wrong_type",
    "position/wrong_count",
    "position/out_of_range",
    "position/missing_key",
    "position/unknown_key",
    "position/unknown_word",
    "position/unknown_card",
    "position/unknown_city",
    "position/unknown_route",
    "position/unknown_ticket",
    "position/duplicate",
    "position/too_many_problems",
    # the board and its rules
    "position/board",
    "position/rules_version",
    # cards
    "position/too_many_cards",
    "position/missing_cards",
    "position/no_display",
    "position/known_not_held",
    "position/drawn_not_held",
    # routes, trains, stations, merchandise
    "position/two_owners",
    "position/both_halves",
    "position/closed_half",
    "position/too_many_trains",
    "position/trains_disagree",
    "position/no_stations",
    "position/too_many_stations",
    "position/two_stations",
    "position/merchandise",
    "position/borrowed_route",
    # tickets
    "position/ticket_twice",
    "position/long_ticket_in_deck",
    "position/removed_ticket",
    "position/offer",
    "position/chosen",
    "position/ledger",
    # turns and phases
    "position/turns_disagree",
    "position/last_round",
    "position/passes",
    "position/phase",
    "position/no_second_card",
    "position/tunnel_route",
    "position/tunnel_payment",
    "position/tunnel_shown",
]

MAX_PROBLEMS: Final = 100  # hostile data must not cost hours of looking for the nearest of a million names


@dataclass(frozen=True)
class PositionProblem:
    """One thing wrong: a stable code, the entry of the data it is in, and why, as a full sentence."""

    code: Code
    place: str
    reason: str
    numbers: Mapping[str, int | str] = field(default_factory=dict, compare=False)  # for sentences in other languages

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class PositionError(ValueError):
    """A position was refused. `problems` holds everything that was found, never nothing."""

    def __init__(self, problems: tuple[PositionProblem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class Problems:
    """Collects problems while a position is read, so that a person sees all of them at once."""

    def __init__(self) -> None:
        self.found: list[PositionProblem] = []

    def add(self, code: Code, place: str, reason: str, **numbers: int | str) -> None:
        self.found.append(PositionProblem(code, place, reason, numbers))
        if len(self.found) >= MAX_PROBLEMS:
            reason = f"There are more problems; reading stopped after {MAX_PROBLEMS}."
            self.found.append(PositionProblem("position/too_many_problems", "", reason))
            self.raise_if_any()

    def clean(self, *places: str) -> bool:
        """Whether nothing was wrong in these entries so far: what broken entries seem to lead to is no news."""
        return not any(problem.place.startswith(place) for problem in self.found for place in places)

    def raise_if_any(self) -> None:
        if self.found:
            raise PositionError(tuple(self.found))


def told(value: object) -> str:
    """A foreign value for a message, whatever it is: short and on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple):
        return "a list"
    return shown(value) if isinstance(value, str | int | float | dict) else "something else"
