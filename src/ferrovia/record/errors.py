"""The problems a record can have: a stable code, the line, and the reason. No text causes any other error."""

from __future__ import annotations

from typing import Literal

from ferrovia.views import Reason

Code = Literal[
    # the text
    "record/too_large",
    "record/not_a_record",
    "record/version",
    "record/truncated",
    "record/syntax",
    "record/expected",
    "record/out_of_order",
    # what it claims
    "record/board",
    "record/rules",
    "record/players",
    "record/first",
    "record/seed",
    "record/commitment",
    "record/key",
    "record/position",
    "record/names",
    "record/date",
    "record/opening",
    "record/digest",
    "record/action",
    "record/result",
    # what cannot be written or replayed
    "record/unfinished",
    "record/no_beginning",
    "record/not_replayable",
    "record/for_a_reader",
]


class RecordError(ValueError):
    """A record was rejected. `line` counts from 1; it is None when a game cannot be written as a record."""

    def __init__(self, code: Code, line: int | None, reason: str, refusal: Reason | None = None) -> None:
        super().__init__(code, line, reason)
        self.code: Code = code
        self.line = line
        self.reason = reason
        self.refusal = refusal  # why the rules forbid the action in that line

    def __str__(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"
