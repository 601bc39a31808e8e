"""The problems a board can have, as stable codes. No board file, however hostile, causes any other error."""

from __future__ import annotations

from typing import Literal

from ferrovia.validation import Problem, Problems

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
    "board/too_many_ferries",
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


class BoardError(ValueError):
    """A board was rejected. `problems` holds everything found, at least one entry; `text` is the source."""

    def __init__(self, source: str, problems: tuple[Problem, ...], text: str = "") -> None:
        super().__init__(source, problems, text)
        self.source = source
        self.problems = problems
        self.text = text

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {problem}" for problem in self.problems)


class BoardProblems(Problems[Code]):
    """Collects problems while a board is read."""

    room = "board"

    def __init__(self, source: str, text: str = "") -> None:
        super().__init__()
        self.source = source
        self.text = text

    def error(self, found: tuple[Problem, ...]) -> BoardError:
        return BoardError(self.source, found, self.text)
