"""Parses what a player types: commands in their language or English, without accents, abbreviated."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from typing import Final

from ferrovia.boards import City, Route
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import color_names
from ferrovia.locales import DEFAULT, Texts

COMMANDS: Final = (
    *("draw", "take", "claim", "tickets", "station", "keep", "pay", "back", "pass"),
    *("list", "routes", "map", "why", "show", "log", "help", "quit", "all"),
)


class NotUnderstood(Exception):
    """The problem with a line, as a sentence for the player."""


def plain(text: str) -> str:
    """For comparisons: without case, accents, spaces or signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def number(text: str) -> int | None:
    """The number in a text, or None; an absurdly long one is just a large number."""
    if not text.isdecimal():
        return None
    return int(text) if len(text) < 10 else 10**9


def _matching(text: str, names: Iterable[tuple[str, str]]) -> list[str]:
    """The values whose name is `text`, or begins with it, or has a word that does; names may repeat."""
    wanted = plain(text)
    listed = list(names)
    exact = [value for name, value in listed if plain(name) == wanted]
    if exact or not wanted:
        return list(dict.fromkeys(exact))
    starts = [value for name, value in listed if plain(name).startswith(wanted)]
    within = [value for name, value in listed if any(plain(word).startswith(wanted) for word in name.split())]
    return list(dict.fromkeys(starts or within))


class Reader:
    """Finds what the board has for the player's words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.board = words.board
        self.texts = words.texts
        english = Texts(DEFAULT)
        self._commands = [
            (word, command)
            for texts in (self.texts, english)
            for command in COMMANDS
            for word in texts(f"command.{command}").split()
        ]

    def command(self, word: str) -> str | None:
        """The command that a word means: in full, or an unambiguous abbreviation."""
        if word == "?":
            return "help"
        found = _matching(word, self._commands)
        return found[0] if len(found) == 1 else None

    def split(self, line: str) -> tuple[str | None, str]:
        """The command at the beginning of a line, and the rest. A command may have two words: `por qué`."""
        first, _, rest = line.partition(" ")
        rest = rest.strip()
        second, _, others = rest.partition(" ")
        known = {plain(word): command for word, command in reversed(self._commands)}
        if second and plain(first) not in known and plain(first + second) in known:
            return known[plain(first + second)], others.strip()
        return self.command(first), rest

    def word(self, command: str) -> str:
        """The command's name in the player's language."""
        return self.texts(f"command.{command}").split()[0]

    def color(self, text: str) -> str:
        names = color_names(self.board)
        own = [(self.words.card(name), name) for name in names]
        found = _matching(text, [*own, *((name, name) for name in names)])
        if len(found) != 1:
            raise NotUnderstood(self.texts("say.no_color", text=text, colors=", ".join(name for name, _ in own)))
        return found[0]

    def city(self, text: str) -> City:
        names = [(city.name, city.id) for city in self.board.cities]
        found = _matching(text, [*names, *((id_.replace("_", " "), id_) for _, id_ in names)])
        if len(found) > 1:
            cities = ", ".join(self.words.city(id_) for id_ in found[:6])
            raise NotUnderstood(self.texts("say.many_cities", text=text, cities=cities))
        if not found:
            near = difflib.get_close_matches(plain(text), [plain(name) for name, _ in names], n=1)
            meant = next((name for name, _ in names if near and plain(name) == near[0]), None)
            hint = self.texts("say.did_you_mean", name=meant) if meant else ""
            raise NotUnderstood(self.texts("say.no_city", text=text, hint=hint))
        return self.board.city(found[0])

    def routes(self, text: str) -> list[Route]:
        """The routes between the two cities in a text, both halves of a double unless it says `/2`."""
        text, _, half = text.partition("/")
        first, second = self._two_cities(text)
        found = [route for route in self.board.routes if set(route.cities) == {first.number, second.number}]
        if half:
            found = [route for route in found if route.id.endswith(f"/{half}")]
        if not found:
            raise NotUnderstood(self.texts("say.no_route", first=first.name, second=second.name))
        return found

    def _two_cities(self, text: str) -> tuple[City, City]:
        text = text.replace("–", "-").replace("_", " ")
        left, dash, right = text.partition("-")
        if dash and right:
            return self.city(left), self.city(right)
        parts = text.split()
        problem: NotUnderstood | None = None
        for cut in range(1, len(parts)):  # `los angeles san francisco` could be split in three places
            try:
                return self.city(" ".join(parts[:cut])), self.city(" ".join(parts[cut:]))
            except NotUnderstood as error:
                problem = problem or error
        example = f"{self.word('claim')} {self.board.routes[0].id}"
        raise problem or NotUnderstood(self.texts("say.two_cities", example=example))

    def completions(self) -> list[str]:
        """Everything that Tab can complete."""
        commands = [self.word(command) for command in COMMANDS]
        colors = [self.words.card(name) for name in color_names(self.board)]
        return [*commands, *colors, *(city.id for city in self.board.cities), *(r.id for r in self.board.routes)]
