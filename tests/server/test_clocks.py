"""Clocks, absence and stand-ins: a table never waits forever for an absent player."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import GRACE
from tests.server.serving import BOT, ME, Player, Room, create
from tests.server.test_scheduler import new_table, with_registry
from tests.server.test_undo import play_until_a_claim
from tests.server.waiting import eventually

from ferrovia.engine.state import DRAW_UNSEEN
from ferrovia.server.http.event_stream import Stream
from ferrovia.server.storage import LogRow
from ferrovia.server.tables import commands, server_time
from ferrovia.server.tables.clocks import (
    RETURN_TIME,
    ClockFace,
    as_body,
    first_faces,
    is_slow,
    returning,
    running,
    taken_back,
    turn_over,
)
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.scheduler import Scheduler
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.tables.server_time import ServerClock

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

BANK = {"kind": "bank", "seconds": 60, "increment": 5}
MOVE = {"kind": "move", "seconds": 30}


def banks() -> list[ClockFace]:
    faces = first_faces(BANK, 2)
    assert faces is not None
    return faces


def test_a_bank_runs_down_and_gets_its_increment_when_the_turn_is_over() -> None:
    faces = running(banks(), 1000, [0])
    assert faces == [ClockFace(60_000, 1000), ClockFace(60_000, None)]
    assert running(faces, 5000, [0]) == faces, "the same turn goes on"
    faces = running(turn_over(BANK, faces, 11_000, 0, by_person=True), 11_000, [1])
    assert faces == [ClockFace(55_000, None), ClockFace(60_000, 11_000)]


def test_a_move_clock_begins_again_with_every_turn() -> None:
    faces = running([ClockFace(30_000, None)] * 2, 0, [0])
    faces = running(turn_over(MOVE, faces, 20_000, 0, by_person=True), 20_000, [1])
    assert faces == [ClockFace(30_000, None), ClockFace(30_000, 20_000)]


@pytest.mark.parametrize("clock", [BANK, MOVE])
def test_a_clock_that_is_stopped_and_started_again_gains_nothing(clock: dict[str, Any]) -> None:
    faces = first_faces(clock, 2)
    assert faces is not None
    whole = faces[0].left
    for start in range(0, 10_000, 1000):
        faces = running(faces, start, [0])
        faces = running(faces, start + 500, [])
    assert faces[0] == ClockFace(whole - 5000, None)


def test_a_bot_that_moves_for_a_person_earns_no_increment_but_ends_the_move() -> None:
    spent = [ClockFace(1000, None), ClockFace(1000, None)]
    assert turn_over(BANK, spent, 5000, 0, by_person=False) == spent
    assert turn_over(MOVE, spent, 5000, 0, by_person=False)[0] == ClockFace(30_000, None)


def test_an_empty_clock_gets_no_increment_and_a_person_who_returns_a_little_time_once() -> None:
    faces = turn_over(BANK, [ClockFace(1000, 0), ClockFace(60_000, None)], 5000, 0, by_person=True)
    assert faces[0] == ClockFace(0, None)
    assert running(faces, 9000, [0])[0] == ClockFace(0, 9000), "a new turn alone gives nothing"
    faces = running(returning(faces, 0), 9000, [0])
    assert faces[0] == ClockFace(RETURN_TIME, 9000, True)
    faces = running(faces, 60_000, [])
    assert not faces[0].may_return
    assert returning(faces, 0) == faces
    assert as_body(faces)["clocks"] == [[0, None, True], [60_000, None]]


def test_taking_back_gives_each_seat_what_it_had_when_the_move_was_made() -> None:
    before = running(banks(), 1000, [0])
    after_move = running(turn_over(BANK, before, 11_000, 0, by_person=True), 11_000, [1])
    back = running(taken_back(after_move, before, 11_000), 20_000, [0])
    assert back == [ClockFace(50_000, 20_000), ClockFace(60_000, None)]


def test_taking_back_does_not_bring_back_the_time_for_a_return() -> None:
    before, now = [ClockFace(0, None), ClockFace(60_000, None)], [ClockFace(4000, None, True), ClockFace(60_000, None)]
    assert taken_back(now, before, 1000) == [ClockFace(0, None, True), ClockFace(60_000, None)]


class Wall:
    """A wall clock and the machine's monotonic one, which cannot be set."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_700_000_000.0, 50.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.mark.parametrize("jump", [-300.0, 3600.0])
def test_the_servers_time_goes_on_evenly_when_the_wall_clock_is_set(jump: float) -> None:
    wall = Wall()
    clock = ServerClock(lambda: wall.wall, lambda: wall.steady)
    start = clock.seconds()
    wall.wall += jump
    assert clock.seconds() == start
    wall.go_on(10)
    assert clock.seconds() - start == pytest.approx(10, abs=1)
    for _ in range(100):
        wall.go_on(abs(jump))
        clock.seconds()
    assert clock.seconds() == pytest.approx(wall.wall), "and it follows in the end"


def test_days_for_a_move_make_a_slow_game_and_no_clock_runs_nowhere() -> None:
    assert is_slow({"kind": "move", "seconds": 3 * 24 * 3600})
    assert not is_slow(MOVE)
    assert first_faces({"kind": "none"}, 3) is None
    assert as_body(None) == {}


def test_a_bot_plays_for_a_player_out_of_time_until_they_return(room: Room) -> None:
    table = room.two_people(clock={"kind": "move", "seconds": 12})
    table.choose_tickets()
    sleeper, other = table.mover, table.waiter
    seat = sleeper.update["you"]["seat"]
    assert sleeper.update["clocks"]["seats"][seat]["running"]
    assert 0 < sleeper.update["clocks"]["seats"][seat]["left"] <= 12_000
    other.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    other.see(lambda update: bool(update["legal"]))
    assert any(row["by"] == "stand_in" for row in other.rows)
    assert sleeper.ask("back")["type"] == "accepted"
    other.see(lambda update: not update["table"]["seats"][seat]["stand_in"])


def left(player: Player, seat: int) -> int:
    return int(player.update["clocks"]["seats"][seat]["left"])


CLOCKS = [{"kind": "move", "seconds": 60}, {"kind": "bank", "seconds": 60, "increment": 30}]


@pytest.mark.parametrize("clock", CLOCKS, ids=["move", "bank"])
def test_leaving_and_coming_back_gains_no_time(room: Room, clock: dict[str, Any]) -> None:
    table = room.two_people(clock=clock, pace=10)
    table.choose_tickets()
    mover = table.mover
    seat = mover.update["you"]["seat"]
    before = left(mover, seat)
    for message in ("leave", "back", "leave", "back"):
        assert mover.ask(message)["type"] == "accepted"
        mover.see(lambda update, away=message == "leave": update["table"]["seats"][seat]["stand_in"] is away)
    assert mover.update["clocks"]["seats"][seat]["running"]
    assert left(mover, seat) <= before


@pytest.mark.parametrize("clock", CLOCKS, ids=["move", "bank"])
def test_a_claim_that_is_taken_back_gains_no_time(room: Room, clock: dict[str, Any]) -> None:
    table = room.two_people(clock=clock)
    mover = play_until_a_claim(table)
    seat = mover.update["you"]["seat"]
    rows = [row for row in mover.rows if row["kind"] == "action"]
    thought = rows[-1]["time"] - rows[-2]["time"]
    gained = 60_000 if clock["kind"] == "move" else left(mover, seat) - 30_000 + thought
    other = left(mover, 1 - seat)
    mover.ask("take_back", state=mover.update["state"])
    mover.see(lambda update: bool(update["legal"]))
    assert left(mover, seat) <= gained - thought
    assert left(mover, 1 - seat) >= other, "nor does it cost the other person anything"
    assert not mover.update["clocks"]["seats"][1 - seat]["running"]


def test_time_for_a_return_is_given_once(room: Room) -> None:
    table = room.two_people(clock={"kind": "move", "seconds": 5}, pace=10)
    table.choose_tickets()
    mover = table.mover
    seat = mover.update["you"]["seat"]
    mover.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    assert mover.ask("back")["type"] == "accepted"
    mover.see(lambda update: update["clocks"]["seats"][seat]["running"])
    assert 5_000 < left(mover, seat) <= RETURN_TIME
    mover.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    assert mover.ask("back")["refusal"]["code"] == "seat/no_time"
    assert mover.act("draw")["refusal"]["code"] == "seat/no_time"


def test_a_bot_plays_for_an_absent_player_until_they_return(impatient: Room) -> None:
    table = impatient.two_people()
    table.choose_tickets()
    mover, other = table.mover, table.waiter
    seat = mover.update["you"]["seat"]
    token = table.made["seats"][0]["token"] if seat == 0 else table.joined["token"]
    mover.close()
    other.see(lambda update: update["table"]["seats"][seat]["stand_in"])
    other.see(lambda update: bool(update["legal"]))
    again = impatient.player(table.table, token)
    again.see(lambda update: not update["table"]["seats"][seat]["stand_in"])


def test_no_bot_steps_in_when_no_player_is_waiting(impatient: Room) -> None:
    table = impatient.two_people()
    table.choose_tickets()
    number = table.first.update["number"]
    waiter, mover = table.waiter, table.mover
    waiter.close()  # first, so that nobody is left to wait for the mover
    mover.close()
    time.sleep(GRACE + 2)
    again = impatient.player(table.table, table.joined["token"])
    assert again.update["number"] == number


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """The wall clock and the steady clock of this process's server."""
    wall = Wall()
    monkeypatch.setattr(server_time, "_clock", ServerClock(lambda: wall.wall, lambda: wall.steady))
    return wall


def test_the_game_goes_on_when_the_wall_clock_is_set_back_while_a_bot_thinks(tmp_path: Path, wall: Wall) -> None:
    async def work(registry: TableRegistry) -> None:
        think = registry.bot_workers.choose

        async def think_while_the_clock_is_set_back(*question: Any) -> int:
            found = await think(*question)
            wall.wall -= 24 * 3600
            return found

        registry.bot_workers.choose = think_while_the_clock_is_set_back  # type: ignore[method-assign]
        Scheduler(registry)  # it moves the bots of every table that changes
        live = await new_table(registry, ME, BOT, pace=0.1, first=1)
        assert live.state.game is not None
        await commands.act(live, 0, state=live.state.state, action=live.state.game.legal_codes(0)[0], request=None)
        await eventually(lambda: len(bot_moves(live)) > 1)  # its choice of tickets has no pace, its first turn has

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_bot_moves_on_after_a_restart_with_the_wall_clock_set_back(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[str] = []

    async def begin(registry: TableRegistry) -> None:
        live = await new_table(registry, ME, BOT, pace=0.1, first=1)
        await choose_tickets(live)
        tables.append(live.state.id)

    async def go_on(registry: TableRegistry) -> None:
        Scheduler(registry).drive(live := await registry.open(tables[0]))
        await eventually(lambda: len(bot_moves(live)) > 1)

    with_registry(tmp_path / "tables.sqlite", begin)
    wall.wall -= 24 * 3600
    monkeypatch.setattr(server_time, "_clock", ServerClock(lambda: wall.wall, lambda: wall.steady))
    with_registry(tmp_path / "tables.sqlite", go_on)


def bot_moves(live: LiveTable) -> list[LogRow]:
    return [row for row in live.state.rows if row.by == "bot" and row.kind == "action"]


def test_no_bot_replaces_people_when_the_wall_clock_is_set_forward(tmp_path: Path, wall: Wall) -> None:
    async def work(registry: TableRegistry) -> None:
        patient = await new_table(registry, clock={"kind": "move", "seconds": 600})
        hasty = await new_table(registry, clock={"kind": "move", "seconds": 30})
        watching = asyncio.create_task(Scheduler(registry)._watch_clocks())
        wall.wall += 3600
        wall.go_on(31)
        await eventually(lambda: all(seat.stand_in == "clock" for seat in hasty.state.seats))
        watching.cancel()
        assert [seat.stand_in for seat in patient.state.seats] == [None, None], (
            "the clocks were looked at, and had time"
        )

    with_registry(tmp_path / "tables.sqlite", work)


def test_absence_and_a_missing_host_are_not_timed_by_the_wall_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        live.listeners.add(Stream(Holdings(seats={1: live.state.seats[1].sitting}), "192.0.2.9"))  # the host is away
        scheduler, grace = Scheduler(registry), registry.config.grace

        async def look_after() -> tuple[str | None, int | None]:
            await scheduler._look_after(live, server_time.now_ms(), True)
            return live.state.seats[0].stand_in, live.state.host

        assert await look_after() == (None, 0)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 3600)
        assert await look_after() == (None, 0)
        assert live.host_gone_since is not None
        live.absent_since[0] -= grace
        live.host_gone_since -= grace
        assert await look_after() == ("absent", 1), "both were being timed"

    with_registry(tmp_path / "tables.sqlite", work)


async def act(live: LiveTable, seat: int, code: int, by: str = "person") -> None:
    await commands.act(live, seat, state=live.state.state, action=code, request=None, by=by)


async def choose_tickets(live: LiveTable) -> None:
    for seat in range(live.state.players):
        assert live.state.game is not None
        by = "bot" if live.state.seats[seat].is_played_by_bot else "person"
        await act(live, seat, live.state.game.legal_codes(seat)[0], by)


def time_left(live: LiveTable, seat: int) -> int:
    assert live.state.clocks is not None
    return live.state.clocks[seat].left_at(server_time.now_ms())


@pytest.mark.parametrize("clock", CLOCKS, ids=["move", "bank"])
def test_time_is_given_for_a_turn_and_not_for_each_card(tmp_path: Path, wall: Wall, clock: dict[str, Any]) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, clock=clock, first=0)
        await choose_tickets(live)
        begun = time_left(live, 0)
        wall.go_on(10)
        await act(live, 0, DRAW_UNSEEN)
        assert time_left(live, 0) == begun - 10_000
        wall.go_on(5)
        await act(live, 0, DRAW_UNSEEN)
        assert live.state.actors == {1}
        assert time_left(live, 0) == (60_000 if clock["kind"] == "move" else begun - 15_000 + 30_000)

    with_registry(tmp_path / "tables.sqlite", work)


@pytest.mark.parametrize("clock", CLOCKS, ids=["move", "bank"])
def test_time_already_spent_stays_spent_after_leaving(tmp_path: Path, wall: Wall, clock: dict[str, Any]) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, clock=clock, first=0)
        await choose_tickets(live)
        begun = time_left(live, 0)
        for come_or_go in (commands.leave, commands.back, commands.leave, commands.back):
            wall.go_on(5)
            await come_or_go(live, 0)
        assert time_left(live, 0) == begun - 10_000, "it ran before each time the player left"

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_move_that_is_taken_back_costs_its_own_thinking_and_no_more(tmp_path: Path, wall: Wall) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, ME, BOT, clock={"kind": "bank", "seconds": 60, "increment": 30}, first=0)
        await choose_tickets(live)
        begun = time_left(live, 0)
        for seconds in (5, 4):
            wall.go_on(seconds)
            await act(live, 0, DRAW_UNSEEN)
        assert live.state.actors == {1}
        wall.go_on(20)
        await commands.take_back(live, 0, state=live.state.state, request="back")
        assert live.state.actors == {0}
        assert time_left(live, 0) == begun - 9000
        wall.go_on(1)
        assert time_left(live, 0) == begun - 10_000, "it runs again"

    with_registry(tmp_path / "tables.sqlite", work)


def test_bots_take_the_time_that_people_need_to_follow(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True, pace=1.0)
    player = room.player(made["table"], cookies=browser.cookies)
    player.act()
    player.see(lambda update: bool(update["legal"]))
    player.act("draw")
    player.act("draw")
    player.see(lambda update: bool(update["legal"]))
    mine, bots = [], []
    for row in player.rows:
        if row["kind"] == "action":
            (bots if row["by"] == "bot" else mine).append(row["time"])
    last = [when for when in bots if when > mine[-1]]
    assert last
    assert last[0] - mine[-1] >= 950
