"""Events of a game, as frozen dataclasses named in the past tense.

The rules write notes, and `from_notes` turns them into complete events. `data.secrecy.event_for` replaces whatever a
seat or spectator may not know with `None`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.actions import counts_in_tunnel
from ferrovia.boards import Board
from ferrovia.engine import state


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was dealt at the start; `card` is None for viewers who may not see it."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew the top card of the deck; `card` is None for viewers who may not see it."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took the face-up card in `slot`."""

    seat: int
    card: str
    slot: int


@dataclass(frozen=True, slots=True)
class DisplayFilled:
    """A new face-up card was put into `slot`."""

    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplayReset:
    """The display was cleared because it had three wilds; five DisplayFilled follow."""


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The discards were shuffled into a new deck of this many cards."""

    cards: int


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A seat claimed a route and paid for it; `points` are the points of the route."""

    seat: int
    route: str
    color: str | None  # None: paid with wilds only
    colored: int  # cards of that colour, including a tunnel's extra ones
    wilds: int
    points: int


@dataclass(frozen=True, slots=True)
class TunnelEntered:
    """A seat laid down cards for a tunnel; the extra cards come next."""

    seat: int
    route: str
    color: str | None
    colored: int
    wilds: int


@dataclass(frozen=True, slots=True)
class TunnelCardShown:
    """A card was turned up for a tunnel; `counts` says whether it costs an extra card."""

    card: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TunnelPriced:
    """How many extra cards the tunnel costs; 0 means it is claimed at once."""

    seat: int
    extra: int


@dataclass(frozen=True, slots=True)
class TunnelLeft:
    """The seat took its cards back instead of paying for the tunnel."""

    seat: int
    route: str


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A seat built a station and paid for it."""

    seat: int
    city: str
    color: str | None
    colored: int
    wilds: int


@dataclass(frozen=True, slots=True)
class TicketOffered:
    """A ticket is on offer to a seat; `ticket` is None for other viewers."""

    seat: int
    ticket: str | None


@dataclass(frozen=True, slots=True)
class TicketsChosen:
    """A seat has chosen its starting tickets. The number it kept is announced once all seats have chosen."""

    seat: int


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """How many of the offered tickets a seat kept; `tickets` is None for other viewers."""

    seat: int
    kept: int
    returned: int
    tickets: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class MerchandiseTaken:
    """A seat took a merchandise card."""

    seat: int


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    """This seat ended its turn with few trains left: every seat has one more turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """It is this seat's turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed because it could do nothing else."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `Game.result()` has the scores."""

    reason: str  # last_round, passes or turn_limit


Event = (
    CardDealt
    | CardDrawn
    | CardTaken
    | DisplayFilled
    | DisplayReset
    | DeckReshuffled
    | RouteClaimed
    | TunnelEntered
    | TunnelCardShown
    | TunnelPriced
    | TunnelLeft
    | StationBuilt
    | TicketOffered
    | TicketsChosen
    | TicketsKept
    | MerchandiseTaken
    | LastRoundBegan
    | TurnStarted
    | Passed
    | GameEnded
)


def from_notes(board: Board, notes: Any) -> tuple[Event, ...]:
    """Returns the complete events described by a buffer of notes."""
    rows = notes[1 : int(notes[0, 0]) + 1].tolist()
    return tuple(_events(board, rows))


def _color(board: Board, number: int) -> str | None:
    return board.color_name(number) if number != state.ALL_WILD else None


def _events(board: Board, rows: list[list[int]]) -> Iterator[Event]:
    kept: list[str] = []
    laid_down: str | None = None  # the colour paid for the tunnel whose cards follow
    for kind, a, b, c, d, e in rows:
        if kind == state.NOTE_TICKET_KEPT:
            kept.append(board.ticket(b).id)
        elif kind == state.NOTE_TICKETS_KEPT:
            yield TicketsKept(a, b, c - b, tuple(kept))
            kept = []
        elif kind == state.NOTE_TUNNEL_CARD:
            card = board.color_name(a)
            yield TunnelCardShown(card, counts_in_tunnel(card, laid_down))
        else:
            if kind == state.NOTE_TUNNEL_ENTERED:
                laid_down = _color(board, c)
            yield _event(board, kind, a, b, c, d, e)


def _event(board: Board, kind: int, a: int, b: int, c: int, d: int, e: int) -> Event:
    match kind:
        case state.NOTE_CARD_DEALT:
            return CardDealt(a, board.color_name(b))
        case state.NOTE_CARD_DRAWN:
            return CardDrawn(a, board.color_name(b))
        case state.NOTE_CARD_TAKEN:
            return CardTaken(a, board.color_name(b), c)
        case state.NOTE_DISPLAY_FILLED:
            return DisplayFilled(a, board.color_name(b))
        case state.NOTE_DISPLAY_RESET:
            return DisplayReset()
        case state.NOTE_DECK_RESHUFFLED:
            return DeckReshuffled(a)
        case state.NOTE_ROUTE_CLAIMED:
            return RouteClaimed(a, board.route(b).id, _color(board, c), d, e, board.route(b).points)
        case state.NOTE_TUNNEL_ENTERED:
            return TunnelEntered(a, board.route(b).id, _color(board, c), board.route(b).length - d, d)
        case state.NOTE_TUNNEL_PRICED:
            return TunnelPriced(a, b)
        case state.NOTE_TUNNEL_LEFT:
            return TunnelLeft(a, board.route(b).id)
        case state.NOTE_STATION_BUILT:
            return StationBuilt(a, board.city(b).id, _color(board, c), e - d, d)
        case state.NOTE_TICKET_OFFERED:
            return TicketOffered(a, board.ticket(b).id)
        case state.NOTE_TICKETS_CHOSEN:
            return TicketsChosen(a)
        case state.NOTE_MERCHANDISE_TAKEN:
            return MerchandiseTaken(a)
        case state.NOTE_LAST_ROUND:
            return LastRoundBegan(a)
        case state.NOTE_TURN_STARTED:
            return TurnStarted(a)
        case state.NOTE_PASSED:
            return Passed(a)
        case state.NOTE_GAME_ENDED:
            return GameEnded(state.ENDINGS[a])
    raise AssertionError(f"the rules wrote a note of unknown kind {kind}")
