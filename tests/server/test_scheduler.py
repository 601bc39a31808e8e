"""Background work: tables expire, stuck bots are replaced, tables are unloaded and reopened."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import NewDatabase
from tests.server.serving import SOON

from ferrovia.game import Game
from ferrovia.server.config import Config
from ferrovia.server.levels import QUICK, LevelBot, bot_of
from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import StorageAway, StoredTable, open_store
from ferrovia.server.tables import commands
from ferrovia.server.tables.creation import create_table
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.scheduler import Scheduler
from ferrovia.server.tables.seats import holdings_of
from ferrovia.server.workers.pool import BotWorkers
from ferrovia.server.workers.turns import Account

pytestmark = pytest.mark.compiled_only

BROWSER = "b" * 32
ACCOUNT = Account("table1", "192.0.2.1", True)


def with_registry(database: Path | str, work: Callable[[TableRegistry], Awaitable[None]], **settings: float) -> None:
    async def main() -> None:
        registry = TableRegistry(Config(database="", **settings), await open_store(str(database)))  # type: ignore[arg-type]
        try:
            await work(registry)
        finally:
            await registry.close()

    asyncio.run(main())


TWO = ({"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bea"})


async def new_table(registry: TableRegistry, *seats: dict[str, str], start: bool = True, **wishes: Any) -> LiveTable:
    """A table of two people, or of other seats, that the host starts."""
    wish = incoming.CreateTable.model_validate({"board": "london", "seats": seats or TWO, "pace": 0, **wishes})
    live = await registry.open((await create_table(registry, wish, BROWSER))["table"])
    if start:
        await commands.start(live, await holdings_of(registry.store, live.state.id, BROWSER, ()), "start")
    return live


def test_unstarted_tables_are_deleted_and_abandoned_games_closed(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        waiting = (await new_table(registry, start=False)).state.id
        playing = (await new_table(registry)).state.id
        registry.tables.clear()
        await asyncio.sleep(0.01)
        await Scheduler(registry)._expire()
        with pytest.raises(Refuse, match="table/unknown"):
            await registry.open(waiting)
        assert (await registry.open(playing)).state.status == "closed"
        assert await registry.store.token(b"nothing") is None

    with_registry(tmp_path / "tables.sqlite", work, expire_open=0, expire_playing=0)


def test_an_unloaded_table_is_reopened_unchanged(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        assert live.state.game is not None
        for seat in (0, 1):
            code = live.state.game.legal_codes(seat)[0]
            await commands.act(live, seat, state=live.state.state, action=code, request=f"r{seat}")
        before = live.snapshot(0, 0)
        registry.unload_quiet()
        assert registry.tables == {}
        again = await registry.open(live.state.id)
        assert again is not live
        assert again.snapshot(0, 0) == before
        done = await commands.act(again, 0, state=again.state.started or 0, action="draw", request="r0")
        assert again.state.rows[done - 1].kind == "action", "a request is remembered by the log, not by the process"
        assert again.state.number == live.state.number

    with_registry(tmp_path / "tables.sqlite", work, unload_after=-1)


def test_two_who_write_the_same_number_are_told_apart(tmp_path: Path) -> None:
    """Like two processes, each with its own state of the table."""

    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        other = await TableRegistry(registry.config, registry.store).open(live.state.id)
        assert live.state.game is not None
        for table, seat in ((live, 0), (other, 1)):
            code = live.state.game.legal_codes(seat)[0]
            await commands.act(table, seat, state=live.state.started or 0, action=code, request="r")
        assert other.state.number == live.state.number + 1
        await live.catch_up()
        assert live.snapshot(0, None) == other.snapshot(0, None)
        seat = min(live.state.actors)
        state = live.state.state
        await commands.act(live, seat, state=state, action="draw", request="x")
        with pytest.raises(Refuse, match="action/stale"):
            await commands.act(other, seat, state=state, action="draw", request="y")

    with_registry(tmp_path / "tables.sqlite", work)


def test_nothing_is_refused_before_it_is_known_what_other_processes_wrote(postgres: NewDatabase) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        other = await TableRegistry(registry.config, registry.store).open(live.state.id)
        assert live.state.game is not None
        code = live.state.game.legal_codes(0)[0]
        await commands.act(other, 0, state=live.state.state, action=code, request="r")
        code = live.state.game.legal_codes(1)[0]
        await commands.act(other, 1, state=other.state.state, action=code, request="r")
        assert live.state.game.phase == "choosing_start"  # nobody has told it
        await commands.act(live, min(other.state.actors), state=other.state.state, action="draw", request="x")
        with pytest.raises(Refuse, match="action/stale"):
            await commands.act(other, 0, state=0, action="draw", request="y")
        assert other.state.number == live.state.number, "and then the refusal tells what is so now"

    with_registry(postgres(), work)


def test_a_client_that_saw_more_through_another_process_is_shown_no_less(postgres: NewDatabase) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        other = await TableRegistry(registry.config, registry.store).open(live.state.id)
        assert live.state.game is not None
        await commands.act(other, 0, state=live.state.state, action=live.state.game.legal_codes(0)[0], request="r")
        seen = other.state.number
        assert live.state.number < seen, "nobody has told it"
        async with live.lock:
            await live.look_for(seen)
            assert json.loads(live.snapshot(0, seen))["number"] == seen
            assert not json.loads(live.snapshot(0, seen))["snapshot"]

    with_registry(postgres(), work)


def test_a_table_is_opened_once_though_the_first_try_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One caller finds the database away; a second waits with it, and a third arrives while the second retries."""

    async def work(registry: TableRegistry) -> None:
        table = (await new_table(registry)).state.id
        registry.tables.clear()
        stored, tries, gate = registry.store.table, 0, asyncio.Event()

        async def away_once(name: str) -> StoredTable | None:
            nonlocal tries
            tries += 1
            number = tries
            await asyncio.sleep(0)
            if number == 1:
                raise StorageAway("for a moment")
            if number == 2:
                await gate.wait()
            return await stored(name)

        monkeypatch.setattr(registry.store, "table", away_once)
        opened: list[LiveTable] = []

        async def come() -> None:
            with contextlib.suppress(StorageAway):
                opened.append(await registry.open(table))

        first = [asyncio.create_task(come()), asyncio.create_task(come())]
        for _ in range(10):
            await asyncio.sleep(0)
        later = [asyncio.create_task(come()), asyncio.create_task(come())]
        for _ in range(10):
            await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*first, *later)
        assert len(opened) >= 2
        assert len(set(map(id, opened))) == 1

    with_registry(tmp_path / "tables.sqlite", work)


def test_absence_counts_from_the_moment_a_player_waits(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        live.absent_since[1] = live.host_gone_since = 0.0  # as long as this machine runs
        watching = asyncio.create_task(Scheduler(registry)._watch_clocks())
        async with asyncio.timeout(SOON):
            while live.absent_since or live.host_gone_since is not None:
                await asyncio.sleep(0.05)
        watching.cancel()

    with_registry(tmp_path / "tables.sqlite", work)


def test_messages_are_answered_between_looks_at_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, looked, together = 300, 0, list[int]()

    async def look(*_: object) -> None:
        nonlocal looked
        looked += 1

    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        registry.tables = {f"table{number}": live for number in range(tables)}
        scheduler = Scheduler(registry)
        monkeypatch.setattr(scheduler, "_look_after", look)
        watching = asyncio.create_task(scheduler._watch_clocks())
        before = 0
        while looked < tables:
            await asyncio.sleep(0)  # every time around, the loop could have read a message
            together.append(looked - before)
            before = looked
        watching.cancel()

    with_registry(tmp_path / "tables.sqlite", work)
    assert max(together) <= tables // 4


def test_a_bot_that_fails_dies_or_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("new_york", players=2, seed=1)
    game.play(game.legal_codes(0)[0], seat=0)
    view = game.view(1)

    async def main() -> None:
        bot_workers = BotWorkers(1)
        try:
            assert await bot_workers.choose(view, LevelBot("no such bot", 0.1), ACCOUNT) in view.legal_codes()
            assert bot_workers.stuck == 1
            assert await bot_workers.choose(view, bot_of("easy"), ACCOUNT) in view.legal_codes()
            worker = bot_workers._all[0]._process
            assert worker is not None
            worker.kill()  # it dies in the middle of the night
            for _ in range(2):  # the first answer may be another bot's
                assert await bot_workers.choose(view, bot_of("easy"), ACCOUNT) in view.legal_codes()
            worker = bot_workers._all[0]._process
            assert worker is not None
            os.kill(worker.pid, signal.SIGSTOP)  # it hangs
            stuck = bot_workers.stuck
            monkeypatch.setattr("ferrovia.server.workers.pool.SPARE", 1.0)
            assert await bot_workers.choose(view, LevelBot("greedy", 0.1), ACCOUNT) in view.legal_codes()
            assert bot_workers.stuck == stuck + 1
            assert bot_workers._all[0]._process is not worker
        finally:
            await bot_workers.close()

    asyncio.run(main())


def test_every_bot_may_read_its_kernels_before_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the first bot of a process: a coach after a bot that needs no kernels was taken for stuck, and killed,
    and so on for ever."""
    monkeypatch.setattr("ferrovia.server.workers.pool.SPARE", 0.0)
    game = Game("new_york", players=2, seed=1)

    async def main() -> None:
        bot_workers = BotWorkers(1)
        try:
            for level in ("easy", "hard"):
                bot = LevelBot(bot_of(level).name, 0.01)  # type: ignore[arg-type]
                assert await bot_workers.choose(game.view(0), bot, ACCOUNT) in game.legal_codes(0)
            advice = await bot_workers.advise(game.view(0), LevelBot("search", 0.01), 3, ACCOUNT)
            assert [move["margin"] is None for move in advice] == [False] * 3
            assert bot_workers.stuck == 0
        finally:
            await bot_workers.close()

    asyncio.run(main())


def test_every_level_has_a_bot_that_is_installed() -> None:
    for level in ("easy", "medium", "hard", "expert", "master"):
        assert bot_of(level).seconds > 0  # type: ignore[arg-type]
    assert QUICK
