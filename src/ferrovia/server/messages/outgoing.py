"""Every message that the server sends: typed dictionaries, type-checked in the code and tested on the wire.

The parts that describe a game are those of `ferrovia.data.schema`. `schema` writes all of them as JSON Schema.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # before Python 3.12, pydantic accepts only this one

from ferrovia.data.schema import ClockInfo, EventData, GameView, Legal, Refusal, ResultData, SeatKind, Status, You

ChatMode = Literal["free", "phrases", "off"]
By = Literal["person", "bot", "stand_in", "host", "server"]


class SeatInfo(TypedDict):
    seat: int
    kind: SeatKind
    name: str | None
    level: str | None
    stand_in: bool  # a bot plays for the person until they return
    online: bool
    muted: bool
    value: bool  # the browser has sent its value for the fair deal


class BoardName(TypedDict):
    id: str
    digest: str
    name: str


class TableInfo(TypedDict):
    id: str
    board: BoardName
    status: Status
    public: bool
    clock: ClockInfo
    first: int | None
    take_back: bool
    chat: ChatMode
    pace: float
    commitment: str  # sha256 of the server's key, in hex
    host: int | None  # the host's seat; None for a host without a seat
    seats: list[SeatInfo]
    watching: int
    rematch: str | None  # the id of the next table
    created: int
    frozen: str | None  # the reason, if the table can be read but not continued
    lesson: str | None  # the lesson that the table is scripted for


class SeatClock(TypedDict):
    left: int | None  # milliseconds at the time `now`; None without a clock
    running: bool


class Clocks(TypedDict):
    now: int  # the server's time in milliseconds
    seats: list[SeatClock]


class RowData(TypedDict, total=False):
    """The details of a row; docs/protocol.md lists the fields of each kind."""

    name: str | None  # joined
    reason: str  # left, stand_in, closed
    level: str  # bot
    action: str | None  # action; None if secret
    to: int  # taken_back
    phrase: str  # chat
    text: str | None  # chat; None once deleted
    chat: ChatMode  # settings
    public: bool  # created, settings
    muted: bool  # settings
    table: str  # rematch


class Row(TypedDict):
    """One row of the table's log, as the viewer may see it."""

    number: int
    kind: str  # docs/protocol.md lists the kinds and their `data`
    time: int
    seat: int | None
    by: By
    data: RowData
    events: list[EventData]  # started, action


class DealValue(TypedDict):
    seat: int
    value: str


class FairDeal(TypedDict):
    """The parts of the deal, to check it; sent after the end."""

    commitment: str
    server_key: str
    values: list[DealValue]
    key: str
    formula: str


class Welcome(TypedDict):
    type: Literal["welcome"]
    protocol: int
    server: str  # version
    now: int
    seats: list[int]  # seats that this browser holds
    look: int | None  # whose view follows; None: a spectator's
    host: bool


class Update(TypedDict):
    """Something happened or, without rows, this is the current state. `snapshot`: discard everything you knew."""

    type: Literal["update"]
    snapshot: bool
    number: int  # of the last row: send it as `since` when you reconnect
    state: int  # of the last row that changed the game: send it with an action
    rows: list[Row]
    table: TableInfo | None  # None: unchanged
    view: GameView | None  # None before the start
    you: You | None  # None for spectators, behind the curtain and before the start
    legal: list[Legal]
    take_back: bool  # this seat may take back its last action now
    clocks: Clocks | None
    result: ResultData | None  # once the game is over
    deal: FairDeal | None  # once the game is over


class Presence(TypedDict):
    type: Literal["presence"]
    online: list[int]
    watching: int


class Accepted(TypedDict):
    """The row is on disk. A repeated `id` gets the same answer again."""

    type: Literal["accepted"]
    id: str
    number: int
    data: NotRequired[dict[str, object]]


class Refused(TypedDict):
    type: Literal["refused"]
    id: str
    refusal: Refusal
    number: int
    state: int


class Answer(TypedDict):
    type: Literal["answer"]
    id: str
    data: dict[str, object]


class Notice(TypedDict):
    """For the whole table or server: `trouble` (the database is away), `well` (it is back), `closing`."""

    type: Literal["notice"]
    notice: Literal["trouble", "well", "closing", "revoked", "replaced"]


class Pong(TypedDict):
    type: Literal["pong"]
    now: int


class SeenStep(TypedDict):
    action: str | None
    events: list[EventData]


class Step(TypedDict):
    """A step of a finished game, with nothing hidden. `seen`: what each seat could see then; None: everything."""

    number: int
    seat: int | None
    action: str | None
    events: list[EventData]
    seen: list[SeenStep | None]
    view: GameView
    hands: list[You]
    completed: list[list[str]]  # by seat: its tickets that would count if the game ended now, stations included


ToClient = Welcome | Update | Presence | Accepted | Refused | Answer | Notice | Pong
