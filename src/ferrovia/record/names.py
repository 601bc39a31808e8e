"""The names of people that records and the server accept."""

from __future__ import annotations

from typing import Final

MAX_NAME: Final = 60
_SPACES: Final = frozenset("\u00a0\u202f")  # spaces that do not break a line
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
