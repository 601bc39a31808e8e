"""The problems a position can have, as stable codes. No data, however hostile, causes any other error."""

from __future__ import annotations

from typing import Literal

from ferrovia.validation import Problem, Problems

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


class PositionError(ValueError):
    """A position was rejected. `problems` holds everything found, at least one entry."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class PositionProblems(Problems[Code]):
    """Collects problems while a position is read."""

    room = "position"

    def error(self, found: tuple[Problem, ...]) -> PositionError:
        return PositionError(found)
