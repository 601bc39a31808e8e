"""An open table: its state, its listeners, and the only way to change it (`append`)."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from ferrovia import SPECTATOR
from ferrovia.game import Game
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.messages.outgoing import Clocks, TableInfo
from ferrovia.server.storage import Batch, Conflict, LogRow, Store
from ferrovia.server.storage.model import Summary
from ferrovia.server.tables import clocks
from ferrovia.server.tables.listeners import Listener, Listeners
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.state import Played, TableState
from ferrovia.server.tables.undo import may_take_back
from ferrovia.server.tables.viewer import UpdateWriter, compact, table_info
from ferrovia.server.workers.turns import Account

log = logging.getLogger(__name__)

LATELY: Final = 60.0  # seconds for which a player counts as present after an HTTP request
SLICE: Final = 50  # spectators to update before other tasks get a turn
PRESENCE_PAUSE: Final = 1.0  # seconds between two presence messages
PRESENCE_PAUSE_EACH: Final = 0.002  # plus this per listener, if that is more
BANNED: Final = 4410  # the close code for banned visitors
NO_TABLE: Final = 4404  # the close code for a table that does not exist, or no longer
NOT_VALID: Final = 4401  # the close code for a link that is not, or no longer, valid

_SAYS_NOTHING_NEW = frozenset({"action", "chat", "taken_back"})  # rows that do not change the table's own facts


OnPresence = Callable[["LiveTable"], None]
OnChange = Callable[["LiveTable", list[LogRow], bool], None]  # the new rows, and whether this process wrote them


class LiveTable:
    def __init__(self, store: Store, state: TableState) -> None:
        self.store = store
        self.state = state
        self.lock = asyncio.Lock()  # held while the table changes
        self.listeners = Listeners()
        self.elsewhere: frozenset[int] = frozenset()  # seats present through other processes
        self.watching_elsewhere = 0
        self.quiet_since = time.monotonic()
        self.absent_since: dict[int, float] = {}
        self.host_gone_since: float | None = None
        self.driving: asyncio.Task[None] | None = None
        self.payer: str | None = None  # the address charged for its bots' thoughts; never stored
        self.on_change: list[OnChange] = []  # set by the registry
        self.on_presence: list[OnPresence] = []  # set by the registry
        self._behind: dict[Listener, None] = {}  # spectators who are missing updates, in order
        self._telling: asyncio.Task[None] | None = None
        self._last_news = 0  # the number of the last row that changed the table's own facts
        self._presence_due: asyncio.TimerHandle | None = None
        self._presence_told = -PRESENCE_PAUSE
        self._writer = UpdateWriter(state)

    # --- who is here --------------------------------------------------------------------------------------------------
    @property
    def here(self) -> frozenset[int]:
        """Seats whose player listens through this process."""
        return frozenset(seat for one in self.listeners.seated for seat in one.holdings.valid_seats(self.state))

    @property
    def online(self) -> frozenset[int]:
        return self.here | self.elsewhere

    @property
    def has_standing_host(self) -> bool:
        """Whether a host without a seat is here. Other processes are unknown, so for them the answer is yes."""
        return any(one.holdings.host for one in self.listeners) or self.watching_elsewhere > 0

    @property
    def watching_here(self) -> int:
        return len(self.listeners) - sum(bool(one.holdings.valid_seats(self.state)) for one in self.listeners.seated)

    @property
    def watching(self) -> int:
        return self.watching_here + self.watching_elsewhere

    @property
    def is_watched_elsewhere(self) -> bool:
        return bool(self.elsewhere) or self.watching_elsewhere > 0

    def arrived(self, one: Listener) -> None:
        """Adds a listener: tells the others, and lets waiting bots go on."""
        if self.payer is None and (one.holdings.host or one.holdings.valid_seats(self.state)):
            self.payer = one.address
        self.tell_presence()
        for callback in self.on_presence:
            callback(self)

    def account(self) -> Account:
        """The account charged for this table's bots."""
        lately = time.monotonic() - self.quiet_since < LATELY
        has_people = bool(self.online) or (lately and self.state.is_played_by_people)
        return Account(self.state.id, self.payer or f"table {self.state.id}", has_people)

    def info(self) -> TableInfo:
        return table_info(self.state, self.online, self.watching)

    # --- changing -----------------------------------------------------------------------------------------------------
    def row(
        self,
        kind: str,
        seat: int | None = None,
        by: str = "server",
        *,
        after: int = 0,
        personal: str | None = None,
        digest: str | None = None,
        **body: Any,
    ) -> LogRow:
        """Returns the next row; `after` is the number of rows before it in the same batch."""
        number = self.state.number + 1 + after
        return LogRow(self.state.id, number, now_ms(), kind, seat, by, body, personal, digest)

    def with_clocks(self, row: LogRow, *before: LogRow) -> LogRow:
        """Returns the row with the clocks after it (and after the rows before it)."""
        following = self.state.copy()
        for each in (*before, row):
            following.fold(each)
        faces = following.clocks
        if faces is not None and row.kind in ("back", "joined"):
            assert row.seat is not None
            faces = clocks.returning(faces, row.seat)
        return replace(row, body={**row.body, **_running_faces(following, faces, following.game, row.time)})

    async def append(self, rows: list[LogRow], played: Played | None = None, batch: Batch | None = None) -> None:
        """Writes rows, and only then shows them to anyone. The caller must hold the lock.

        Raises Conflict if another process was faster: then the state is up to date, and the caller decides again.
        """
        if self.state.is_unreadable:
            raise Refuse("table/frozen")
        following = self.state.copy()
        for row in rows:
            following.fold(row, played if row.kind == "action" else None)
        batch = batch or Batch(self.state.id)
        batch.rows = rows
        batch.now = rows[-1].time
        batch.changes = entry_of(following, rows[-1].time)
        try:
            await self.store.write(batch)
        except Conflict:
            await self.catch_up()
            raise
        self._take(following, ours=True)

    async def catch_up(self) -> bool:
        """Reads the rows that other processes wrote; True if there were any."""
        if self.state.is_unreadable:
            return False
        rows = await self.store.rows(self.state.id, after=self.state.number)
        if not rows:
            return False
        following = self.state.copy()
        following.fold_read(rows)
        self._take(following, ours=False)
        if following.frozen is not None:
            await self.put_aside()
        return True

    async def freeze(self, why: str) -> None:
        """Stops the game permanently, because continuing would do harm."""
        following = self.state.copy()
        following.freeze(why)
        self._take(following, ours=False)
        await self.put_aside()

    async def put_aside(self) -> None:
        """Marks the table as frozen in the list of tables, so that no process wakes it again."""
        log.warning("table %s is frozen: %s", self.state.id, self.state.frozen)
        await self.store.write(Batch(self.state.id, changes={"status": "frozen", "wake": None}))

    def _take(self, following: TableState, *, ours: bool) -> None:
        before, self.state = self.state, following
        self._writer.table = following
        fresh = following.rows[before.number :]
        news = following.status != before.status or any(row.kind not in _SAYS_NOTHING_NEW for row in fresh)
        if news:
            self._drop_lost_looks()
        self.push(self.info() if news else None)
        if any(row.by == "host" for row in fresh):
            self._let_go()
        for callback in self.on_change:
            callback(self, fresh, ours)

    # --- telling ------------------------------------------------------------------------------------------------------
    def push(self, info: TableInfo | None) -> None:
        """Sends every listener the updates they lack: seated players now, a crowd in slices."""
        if info is not None:
            self._last_news = self.state.number
        self._tell(self.listeners.seated)
        self._behind.update(dict.fromkeys(self.listeners.others))
        if len(self._behind) <= SLICE and self._telling is None:
            self._tell_slice()
        elif self._telling is None:
            self._telling = asyncio.create_task(self._tell_crowd(), name=f"crowd of {self.state.id}")

    async def _tell_crowd(self) -> None:
        """Other tasks get their turn between two slices, so players at any table are answered first."""
        try:
            while self._behind:
                self._tell_slice()
                await asyncio.sleep(0)
        finally:
            self._telling = None

    def _tell_slice(self) -> None:
        some = list(itertools.islice(self._behind, SLICE))
        for one in some:
            del self._behind[one]
        self._tell(one for one in some if one in self.listeners)

    def _tell(self, listeners: Iterable[Listener]) -> None:
        """Sends each listener everything since the last number they received, in one update."""
        number = self.state.number
        told_clocks: str | None = None
        made: dict[tuple[int, int], str] = {}
        for one in listeners:
            if one.seen is None or one.seen == number:
                continue  # it has not said hello yet, or is up to date
            key = one.look, one.seen
            if key not in made:
                told_clocks = told_clocks or self.clocks_text()
                info = self.info() if one.seen < self._last_news else None
                made[key] = self._update(one.look, one.seen, info, told_clocks)
            one.seen = number
            one.send(made[key])

    def _drop_lost_looks(self) -> None:
        """Listeners whose seat was taken away become spectators."""
        for one in self.listeners:
            left = one.holdings.valid_seats(self.state)
            if one.look != SPECTATOR and one.look not in left:
                one.look = SPECTATOR
                if not left:
                    one.send(compact({"type": "notice", "notice": "revoked"}))

    def _let_go(self) -> None:
        """Disconnects listeners who may no longer watch, after their last update."""
        for one in list(self.listeners):
            if not one.holdings.may_watch(self.state):
                one.close(NOT_VALID)

    async def look_for(self, since: int | None) -> None:
        """Reads rows that a client saw through another process and this one lacks. The caller must hold the lock."""
        if since is not None and since > self.state.number:
            await self.catch_up()

    def snapshot(self, look: int, since: int | None) -> str:
        """The current state for one viewer: the rows missed since `since`, or everything."""
        if since is not None and since > self.state.number:
            since = None  # from another table, or from a lost log
        return self._update(look, since, self.info(), self.clocks_text())

    def _update(self, look: int, since: int | None, info: TableInfo | None, told_clocks: str) -> str:
        may = may_take_back(self.state, look) is None
        return self._writer.update(look, since=since, info=info, may_take_back=may, clocks=told_clocks)

    def clocks_text(self) -> str:
        faces = self.state.clocks
        if faces is None:
            return "null"
        now = now_ms()
        running = self.state.status == "playing"
        shown: Clocks = {
            "now": now,
            "seats": [{"left": face.left_at(now), "running": running and face.since is not None} for face in faces],
        }
        return compact(shown)

    def tell_presence(self) -> None:
        """Announces that someone came or went: the first change at once, further ones together."""
        if self._presence_due is None:
            loop = asyncio.get_running_loop()
            pause = max(PRESENCE_PAUSE, len(self.listeners) * PRESENCE_PAUSE_EACH)
            at = max(loop.time(), self._presence_told + pause)
            self._presence_due = loop.call_at(at, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_due = None
        self._presence_told = asyncio.get_running_loop().time()
        message = compact({"type": "presence", "online": sorted(self.online), "watching": self.watching})
        for one in self.listeners:
            if one.seen is not None:
                one.send(message, replaces="presence")


def running_clocks(state: TableState, game: Game | None) -> list[int]:
    """The seats whose clocks run in this state of the game."""
    if game is None or game.is_over:
        return []
    return [seat for seat in sorted(game.actors) if not state.seats[seat].is_played_by_bot]


def wake_time(state: TableState, now: int) -> int | None:
    """When the table needs attention even if no player acts."""
    if state.status != "playing":
        return None
    times: list[int] = []
    if state.bots_to_move() and state.is_played_by_people:  # bots alone move only while someone watches: see `_may_run`
        times.append(now + int(state.settings["pace"] * 1000))
    if state.clocks is not None:
        times += [at for face in state.clocks if (at := face.runs_out) is not None]
    return min(times, default=None)


def entry_of(state: TableState, now: int) -> dict[str, object]:
    """The table's entry in the list of tables."""
    summary: Summary = {
        "seats": [
            {"kind": seat.kind, "name": seat.name, "level": seat.level, "away": seat.stand_in is not None}
            for seat in state.seats
        ],
        "actors": sorted(state.actors) if state.status == "playing" else [],
        "sittings": [seat.sitting for seat in state.seats],
    }
    entry: dict[str, object] = {
        "changed": now,
        "status": state.status,
        "public": state.public,
        "last_number": state.number,
        "wake": wake_time(state, now),
    }
    if state.game is not None and state.game.is_over:
        result = state.game.result()
        summary |= {
            "totals": list(result.totals),
            "winners": list(result.winners),
            "actions": len(state.moves),
        }
        entry["finished"] = state.last_chance
    entry["summary"] = json.dumps(summary, ensure_ascii=False)
    return entry


def faces_after_move(state: TableState, game: Game, now: int, seat: int, *, by_person: bool) -> dict[str, object]:
    """The clocks for the row of a move that leads to `game`."""
    faces = state.clocks
    if faces is not None and seat not in game.actors:
        faces = clocks.turn_over(state.settings["clock"], faces, now, seat, by_person=by_person)
    return _running_faces(state, faces, game, now)


def faces_taken_back(state: TableState, game: Game | None, now: int, move: int) -> dict[str, object]:
    """The clocks for a row that takes back everything since row `move` and leads to `game`."""
    faces = state.clocks
    if faces is not None:
        before = next(row.body["clocks"] for row in reversed(state.rows[: move - 1]) if "clocks" in row.body)
        faces = clocks.taken_back(faces, [clocks.ClockFace(*face) for face in before], state.rows[move - 1].time)
    return _running_faces(state, faces, game, now)


def _running_faces(
    state: TableState, faces: list[clocks.ClockFace] | None, game: Game | None, now: int
) -> dict[str, object]:
    return clocks.as_body(None if faces is None else clocks.running(faces, now, running_clocks(state, game)))
