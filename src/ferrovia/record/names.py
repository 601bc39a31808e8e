"""The names of people that records and the server accept, and what a record says of a seat without a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_NAME: Final = 60
_SPACES: Final = frozenset("\u00a0\u202f")  # spaces that do not break a line
_BOT: Final = "bot "
_JOINERS: Final = frozenset("\u200c\u200d")  # used in emoji families and in Persian or Indic words


def is_readable(text: str) -> bool:
    """Whether every letter is visible. Joiners are allowed only between letters beyond ASCII: otherwise two names could
    look the same and differ in invisible letters.
    """
    for place, letter in enumerate(text):
        if letter in _JOINERS:
            if not 0 < place < len(text) - 1 or text[place - 1].isascii() or text[place + 1].isascii():
                return False
            if text[place + 1] in _JOINERS:
                return False
        elif not letter.isprintable() and letter not in _SPACES:
            return False
    return True


def is_name(name: str) -> bool:
    return 0 < len(name) <= MAX_NAME and is_readable(name) and name == name.strip() and not set(name) & {"|", "#"}


@dataclass(frozen=True, slots=True)
class Nameless:
    """A seat without a name: a bot of this level, or (None) a person. Every reader has its own words for it."""

    level: str | None = None


def written_name(seat: int, name: str | None, level: str | None) -> str:
    """The text for a seat in a record: its name, or words that `read_name` recognizes."""
    return name or (f"{_BOT}{level}" if level else f"seat {seat}")


def read_name(seat: int, written: str | None) -> str | Nameless:
    if written is None or written == f"seat {seat}":
        return Nameless()
    level = written.removeprefix(_BOT)
    return Nameless(level) if level != written else written
