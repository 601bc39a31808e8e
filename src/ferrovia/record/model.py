"""A record as it was read: only its form has been checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ferrovia.boards import Board
from ferrovia.events import Event
from ferrovia.game import Key

MAGIC: Final = "ferrovia record 1"


@dataclass(frozen=True, slots=True)
class ReaderLine:
    """One action as its reader may know it: `action` is its text, with `?` for secrets."""

    seat: int
    action: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The result that the file claims."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    ended_by: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A key from two sources: the server's, committed to before the table opened, and the players' values."""

    server_key: bytes
    values: tuple[tuple[int, bytes], ...]  # (seat, 32 bytes), in order of seats

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.server_key).hexdigest()

    @property
    def key(self) -> bytes:
        """The key that the game was dealt from."""
        return hashlib.sha256(self.server_key + b"".join(value for _, value in self.values)).digest()


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or (with `reader`) an unfinished one as one seat or a spectator may know it."""

    board: Board
    players: int
    first: int | None  # the seat chosen to begin; None: random
    commitment: str | None
    seed: int | None
    names: tuple[str, ...] | None
    date: str | None
    reader: int | None
    lines: Mapping[str, int]  # the line of each part: header keys, "moves" (the first action), result keys
    # a whole game
    script: tuple[int, ...] = ()
    position: Mapping[str, Any] | None = None
    opening: str = ""  # digest of the state before the first action
    moves: tuple[tuple[int, int], ...] = ()  # (seat, code)
    digests: tuple[str, ...] = ()
    claim: Claim | None = None
    key: Key | None = None
    deal: Deal | None = None  # how the key was made, if players contributed to it
    # a reader's part of a game
    dealt: tuple[Event, ...] = ()
    told: tuple[ReaderLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification. `fair` is False if draws could be known or chosen: seeds, scripts, positions."""

    checked: tuple[str, ...]
    unchecked: tuple[str, ...]  # claims in the file that a replay cannot check
    actions: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    fair: bool
