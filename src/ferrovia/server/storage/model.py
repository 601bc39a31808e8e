"""The stored data, as plain classes. Nothing here knows a database."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from typing import Literal, NotRequired

from typing_extensions import TypedDict  # before Python 3.12, pydantic accepts only this one

from ferrovia.data.schema import ClockInfo, Json, SeatKind, Status

UNREADABLE = "unreadable"  # the kind of a row whose body is damaged

TokenKind = Literal["invitation", "seat", "watch", "host"]


class LessonScript(TypedDict):
    """A table's copy of its lesson, so that a lesson that has changed since can still be finished."""

    id: str
    learner: list[list[str]]  # per task, the actions that it accepts
    rival: list[str]  # actions of the other seat, in order


class Settings(TypedDict):
    """The wishes that a table was made with."""

    clock: ClockInfo
    first: int | None
    take_back: bool
    pace: float
    wish: Json  # a `CreateTable` without its seats, for a rematch
    position: NotRequired[Json]  # the game begins there instead of with a deal
    lesson: NotRequired[LessonScript]
    imported: NotRequired[bool]  # from a record without a fair deal


class ListedSeat(TypedDict):
    kind: SeatKind
    name: str | None
    level: str | None
    away: NotRequired[bool]  # a bot plays for the person


class Summary(TypedDict):
    """The facts about a table that lists show."""

    seats: list[ListedSeat]
    actors: list[int]
    sittings: NotRequired[list[int]]  # by seat; missing in tables of the first versions
    totals: NotRequired[list[int]]  # these three once the game is over
    winners: NotRequired[list[int]]
    actions: NotRequired[int]


class Conflict(Exception):
    """Another process has already written this row of the table: read it, then decide again."""


class TokenUsed(Exception):
    """The invitation has been used or replaced in the meantime."""


class StorageAway(Exception):
    """The database cannot be reached. Nothing was written; it may work again later."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a table's log. It never changes, except that `personal` (a name, a chat text) can be removed."""

    table: str
    number: int
    time: int  # milliseconds
    kind: str
    seat: int | None
    by: str
    body: Json
    personal: str | None = None
    digest: str | None = None  # of the game's state after the row


@dataclass(frozen=True, slots=True)
class NewTable:
    """The constants of a table, written when it is created."""

    id: str
    created: int
    board_id: str
    board_digest: str
    rules_version: int
    players: int
    settings: Settings
    key: bytes  # the server's part of the deal: SECRET until the end

    @property
    def commitment(self) -> str:
        """What the server publishes about its key before the start."""
        return hashlib.sha256(self.key).hexdigest()


@dataclass(frozen=True, slots=True)
class StoredTable(NewTable):
    """A table as read from the database."""

    status: Status = "open"
    last_number: int = 0

    @classmethod
    def of(cls, new: NewTable) -> StoredTable:
        return cls(**{each.name: getattr(new, each.name) for each in fields(new)})


@dataclass(frozen=True, slots=True)
class Token:
    """A secret that a visitor holds, by its hash. `sitting` is the row in which its person joined."""

    hash: bytes
    table: str
    kind: TokenKind
    seat: int | None
    sitting: int | None
    created: int
    used: int | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """A browser's rights at a table."""

    browser: bytes  # hash of its cookie
    table: str
    kind: TokenKind
    seat: int  # NO_SEAT for rights without a seat
    sitting: int


NO_SEAT = -1


@dataclass(slots=True)
class Batch:
    """Changes that are written together or not at all."""

    table: str
    rows: list[LogRow] = field(default_factory=list)
    changes: dict[str, object] = field(default_factory=dict)  # columns of the table's entry
    new: NewTable | None = None
    tokens: list[Token] = field(default_factory=list)
    holders: list[Holder] = field(default_factory=list)
    consume: bytes | None = None  # an invitation that must still be unused
    void_invitations: list[int] = field(default_factory=list)  # of these seats
    forget_seats: list[int] = field(default_factory=list)  # remove the personal texts of these seats
    forget_rows: list[int] = field(default_factory=list)  # remove the personal texts of rows with these numbers
    now: int = 0

    @property
    def is_plain(self) -> bool:
        """Only rows and changes: such batches can share a transaction."""
        return not (self.new or self.tokens or self.holders or self.consume or self.void_invitations or self.forgets)

    @property
    def forgets(self) -> bool:
        return bool(self.forget_seats or self.forget_rows)


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A table's entry in lists."""

    id: str
    created: int
    changed: int
    status: Status
    public: bool
    board_id: str
    board_digest: str
    settings: Settings
    summary: Summary

    @property
    def is_readable(self) -> bool:
        """False for a damaged entry, whose settings or summary came out empty."""
        return min(len(self.settings), len(self.summary)) > 0


@dataclass(frozen=True, slots=True)
class Ban:
    """A banned visitor."""

    kind: Literal["address", "browser"]
    who: str  # an address or network; the hash of a cookie in hexadecimal digits
    created: int
    until: int | None = None  # forever if None


@dataclass(frozen=True, slots=True)
class Due:
    """A table that needs attention: a bot to move, a clock to run out, a table to expire."""

    id: str
    at: int


@dataclass(frozen=True, slots=True)
class Finished:
    id: str
    board_id: str
    players: int
    finished: int
    public: bool
    summary: Summary
