"""Retells a recorded game: its moves one by one, each with the sentences of what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ferrovia.cli.output.log import Log
from ferrovia.cli.output.sentences import Words
from ferrovia.game import Game
from ferrovia.record import Record
from ferrovia.record.begin import begin_again


@dataclass
class Line:
    """A sentence, and the move (from 1) that it begins with; 0 is the set-up."""

    move: int
    text: str


class Tale:
    """The sentences so far. Two cards of one turn share a sentence, so the last one may still change."""

    def __init__(self, words: Words, *, everything: bool) -> None:
        self.log = Log(words, everything=everything)
        self._moves: list[int] = []

    @property
    def lines(self) -> list[Line]:
        return [Line(move, text) for move, text in zip(self._moves, self.log.lines, strict=True)]

    def mark(self, move: int) -> None:
        """Assigns all new sentences to this move."""
        self._moves += [move] * (len(self.log.lines) - len(self._moves))


def retell(finished: Game, words: Words) -> Iterator[tuple[Game, Tale]]:
    """The game and its tale, at the start and after every move. A finished game has no secrets left (H4)."""
    game = begin_again(finished)
    tale = Tale(words, everything=True)
    tale.log.add(game.opening)
    tale.mark(0)
    yield game, tale
    for number, (seat, code) in enumerate(finished.moves, start=1):
        tale.log.add(game.play(code, seat=seat))
        tale.mark(number)
        yield game, tale


def retell_for_reader(record: Record, words: Words) -> Tale:
    """An unfinished game, as far as its reader may know it."""
    tale = Tale(words, everything=False)
    tale.log.add(record.dealt)
    tale.mark(0)
    for number, told in enumerate(record.told, start=1):
        tale.log.add(told.events)
        tale.mark(number)
    return tale


Show = Callable[[Line], None]


def show_new(tale: Tale, shown: int, show: Show, *, last: bool) -> int:
    """Shows the sentences after the first `shown`; the last one waits while it may still change."""
    lines = tale.lines
    ready = len(lines) if last else max(shown, len(lines) - 1)
    for line in lines[shown:ready]:
        show(line)
    return ready
