"""A player's possible actions, as frozen dataclasses.

Each action corresponds to one code of the engine and to one readable text. A code never changes its meaning: records
and trained bots depend on it. Colours, routes and cities use their names on the board. A payment of wilds only has no
colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ferrovia.boards import Board, NotOnBoardError, Route
from ferrovia.boards.model import WILD_NAME
from ferrovia.engine import state
from ferrovia.engine.state import (
    CARDS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    KEEP_TICKETS,
    MAX_OFFER,
    PAY_EXTRA,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_BACK,
    TAKE_CARD,
    TUNNEL_CARDS,
    WILD,
)


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Draw the unseen top card of the deck: `draw`."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a face-up card: `take red`, `take wild`."""

    card: str


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets: `tickets`."""


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep some of the offered tickets, counted from 1: `keep 1 3`."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, or enter it if it is a tunnel: `claim paris-zurich red*2+wild*1`."""

    route: str
    color: str | None  # None: wilds only
    wilds: int


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pay the extra cards of a tunnel, `wilds` of them wild and the rest in its colour: `pay wild*1`."""

    wilds: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the cards laid down for a tunnel: `back`."""


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station with `wilds` wild cards and the rest in one colour: `station paris red+wild*1`."""

    city: str
    color: str | None
    wilds: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because nothing else is possible: `pass`."""


Action = DrawCard | TakeCard | DrawTickets | KeepTickets | ClaimRoute | PayTunnel | TakeBack | BuildStation | Pass


class ActionTextError(ValueError):
    """A text, code or action with no meaning on this board."""

    code: Final = "action/not_understood"


class PaymentSizeError(ActionTextError):
    """A payment with the wrong number of cards. `action` says what it pays for; `cards` is the number given."""

    def __init__(self, message: str, action: Action, cards: int) -> None:
        super().__init__(message)
        self.action = action
        self.cards = cards


def _wrong_claim(claim: ClaimRoute, cards: int, needed: int) -> PaymentSizeError:
    what = f"{claim.route} costs {needed} {'card' if needed == 1 else 'cards'}, not {cards}"
    return PaymentSizeError(what, claim, cards)


def _not_an_action(board: Board, what: object) -> ActionTextError:
    shown = str(what)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return ActionTextError(f"{shown!r} is not an action on the board {board.id}")


def _is_number(value: object) -> bool:
    """Whether it is a plain int. Rejects bool and float, which compare equal to ints."""
    return isinstance(value, int) and not isinstance(value, bool)


def _payment_code(board: Board, color: str | None, wilds: int, stride: int, cards: int, what: object) -> int:
    """`cards` is the most that can be paid. Wilds alone have no colour; a colour needs at least one card."""
    if not _is_number(wilds):
        raise _not_an_action(board, what)
    number = WILD if color is None else board.color_number(color)
    fits = 1 <= wilds <= cards if color is None else number != WILD and 0 <= wilds < cards
    if not fits:
        raise _not_an_action(board, what)
    return number * stride + wilds


def encode(board: Board, action: Action) -> int:
    """Returns the engine's code of an action. Raises ActionTextError if the action cannot exist on this board."""
    try:
        return _encode(board, action)
    except (NotOnBoardError, TypeError, ValueError, AttributeError) as error:
        raise error if isinstance(error, ActionTextError) else _not_an_action(board, action) from error


def _encode(board: Board, action: Action) -> int:
    match action:
        case DrawCard():
            return DRAW_UNSEEN
        case TakeCard(card):
            return TAKE_CARD + board.color_number(card)
        case DrawTickets():
            return DRAW_TICKETS
        case Pass():
            return state.PASS
        case TakeBack():
            return TAKE_BACK
        case PayTunnel(wilds) if _is_number(wilds) and wilds >= 0:
            if wilds > TUNNEL_CARDS:
                raise PaymentSizeError(f"a tunnel costs {TUNNEL_CARDS} more cards at most, not {wilds}", action, wilds)
            return PAY_EXTRA + wilds
        case KeepTickets(places) if places and all(_is_number(p) and 1 <= p <= MAX_OFFER for p in places):
            if list(places) == sorted(set(places)):
                return KEEP_TICKETS + sum(1 << (p - 1) for p in places)
        case ClaimRoute(route_id, color, wilds):
            route = board.route(route_id)
            if color is None and _is_number(wilds) and 0 < wilds != route.length:
                raise _wrong_claim(action, wilds, route.length)
            if route.id == route_id:
                payment = _payment_code(board, color, wilds, COLOR_STRIDE, route.length, action)
                return CLAIM + route.number * ROUTE_STRIDE + payment
        case BuildStation(city, color, wilds):
            cards = wilds + (color is not None) if _is_number(wilds) else 0
            if 0 < board.stations.each < cards:
                raise PaymentSizeError(f"a station costs {board.stations.each} cards at most", action, cards)
            if (place := board.city(city)).id == city:
                payment = _payment_code(board, color, wilds, STATION_COLOR_STRIDE, board.stations.each, action)
                return STATION + place.number * CITY_STRIDE + payment
    raise _not_an_action(board, action)


def decode(board: Board, code: int) -> Action:
    """Returns the action that a code means on this board. Raises ActionTextError if there is none."""
    if not _is_number(code):
        raise _not_an_action(board, code)
    known: Action | None = board.known_codes.get(code)
    if known is not None:
        return known
    action = _decode(board, code)
    if action is None or _encode_or_none(board, action) != code:
        raise _not_an_action(board, code)
    board.known_codes[code] = action
    return action


def _encode_or_none(board: Board, action: Action) -> int | None:
    try:
        return encode(board, action)
    except ActionTextError:
        return None


def _decode(board: Board, code: int) -> Action | None:
    if not 0 <= code < state.ACTION_CODES:
        return None
    if code >= STATION:
        city, rest = divmod(code - STATION, CITY_STRIDE)
        color, wilds = divmod(rest, STATION_COLOR_STRIDE)
        if city < len(board.cities) and color <= len(board.card_colors):
            return BuildStation(board.city(city).id, board.color_name(color) if color else None, wilds)
        return None
    if code >= CLAIM:
        route, rest = divmod(code - CLAIM, ROUTE_STRIDE)
        color, wilds = divmod(rest, COLOR_STRIDE)
        if route < len(board.routes) and color <= len(board.card_colors):
            return ClaimRoute(board.route(route).id, board.color_name(color) if color else None, wilds)
        return None
    if code >= KEEP_TICKETS:
        mask = code - KEEP_TICKETS
        return KeepTickets(tuple(i + 1 for i in range(MAX_OFFER) if mask >> i & 1))
    if code >= PAY_EXTRA:
        return PayTunnel(code - PAY_EXTRA)
    if TAKE_CARD <= code < TAKE_CARD + CARDS:
        card = code - TAKE_CARD
        return TakeCard(board.color_name(card)) if card <= len(board.card_colors) else None
    simple: dict[int, Action] = {
        DRAW_UNSEEN: DrawCard(),
        DRAW_TICKETS: DrawTickets(),
        state.PASS: Pass(),
        TAKE_BACK: TakeBack(),
    }
    return simple.get(code)


def to_text(board: Board, action: Action) -> str:
    """Returns the readable form of an action, which `from_text` can read."""
    match action:
        case DrawCard():
            return "draw"
        case TakeCard(card):
            return f"take {card}"
        case DrawTickets():
            return "tickets"
        case Pass():
            return "pass"
        case TakeBack():
            return "back"
        case PayTunnel(wilds):
            return f"pay wild*{wilds}"
        case KeepTickets(places):
            return "keep " + " ".join(map(str, places))
        case ClaimRoute(route, color, wilds):
            return f"claim {route} {payment_text(color, board.route(route).length - wilds, wilds)}"
        case BuildStation(city, None, wilds):
            return f"station {city} wild*{wilds}"
        case BuildStation(city, color, wilds):
            return f"station {city} {color}" + (f"+wild*{wilds}" if wilds else "")


def counts_in_tunnel(card: str, color: str | None) -> bool:
    """R9: whether a card turned up for a tunnel costs an extra card; `color` is the colour laid down, or None."""
    return card in (WILD_NAME, color)


def payment_text(color: str | None, colored: int, wilds: int) -> str:
    """`red*2+wild*1`, `red*3` or `wild*3`."""
    parts = [f"{color}*{colored}"] if color is not None and colored else []
    return "+".join(parts + ([f"wild*{wilds}"] if wilds else []))


_WORD = r"[a-z][a-z0-9_]*"
_COUNT = r"[0-9]{1,2}"
_CLAIM = re.compile(rf"claim ({_WORD}-{_WORD}(?:/2)?) (?:({_WORD})\*({_COUNT}))?(\+)?(?:wild\*({_COUNT}))?")
_BUILD = re.compile(rf"station ({_WORD}) (?:({_WORD})(?![*\w]))?(\+)?(?:wild\*({_COUNT}))?")
_SIMPLE: Final[dict[str, Action]] = {
    "draw": DrawCard(),
    "tickets": DrawTickets(),
    "pass": Pass(),
    "back": TakeBack(),
}


def from_text(board: Board, text: str) -> Action:
    """Parses a readable action. A route's cities may be in either order. Raises ActionTextError with the reason."""
    words = text.split()
    try:
        action = _from_words(board, words)
    except NotOnBoardError as error:
        raise ActionTextError(str(error)) from error
    if action is None:
        raise _not_an_action(board, text)
    encode(board, action)
    return action


def _from_words(board: Board, words: list[str]) -> Action | None:
    line = " ".join(words)
    if line in _SIMPLE:
        return _SIMPLE[line]
    if claim := _CLAIM.fullmatch(line):
        return _claim_from(board.route(claim[1]), claim)
    if build := _BUILD.fullmatch(line):
        if bool(build[3]) != bool(build[2] and build[4]):
            return None
        return BuildStation(board.city(build[1]).id, build[2], int(build[4] or 0))
    if len(words) >= 2 and words[0] == "keep" and all(re.fullmatch("[1-9]", word) for word in words[1:]):
        return KeepTickets(tuple(sorted({int(word) for word in words[1:]})))
    if len(words) == 2 and words[0] == "take":
        return TakeCard(words[1])
    if len(words) == 2 and words[0] == "pay" and re.fullmatch(r"wild\*[0-9]", words[1]):
        return PayTunnel(int(words[1][5:]))
    return None


def _claim_from(route: Route, claim: re.Match[str]) -> ClaimRoute | None:
    """Returns the claim. Raises PaymentSizeError unless the number of cards equals the length of the route."""
    color, colored, wilds = claim[2], int(claim[3] or 0), int(claim[5] or 0)
    if color == "wild" and claim[5] is None:  # `wild*3`: the first group matched it as a colour
        color, colored, wilds = None, 0, colored
    if bool(claim[4]) != bool(color and claim[5]) or (color and not colored):
        return None
    if colored + wilds != route.length:
        raise _wrong_claim(ClaimRoute(route.id, color, wilds), colored + wilds, route.length)
    return ClaimRoute(route.id, color, wilds)
