"""Parts cached between updates equal freshly made ones."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace

import pytest
from pydantic import TypeAdapter
from tests.kit.walks import any_kind, board_of

from ferrovia import RULES_VERSION, SPECTATOR
from ferrovia.data import legal_list, legal_text
from ferrovia.server.messages import outgoing
from ferrovia.server.storage import LogRow, StoredTable
from ferrovia.server.tables.deal import started_row
from ferrovia.server.tables.live_table import faces_after_move
from ferrovia.server.tables.state import Played, TableState
from ferrovia.server.tables.undo import may_take_back
from ferrovia.server.tables.viewer import UpdateWriter, table_info

pytestmark = pytest.mark.compiled_only

CLOCK = {"kind": "bank", "seconds": 600, "increment": 5}


def started_table(name: str, players: int) -> TableState:
    board = board_of(name)
    settings = {"clock": CLOCK, "first": None, "take_back": True, "pace": 0}
    stored = StoredTable("t" * 10, 1, board.id, board.digest, RULES_VERSION, players, settings, b"k" * 32, "open", 0)
    table = TableState(stored, board)
    table.fold(LogRow(stored.id, 1, 1, "created", None, "host", {"public": False, "chat": "free"}))
    for seat in range(players):
        table.fold(LogRow(stored.id, 2 + seat, 1, "joined", seat, "person", {}, f"P{seat}"))
    table.fold(started_row(table, LogRow(stored.id, table.number + 1, 9, "started", None, "host", {})))
    return table


def next_row(table: TableState, kind: str, seat: int, **body: object) -> LogRow:
    return LogRow(table.id, table.number + 1, 10 + table.number, kind, seat, "person", dict(body))


def step(table: TableState, dice: random.Random) -> TableState:
    """Something happens: mostly a move, now and then chat or taking back."""
    following = table.copy()
    seat = dice.choice(sorted(table.actors))
    if dice.random() < 0.1:
        following.fold(next_row(table, "chat", dice.randrange(table.players), phrase="hello"))
    elif dice.random() < 0.1 and table.moves:
        to = table.moves[-2].number if len(table.moves) > 1 else table.started
        following.fold(next_row(table, "taken_back", seat, to=to))
    else:
        assert table.game is not None
        game = table.game.copy()
        events = game.play(any_kind(dice, game.legal_codes(seat)), seat=seat)
        faces = faces_after_move(table, game, 10 + table.number, seat, by_person=True)
        body = {"code": game.moves[-1][1], **faces}
        row = replace(next_row(table, "action", seat, **body), digest=game.digests[-1])
        following.fold(row, Played(game, events))
    return following


def told(teller: UpdateWriter, table: TableState, viewer: int, since: int | None) -> str:
    may = may_take_back(table, viewer) is None
    info = table_info(table, frozenset(), 0)
    return teller.update(viewer, since=since, info=info, may_take_back=may, clocks="null")


@pytest.mark.parametrize("name, players", [("europe", 3), ("new_york", 4), ("amsterdam", 2)])
def test_a_writer_with_cached_parts_writes_the_same_as_a_new_one(name: str, players: int) -> None:
    table = started_table(name, players)
    teller, dice = UpdateWriter(table), random.Random(players)
    message: TypeAdapter[outgoing.Update] = TypeAdapter(outgoing.Update)
    for number in range(400):
        if table.status != "playing":
            break
        before, table = table, step(table, dice)
        teller.table = table
        for viewer in (*range(players), SPECTATOR):
            text = told(teller, table, viewer, before.number)
            assert text == told(UpdateWriter(table), table, viewer, before.number)
            if number % 20 == 0:
                message.validate_json(text, strict=True)
    assert number > 100


@pytest.mark.parametrize("name, players", [("europe", 3), ("new_york", 2)])
def test_a_table_read_again_from_its_rows_is_the_same(name: str, players: int) -> None:
    table, dice = started_table(name, players), random.Random(5)
    for _ in range(150):
        if table.status == "playing":
            table = step(table, dice)
    again = TableState(table.stored, table.board)
    again.fold_all(table.rows)
    one_by_one = TableState(table.stored, table.board)
    for row in table.rows:
        one_by_one.fold(row)
    for other in (again, one_by_one):
        assert other.all_events() == table.all_events()
        assert other.clocks == table.clocks
        assert (other.number, other.state, other.status) == (table.number, table.state, table.status)
        for viewer in (*range(players), SPECTATOR):
            assert told(UpdateWriter(other), other, viewer, None) == told(UpdateWriter(table), table, viewer, None)
            assert told(UpdateWriter(other), other, viewer, 0) == told(UpdateWriter(table), table, viewer, 0)


def test_a_row_that_leads_elsewhere_freezes_the_table_where_it_was_right() -> None:
    table, dice = started_table("new_york", 2), random.Random(3)
    while len(table.moves) < 30:
        table = step(table, dice)
    place = table.moves[20].number
    rows = [replace(row, digest="f" * 16) if row.number == place else row for row in table.rows]
    again = TableState(table.stored, table.board)
    again.fold_all(rows)
    assert again.status == "frozen"
    assert str(place) in str(again.frozen)
    assert again.game is not None
    assert len(again.game.moves) == 20
    assert told(UpdateWriter(again), again, 0, None)
    older = TableState(replace(table.stored, rules_version=RULES_VERSION - 1), table.board)
    older.fold_all(table.rows)
    assert older.status == "frozen"


@pytest.mark.parametrize("name", ["europe", "new_york"])
def test_legal_actions_come_with_all_payments_the_sensible_one_first(name: str) -> None:
    table, dice = started_table(name, 2), random.Random(4)
    seen = set()
    for _ in range(200):
        if table.status != "playing":
            break
        table = step(table, dice)
        for seat in table.actors:
            assert table.game is not None
            view = table.game.view(seat)
            listed = json.loads(legal_text(view))
            assert listed == legal_list(view)
            assert sorted(entry["code"] for entry in listed) == view.legal_codes()
            for entry, after in itertools.pairwise(listed):
                if entry["kind"] == after["kind"] == "claim" and entry["route"] == after["route"]:
                    left = [view.hand.get(each["color"] or "", 0) for each in (entry, after)]
                    assert (entry["wilds"], -left[0]) <= (after["wilds"], -left[1])
                    seen.add("claim")
            groups = [entry["route"] for entry in listed if entry["kind"] == "claim"]
            assert len([key for key, _ in itertools.groupby(groups)]) == len(set(groups)), "one route stands together"
            for entry in listed:
                if entry["kind"] in ("claim", "station"):
                    assert entry["colored"] + entry["wilds"] > 0
                    assert (entry["color"] is None) == (entry["colored"] == 0)
                if entry["kind"] == "claim":
                    assert entry["colored"] + entry["wilds"] == view.board.route(entry["route"]).length
    assert seen
