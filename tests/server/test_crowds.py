"""Thousands watch one game: seated players are updated first, and presence messages flood nobody."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import SOON
from tests.server.test_scheduler import new_table, with_registry
from tests.server.waiting import eventually

from ferrovia.server.http.event_stream import Stream
from ferrovia.server.http.websocket import MOST_WAITING, Socket
from ferrovia.server.operations.metrics import Metrics
from ferrovia.server.tables import commands
from ferrovia.server.tables.live_table import SLICE, LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings

pytestmark = pytest.mark.compiled_only

CROWD = 4 * SLICE


class Ear:
    """A listener that records what it was sent, and in which order it was updated relative to others."""

    def __init__(self, live: LiveTable, order: list[Ear], seat: int | None = None) -> None:
        self.holdings = Holdings(watch=True)
        if seat is not None:
            self.holdings.add("seat", seat, live.state.seats[seat].sitting)
        self.look = -1 if seat is None else seat
        self.seen: int | None = live.state.number
        self.address = "192.0.2.9"
        self.heard: list[dict[str, Any]] = []
        self._order = order
        live.listeners.add(self)
        live.arrived(self)

    def send(self, message: str, *, replaces: str | None = None) -> None:
        self.heard.append(json.loads(message))
        if self.heard[-1]["type"] == "update":
            self._order.append(self)

    def close(self, code: int) -> None:
        """Nothing is open."""

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]


def test_seated_players_are_updated_before_the_crowd_and_no_row_is_missed(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        order: list[Ear] = []
        crowd = [Ear(live, order) for _ in range(CROWD)]
        player = Ear(live, order, seat=1)
        assert live.state.game is not None
        before = live.state.number
        for seat in (0, 1):
            code = live.state.game.legal_codes(seat)[0]
            await commands.act(live, seat, state=live.state.state, action=code, request="r")
        assert order[0] is player
        await eventually(lambda: all(one.seen == live.state.number for one in crowd))
        for one in (crowd[-1], player):
            rows = [row["number"] for update in one.of_kind("update") for row in update["rows"]]
            assert rows == [before + 1, before + 2]

    with_registry(tmp_path / "tables.sqlite", work)


def test_an_arriving_crowd_causes_few_presence_messages(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        order: list[Ear] = []
        crowd = []
        for _ in range(CROWD):
            crowd.append(Ear(live, order))
            await asyncio.sleep(0)
        await eventually(lambda: bool(crowd[0].heard) and crowd[0].heard[-1].get("watching") == CROWD)
        messages = sum(len(one.of_kind("presence")) for one in crowd)
        assert messages <= 4 * CROWD, "not one for each who came and each who was there"

    with_registry(tmp_path / "tables.sqlite", work)


def test_presence_never_fills_the_queue_of_a_slow_reader() -> None:
    class Wire:
        """A reader that is slow with the first message."""

        def __init__(self) -> None:
            self.sent: list[str] = []
            self.go_on = asyncio.Event()

        async def send_text(self, text: str) -> None:
            self.sent.append(text)
            await self.go_on.wait()

        async def close(self, code: int) -> None:
            self.sent.append(f"closed {code}")

    async def main() -> list[str]:
        wire = Wire()
        socket = Socket(wire, "192.0.2.1", Metrics())  # type: ignore[arg-type]
        writing = asyncio.create_task(socket.write())
        socket.send("first")
        await asyncio.sleep(0)
        for number in range(3 * MOST_WAITING):
            socket.send(f"presence {number}", replaces="presence")
        socket.send("update")
        wire.go_on.set()
        async with asyncio.timeout(SOON):
            while len(wire.sent) < 3:
                await asyncio.sleep(0)
        writing.cancel()
        return wire.sent

    assert asyncio.run(main()) == ["first", "update", f"presence {3 * MOST_WAITING - 1}"]


def test_a_stream_whose_reader_lost_access_before_its_first_event_stays_empty(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        stranger = Stream(Holdings(), "192.0.2.9")  # the table became private after the request was checked
        assert not live.state.public
        assert await anext(stranger.events(live, None), None) is None
        assert stranger not in live.listeners

    with_registry(tmp_path / "tables.sqlite", work)
