"""A position in the engine's numbers, read from data but not yet checked. The checks and the builder work on it."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.boards import Board
from ferrovia.engine.state import ALL_WILD
from ferrovia.position.fields import Counts


@dataclass(frozen=True, slots=True)
class SeatDraft:
    hand: Counts
    known: Counts
    drawn_since: Counts | None  # hidden cards received since the last shuffle of the deck; None: all
    routes: tuple[int, ...]
    stations: tuple[int, ...]  # cities
    tickets: tuple[int, ...]
    offer: tuple[int, ...]
    chosen: tuple[int, ...] | None  # places in the offer, from 1
    merchandise: int | None
    trains: int | None

    @property
    def hidden(self) -> Counts:
        """The cards that only the holder knows."""
        return tuple(held - known for held, known in zip(self.hand, self.known, strict=True))

    @property
    def drawn(self) -> Counts:
        return self.hidden if self.drawn_since is None else self.drawn_since

    @property
    def old_hidden(self) -> int:
        """The number of hidden cards from before the last shuffle of the deck."""
        return sum(self.hidden) - sum(self.drawn)

    def trains_left(self, board: Board) -> int:
        return board.trains - sum(board.route(number).length for number in self.routes)


@dataclass(frozen=True, slots=True)
class TunnelDraft:
    route: int
    color: int
    wilds: int
    shown: tuple[int, ...]

    @property
    def extra(self) -> int:
        return sum(card in (ALL_WILD, self.color) for card in self.shown)  # the wild's number equals ALL_WILD


@dataclass(frozen=True, slots=True)
class Drawing:
    """A ledger entry: the seat, the tickets offered and those kept (None: not chosen yet)."""

    seat: int
    offered: tuple[int, ...]
    kept: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Draft:
    board: Board
    players: int
    phase: str
    first: int
    turn: int
    turns: int
    turns_left: int | None
    passes: int
    ended_by: str | None
    display: tuple[int, ...] | None
    discards: Counts
    deck: Counts | None
    seats: tuple[SeatDraft, ...]
    tunnel: TunnelDraft | None
    returned: tuple[int, ...]
    removed: tuple[int, ...]
    ledger: tuple[Drawing, ...] | None
    script: tuple[int, ...]

    @property
    def everyone(self) -> int:
        """A bit mask of all seats."""
        return (1 << self.players) - 1
