"""Every shape of plain data, as typed dictionaries. JSON Schema and the browser's types are generated from them.

Cards, routes, cities and tickets are named by their ids on the board, seats by their numbers from 0.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, NotRequired

from ferrovia.boards.words import TicketWord, Vehicle

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    try:
        from typing_extensions import TypedDict  # before Python 3.12, pydantic accepts only this one
    except ImportError:  # without the server, nothing reads the schema
        from typing import TypedDict

Phase = Literal["choosing_start", "turn", "second_card", "in_tunnel", "choosing_tickets", "over"]
Cards = dict[str, int]  # number per kind, "wild" first, zeros included
Json = dict[str, Any]  # an object read from JSON; its reader knows the shape
EventData = dict[str, Any]  # the fields of a class of `ferrovia.events`, and its name under "event"


# --- tables ---------------------------------------------------------------------------------------------------------
Status = Literal["open", "playing", "over", "frozen", "closed"]
SeatKind = Literal["open", "person", "bot"]


class ClockInfo(TypedDict):
    kind: Literal["none", "move", "bank"]
    seconds: NotRequired[int]
    increment: NotRequired[int]


# --- views of a game ------------------------------------------------------------------------------------------------
class Tunnel(TypedDict):
    """The open tunnel: what was laid down, what was turned up, which of it counts, and the extra cards it costs."""

    route: str
    color: str | None  # None: wilds only
    colored: int
    wilds: int
    shown: list[str]
    counts: list[bool]  # by card shown: whether it costs an extra card
    extra: int


class TicketDraw(TypedDict):
    """A draw of tickets, as everybody saw it."""

    seat: int
    offered: int
    kept: int | None  # None: not chosen yet


class SeatView(TypedDict):
    """The public facts about a seat."""

    seat: int
    trains: int
    score: int  # points of routes so far
    cards: int
    known_cards: Cards  # cards of the hand that everybody saw; at the end, all
    tickets: int
    offered: int  # tickets to choose from now
    stations_left: int
    merchandise: int
    attractions: int  # attractions that its routes reach
    districts: dict[str, int]  # district number: how many of its places the seat's routes connect
    bonus: int  # points of merchandise, attractions and districts, if the game ended now


class GameView(TypedDict):
    """The public facts about a game."""

    phase: Phase
    turn: int | None  # None while starting tickets are chosen and after the end
    actors: list[int]  # the seats that may act now
    first: int
    turns_played: int
    turns_left: int | None  # None before the last round
    display: list[str]
    deck: int
    discard: int
    discards: Cards
    unseen: Cards  # in the deck, or in hands and not public knowledge
    ticket_deck: int
    ticket_draws: list[TicketDraw]
    merchandise_left: int
    owners: dict[str, int]  # route: seat
    closed: dict[str, list[int]]  # unclaimed route: the seats that may never claim it, as its twin is claimed
    stations: dict[str, int]  # city: seat
    tunnel: Tunnel | None
    seats: list[SeatView]


class OwnDraw(TypedDict):
    """A seat's own draw of tickets. `number` is its index in `ticket_draws`, from 0."""

    number: int
    offered: list[str]
    kept: list[str] | None


class You(TypedDict):
    """The private facts of one seat: hand, tickets and offers."""

    seat: int
    hand: Cards
    tickets: list[str]
    offer: list[str]  # in the order in which `keep` counts them
    ticket_draws: list[OwnDraw]


class Legal(TypedDict):
    """One action with one payment. Both `text` and `code` identify it."""

    code: int
    text: str
    kind: Literal["draw", "take", "tickets", "keep", "claim", "pay", "back", "station", "pass"]
    card: NotRequired[str]  # take
    count: NotRequired[int]  # tickets: how many will be offered
    places: NotRequired[list[int]]  # keep: places in the offer, from 1
    route: NotRequired[str]  # claim
    city: NotRequired[str]  # station
    color: NotRequired[str | None]  # claim, station, pay; None: wilds only
    colored: NotRequired[int]
    wilds: NotRequired[int]


class Refusal(TypedDict):
    """`key` names the text in every language, `numbers` fill its gaps; `rule` is the id of the rule behind it."""

    code: str
    rule: str | None
    key: str
    numbers: dict[str, int | str]


# --- the end --------------------------------------------------------------------------------------------------------
class TicketScoreData(TypedDict):
    ticket: str
    completed: bool
    points: int  # negative if it was not completed


class StationScoreData(TypedDict):
    city: str
    borrows: str | None  # the opponent's route that it uses for tickets


class ScoreSheetData(TypedDict):
    seat: int
    routes: int
    tickets: list[TicketScoreData]
    stations: list[StationScoreData]
    stations_unused: int
    longest_path: int
    longest_path_routes: list[str]
    longest_path_bonus: int
    attractions: list[str]
    attraction_points: int
    districts: list[int]
    district_points: int
    merchandise: int
    merchandise_points: int
    total: int
    rank: int  # 1 = winner
    tie_break: str | None  # the tie-break that ranked this seat behind another with equal points


class ResultData(TypedDict):
    ended_by: str  # last_round, passes or turn_limit
    exact: bool
    winners: list[int]
    totals: list[int]
    sheets: list[ScoreSheetData]


class SeatStatisticsData(TypedDict):
    """The statistics of one seat in a game; `ferrovia.statistics` defines each number."""

    seat: int
    turns: int
    points: int
    points_per_turn: float
    cards_dealt: int
    cards_drawn: int  # unseen
    cards_taken: int  # face up
    wilds: int
    cards_left: int
    routes: int
    routes_by_length: dict[str, int]  # length: how many
    trains_used: int
    longest_path: int
    tickets_offered: int
    tickets_kept: int
    tickets_completed: int
    stations: int
    tunnels: int
    tunnels_left: int
    tunnel_cards: int


class StatisticsData(TypedDict):
    """`scores`: by seat, at the start and after every turn; the totals come last."""

    seats: list[SeatStatisticsData]
    scores: list[list[int]]
    turn_of: list[int]  # the seat of each turn


# --- boards ---------------------------------------------------------------------------------------------------------
class BoardWordsData(TypedDict):
    vehicle: Vehicle
    tickets: TicketWord


class BoardSummary(TypedDict):
    id: str
    digest: str
    name: str
    players: list[int]  # the fewest and the most
    trains: int
    reconstructed: list[str]  # parts of the board that differ from the printed original
    words: BoardWordsData  # names of its pieces and tickets


class StartingTicketsData(TypedDict):
    long: int
    regular: int
    keep: int
    unkept: str


class DrawnTicketsData(TypedDict):
    count: int
    keep: int


class StationsData(TypedDict):
    each: int
    points_unused: int


class MerchandiseData(TypedDict):
    cards: int
    points: dict[str, list[int]]  # number of players: points by rank


class BonusesData(TypedDict):
    longest_path: int
    attraction: int
    districts: bool
    merchandise: MerchandiseData | None


class CityData(TypedDict):
    id: str
    name: str
    x: float
    y: float
    attraction: bool
    district: int | None


class RouteData(TypedDict):
    id: str
    cities: list[str]
    length: int
    color: str | None  # None: any colour pays
    ferry: int  # wilds required
    tunnel: bool
    carts: bool
    twin: str | None  # the other half of a double
    points: int


class TicketData(TypedDict):
    id: str
    cities: list[str]
    points: int
    long: bool


class BoardData(BoardSummary):
    """Everything printed on a board and in its rules, in the order of the board file."""

    aspect: float  # width by height
    card_colors: list[str]
    cards_per_color: int
    wilds: int
    starting_cards: int
    starting_tickets: StartingTicketsData
    drawn_tickets: DrawnTicketsData
    double_routes_close_up_to: int
    route_points: dict[str, int]  # length: points
    stations: StationsData
    bonuses: BonusesData
    tie_breaks: list[str]
    cities: list[CityData]
    routes: list[RouteData]
    tickets: list[TicketData]
