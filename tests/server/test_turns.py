"""Thinking time is shared fairly: tables with people first, addresses and tables in turns, within an allowance."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.kit.waiting import wait_until
from tests.server.serving import SOON, Room, Serving, create
from tests.server.test_scheduler import BROWSER, new_table, with_registry
from tests.server.waiting import eventually

from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.creation import create_table
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.scheduler import Scheduler
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.workers.turns import Account, Allowance, Turns

pytestmark = pytest.mark.compiled_only

BOTS = {"kind": "bot", "level": "easy"}


class Clock:
    """Time that a test controls."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    with monkeypatch.context() as patched:
        patched.setattr("ferrovia.server.workers.turns.time.monotonic", clock)
        yield clock


def served(clock: Clock, *waiting: tuple[Account, float], allowance: tuple[float, float] = (1000, 3600)) -> list[str]:
    """The tables in the order in which one worker serves them; each thought takes `seconds`."""
    order: list[str] = []

    async def think(turns: Turns[str], account: Account, seconds: float) -> None:
        async with turns.worker(account):
            order.append(account.table)
            await asyncio.sleep(0)  # the others come and wait
            clock.now += seconds

    async def main() -> None:
        turns = Turns(["worker"], Allowance(*allowance, now=clock))
        await asyncio.gather(*(think(turns, *each) for each in waiting))

    asyncio.run(main())
    return order


def at(table: str, address: str = "a", *, people: bool = True) -> Account:
    return Account(table, address, people)


def test_a_table_with_people_comes_before_games_of_bots(clock: Clock) -> None:
    bots = [(at(f"bots{n}", f"address{n}", people=False), 1.0) for n in range(3)]
    assert served(clock, *bots, (at("mine", "me"), 1.0)) == ["bots0", "mine", "bots1", "bots2"]


def test_addresses_take_turns_however_many_tables_one_of_them_has(clock: Clock) -> None:
    many = [(at(f"t{n}", "greedy"), 1.0) for n in range(4)]
    assert served(clock, *many, (at("x", "b"), 0.1), (at("y", "c"), 0.1)) == ["t0", "x", "y", "t1", "t2", "t3"]


def test_turns_are_counted_in_seconds_not_in_thoughts(clock: Clock) -> None:
    slow = [(at("slow", "a"), 3.0)] * 3
    quick = [(at("quick", "b"), 1.0)] * 6
    assert served(clock, *slow, *quick)[:9] == [
        "slow", "quick", "quick", "quick", "slow", "quick", "quick", "quick", "slow",
    ]  # fmt: skip


def test_the_tables_of_one_address_take_turns_too(clock: Clock) -> None:
    waiting = [(at("one"), 1.0)] * 3 + [(at("two"), 1.0)] * 2
    assert served(clock, *waiting) == ["one", "two", "one", "two", "one"]


def test_an_address_that_has_used_its_allowance_comes_last(clock: Clock) -> None:
    spent = [(at("spent", "a"), 5.0)] * 2
    others = [(at("bots", "b", people=False), 1.0)] * 2
    assert served(clock, *spent, *others, allowance=(4, 3600)) == ["spent", "bots", "bots", "spent"]


def test_an_allowance_comes_back_with_time() -> None:
    clock = Clock()
    allowance = Allowance(10, 100, now=clock)
    assert allowance.wait("a") == 0
    allowance.charge("a", 12)
    assert allowance.wait("a") == pytest.approx(20)
    assert allowance.wait("b") == 0
    clock.now += 20
    assert allowance.wait("a") == pytest.approx(0)


def test_a_cancelled_wait_holds_no_worker() -> None:
    async def main() -> None:
        turns = Turns(["worker"], Allowance(10, 100))
        async with turns.worker(at("first")):
            waiting = asyncio.create_task(turns.worker(at("second")).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waiting
            assert turns.waiting == 0
        async with asyncio.timeout(SOON), turns.worker(at("third")):
            pass

    asyncio.run(main())


class Spectator:
    """A silent listener."""

    def __init__(self) -> None:
        self.holdings, self.look, self.seen, self.address = Holdings(watch=True), -1, 0, "192.0.2.9"

    def send(self, message: str, *, replaces: str | None = None) -> None:
        """It is heard."""

    def close(self, code: int) -> None:
        """Nothing is open."""


def test_a_game_of_bots_moves_only_while_somebody_watches(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        driver = Scheduler(registry)
        live = await new_table(registry, BOTS, BOTS)
        driver.drive(live)
        assert live.driving is None
        assert await registry.store.due(2**62) == [], "nor does anybody wake it"
        spectator = Spectator()
        live.listeners.add(spectator)
        live.arrived(spectator)
        assert live.driving is not None
        await eventually(lambda: live.state.number > 8)
        live.listeners.discard(spectator)
        await eventually(lambda: live.driving is None)
        assert live.state.status == "playing"

    with_registry(tmp_path / "tables.sqlite", work)


def test_an_address_whose_bots_have_thought_too_long_makes_no_more_tables_with_bots(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        registry.bot_workers._allowance.charge("192.0.2.1", 100_000)
        seats = [{"kind": "me", "name": "Ana"}, BOTS]
        wish = incoming.CreateTable.model_validate({"board": "london", "seats": seats})
        with pytest.raises(Refuse, match="limit/too_many"):
            await create_table(registry, wish, BROWSER, address="192.0.2.1")
        await create_table(registry, wish, BROWSER, address="192.0.2.2")
        alone = incoming.CreateTable.model_validate({"board": "london", "seats": [seats[0], {"kind": "person"}]})
        await create_table(registry, alone, BROWSER, address="192.0.2.1")

    with_registry(tmp_path / "tables.sqlite", work)


@pytest.mark.slow
def test_my_bot_answers_while_thirty_tables_of_experts_wait(tmp_path: Path) -> None:
    """All of them are watched, so all of them think. Our bot's turn comes after the current thought."""
    expert, medium = {"kind": "bot", "level": "expert"}, {"kind": "bot", "level": "medium"}
    with Serving(tmp_path / "tables.sqlite") as serving:
        room = Room(serving)
        made = create(me := room.browser(), {"kind": "me", "name": "Ana"}, medium, start=True)
        player = room.player(made["table"], cookies=me.cookies)
        player.see(lambda update: bool(update["legal"]))
        player.act()
        player.see(lambda update: update["view"]["phase"] == "turn" and bool(update["legal"]))
        stranger = room.browser()
        for _ in range(30):
            other = create(stranger, expert, expert, expert, expert, expert, board="europe", start=True)
            room.player(other["table"], other["watch"]["token"])

        def counted(name: str) -> float:
            lines = stranger.get("/metrics").text.splitlines()
            return float({line.split()[0]: line.split()[1] for line in lines if not line.startswith("#")}[name])

        thought = "ferrovia_bots_thought_total"
        wait_until(
            lambda: counted("ferrovia_bots_waiting") >= 25 and counted(thought) >= 40, "the experts think and wait"
        )
        before = counted(thought)
        player.act("draw")
        player.act("draw")
        player.see(lambda update: bool(update["legal"]))
        assert counted(thought) - before <= 8, "of its own two at most, and the one that was under way before each"
        room.close()
