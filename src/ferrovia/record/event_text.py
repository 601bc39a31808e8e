"""Events as short texts, one to one: `drew 1 red`, `drew 1 ?` where the card is hidden."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from ferrovia import events
from ferrovia.boards import Board, NotOnBoardError
from ferrovia.boards.model import WILD_NAME
from ferrovia.events import Event

HIDDEN: Final = "?"
NOTHING: Final = "-"  # an empty list

_WORDS: Final[dict[str, type[Any]]] = {
    "dealt": events.CardDealt,
    "drew": events.CardDrawn,
    "took": events.CardTaken,
    "display": events.DisplayFilled,
    "swept": events.DisplayReset,
    "reshuffled": events.DeckReshuffled,
    "claimed": events.RouteClaimed,
    "entered": events.TunnelEntered,
    "shown": events.TunnelCardShown,
    "extra": events.TunnelPriced,
    "left": events.TunnelLeft,
    "built": events.StationBuilt,
    "offered": events.TicketOffered,
    "chose": events.TicketsChosen,
    "kept": events.TicketsKept,
    "merchandise": events.MerchandiseTaken,
    "last_round": events.LastRoundBegan,
    "turn": events.TurnStarted,
    "passed": events.Passed,
    "ended": events.GameEnded,
}
_WORD_OF: Final = {kind: word for word, kind in _WORDS.items()}


def event_text(event: Event) -> str:
    values = [_value_text(field.name, getattr(event, field.name)) for field in fields(event)]
    return " ".join([_WORD_OF[type(event)], *values])


def _value_text(name: str, value: object) -> str:
    if value is None:
        return WILD_NAME if name == "color" else HIDDEN  # no colour: paid with wilds only
    if isinstance(value, tuple):
        return "+".join(value) or NOTHING
    return str(value)


def event_of_text(board: Board, text: str) -> Event | None:
    """Parses the text of an event; None if it is not one."""
    word, *values = text.split(" ")
    kind = _WORDS.get(word)
    if kind is None:
        return None
    try:
        named = zip(fields(kind), values, strict=True)
        read = [_value(board, field.name, str(field.type), value) for field, value in named]
    except (ValueError, NotOnBoardError):
        return None
    event: Event = kind(*read)
    return event if event_text(event) == text else None  # not `drew 01 red`


def _value(board: Board, name: str, kind: str, text: str) -> object:
    if kind == "int":
        return int(text)
    if name == "color" and text == WILD_NAME:
        return None
    if text == HIDDEN and kind.endswith("None"):
        return None
    if kind.startswith("tuple"):
        return tuple(board.ticket(part).id for part in text.split("+")) if text != NOTHING else ()
    if name in ("card", "color"):
        board.color_number(text)
    elif name in ("route", "city", "ticket"):
        getattr(board, name)(text)
    return text
