"""Events as short texts, one to one: `drew 1 red`, `drew 1 ?` where the card is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, fields, replace
from typing import Any, Final

from ferrovia import events
from ferrovia.actions import counts_in_tunnel
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
_IMPLIED: Final = {"counts"}  # not in the text: it follows from the events before


def event_text(event: Event) -> str:
    values = [_value_text(field.name, getattr(event, field.name)) for field in _written(type(event))]
    return " ".join([_WORD_OF[type(event)], *values])


def _written(kind: type[Any]) -> list[Field[Any]]:
    return [field for field in fields(kind) if field.name not in _IMPLIED]


def _value_text(name: str, value: object) -> str:
    if value is None:
        return WILD_NAME if name == "color" else HIDDEN  # no colour: paid with wilds only
    if isinstance(value, tuple):
        return "+".join(value) or NOTHING
    return str(value)


def events_of_texts(board: Board, texts: Iterable[str]) -> list[Event] | None:
    """Parses the texts of one action's events; None if one of them is not an event."""
    found: list[Event] = []
    laid_down: str | None = None  # the colour paid for the tunnel whose cards follow
    for text in texts:
        event = _event_of_text(board, text)
        if event is None:
            return None
        if isinstance(event, events.TunnelEntered):
            laid_down = event.color
        elif isinstance(event, events.TunnelCardShown):
            event = replace(event, counts=counts_in_tunnel(event.card, laid_down))
        found.append(event)
    return found


def _event_of_text(board: Board, text: str) -> Event | None:
    word, *values = text.split(" ")
    kind = _WORDS.get(word)
    if kind is None:
        return None
    try:
        named = zip(_written(kind), values, strict=True)
        read = {field.name: _value(board, field.name, str(field.type), value) for field, value in named}
    except (ValueError, NotOnBoardError):
        return None
    event: Event = kind(**read, **{field.name: False for field in fields(kind) if field.name in _IMPLIED})
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
