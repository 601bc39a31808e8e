"""Taking back: if nothing hidden was revealed since, or at a table of one person and bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.serving import BOT, ME, Player, Room, TwoPeople, catch_up, create, play_out, sensible
from tests.server.test_scheduler import new_table, with_registry
from tests.server.test_webhooks_called import play

from ferrovia.record import read_record, verify
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import commands, undo
from ferrovia.server.tables.registry import TableRegistry

pytestmark = pytest.mark.compiled_only


def play_until_a_claim(table: TwoPeople) -> Player:
    """Both play until one of them claims a route; returns that player."""
    table.choose_tickets()
    for _ in range(200):
        catch_up(table.first, table.second)
        mover = table.mover
        move = sensible(mover.update)
        assert mover.act(move["code"])["type"] == "accepted"
        if move["kind"] == "claim":
            return mover
    raise AssertionError("nobody could claim anything")


def test_a_claim_can_be_taken_back_until_somebody_acts(room: Room) -> None:
    table = room.two_people()
    mover = play_until_a_claim(table)
    claimed = mover.update["view"]["owners"]
    assert mover.update["take_back"]
    assert mover.ask("take_back", state=mover.update["state"])["type"] == "accepted"
    mover.see(lambda update: len(update["view"]["owners"]) == len(claimed) - 1)
    assert mover.update["legal"], "it is their turn again"
    row = mover.rows[-1]
    assert row["kind"] == "taken_back"
    again = mover.act(sensible(mover.update)["code"])
    assert again["type"] == "accepted"
    other = table.waiter if table.mover is mover else table.mover
    other.see(lambda update: update["number"] >= again["number"] and bool(update["legal"]))
    assert other.act("draw")["type"] == "accepted"
    mover.see(lambda update: update["number"] > again["number"])
    assert not mover.update["take_back"]
    assert mover.ask("take_back", state=mover.update["state"])["refusal"]["code"] == "take_back/not_allowed"


def test_a_drawn_card_cannot_be_put_back_among_people(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    mover = table.mover
    assert mover.act("draw")["type"] == "accepted"
    assert not mover.update["take_back"]
    assert mover.ask("take_back", state=mover.update["state"])["refusal"]["code"] == "take_back/hidden_shown"


def test_against_bots_anything_can_be_taken_back_and_comes_again_the_same(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True)
    player = room.player(made["table"], cookies=browser.cookies)
    player.act()
    player.see(lambda update: bool(update["legal"]) and update["view"]["phase"] == "turn")
    before = player.update["you"]["hand"]
    player.act("draw")
    first = player.update["you"]["hand"]
    player.act("draw")
    player.see(lambda update: bool(update["legal"]))  # the bot has moved
    for _ in range(2):
        assert player.ask("take_back", state=player.update["state"])["type"] == "accepted"
        player.see(lambda update: bool(update["legal"]))
    assert player.update["you"]["hand"] == before
    player.act("draw")
    assert player.update["you"]["hand"] == first, "taking back is no way to better luck"
    play_out(player)
    text = browser.get(f"/api/tables/{made['table']}/record").text
    assert verify(read_record(text)).fair


def test_a_table_can_be_without_taking_back(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True, take_back=False)
    player = room.player(made["table"], cookies=browser.cookies)
    player.act()
    assert not player.update["take_back"]
    assert player.ask("take_back", state=player.update["state"])["type"] == "refused"


def test_a_seat_takes_back_a_limited_number_of_times_so_that_the_log_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "MOST_TAKE_BACKS", 3)

    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, ME, BOT, first=0)
        for number in range(4):
            await play(live, 0)
            if number < 3:
                await commands.take_back(live, 0, state=live.state.state, request=f"t{number}")
        with pytest.raises(Refuse, match="take_back/too_many"):
            await commands.take_back(live, 0, state=live.state.state, request="t3")
        assert '"take_back":false' in live.snapshot(0, None)
        registry.tables.clear()
        again = await registry.read(live.state.id)
        assert undo.may_take_back(again, 0) == "take_back/too_many"

    with_registry(tmp_path / "tables.sqlite", work)
