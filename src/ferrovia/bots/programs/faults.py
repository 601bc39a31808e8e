"""The faults of programs, each with a code that never changes its meaning."""

from __future__ import annotations

from typing import Final

CANNOT_START: Final = "program/cannot_start"  # the system refused to run it
NOT_READY: Final = "program/not_ready"  # no `ready` in time
LATE: Final = "program/late"  # no answer in time
NOT_READING: Final = "program/not_reading"  # the question was not read in time
CRASHED: Final = "program/crashed"  # it ended before it answered
CLOSED_OUTPUT: Final = "program/closed_output"  # it is running, but will never answer
LINE_TOO_LONG: Final = "program/line_too_long"
NOT_JSON: Final = "program/not_json"
WRONG_MESSAGE: Final = "program/wrong_message"  # JSON, but not the expected message
WRONG_PROTOCOL: Final = "program/wrong_protocol"
OLD_ANSWER: Final = "program/old_answer"  # to a question that is no longer open
UNASKED: Final = "program/unasked"  # output before a question, or more than one line after it
ILLEGAL: Final = "program/illegal"  # an action that is not among the legal ones
GIVEN_UP: Final = "program/given_up"  # too many faults in one game; it is not started again

CODES: Final = (
    CANNOT_START,
    NOT_READY,
    LATE,
    NOT_READING,
    CRASHED,
    CLOSED_OUTPUT,
    LINE_TOO_LONG,
    NOT_JSON,
    WRONG_MESSAGE,
    WRONG_PROTOCOL,
    OLD_ANSWER,
    UNASKED,
    ILLEGAL,
    GIVEN_UP,
)


class ExternalBotFault(Exception):
    """A program returned no valid action. `log` is the end of its stderr."""

    def __init__(self, code: str, reason: str, log: str = "") -> None:
        super().__init__(code, reason, log)
        self.code = code
        self.reason = reason
        self.log = log

    def __str__(self) -> str:
        return f"{self.reason} ({self.code})"


def shown(value: object, *, most: int = 80) -> str:
    """A program's output, short and without terminal control codes."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    text = "".join(letter if letter.isprintable() else "·" for letter in text[: most + 1])
    return f"{text[: most - 3]}..." if len(text) > most else text
