"""Commands that wait for each other at one table: each is judged by the state in which its turn comes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_scheduler import BROWSER, new_table, with_registry
from tests.server.waiting import eventually

from ferrovia.server.http.routes.tables import _Program
from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import commands, dispatch
from ferrovia.server.tables.creation import join
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings, holdings_of

pytestmark = pytest.mark.compiled_only

BEAS, CLEOS = "c" * 32, "d" * 32
Answer = dict[str, Any]


async def at_once(live: LiveTable, *orders: Coroutine[Any, Any, Any]) -> list[Any]:
    """Lets all commands wait for the table, in this order, before the first of them is carried out."""
    async with live.lock:
        waiting = [asyncio.create_task(command) for command in orders]
        for _ in range(20):
            await asyncio.sleep(0)
    return await asyncio.gather(*waiting)


class Visitor:
    """A browser at a table."""

    def __init__(self, registry: TableRegistry, live: LiveTable, browser: str) -> None:
        self.registry, self.live, self.browser = registry, live, browser

    async def joins(self) -> Visitor:
        await join(self.registry, self.live, incoming.Join(), self.browser, Holdings())
        return self

    async def says(self, **message: Any) -> Answer:
        held = await holdings_of(self.registry.store, self.live.state.id, self.browser, ())
        return await self.with_rights(held, **message)

    async def with_rights(self, held: Holdings, **message: Any) -> Answer:
        """Says something with rights that were looked up earlier, as a socket does."""
        who = _Program(held, "192.0.2.1")
        wish = incoming.from_client.validate_python({"id": "r", **message})
        return dict(await dispatch.reply(self.registry, self.live, who, wish, self.browser))

    async def rights(self) -> Holdings:
        return await holdings_of(self.registry.store, self.live.state.id, self.browser, ())


async def ana_and_bea(registry: TableRegistry) -> tuple[Visitor, Visitor]:
    """A public table: Ana is its host, Bea has joined, nothing is dealt yet."""
    seats = ({"kind": "me", "name": "Ana"}, {"kind": "person"})
    live = await new_table(registry, *seats, start=False, public=True)
    return Visitor(registry, live, BROWSER), await Visitor(registry, live, BEAS).joins()


async def _refusal(command: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(Refuse) as refused:
        await command
    return refused.value.code


def code(answer: Answer) -> str:
    return str(answer["refusal"]["code"]) if answer["type"] == "refused" else str(answer["type"])


@pytest.mark.parametrize(
    "message",
    [
        {"type": "value", "seat": 1, "value": "ab" * 32},
        {"type": "leave"},
        {"type": "forget"},
        {"type": "back"},
    ],
    ids=lambda message: str(message["type"]),
)
def test_a_removed_person_changes_nothing_of_the_one_who_sits_there_next(
    tmp_path: Path, message: dict[str, Any]
) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        cleo, rights = Visitor(registry, ana.live, CLEOS), await bea.rights()
        remove = ana.with_rights(await ana.rights(), type="host", do="remove", seat=1)
        _, _, late = await at_once(ana.live, remove, cleo.joins(), bea.with_rights(rights, **message))
        assert code(late) == "seat/not_yours"
        assert [row.kind for row in ana.live.state.rows[-2:]] == ["left", "joined"]
        assert (await cleo.rights()).valid_seats(ana.live.state) == [1]

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_removed_person_plays_no_action_that_waited(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        assert code(await ana.says(type="start")) == "accepted"
        live, rights = ana.live, await bea.rights()
        assert live.state.game is not None
        action = live.state.game.legal_codes(1)[0]
        remove = ana.with_rights(await ana.rights(), type="host", do="remove", seat=1)
        act = bea.with_rights(rights, type="action", state=live.state.state, action=action)
        _, late = await at_once(live, remove, act)
        assert code(late) == "seat/not_yours"
        assert not [row for row in live.state.rows if row.kind == "action"]

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_stand_in_plays_no_action_that_waited_while_its_player_came_back(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        assert live.state.game is not None
        await commands.leave(live, 0)
        state, action = live.state.state, live.state.game.legal_codes(0)[0]
        act = commands.act(live, 0, state=state, action=action, request=None, by="stand_in")
        _, late = await at_once(live, commands.back(live, 0), _refusal(act))
        assert late == "action/stale"
        assert not [row for row in live.state.rows if row.kind == "action"]

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_bot_plays_no_action_that_waited_while_the_removed_person_returned(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        live, rights = ana.live, await bea.rights()
        for message in ({"type": "start"}, {"type": "host", "do": "remove", "seat": 1}):
            assert code(await ana.says(**message)) == "accepted"
        invited = await ana.says(type="host", do="invite", seat=1)
        state, action = live.state.state, live.state.game.legal_codes(1)[0]  # type: ignore[union-attr]
        again = join(registry, live, incoming.Join(token=invited["data"]["token"]), BEAS, rights)
        act = commands.act(live, 1, state=state, action=action, request=None, by="bot")
        async with live.lock:
            joining = asyncio.create_task(again)
            await eventually(lambda: bool(live.lock._waiters))  # it looks its invitation up first
            late = asyncio.create_task(_refusal(act))
            await asyncio.sleep(0)
        assert (await joining)["seat"] == 1
        assert await late == "action/stale"
        assert not [row for row in live.state.rows if row.kind == "action"]

    with_registry(tmp_path / "tables.sqlite", work)


def test_leaving_while_the_host_starts_brings_a_bot(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        start = ana.with_rights(await ana.rights(), type="start")
        answers = await at_once(ana.live, start, bea.with_rights(await bea.rights(), type="leave"))
        assert [code(answer) for answer in answers] == ["accepted", "accepted"]
        assert ana.live.state.seats[1].stand_in == "left"

    with_registry(tmp_path / "tables.sqlite", work)


def test_starting_while_a_person_leaves_waits_for_another(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        leave = bea.with_rights(await bea.rights(), type="leave")
        answers = await at_once(ana.live, leave, ana.with_rights(await ana.rights(), type="start"))
        assert [code(answer) for answer in answers] == ["accepted", "table/seats_open"]

    with_registry(tmp_path / "tables.sqlite", work)


def test_one_of_two_who_take_the_last_seat_at_once_gets_it(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        ana, bea = await ana_and_bea(registry)
        await bea.says(type="leave")
        cleo = Visitor(registry, ana.live, CLEOS)

        results = await at_once(ana.live, bea.joins(), _refusal(cleo.joins()))
        assert results == [bea, "table/full"]
        assert (await bea.rights()).valid_seats(ana.live.state) == [1]
        assert (await cleo.rights()).valid_seats(ana.live.state) == []

    with_registry(tmp_path / "tables.sqlite", work)
