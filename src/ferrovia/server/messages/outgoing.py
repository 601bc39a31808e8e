"""Every message that goes out, and its parts: typed dictionaries, checked where they are made and by tests on the wire.

This is the second half of `protocol`, which everybody imports; nothing else defines a message.
"""

from __future__ import annotations

from typing import (
    Any,
    Literal,
    NotRequired,  # pydantic checks no others before Python 3.12
)

from typing_extensions import TypedDict

Status = Literal["open", "playing", "over", "frozen", "closed"]
ChatMode = Literal["free", "phrases", "off"]
By = Literal["person", "bot", "stand_in", "host", "server"]


class Legal(TypedDict):
    """One action with one payment. `text` or `code` is what an action message carries."""

    code: int
    text: str
    kind: Literal["draw", "take", "tickets", "keep", "claim", "pay", "back", "station", "pass"]
    card: NotRequired[str]  # take
    places: NotRequired[list[int]]  # keep: places in the offer, from 1
    route: NotRequired[str]  # claim
    city: NotRequired[str]  # station
    color: NotRequired[str | None]  # claim, station, pay: null = wilds alone
    colored: NotRequired[int]
    wilds: NotRequired[int]


class Refusal(TypedDict):
    """`key` is that of the text in every language, `numbers` fill its gaps; `rule` is a rule's id if one is meant."""

    code: str
    rule: str | None
    key: str
    numbers: dict[str, int | str]


class SeatInfo(TypedDict):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    level: str | None
    stand_in: bool  # a bot plays for the person until they are back
    online: bool
    muted: bool
    value: bool  # the browser gave its value for the fair deal


class TableInfo(TypedDict):
    id: str
    board: dict[str, str]  # id, digest, name
    status: Status
    public: bool
    clock: dict[str, Any]
    first: int | None
    take_back: bool
    chat: ChatMode
    pace: float
    commitment: str  # sha256 of the server's key, in hex
    host: int | None  # the host's seat; None if the host does not sit
    seats: list[SeatInfo]
    watching: int
    rematch: str | None  # the id of the next table
    created: int
    frozen: str | None  # why, if the table can be read but not continued


class SeatView(TypedDict):
    seat: int
    trains: int
    score: int
    cards: int
    tickets: int
    stations: int
    merchandise: int
    offered: int


class You(TypedDict):
    """What only this seat may know."""

    seat: int
    hand: dict[str, int]
    tickets: list[str]
    offer: list[str]


class GameView(TypedDict):
    phase: Literal["choosing_start", "turn", "second_card", "in_tunnel", "choosing_tickets", "over"]
    turn: int | None
    actors: list[int]
    first: int
    turns_played: int
    turns_left: int | None
    display: list[str]
    deck: int
    discard: int
    discards: dict[str, int]
    ticket_deck: int
    merchandise_left: int
    owners: dict[str, int]
    stations: dict[str, int]
    tunnel: dict[str, Any] | None
    seats: list[SeatView]


class SeatClock(TypedDict):
    left: int | None  # milliseconds at the time `now`; None without a clock
    running: bool


class Clocks(TypedDict):
    now: int  # the server's time in milliseconds
    seats: list[SeatClock]


class Row(TypedDict):
    """One row of the table's log, as the viewer may see it."""

    number: int
    kind: (
        str  # joined, left, bot, started, action, taken_back, stand_in, back, chat, host, settings, over, rematch, ...
    )
    time: int
    seat: int | None
    by: By
    data: dict[str, Any]  # by kind; see docs/protocol.md
    events: list[dict[str, Any]]  # started, action


class Welcome(TypedDict):
    type: Literal["welcome"]
    protocol: int
    server: str  # version
    now: int
    seats: list[int]  # that this browser holds
    look: int | None  # whose view follows; None is a spectator's
    host: bool


class Update(TypedDict):
    """Something happened, or (with no rows) this is how things stand. `snapshot`: throw away what you knew."""

    type: Literal["update"]
    snapshot: bool
    number: int  # of the last row: say it as `since` when you come back
    state: int  # of the last row that changed the game: say it with an action
    rows: list[Row]
    table: TableInfo | None  # None: as before
    view: GameView | None  # None before the start
    you: You | None  # None for spectators, behind the curtain and before the start
    legal: list[Legal]
    take_back: bool  # this seat may take its last action back now
    clocks: Clocks | None
    result: dict[str, Any] | None  # once the game is over
    deal: dict[str, Any] | None  # the fair deal revealed, once the game is over


class Presence(TypedDict):
    type: Literal["presence"]
    online: list[int]
    watching: int


class Accepted(TypedDict):
    """The row is on disk. A repeated `id` gets the same answer again."""

    type: Literal["accepted"]
    id: str
    number: int
    data: NotRequired[dict[str, Any]]


class Refused(TypedDict):
    type: Literal["refused"]
    id: str
    refusal: Refusal
    number: int
    state: int


class Answer(TypedDict):
    type: Literal["answer"]
    id: str
    data: dict[str, Any]


class Notice(TypedDict):
    """For everybody at the table or the server: `trouble` (the database is away), `well` (it is back), `closing`."""

    type: Literal["notice"]
    notice: Literal["trouble", "well", "closing", "revoked", "replaced"]


class Pong(TypedDict):
    type: Literal["pong"]
    now: int


ToClient = Welcome | Update | Presence | Accepted | Refused | Answer | Notice | Pong
