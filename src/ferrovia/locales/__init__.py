"""Texts in all supported languages: one JSON file each, with the same keys. Imports nothing from the project.

A text may have gaps, `{who}`, and number forms: `{"one": ..., "other": ...}`, plus `"zero"` if a language words it
differently. The gap `count` selects the form.

`bot.name.2` names a bot in seat 2, from 0: the terminal and the browser give a bot the name of its seat.

A board may replace the words in square brackets: `{count} [trains] left` becomes taxis in New York. If an article
agrees with the word, the brackets hold the whole phrase (`[os seus trens]`, `as suas carroças`). `words.taxi` lists a
language's phrases and their replacements.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

LANGUAGES: Final = ("en", "es", "pt")
DEFAULT: Final = "en"

Text = str | dict[str, str]

_WORDS: Final = re.compile(r"\[([^][]+)\]")


@cache
def read_texts(language: str) -> Mapping[str, Text]:
    """All texts of a language by key."""
    file = resources.files("ferrovia.locales").joinpath(f"{language}.json")
    found: dict[str, Text] = json.loads(file.read_text(encoding="utf-8"))
    return found


class Texts:
    """`texts("reason.route/too_few_trains", needed=4, left=2)` returns a sentence in the chosen language."""

    def __init__(self, language: str = DEFAULT, words: Sequence[str] = ()) -> None:
        """`words` are a board's own words: the names of its vehicle and of its tickets."""
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.words = tuple(words)
        self._texts = read_texts(language)
        self._phrases: dict[str, str] = {}
        for word in words:
            phrases = self._texts.get(f"words.{word}", {})
            if isinstance(phrases, dict):
                self._phrases |= phrases

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, **gaps: object) -> str:
        text = self._texts[key]
        if isinstance(text, dict):
            text = text[_form(text, gaps["count"])]
        return self._worded(text).format(**gaps)

    def or_else(self, key: str, fallback: str) -> str:
        """The text of a key that a custom board may add, such as a colour; `fallback` if there is none."""
        text = self._texts.get(key)
        return self._worded(text) if isinstance(text, str) else fallback

    def board_name(self, name: str) -> str:
        """A board's name in this language, or the name in its file."""
        return self.or_else(f"board_name.{name.lower().replace(' ', '_')}", name)

    def _worded(self, text: str) -> str:
        return _WORDS.sub(lambda found: self._phrase(found[1]), text)

    def _phrase(self, phrase: str) -> str:
        first = phrase[0].lower()
        said = self._phrases.get(first + phrase[1:], phrase)
        return said if first == phrase[0] else said[0].upper() + said[1:]


def _form(forms: dict[str, str], count: object) -> str:
    if count == 0 and "zero" in forms:
        return "zero"
    return "one" if count in (1, -1) and "one" in forms else "other"


def language_of(environment: Mapping[str, str]) -> str:
    """The language requested by the usual variables (`LANG=pt_BR.UTF-8`), or English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable)
        if value:
            wanted = value[:2].lower()
            return wanted if wanted in LANGUAGES else DEFAULT
    return DEFAULT
