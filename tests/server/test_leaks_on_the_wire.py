"""Messages to a seat or spectator are the same, byte for byte, when everything hidden from them is redealt."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from tests.kit.walks import any_kind, board_of, many_tickets, walk
from tests.library.test_leaks import fitting_world, stays_full_of_wilds, visible_draws
from tests.library.watchers import everybody, redealt
from tests.server.serving import ME, Room, create

from ferrovia import RULES_VERSION, SPECTATOR, Game
from ferrovia.boards import Board
from ferrovia.events import Event
from ferrovia.game.play import ScriptError
from ferrovia.server.storage import LogRow, StoredTable
from ferrovia.server.tables.state import TableState
from ferrovia.server.tables.undo import may_take_back
from ferrovia.server.tables.viewer import UpdateWriter, table_info, told_rows

pytestmark = pytest.mark.compiled_only

SETTINGS = {"clock": {"kind": "none"}, "first": None, "take_back": True, "pace": 0}


def table_with(board: Board, game: Game, *, row: LogRow | None = None, events: tuple[Event, ...] = ()) -> TableState:
    """A table with this game, its last row and the resulting state."""
    stored = StoredTable(
        "t" * 10, 1, board.id, board.digest, RULES_VERSION, game.players, SETTINGS, b"k" * 32, "playing", 0
    )
    table = TableState(stored, board)
    table.fold(LogRow(stored.id, 1, 1, "created", None, "host", {"public": False, "chat": "free"}))
    for seat in range(game.players):
        table.fold(LogRow(stored.id, 2 + seat, 1, "joined", seat, "person", {"value": f"{seat:064x}"}, f"P{seat}"))
    table.status, table.game, table.started = "playing", game, table.number
    if row is not None:
        row = replace(row, number=table.number + 1)
        table.rows.append(row)
        table.events[row.number] = events
        table.number = table.state = row.number
    return table


def sent(table: TableState, viewer: int, since: int | None) -> str:
    may = may_take_back(table, viewer) is None if not table.moves else False
    info = table_info(table, frozenset({0}), 1)
    return UpdateWriter(table).update(viewer, since=since, info=info, may_take_back=may, clocks="null")


@pytest.mark.parametrize("name, players", [("europe", 3), ("new_york", 2), ("london", 4), ("amsterdam", 3), ("usa", 5)])
def test_a_snapshot_tells_nothing_that_a_redeal_changes(name: str, players: int) -> None:
    board, rng = board_of(name), np.random.default_rng(players)
    compared = 0
    for seed in range(3):
        game = Game(board, players=players, seed=seed)
        for _ in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=160):
            for viewer in everybody(game):
                if game.is_over:
                    continue
                here = sent(table_with(board, game), viewer, None)
                there = sent(table_with(board, redealt(game, viewer, rng)), viewer, None)
                assert here == there
                compared += 1
    assert compared > 500


@pytest.mark.parametrize("name, players", [("europe", 3), ("new_york", 4), ("amsterdam", 2)])
def test_an_update_tells_nothing_that_a_redeal_changes(name: str, players: int) -> None:
    board, rng, dice = board_of(name), np.random.default_rng(players), random.Random(players)
    compared: Counter[str] = Counter()
    for seed in range(3):
        game = Game(board, players=players, seed=seed)
        for seat, code in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=200):
            after = game.copy()
            told = after.play(code, seat=seat)
            if after.is_over or stays_full_of_wilds(after):
                continue
            for viewer in {seat, dice.choice(everybody(game)), SPECTATOR}:
                world = fitting_world(game, viewer, seat, code, visible_draws(game, told, viewer), rng)
                if world is None:
                    continue
                try:
                    told_there = world.play(code, seat=seat)
                except ScriptError:
                    continue
                if stays_full_of_wilds(world):
                    continue
                digests = after.digests[-1], world.digests[-1]
                rows = [
                    LogRow("t" * 10, 0, 5, "action", seat, "person", {"code": code, "id": f"{seat} x"}, None, digest)
                    for digest in digests
                ]
                here = table_with(board, after, row=rows[0], events=told)
                there = table_with(board, world, row=rows[1], events=told_there)
                assert sent(here, viewer, here.number - 1) == sent(there, viewer, there.number - 1)
                compared["own" if viewer == seat else "others'"] += 1
    assert min(compared["own"], compared["others'"]) > 100


def test_what_others_may_not_know_of_a_choice_is_not_in_the_row() -> None:
    """A choice of tickets is sent without its action; the code, the request and the digest are sent to nobody."""
    board = board_of("europe")
    game = Game(board, players=2, seed=1)
    code = game.legal_codes(0)[0]
    events = game.play(code, seat=0)
    row = LogRow("t" * 10, 0, 5, "action", 0, "person", {"code": code, "id": "0 r1"}, None, game.digests[-1])
    table = table_with(board, game, row=row, events=events)
    for viewer in (1, SPECTATOR):
        [told] = told_rows(table, viewer, table.number - 1)
        assert told["data"] == {"action": None}
    assert told_rows(table, 0, table.number - 1)[0]["data"]["action"].startswith("keep")


def test_no_secret_of_the_table_is_ever_sent_before_the_end(room: Room) -> None:
    """Read from the wire: no key, no value of a browser, no token, no digest, no code of hidden actions."""
    table = room.two_people()
    watcher = room.player(table.table, table.made["watch"]["token"])
    table.choose_tickets()
    table.mover.act("draw")
    table.first.ask("history")
    watcher.ask("history")
    everything = "".join([*table.first.sent, *table.second.sent, *watcher.sent])
    for secret in ("ab" * 32, "cd" * 32, table.joined["token"], table.made["invitations"][0]["token"]):
        assert secret not in everything
    assert not re.search(
        r'"(key|server_key|digest|values?)":"[0-9a-f]{16}',
        everything.replace('"digest":"' + board_of("new_york").digest, ""),
    )
    made = create(room.browser(), ME, {"kind": "person"})
    info = room.player(made["table"], made["seats"][0]["token"]).update["table"]
    assert re.fullmatch("[0-9a-f]{64}", info["commitment"])
