"""The server's answers over HTTP, and the `data` of its answers to questions over the socket.

Typed dictionaries like those of `outgoing`; `schema` writes them into the same JSON Schema, from which the browser's
types are generated.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # before Python 3.12, pydantic accepts only this one

from ferrovia.data.schema import (
    BoardData,
    ClockInfo,
    Json,
    Legal,
    Refusal,
    ResultData,
    ScoreSheetData,
    StatisticsData,
    Status,
)
from ferrovia.server.messages.incoming import Clock
from ferrovia.server.messages.outgoing import BoardName, FairDeal, Row, SeatInfo, Step, TableInfo
from ferrovia.server.storage.model import ListedSeat


# --- GET /api/info --------------------------------------------------------------------------------------------------
class BoardMinutes(TypedDict):
    id: str
    minutes: list[int]  # from two quick players to a full table


class ServerLimits(TypedDict):
    name: int  # letters
    chat: int  # letters
    seats: int
    board: int  # bytes of an uploaded file
    record: int  # likewise
    grace: float  # seconds until a bot plays for an absent player


class ServerInfo(TypedDict):
    """Features, offers and limits of this server."""

    protocol: int
    version: str
    languages: list[str]
    levels: list[str]  # weakest first, then the operator's own
    default_level: str  # to offer first
    ratings: dict[str, dict[str, int]]  # board: level: rating
    phrases: list[str]
    boards: list[BoardMinutes]  # in the order to offer them
    clocks: dict[str, Clock]  # in the order to offer them
    paces: list[float]  # seconds per bot action, likewise
    seat_colors: list[str]  # by seat
    piece_colors: list[str]  # of the boxes, for games on a real table
    limits: ServerLimits
    webhooks: bool


# --- boards ---------------------------------------------------------------------------------------------------------
class BoardProblem(TypedDict):
    code: str
    place: str
    text: str  # in English


class UploadJob(TypedDict):
    """The progress of an uploaded board's trial."""

    job: str
    stage: str  # "ready" and "refused" are the last
    done: float
    board: str | None  # as soon as tables may use it
    problems: list[BoardProblem]


# --- tables ---------------------------------------------------------------------------------------------------------
class ListedTable(TypedDict):
    """A table in the lobby's lists."""

    id: str
    board: BoardName
    status: Status
    clock: ClockInfo
    seats: list[ListedSeat]
    open: list[int]  # seats
    actors: list[int]
    totals: list[int] | None
    winners: list[int] | None
    created: int
    changed: int
    yours: list[int]  # seats
    your_turn: bool


class Lobby(TypedDict):
    open: list[ListedTable]
    playing: list[ListedTable]
    mine: list[ListedTable]


class Link(TypedDict):
    """A token as its owner sees it, once."""

    token: str
    link: str


class SeatLink(Link):
    seat: int


class TableMade(TypedDict):
    """POST /api/tables and /api/tables/{table}/branch"""

    table: str
    link: str
    seats: list[SeatLink]
    invitations: list[SeatLink]
    watch: Link
    host: Link | None
    commitment: str


class Joined(SeatLink):
    """POST /api/tables/{table}/join"""

    table: str


class LinkOpened(TypedDict):
    """POST /api/tables/{table}/open"""

    table: str
    kind: Literal["seat", "watch", "host", "invitation"]
    seat: int | None
    board: BoardName  # so that a client can fetch it at once
    info: NotRequired[TableInfo]  # for an invitation


# --- finished games -------------------------------------------------------------------------------------------------
class Offers(TypedDict):
    """Further questions that the server answers about a finished game."""

    coach: bool
    branch: bool
    chances: bool
    chances_at_once: bool  # a network judges the board, which takes a second


class Replay(TypedDict):
    """A finished game step by step, with nothing hidden."""

    table: TableInfo
    board: str
    steps: list[Step]
    result: ResultData
    deal: FairDeal | None
    yours: list[int]  # seats that the viewer holds
    can: Offers


class ChanceLine(TypedDict):
    """Chances by step and seat, None for skipped steps; with a band if a network judged them."""

    chance: list[list[float] | None]
    low: NotRequired[list[list[float]]]
    high: NotRequired[list[list[float]]]


class TurningPoint(TypedDict):
    """A turn that changed the chances a lot: after which step, for which seat most, from what to what."""

    step: int
    seat: int
    before: float
    after: float


class Chances(TypedDict):
    """Chances to win, by each seat's own knowledge and by all hands together; or the progress of computing them."""

    done: NotRequired[float]
    method: NotRequired[Literal["network", "games"]]
    own: NotRequired[ChanceLine]
    together: NotRequired[ChanceLine]
    turning_points: NotRequired[list[TurningPoint]]
    games: NotRequired[int]  # played from each estimated step, without a network


class RecordTable(TypedDict):
    board: BoardName
    seats: list[SeatInfo]  # a record does not say which seats were bots: all count as people


class RecordedGame(TypedDict):
    """A replay of a record. `board` and `layout` come from the record; None for a built-in board."""

    table: RecordTable
    date: str | None
    steps: list[Step]
    result: ResultData
    statistics: StatisticsData
    deal: FairDeal | None
    yours: list[int]  # none: a record does not know its viewer
    can: Offers
    board: BoardData | None
    layout: Json | None


class RecordProblem(TypedDict):
    """The refusal of a record. `reason` is in English; `refusal` is the rules' own, if an action broke one."""

    code: str  # record/...
    line: int  # from 1
    reason: str
    refusal: Refusal | None


class OpenedRecord(TypedDict):
    """Exactly one of the two is None."""

    problem: RecordProblem | None
    game: RecordedGame | None


# --- lessons --------------------------------------------------------------------------------------------------------
class LessonEntry(TypedDict):
    id: str
    board: str
    table: str | None  # where this browser can continue


class LessonStep(TypedDict):
    id: str
    at: Literal["map", "dock", "market", "pile", "tickets", "side"]  # the part of the screen that it explains
    do: NotRequired[list[str]]
    look: NotRequired[str]
    when: NotRequired[str]
    routes: NotRequired[list[str]]
    cities: NotRequired[list[str]]


class LessonData(TypedDict):
    id: str
    board: str
    steps: list[LessonStep]


class LessonBegun(TypedDict):
    table: str
    link: str


# --- the referee ----------------------------------------------------------------------------------------------------
class EntryProblem(TypedDict):
    """An impossible entry."""

    code: str
    place: str
    reason: str
    numbers: dict[str, int | str]


class CountedTicket(TypedDict):
    id: str
    cities: list[str]
    points: int


class CountedSeat(TypedDict):
    name: str | None
    color: str | None
    trains_left: int


class CountPart(TypedDict):
    """One thing that scores: a ticket, a station, an attraction, a district, a path."""

    what: str
    points: int
    routes: list[str]
    cities: list[str]


class CountStep(TypedDict):
    row: str
    seat: int
    points: int
    total: int
    count: int
    parts: list[CountPart]


class Count(TypedDict):
    """The score of a game played on a real board."""

    problems: list[EntryProblem]
    board: str
    rules_version: int
    seats: list[CountedSeat]
    few_trains: list[int]
    tickets: list[CountedTicket]
    exact: bool
    winners: list[int]
    totals: list[int]
    sheets: list[ScoreSheetData]
    steps: list[CountStep]


class NoCount(TypedDict):
    problems: list[EntryProblem]
    sheets: None


# --- answers to `ask` and `history` ---------------------------------------------------------------------------------
class WhyNot(TypedDict):
    reason: Refusal | None  # None: it is possible


class BorrowedData(TypedDict):
    """An opponent's route that a station borrows."""

    station: str
    route: str


class OutlookData(TypedDict):
    """The progress of a ticket: by its seat's routes, and by what its stations would borrow if the game ended now."""

    joined: bool
    possible: bool
    missing: list[str] | None  # routes to claim; None if no path is left
    trains: int | None
    borrowing: list[BorrowedData]  # not empty: the ticket counts, thanks to these


class Outlooks(TypedDict):
    outlooks: dict[str, OutlookData]


class TunnelOdds(TypedDict):
    extra: list[float]  # the chances of 0, 1, 2 and 3 extra cards
    spare: int  # how many the rest of the hand could pay
    payable: float  # the chance that it can


class Advice(Legal):
    """A move that the coach proposes."""

    value: float | None  # chance to win
    margin: float | None  # points ahead of the best other player at the end


class Advised(TypedDict):
    moves: list[Advice]  # the best first


class PastRows(TypedDict):
    rows: list[Row]
