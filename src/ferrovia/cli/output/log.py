"""The log of a game, shortened as people would tell it: two cards in one sentence, a tunnel's cards in one."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.cli.output.sentences import Words
from ferrovia.data import event_for
from ferrovia.events import (
    CardDealt,
    CardDrawn,
    CardTaken,
    DisplayFilled,
    Event,
    TicketOffered,
    TicketsChosen,
    TunnelCardShown,
    TurnStarted,
)

# Events that the table shows better than a sentence.
_QUIET = (CardDealt, DisplayFilled, TicketOffered, TicketsChosen, TurnStarted)


class Log:
    """Sentences of a game so far, for one viewer."""

    def __init__(self, words: Words, *, everything: bool = False) -> None:
        """`everything`: hides nothing, for a finished game."""
        self.words = words
        self.everything = everything
        self.lines: list[str] = []
        self._cards: tuple[int, list[str]] | None = None  # the drawing seat, and its cards so far
        self._is_from_deck = False  # one of these cards at least
        self._line_of_cards = 0
        self._shown: list[str] = []  # cards turned up for a tunnel

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self._add(event if self.everything else event_for(event, self.words.viewer))

    def _add(self, event: Event) -> None:
        match event:
            case CardDrawn() | CardTaken():
                self._add_card(event)
            case TunnelCardShown(card):
                self._shown.append(self.words.card(card))
                line = self.words.texts("event.tunnel_card_shown", card=", ".join(self._shown))
                if len(self._shown) > 1:
                    self.lines[-1] = line
                else:
                    self.lines.append(line)
            case TurnStarted():
                self._cards = None
            case _ if isinstance(event, _QUIET):
                pass
            case _:
                self._shown = []
                self.lines.append(self.words.event(event))

    def _add_card(self, event: CardDrawn | CardTaken) -> None:
        texts = self.words.texts
        if event.card is None:
            card = texts("log.unseen")
        elif isinstance(event, CardDrawn):
            card = texts("log.from_deck", card=self.words.card(event.card))
        else:
            card = self.words.card(event.card)
        if self._cards is not None and self._cards[0] == event.seat:
            self._cards[1].append(card)
            self._is_from_deck |= isinstance(event, CardDrawn)
            self._cards_line(replace=True)
        else:
            self._cards = (event.seat, [card])
            self._is_from_deck = isinstance(event, CardDrawn)
            self._cards_line(replace=False)

    def _cards_line(self, *, replace: bool) -> None:
        assert self._cards is not None
        seat, cards = self._cards
        told = self.words.both(cards)
        if len(cards) == 2 and cards[0] == cards[1]:
            unseen = cards[0] == self.words.texts("log.unseen")
            told = self.words.texts("log.two_unseen") if unseen else f"{cards[0]} ×2"
        line = self.words.about("log.drawn" if self._is_from_deck else "log.cards", seat, cards=told)
        if replace and self._line_of_cards < len(self.lines):
            self.lines[self._line_of_cards] = line  # a display that was replaced in between keeps its own line
        else:
            self._line_of_cards = len(self.lines)
            self.lines.append(line)
