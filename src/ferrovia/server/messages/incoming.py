"""Every message that a client sends: pydantic models that reject unknown fields.

`outgoing` has the other half; docs/protocol.md shows both with examples.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, field_validator

from ferrovia.data.schema import ClockInfo
from ferrovia.record.names import is_readable
from ferrovia.server.messages.outgoing import ChatMode

MAX_MESSAGE: Final = 8 * 1024  # bytes per message from a client
MAX_NAME: Final = 24  # letters; records accept up to 60
MAX_CHAT: Final = 280
MAX_SEATS: Final = 5
MAX_CLOCK: Final = 14 * 24 * 3600  # seconds: two weeks for a move

# Preset phrases; their texts are `server.phrase.<name>` in every language.
PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "ouch", "good_game", "again",
    "bye",
)  # fmt: skip

MAX_LEVEL: Final = 24  # letters
Level = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LEVEL)]  # `levels` of /api/info has them
DEFAULT_LEVEL: Final = "medium"  # of a bot, if a message names none

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME)]
Token = Annotated[str, StringConstraints(pattern=r"^[iswh]_[A-Za-z0-9_-]{22,64}$")]
# A link that a visitor opens. Loose on purpose: a badly copied link is answered "not a valid link", not "bad letters".
LinkToken = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
Value = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]  # 256 bits from a browser, for the fair deal
REQUEST_ID: Final = r"^[A-Za-z0-9_.:-]{1,64}$"
RequestId = Annotated[str, StringConstraints(pattern=REQUEST_ID)]
Seat = Annotated[int, Field(strict=True, ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
WEBHOOK_URL: Final = r"^https://[!\"$-?A-\[\]-~]{1,400}$"  # visible ASCII except @, # and \
Flag = Annotated[bool, Field(strict=True)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# Letters by their category, yet drawn as nothing. Records of earlier games may contain them, so only new texts may not.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS: Final = range(0xFE00, 0xFE10)  # choose the form of the sign before them, such as a coloured heart


def _printable(text: str) -> str:
    """Refuses invisible letters: a name could seem to be empty, or the same as another."""
    selects = [place for place, letter in enumerate(text) if ord(letter) in _SELECTORS]
    stray = any(place == 0 or text[place - 1].isalpha() or place - 1 in selects for place in selects)
    if stray or set(text) & _BLANK or not is_readable(text):
        raise ValueError("only printable letters")
    return text


def _is_record_name(name: str | None) -> str | None:
    if name is None:
        return None
    if set(name) & {"|", "#"}:
        raise ValueError("a name has no | and no #")
    return _printable(name)


# --- what a table is made of ------------------------------------------------------------------------------------------
class _AnyClock(_Message):
    def as_data(self) -> ClockInfo:
        """The clock as a table keeps and shows it."""
        return cast("ClockInfo", self.model_dump())


class NoClock(_AnyClock):
    kind: Literal["none"]


class MoveClock(_AnyClock):
    """Seconds per move; slow games count in days."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(strict=True, ge=5, le=MAX_CLOCK)]


class BankClock(_AnyClock):
    """Seconds for the whole game, plus an increment per move."""

    kind: Literal["bank"]
    seconds: Annotated[int, Field(strict=True, ge=30, le=MAX_CLOCK)]
    increment: Annotated[int, Field(strict=True, ge=0, le=3600)] = 0


Clock = Annotated[NoClock | MoveClock | BankClock, Field(discriminator="kind")]

# What a lobby offers; clients may ask for any other clock and pace.
CLOCKS: Final[dict[str, NoClock | MoveClock | BankClock]] = {
    "none": NoClock(kind="none"),
    "quick": MoveClock(kind="move", seconds=30),
    "calm": MoveClock(kind="move", seconds=90),
    "bank": BankClock(kind="bank", seconds=15 * 60, increment=10),
    "mail": MoveClock(kind="move", seconds=2 * 24 * 3600),
}
PACES: Final = (0.2, 1.0, 2.0)


class MySeat(_Message):
    """A seat for the creator of the table; several of them share one screen (hot-seat)."""

    kind: Literal["me"]
    name: Name | None = None  # without one, every client names the seat by its number

    _name = field_validator("name")(_is_record_name)

    @classmethod
    def again(cls, name: str | None) -> MySeat:
        """The seat of an earlier table. A name that was accepted then and is refused today is left out."""
        try:
            return cls(kind="me", name=name)
        except ValidationError:
            return cls(kind="me")


class PersonSeat(_Message):
    """An empty seat for the holder of its invitation (at a public table: for anyone)."""

    kind: Literal["person"]


class BotSeat(_Message):
    kind: Literal["bot"]
    level: Level = DEFAULT_LEVEL


AnySeat = Annotated[MySeat | PersonSeat | BotSeat, Field(discriminator="kind")]


class CreateTable(_Message):
    """POST /api/tables"""

    board: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$|^sha256:[0-9a-f]{64}$")]
    seats: Annotated[list[AnySeat], Field(min_length=2, max_length=MAX_SEATS)]
    clock: Clock = NoClock(kind="none")
    public: Flag = False
    first: Seat | None = None  # the starting seat; random if left out
    take_back: Flag = True
    chat: ChatMode = "free"
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0  # minimum seconds per bot action, so that people can follow


class Join(_Message):
    """POST /api/tables/{table}/join. `token` is an invitation; for a public table, give a seat's number instead."""

    name: Name | None = None  # without one, every client names the seat by its number
    token: LinkToken | None = None
    seat: Seat | None = None

    _name = field_validator("name")(_is_record_name)


class BeginLesson(_Message):
    """`again` restarts a lesson that the browser could continue."""

    name: Name | None = None
    again: Flag = False
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0

    _name = field_validator("name")(_is_record_name)


class Branch(_Message):
    """POST /api/tables/{table}/branch: play on from a step of a finished game, at `seat`; bots take the others."""

    step: Annotated[int, Field(strict=True, ge=0, le=100_000)]
    seat: Seat
    name: Name | None = None
    level: Level = DEFAULT_LEVEL
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0

    _name = field_validator("name")(_is_record_name)


class OpenLink(_Message):
    """POST /api/tables/{table}/open: this browser now holds the rights of the link."""

    token: LinkToken


class QrCode(_Message):
    """POST /api/qr"""

    text: Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^[!-~]+$")]  # an address


class UploadBoard(_Message):
    """POST /api/boards"""

    text: Annotated[str, StringConstraints(min_length=1, max_length=256 * 1024)]
    scenery: Annotated[str, StringConstraints(min_length=1, max_length=256 * 1024)] | None = None


class OpenRecord(_Message):
    """POST /api/records"""

    text: Annotated[str, StringConstraints(min_length=1, max_length=256 * 1024)]


# --- from a client, over the socket -----------------------------------------------------------------------------------
class Hello(_Message):
    """Always the first message. A returning client sends the last number it saw as `since`; one without a cookie,
    `tokens`.
    """

    type: Literal["hello"]
    protocol: Number = 1  # clients of version 1 did not send it
    tokens: Annotated[list[Token], Field(max_length=MAX_SEATS + 1)] = []
    since: Number | None = None
    look: Seat | None = None  # whose view, for a client with several seats


class Look(_Message):
    """Lift the curtain for one of your own seats, or (null) close it: hot-seat."""

    type: Literal["look"]
    seat: Seat | None


class Act(_Message):
    """`state` is the state that the action was decided on. A repeated `id` gets the same answer and plays nothing."""

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
    """This browser's random value for the fair deal; sent after it has seen the commitment and before the start."""

    type: Literal["value"]
    id: RequestId = "-"
    seat: Seat
    value: Value


class History(_Message):
    """The rows after `since`, up to `until`, as the caller may see them."""

    type: Literal["history"]
    id: RequestId
    since: Number = 0
    until: Number | None = None


class Simple(_Message):
    """Messages that name at most a seat.

    `start` and `rematch` are for the host; `back` says that the player has returned; `link` asks for a new link to the
    seat; `forget` removes the player's name and chat.
    """

    type: Literal["start", "rematch", "back", "leave", "link", "forget", "ping"]
    id: RequestId = "-"
    seat: Seat | None = None


class Webhook(_Message):
    """An address to call when it is the player's turn in a slow game; null for none. Only if the operator allows it."""

    type: Literal["webhook"]
    id: RequestId
    seat: Seat | None = None
    url: Annotated[str, StringConstraints(pattern=WEBHOOK_URL)] | None = None


class Host(_Message):
    """A host command. Which of `seat`, `level`, `on` and `mode` it needs depends on the command."""

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
