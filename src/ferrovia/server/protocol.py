"""Every message that goes in or comes out. Nothing else defines one; docs/protocol.md shows them with examples.

What comes in is a pydantic model that refuses what it does not know. What goes out is a typed dictionary: checked by
the type checker where it is made, and by the tests on the wire.
"""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,  # pydantic checks no others before Python 3.12
)

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, field_validator
from typing_extensions import TypedDict

PROTOCOL: Final = 1  # raised when an old client would misunderstand a message

MAX_MESSAGE: Final = 8 * 1024  # bytes of one message from a client
MAX_NAME: Final = 24  # letters; a record takes no longer ones than 60
MAX_CHAT: Final = 280
MAX_SEATS: Final = 5
MAX_CLOCK: Final = 14 * 24 * 3600  # seconds: two weeks for a move

# Preset phrases; their texts are `server.phrase.<name>` in every language.
PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "ouch", "good_game", "again",
    "bye",
)  # fmt: skip

Level = Literal["easy", "medium", "hard", "expert"]
Status = Literal["open", "playing", "over", "frozen", "closed"]
ChatMode = Literal["free", "phrases", "off"]
By = Literal["person", "bot", "stand_in", "host", "server"]

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME)]
Token = Annotated[str, StringConstraints(pattern=r"^[iswh]_[A-Za-z0-9_-]{22,64}$")]
Value = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]  # 256 bits from a browser, for the fair deal
RequestId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seat = Annotated[int, Field(strict=True, ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
Flag = Annotated[bool, Field(strict=True)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("only printable letters")
    return text


def _is_record_name(name: str) -> str:
    if set(name) & {"|", "#"}:
        raise ValueError("a name has no | and no #")
    return _printable(name)


# --- what a table is made of ------------------------------------------------------------------------------------------
class NoClock(_Message):
    kind: Literal["none"]


class MoveClock(_Message):
    """So many seconds for each move; for slow games, days."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(strict=True, ge=5, le=MAX_CLOCK)]


class BankClock(_Message):
    """So many seconds for the whole game, and some more with every move."""

    kind: Literal["bank"]
    seconds: Annotated[int, Field(strict=True, ge=30, le=MAX_CLOCK)]
    increment: Annotated[int, Field(strict=True, ge=0, le=3600)] = 0


Clock = Annotated[NoClock | MoveClock | BankClock, Field(discriminator="kind")]


class MySeat(_Message):
    """A seat for who makes the table; several of them share the screen (hot-seat)."""

    kind: Literal["me"]
    name: Name

    _name = field_validator("name")(_is_record_name)


class PersonSeat(_Message):
    """An empty seat, for somebody with its invitation (at a public table: for anybody)."""

    kind: Literal["person"]


class BotSeat(_Message):
    kind: Literal["bot"]
    level: Level = "medium"


AnySeat = Annotated[MySeat | PersonSeat | BotSeat, Field(discriminator="kind")]


class CreateTable(_Message):
    """POST /api/tables"""

    board: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$|^sha256:[0-9a-f]{64}$")]
    seats: Annotated[list[AnySeat], Field(min_length=2, max_length=MAX_SEATS)]
    clock: Clock = NoClock(kind="none")
    public: Flag = False
    first: Seat | None = None  # who starts; drawn if left out
    take_back: Flag = True
    chat: ChatMode = "free"
    value: Value | None = None
    start: Flag = False  # at once, when no seat is empty
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0  # seconds a bot takes at least, so that people can follow


class Join(_Message):
    """POST /api/tables/{table}/join. `token` is an invitation; a public table takes a seat's number instead."""

    name: Name
    token: Token | None = None
    seat: Seat | None = None
    value: Value | None = None

    _name = field_validator("name")(_is_record_name)


class Branch(_Message):
    """POST /api/tables/{table}/branch: play on from a step of a finished game, at `seat`; bots take the others."""

    step: Annotated[int, Field(strict=True, ge=0, le=100_000)]
    seat: Seat
    name: Name
    level: Level = "medium"
    value: Value | None = None
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0

    _name = field_validator("name")(_is_record_name)


class OpenLink(_Message):
    """POST /api/tables/{table}/open: this browser now holds what the link stands for."""

    token: Token


class UploadBoard(_Message):
    """POST /api/boards"""

    text: Annotated[str, StringConstraints(min_length=1, max_length=256 * 1024)]


# --- from a client, over the socket -----------------------------------------------------------------------------------
class Hello(_Message):
    """Always the first. `since` is the last number seen, if one comes back; `tokens` if one has no cookie."""

    type: Literal["hello"]
    tokens: Annotated[list[Token], Field(max_length=MAX_SEATS + 1)] = []
    since: Number | None = None
    look: Seat | None = None  # whose view, if one holds several seats


class Look(_Message):
    """Lift the curtain for one of one's own seats, or (null) close it: hot-seat."""

    type: Literal["look"]
    seat: Seat | None


class Act(_Message):
    """`state` is the number of the state this was decided on. The same `id` again is answered, not played, again."""

    type: Literal["action"]
    id: RequestId
    state: Number
    action: Annotated[str, StringConstraints(max_length=200)] | Annotated[int, Field(strict=True, ge=0, lt=2**31)]
    seat: Seat | None = None


class TakeBack(_Message):
    type: Literal["take_back"]
    id: RequestId
    state: Number
    seat: Seat | None = None


class Ask(_Message):
    """`why_not` of a route, city or action; `outlook` of a ticket or of all; `tunnel_odds` of a claim; `coach`."""

    type: Literal["ask"]
    id: RequestId
    what: Literal["why_not", "outlook", "tunnel_odds", "coach"]
    of: Annotated[str, StringConstraints(max_length=200)] | None = None


class Chat(_Message):
    type: Literal["chat"]
    id: RequestId
    phrase: Annotated[str, StringConstraints(max_length=40)] | None = None
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CHAT)] | None = None

    _text = field_validator("text")(lambda text: text if text is None else _printable(text))


class GiveValue(_Message):
    """A random value of this browser for the fair deal, before the start."""

    type: Literal["value"]
    seat: Seat
    value: Value


class History(_Message):
    """The rows after `since`, up to `until`, as the one who asks may see them."""

    type: Literal["history"]
    id: RequestId
    since: Number = 0
    until: Number | None = None


class Simple(_Message):
    """`start` and `rematch` for the host, `back` (I am here again), `leave`, `link` (a new own link), `forget` (my
    name and chat), `ping`.
    """

    type: Literal["start", "rematch", "back", "leave", "link", "forget", "ping"]
    id: RequestId = "-"
    seat: Seat | None = None


class Webhook(_Message):
    """An address to call when it is one's turn in a slow game; null for none. Only where the operator allows it."""

    type: Literal["webhook"]
    id: RequestId
    seat: Seat | None = None
    url: Annotated[str, StringConstraints(pattern=r"^https://[^\s@#\\]{1,400}$")] | None = None


class Host(_Message):
    """What the host may do. `seat`, `level`, `on` and `mode` as the command needs them."""

    type: Literal["host"]
    id: RequestId
    do: Literal["bot", "invite", "remove", "mute", "chat", "public", "hand_over", "watch_link", "close"]
    seat: Seat | None = None
    level: Level | None = None
    on: Flag | None = None
    mode: ChatMode | None = None


FromClient = Annotated[
    Hello | Look | Act | TakeBack | Ask | Chat | GiveValue | History | Simple | Webhook | Host,
    Field(discriminator="type"),
]
from_client: Final[TypeAdapter[FromClient]] = TypeAdapter(FromClient)


# --- to a client ------------------------------------------------------------------------------------------------------
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
