"""Reads the lines of a record strictly in order; every error names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NoReturn

from ferrovia.record.errors import Code, RecordError
from ferrovia.validation import shown

MAX_TEXT: Final = 4_000_000  # characters; the longest possible game has some hundred thousand
MAX_LINE: Final = 200_000


class Lines:
    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise RecordError("record/not_a_record", None, f"A record is a text, not {shown(text)}.")
        if len(text) > MAX_TEXT:
            raise RecordError("record/too_large", 1, f"A record has {MAX_TEXT} characters at most.")
        try:
            text.encode()
        except UnicodeEncodeError as error:  # half of a surrogate pair, which no file can hold
            line = text.count("\n", 0, error.start) + 1
            raise RecordError("record/syntax", line, "This line has a letter that no text can have.") from None
        text = text.removeprefix("\ufeff")  # some editors add a byte-order mark
        self.lines = text.split("\n")
        self.carriage_returns = self.lines[0].endswith("\r")  # a program converted all line ends to CRLF
        if self.carriage_returns:
            self.lines = [line.removesuffix("\r") for line in self.lines]
        self.whole = text.endswith("\n")
        if self.whole:
            self.lines.pop()
        self.place = 0
        self.at: dict[str, int] = {}  # line numbers of keys, from 1

    @property
    def number(self) -> int:
        """The number of the next line."""
        return self.place + 1

    def refuse(self, code: Code, reason: str, *, back: int = 0) -> NoReturn:
        raise RecordError(code, self.number - back, reason)

    def peek(self) -> str | None:
        return self.lines[self.place] if self.place < len(self.lines) else None

    def take(self, expected: str) -> str:
        """Takes the next line; `expected` describes it in errors."""
        line = self.peek()
        if line is None:
            self.refuse("record/truncated", f"The record ends here; {expected} should follow.")
        if self.place == len(self.lines) - 1 and not self.whole:
            empty = self.lines == [""]
            self.refuse("record/truncated", "The record is empty." if empty else "The record ends within this line.")
        if len(line) > MAX_LINE:
            self.refuse("record/too_large", f"A line has {MAX_LINE} characters at most.")
        self.place += 1
        return line

    def until_empty(self) -> Iterator[str]:
        """Takes the lines up to the next empty one, or all that are left."""
        last = len(self.lines) - 1
        while self.place <= last and (line := self.lines[self.place]):
            if self.place == last or len(line) > MAX_LINE:
                self.take("an empty line")  # this may raise
            else:
                self.place += 1
            yield line

    def has(self, key: str) -> bool:
        line = self.peek()
        return line is not None and line.startswith(f"{key}: ")

    def value(self, key: str, pattern: str, *, code: Code = "record/syntax") -> re.Match[str]:
        """The value of the line `key: value`, which must come next."""
        line = self.take(f'"{key}: ..."')
        if not line.startswith(f"{key}: "):
            self.refuse("record/expected", f'Here "{key}: ..." is expected, and there is {shown(line)}.', back=1)
        found = re.fullmatch(pattern, line[len(key) + 2 :], re.ASCII)
        if found is None:
            self.refuse(code, f"This is not what {key} can be: {shown(line[len(key) + 2 :])}.", back=1)
        self.at[key] = self.place
        return found

    def blank(self) -> None:
        line = self.take("an empty line")
        if line:
            self.refuse("record/expected", f"Here an empty line is expected, and there is {shown(line)}.", back=1)

    def end(self) -> None:
        line = self.peek()
        if line is not None:
            self.refuse("record/expected", f"The record is complete, and here follows {shown(line)}.")
