"""The state of one table: the sum of its rows. It does no input or output, and only rows change it.

Every process that reads the same rows arrives at the same state, so any process can serve any table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ferrovia import RULES_VERSION
from ferrovia.boards import Board
from ferrovia.data.schema import SeatKind, Status
from ferrovia.events import Event
from ferrovia.game import Game, Key
from ferrovia.position import from_position
from ferrovia.record import Deal
from ferrovia.server.storage import UNREADABLE, LogRow, StoredTable
from ferrovia.server.storage.model import Settings
from ferrovia.server.tables.clocks import ClockFace

CHANGES_THE_GAME = frozenset({"started", "action", "taken_back"})


@dataclass(frozen=True, slots=True)
class SeatState:
    kind: SeatKind = "open"
    name: str | None = None
    level: str | None = None
    sitting: int = 0  # number of the row in which the person joined: tokens of earlier sitters are invalid
    stand_in: str | None = None  # why a bot plays for the person
    muted: bool = False
    value: str | None = None  # for the fair deal; SECRET until the end
    webhook: str | None = None  # an address to call when it is this person's turn; never shown
    take_backs: int = 0  # in this game
    former: int = 0  # the sitting of the person removed from this seat during the game; 0: none

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in is not None


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next table, and who asked for it."""

    table: str
    seat: int | None  # None: a host without a seat
    sittings: dict[int, int]  # at the next table, of the seats whose links were in the answer


@dataclass(frozen=True, slots=True)
class Move:
    number: int  # of its row
    seat: int
    code: int
    digest: str


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was just tried, so that folding its row need not play it again."""

    game: Game
    events: tuple[Event, ...]


@dataclass(slots=True)
class TableState:
    stored: StoredTable
    board: Board
    number: int = 0
    state: int = 0
    status: Status = "open"
    public: bool = False
    chat: str = "free"
    host: int | None = None  # a seat; None: a host without a seat
    rematch: Rematch | None = None
    frozen: str | None = None  # the reason, if the table can be viewed but not continued
    is_unreadable: bool = False  # the log is damaged: nothing may be written after the known rows
    seats: list[SeatState] = field(default_factory=list)
    clocks: list[ClockFace] | None = None
    moves: list[Move] = field(default_factory=list)
    started: int | None = None  # number of the row
    held_by_people: frozenset[int] = frozenset()  # seats that a person has held at any time since the start
    muted_sittings: frozenset[int] = frozenset()  # of players who left while they were muted
    removed_sittings: frozenset[int] = frozenset()  # of players whom the host removed
    values: list[tuple[int, str]] = field(default_factory=list)  # for the fair deal, as of the start
    game: Game | None = None
    rows: list[LogRow] = field(default_factory=list)
    events: dict[int, tuple[Event, ...]] = field(
        default_factory=dict
    )  # by row; complete, so only `viewer` may show them
    requests: dict[str, int] = field(default_factory=dict)  # completed requests (`request_key`) → row
    last_chance: int = 0  # time of the last row that changed the game
    actors: frozenset[int] = frozenset()  # the seats that may act now; empty unless the game is running

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def settings(self) -> Settings:
        return self.stored.settings

    @property
    def players(self) -> int:
        return self.stored.players

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def is_against_bots_alone(self) -> bool:
        """Whether only one person has ever seen a hand in this game."""
        return len(self.held_by_people) == 1

    @property
    def is_played_by_people(self) -> bool:
        """Whether at least one person plays without a stand-in."""
        return any(not self.seats[seat].is_played_by_bot for seat in self.people)

    def bots_to_move(self) -> list[int]:
        """The seats that need a bot's move now."""
        if self.status != "playing" or self.game is None:
            return []
        return sorted(seat for seat in self.actors if self.seats[seat].is_played_by_bot)

    def given_values(self) -> list[tuple[int, str]]:
        """The values that the players' browsers have added to the deal so far."""
        return [(number, seat.value) for number, seat in enumerate(self.seats) if seat.value is not None]

    @property
    def deal(self) -> Deal | None:
        """The server's key and the browsers' values; None for an imported game without them."""
        if self.settings.get("imported"):
            return None
        return Deal(self.stored.key, tuple((seat, bytes.fromhex(value)) for seat, value in self.values))

    def dealing_key(self) -> Key:
        """No single party chose it."""
        return Key(self.stored.key if self.deal is None else self.deal.key)

    def beginning(self) -> Game:
        """The game before its first move: freshly dealt, or set up from the position that the table branched from."""
        position = self.settings.get("position")
        if position is not None:
            return from_position(position, key=self.dealing_key(), board=self.board)
        return Game(self.board, players=self.players, key=self.dealing_key(), first=self.settings.get("first"))

    def personal_rows_of(self, sitting: int) -> list[int]:
        """The numbers of the rows with a personal text of the person who joined in row `sitting`."""
        seat, found = self.rows[sitting - 1].seat, list[int]()
        for row in self.rows[sitting - 1 :]:
            if row.seat != seat:
                continue
            if row.number > sitting and row.kind in ("joined", "left", "bot"):
                break
            if row.personal is not None:
                found.append(row.number)
        return found

    def chat_texts(self) -> list[int]:
        """The numbers of the rows with a chat message, apart from preset phrases and removed ones."""
        return [row.number for row in self.rows if row.kind == "chat" and row.personal is not None]

    def copy(self) -> TableState:
        """A state to fold a row into before it is written: if writing fails, nobody has seen it."""
        return replace(
            self,
            seats=list(self.seats),
            moves=list(self.moves),
            rows=list(self.rows),
            events=dict(self.events),
            requests=dict(self.requests),
        )

    # --- folding ----------------------------------------------------------------------------------------------------
    def fold(self, row: LogRow, played: Played | None = None) -> None:
        """Applies the next row. `played` is the result of its move, if this process has just made it."""
        self._note(row)
        if row.kind in CHANGES_THE_GAME and self.frozen is None:
            self._fold_game(row, played)

    def fold_read(self, rows: list[LogRow]) -> None:
        """Applies rows that another process wrote. A row that makes no sense freezes the table before it."""
        for row in rows:
            known = len(self.rows)
            try:
                self.fold(row)
            except Exception as error:  # a damaged log can raise anything
                self._stop_reading(known, error)
                return

    def fold_all(self, rows: list[LogRow], *, last: int = 0) -> None:
        """Applies the whole log up to row `last`; plays the moves at once, without events.

        A damaged log freezes the table before the first unreadable row.
        """
        known = 0
        try:
            for row in rows:
                self._note(row)
                if row.kind in CHANGES_THE_GAME:
                    self._note_game(row)
                known += 1
            if self.number < last:
                raise ValueError(f"row {self.number + 1} is missing")
        except Exception as error:  # a damaged log can raise anything
            self._stop_reading(known, error)
        try:
            self._rebuild()
        except Exception as error:  # so can a deal that this version cannot repeat
            self._stop_reading(len(self.rows), error)

    def _stop_reading(self, known: int, error: Exception) -> None:
        self.is_unreadable = True
        self.rows, self.number = self.rows[:known], known
        self.seats = self.seats or [SeatState() for _ in range(self.players)]
        if self.started is not None and self.started > known:
            self.started = None
        self.moves = [move for move in self.moves if move.number <= known]
        self.state = min(self.state, known)
        missing = isinstance(error, ValueError) and str(error).endswith("is missing")
        self.freeze(str(error) if missing else f"row {known + 1} cannot be read: {type(error).__name__}")

    def _note(self, row: LogRow) -> None:
        if row.number != self.number + 1:
            raise ValueError(f"row {self.number + 1} is missing")
        if row.kind == UNREADABLE:
            raise ValueError("its body is not JSON")
        self.number = row.number
        self.rows.append(row)
        request = row.body.get("id")
        if request is not None:
            self.requests[request] = row.number
        if "clocks" in row.body:
            self.clocks = [ClockFace(*face) for face in row.body["clocks"]]
        if row.kind in _NOTES:
            _NOTES[row.kind](self, row)

    def _note_created(self, row: LogRow) -> None:
        self.public = row.body["public"]
        self.chat = row.body["chat"]
        self.seats = [SeatState() for _ in range(self.players)]

    def _note_joined(self, row: LogRow) -> None:
        assert row.seat is not None
        value = row.body.get("value")
        self.seats[row.seat] = SeatState(
            "person", row.personal, sitting=row.number, value=value, muted=row.body.get("muted", False)
        )
        if self.started is not None:
            self.held_by_people |= {row.seat}

    def _note_left(self, row: LogRow) -> None:
        assert row.seat is not None
        left = self.seats[row.seat]
        if left.kind == "person" and left.muted:
            self.muted_sittings |= {left.sitting}
        if left.kind == "person" and row.body.get("reason") == "removed":
            self.removed_sittings |= {left.sitting}
        former = 0 if self.started is None else left.sitting if left.kind == "person" else left.former
        self.seats[row.seat] = SeatState(former=former)

    def _note_bot(self, row: LogRow) -> None:
        assert row.seat is not None
        former = self.seats[row.seat].former
        self.seats[row.seat] = SeatState("bot", level=row.body["level"], sitting=row.number, former=former)

    def _note_value(self, row: LogRow) -> None:
        self._change_seat(row, value=row.body["value"])

    def _change_seat(self, row: LogRow, **changes: Any) -> None:
        assert row.seat is not None
        self.seats[row.seat] = replace(self.seats[row.seat], **changes)

    def _note_webhook(self, row: LogRow) -> None:
        self._change_seat(row, webhook=row.personal)

    def _note_stand_in(self, row: LogRow) -> None:
        self._change_seat(row, stand_in=row.body["reason"])

    def _note_back(self, row: LogRow) -> None:
        self._change_seat(row, stand_in=None)

    def _note_host(self, row: LogRow) -> None:
        self.host = row.seat

    def _note_settings(self, row: LogRow) -> None:
        if "muted" in row.body and row.seat is not None:
            self._change_seat(row, muted=row.body["muted"])
        self.chat = row.body.get("chat", self.chat)
        self.public = row.body.get("public", self.public)

    def _note_forgotten(self, row: LogRow) -> None:
        """Removes personal texts: those of a whole seat, or of the rows that an operator chose."""
        if "rows" not in row.body:
            self._change_seat(row, name=None, webhook=None)
            self.rows = [forgotten(known) if known.seat == row.seat else known for known in self.rows]
            return
        gone = frozenset(row.body["rows"])
        self.rows = [forgotten(known) if known.number in gone else known for known in self.rows]
        for number, seat in enumerate(self.seats):
            if seat.kind == "person" and seat.sitting in gone:
                self.seats[number] = replace(seat, name=None, webhook=None)

    def _note_rematch(self, row: LogRow) -> None:
        sittings = row.body.get("sittings", [])  # earlier versions did not write them
        self.rematch = Rematch(row.body["table"], row.seat, dict(sittings))

    def _note_closed(self, row: LogRow) -> None:
        self.status = "closed"

    # --- the game -----------------------------------------------------------------------------------------------------
    def _note_game(self, row: LogRow) -> None:
        """Applies a row to the list of moves; `_rebuild` updates the game."""
        self.state = row.number
        self.last_chance = row.time
        match row.kind:
            case "started":
                self.started = row.number
                self.status = "playing"
                self.held_by_people = frozenset(self.people)
                self.values = [(seat, value) for seat, value in row.body["values"]]
            case "action":
                assert row.seat is not None
                assert row.digest is not None
                self.moves.append(Move(row.number, row.seat, row.body["code"], row.digest))
            case "taken_back":
                self.moves = [move for move in self.moves if move.number <= row.body["to"]]
                assert row.seat is not None
                self._change_seat(row, take_backs=self.seats[row.seat].take_backs + 1)

    def _fold_game(self, row: LogRow, played: Played | None) -> None:
        self._note_game(row)
        if row.kind == "action" and self.game is not None:
            move = self.moves[-1]
            if played is None:
                game = self.game.copy()
                try:
                    played = Played(game, game.play(move.code, seat=move.seat))
                except Exception as error:  # written by another version: never continue from it
                    self.freeze(f"row {row.number} cannot be played: {error}")
                    return
            if played.game.digests[-1] != move.digest:
                self.freeze(f"row {row.number} leads to another state here")
                return
            self.game = played.game
            self.events[row.number] = played.events
            self._look_for_the_end()
        else:
            self._rebuild()
            if row.kind == "started" and self.game is not None:
                self.events[row.number] = self.game.opening

    def _rebuild(self) -> None:
        if self.started is None:
            return
        opening = self.rows[self.started - 1]
        game = self.beginning()
        if game.opening_digest != opening.digest:
            self.freeze(f"row {opening.number} leads to another state here")
        self.game = game
        right = 0
        if self.frozen is None:
            right = game.follow([(m.seat, m.code) for m in self.moves], [m.digest for m in self.moves])
            if right < len(self.moves):
                self.freeze(f"row {self.moves[right].number} leads to another state here")
                game.follow([(m.seat, m.code) for m in self.moves[:right]], [m.digest for m in self.moves[:right]])
        self._look_for_the_end()
        if self.stored.rules_version != RULES_VERSION and self.status == "playing":
            self.freeze(f"it was begun with version {self.stored.rules_version} of the rules")

    def _look_for_the_end(self) -> None:
        """Computed once per state, because every viewer needs it."""
        assert self.game is not None
        self.actors = self.game.actors
        if not self.actors and self.game.is_over and self.status == "playing":
            self.status = "over"

    def freeze(self, why: str) -> None:
        """Stops the game permanently; it stays readable."""
        self.frozen = why
        self.status = "frozen"

    def all_events(self) -> dict[int, tuple[Event, ...]]:
        """The events of every row; replays the game for those not known yet."""
        wanted = [row for row in self.rows if row.kind in CHANGES_THE_GAME]
        if self.game is None or all(row.number in self.events for row in wanted if row.kind != "taken_back"):
            return self.events
        game = start = self.beginning()
        kept: list[Move] = []
        for row in wanted:
            if row.kind == "started":
                self.events[row.number] = game.opening
            elif row.kind == "taken_back":
                kept = [move for move in kept if move.number <= row.body["to"]]
                game = start.copy()
                game.follow([(m.seat, m.code) for m in kept], [m.digest for m in kept])
            else:
                assert row.seat is not None
                assert row.digest is not None
                if row.number in self.moves_that_failed():
                    break
                if game is start:
                    game = start.copy()
                self.events[row.number] = game.play(row.body["code"], seat=row.seat)
                kept.append(Move(row.number, row.seat, row.body["code"], row.digest))
        return self.events

    def moves_that_failed(self) -> set[int]:
        """The rows from the one that froze the table on."""
        if self.frozen is None or self.game is None:
            return set()
        return {move.number for move in self.moves[len(self.game.moves) :]}


def request_key(seat: int | None, kind: str, request: str) -> str:
    """The key to remember a request by. Ids come from clients: two seats may use the same id, and a program that starts
    again may count from 1 again. So `kind` says what is asked for, not only which message asks.
    """
    return f"{'host' if seat is None else seat} {kind} {request}"


def forgotten(row: LogRow) -> LogRow:
    """The row without personal data."""
    return LogRow(row.table, row.number, row.time, row.kind, row.seat, row.by, row.body, None, row.digest)


# One handler for each kind of row that changes more than the game. Rows of other kinds are stored and nothing else.
_NOTES: Final[dict[str, Callable[[TableState, LogRow], None]]] = {
    "created": TableState._note_created,
    "joined": TableState._note_joined,
    "left": TableState._note_left,
    "bot": TableState._note_bot,
    "value": TableState._note_value,
    "webhook": TableState._note_webhook,
    "stand_in": TableState._note_stand_in,
    "back": TableState._note_back,
    "host": TableState._note_host,
    "settings": TableState._note_settings,
    "forgotten": TableState._note_forgotten,
    "rematch": TableState._note_rematch,
    "closed": TableState._note_closed,
}
