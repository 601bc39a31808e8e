"""Looks after tables: moves bots, checks clocks, and lets stand-ins play for absent players.

Every process does this for its open tables. If two act at once, the log accepts one and the other finds its move stale.
Tables that no process has open are found by their `wake` time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Batch, LogRow, StorageAway
from ferrovia.server.tables import commands
from ferrovia.server.tables.clocks import is_slow
from ferrovia.server.tables.host import close_table, pass_on
from ferrovia.server.tables.lesson_steps import rival_action
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.server_time import now_ms

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between two checks of the clocks
PRESENCE = 4  # ticks between two checks of who is present
TOGETHER = 50  # tables to check before other tasks get a turn


def _may_run(live: LiveTable) -> bool:
    """Whether a table's bots play on: games of bots alone only while someone watches them here."""
    return live.state.is_played_by_people or bool(live.listeners)


class Scheduler:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []
        registry.on_change.append(self.changed)
        registry.on_presence.append(self.drive)

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._watch_clocks(), name="clocks"),
            asyncio.create_task(self._look_for_sleepers(), name="sleepers"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def changed(self, live: LiveTable, fresh: list[LogRow], ours: bool) -> None:
        """After a write it may be a bot's turn. Processes handle their own writes; see `overdue` for the rest."""
        if ours or not (live.state.is_played_by_people or live.is_watched_elsewhere):
            self.drive(live)

    def drive(self, live: LiveTable) -> None:
        if live.driving is None and live.state.bots_to_move() and _may_run(live):
            live.driving = asyncio.create_task(self._let_bots_move(live), name=f"bots of {live.state.id}")

    # --- bots -------------------------------------------------------------------------------------------------------
    async def _let_bots_move(self, live: LiveTable) -> None:
        try:
            while _may_run(live) and (seats := live.state.bots_to_move()):
                if not await self._let_one_move(live, seats[0]) and live.is_watched_elsewhere:
                    return  # another process was faster, and continues
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the bots of table %s had an accident", live.state.id)
            await asyncio.sleep(1)  # the periodic check will try again
        finally:
            live.driving = None

    async def _let_one_move(self, live: LiveTable, seat: int) -> bool:
        """False if the game has changed in the meantime."""
        table = live.state
        assert table.game is not None
        known = table.seats[seat]
        bot = self._registry.levels.bot(known.level)
        pace = table.settings["pace"] if table.game.phase != "choosing_start" else 0.0
        not_before = table.rows[-1].time + int(pace * 1000)
        code: int | str | None = rival_action(table, seat)
        if code is None:
            code = await self._registry.bot_workers.choose(table.game.view(seat), bot, live.account())
        await asyncio.sleep(min(pace, max(0, not_before - now_ms()) / 1000))
        by = "bot" if known.kind == "bot" else "stand_in"
        if seat not in live.state.bots_to_move():
            return False  # its player came back
        try:
            await commands.act(live, seat, state=table.state, action=code, request=None, by=by)
        except Refuse:
            return False  # a player or another process was faster
        except StorageAway:
            self._registry.note_trouble()
            await asyncio.sleep(1)
        return True

    # --- clocks and absence -----------------------------------------------------------------------------------------
    async def _watch_clocks(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(TICK)
            rounds += 1
            now, whole_look = now_ms(), rounds % PRESENCE == 0
            for place, live in enumerate(list(self._registry.tables.values())):
                if place % TOGETHER == 0:
                    await asyncio.sleep(0)  # a look at 400 tables takes 8 ms: messages are answered in between
                if live.state.status != "playing" and not whole_look:
                    continue
                with contextlib.suppress(StorageAway):
                    try:
                        await self._look_after(live, now, whole_look)
                    except (Refuse, StorageAway):
                        continue
                    except Exception as error:
                        log.exception("looking after table %s had an accident", live.state.id)
                        await live.freeze(f"an accident: {type(error).__name__}")

    async def _look_after(self, live: LiveTable, now: int, whole_look: bool) -> None:
        if live.state.clocks is not None:
            await self._check_clocks(live, now)
        if whole_look and live.listeners:
            await self._check_absence(live)
            await self._check_host(live)
        elif whole_look:  # no player waits here; waiting starts with the next one
            live.absent_since.clear()
            live.host_gone_since = None

    async def _check_clocks(self, live: LiveTable, now: int) -> None:
        table = live.state
        if table.status != "playing":
            return
        for seat, face in enumerate(table.clocks or ()):
            if face.runs_out is not None and face.runs_out <= now:
                await commands.stand_in(live, seat, "clock", state=table.state)

    async def _check_absence(self, live: LiveTable) -> None:
        """Finds absent players who are to move and keep present ones waiting."""
        table = live.state
        if table.status != "playing":
            return
        online = live.online
        waited_for = {seat for seat in table.actors if not table.seats[seat].is_played_by_bot and seat not in online}
        others_wait = bool(online - table.actors) or bool(online and waited_for)
        if is_slow(table.settings["clock"]) or not others_wait:
            live.absent_since.clear()
            return
        now = time.monotonic()
        for seat in list(live.absent_since):
            if seat not in waited_for:
                del live.absent_since[seat]
        for seat in waited_for:
            since = live.absent_since.setdefault(seat, now)
            if now - since >= self._registry.config.grace:
                del live.absent_since[seat]
                await commands.stand_in(live, seat, "absent")

    async def _check_host(self, live: LiveTable) -> None:
        """If the host is gone while people wait, the person who has been at the table longest becomes host."""
        table = live.state
        host_is_here = table.host in live.online if table.host is not None else live.has_standing_host
        others = sorted((table.seats[seat].sitting, seat) for seat in live.online if seat in table.people)
        if host_is_here or not others or table.status not in ("open", "playing"):
            live.host_gone_since = None
            return
        if live.host_gone_since is None:
            live.host_gone_since = time.monotonic()
        elif time.monotonic() - live.host_gone_since >= self._registry.config.grace:
            live.host_gone_since = None
            await pass_on(live, others[0][1])

    # --- tables that nobody has open --------------------------------------------------------------------------------
    async def _look_for_sleepers(self) -> None:
        last_sweep = 0.0
        while True:
            await asyncio.sleep(1)
            try:
                await self._registry.look_whether_well()
                await self._wake_sleepers()
                if time.monotonic() - last_sweep > 60:
                    last_sweep = time.monotonic()
                    self._registry.unload_quiet()
                    await self._registry.store.tidy()
                    await self._expire()
            except StorageAway:
                self._registry.note_trouble()
            except Exception:
                log.exception("looking after tables had an accident")

    async def _expire(self) -> None:
        """Deletes tables that never started; closes abandoned games, which stay readable."""
        config, now = self._registry.config, now_ms()
        abandoned = await self._registry.store.unchanged("open", before=now - int(config.expire_open * 1000))
        await self._registry.store.delete_tables([table for table in abandoned if table not in self._registry.tables])
        for table in await self._registry.store.unchanged("playing", before=now - int(config.expire_playing * 1000)):
            live = await self._opened(table)
            if live is not None:
                with contextlib.suppress(Refuse):
                    await close_table(live, "expired")
        if config.keep_games is not None:
            before = now - int(config.keep_games * 24 * 3600 * 1000)
            for status in ("over", "closed"):
                old = await self._registry.store.unchanged(status, before=before)
                await self._registry.store.delete_tables([table for table in old if table not in self._registry.tables])
                for table in old:
                    log.info(
                        "table %s: deleted, it is old",
                        table,
                        extra={"facts": {"event": "table.expired", "table": table}},
                    )

    async def _wake_sleepers(self) -> None:
        # The process that made the last action continues; another steps in if it does not.
        margin = int(self._registry.config.overdue * 1000) if self._registry.store.is_postgresql else 0
        for due in await self._registry.store.due(now_ms() - margin):
            known = due.id in self._registry.tables
            live = await self._opened(due.id)
            if live is None:
                continue
            if known and self._registry.store.is_postgresql:
                async with live.lock:
                    await live.catch_up()
            self.drive(live)

    async def _opened(self, table: str) -> LiveTable | None:
        """The table; None if it cannot be opened. Then it is frozen, and the others continue."""
        try:
            return await self._registry.open(table)
        except StorageAway:
            raise
        except Exception as error:  # damage can raise anything
            log.warning("table %s is frozen: it cannot be opened: %s", table, error)
            await self._registry.store.write(Batch(table, changes={"status": "frozen", "wake": None}))
            return None
