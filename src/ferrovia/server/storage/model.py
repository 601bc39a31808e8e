"""What is kept, as plain data. Nothing here knows a database."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal

from ferrovia.data.schema import Json

UNREADABLE = "unreadable"  # the kind of a row whose body is damaged

TokenKind = Literal["invitation", "seat", "watch", "host"]


class Conflict(Exception):
    """Another process has already written this row of the table: read it, then decide again."""


class TokenUsed(Exception):
    """The invitation was used, or replaced by another one, in the meantime."""


class StorageAway(Exception):
    """The database cannot be reached. Nothing was written; later it may work again."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a table's log. It never changes, but for `personal` (a name, a chat text), which can be taken out."""

    table: str
    number: int
    time: int  # milliseconds
    kind: str
    seat: int | None
    by: str
    body: Json
    personal: str | None = None
    digest: str | None = None  # of the game's state after it


@dataclass(frozen=True, slots=True)
class NewTable:
    """What is said once, when a table is made."""

    id: str
    created: int
    board_id: str
    board_digest: str
    rules_version: int
    players: int
    settings: Json
    key: bytes  # the server's part of the deal: SECRET until the end


@dataclass(frozen=True, slots=True)
class StoredTable(NewTable):
    """A table as it is found again."""

    status: str = "open"
    last_number: int = 0

    @classmethod
    def of(cls, new: NewTable) -> StoredTable:
        return cls(**{each.name: getattr(new, each.name) for each in fields(new)})


@dataclass(frozen=True, slots=True)
class Token:
    """A secret that somebody holds, by its hash. `sitting` is the row with which its person sat down."""

    hash: bytes
    table: str
    kind: TokenKind
    seat: int | None
    sitting: int | None
    created: int
    used: int | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """What a browser holds at a table."""

    browser: bytes  # hash of its cookie
    table: str
    kind: TokenKind
    seat: int  # NO_SEAT for what is no seat
    sitting: int


NO_SEAT = -1


@dataclass(slots=True)
class Batch:
    """What is written together, or not at all."""

    table: str
    rows: list[LogRow] = field(default_factory=list)
    changes: Json = field(default_factory=dict)  # columns of the table's entry
    new: NewTable | None = None
    tokens: list[Token] = field(default_factory=list)
    holders: list[Holder] = field(default_factory=list)
    consume: bytes | None = None  # an invitation that must not have been used yet
    void_invitations: list[int] = field(default_factory=list)  # of these seats
    forget_seats: list[int] = field(default_factory=list)  # take the personal texts of these seats out
    now: int = 0

    @property
    def is_plain(self) -> bool:
        """Rows and changes alone: such batches share a transaction."""
        return not (self.new or self.tokens or self.holders or self.consume or self.void_invitations) and not (
            self.forget_seats
        )


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """What a list of tables shows."""

    id: str
    created: int
    changed: int
    status: str
    public: bool
    board_id: str
    board_digest: str
    settings: Json
    summary: Json


@dataclass(frozen=True, slots=True)
class Ban:
    """A visitor who may not come."""

    kind: Literal["address", "browser"]
    who: str  # an address or network; the hash of a cookie in hexadecimal digits
    created: int
    until: int | None = None  # for good if None


@dataclass(frozen=True, slots=True)
class Due:
    """A table that wants to be looked after: a bot to move, a clock to run out, a table to expire."""

    id: str
    at: int


@dataclass(frozen=True, slots=True)
class Finished:
    id: str
    board_id: str
    players: int
    finished: int
    public: bool
    summary: Json
