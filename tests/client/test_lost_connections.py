"""Connections that break between a program and its table: nothing is lost, nothing is played twice."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.cli.terminal import run
from tests.client.conftest import Line
from tests.client.seats import BOT, ME, Connect, choose, play_out, started
from tests.kit.waiting import PATIENCE
from tests.server.serving import Serving

from ferrovia.client import ConnectionLost, Refused, Server

pytestmark = pytest.mark.compiled_only


def test_a_line_that_is_cut_at_every_turn_loses_and_doubles_nothing(
    connect: Connect, serving: Serving, line: Line
) -> None:
    with connect(line.url) as server, started(server, ME, BOT) as table:
        played = 0
        for turn in table.turns():
            if played % 3 == 0:
                line.cut()
            turn.play(choose(turn))
            played += 1
        own = [row for row in table.history() if row["kind"] == "action" and row["seat"] == 0]
        assert len(own) == played
        numbers = [row["number"] for row in table.rows]
        assert numbers == sorted(set(numbers))


def test_an_action_whose_answer_was_lost_is_not_played_twice(connect: Connect, serving: Serving, line: Line) -> None:
    with connect(line.url) as server, started(server, ME, BOT) as table:
        table.play(table.legal[0])
        table.wait(lambda table: bool(table.legal))
        before = table.state
        line.is_deaf = True
        with Server(serving.url) as direct, direct.open(table.link) as other:

            def cut_once_played() -> None:
                other.wait(lambda other: other.state > before)
                line.is_deaf = False
                line.cut()

            cutter = threading.Thread(target=cut_once_played)
            cutter.start()
            table.play("draw")
            cutter.join()
        own = [row for row in table.history(before) if row["kind"] == "action" and row["seat"] == 0]
        assert [row["data"]["action"] for row in own] == ["draw"]


def test_a_rematch_whose_answer_was_lost_can_still_be_played(connect: Connect, serving: Serving, line: Line) -> None:
    with connect(line.url) as server, started(server, ME, BOT) as table:
        play_out(table)
        line.is_deaf = True
        with Server(serving.url) as direct, direct.open(table.link) as other:

            def cut_once_made() -> None:
                other.wait(lambda other: other.info["rematch"] is not None)
                line.is_deaf = False
                line.cut()

            cutter = threading.Thread(target=cut_once_made)
            cutter.start()
            made = table.rematch()
            cutter.join()
        with server.open(made.seats[0]) as again:
            again.start()
            assert again.seat == 0


def test_a_server_that_is_killed_and_comes_back_finds_its_players_again(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite") as serving:
        line = Line(serving.url)
        with Server(line.url) as server, started(server, ME, BOT) as table:
            for number, turn in enumerate(table.turns()):
                if number == 4:
                    serving.kill()
                    serving.start()
                    line.target = serving.url
                turn.play(choose(turn))
            assert table.result is not None
            assert table.is_deal_fair()
        line.close()


def test_patience_ends_with_a_sentence(connect: Connect, serving: Serving, line: Line) -> None:
    with connect(line.url) as server:
        made = server.create("new_york", [ME, BOT])
        with server.open(made.seats[0], patience=0.5) as table:
            line.is_down = True
            line.cut()
            with pytest.raises(ConnectionLost, match=r"no connection to the table within 0\.5 seconds"):
                table.start()
        with pytest.raises(ConnectionLost, match="does not answer"):
            server.info()


def test_a_program_that_is_banned_is_told_so_at_once(connect: Connect, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    with Serving(database) as serving, connect(serving.url) as server:
        made = server.create("new_york", [ME, BOT])
        with server.open(made.seats[0], patience=2) as table:
            assert run("bans", "add", "127.0.0.1", "--database", database).exit_code == 0
            with pytest.raises(Refused, match="has blocked your access") as refused:
                table.wait(lambda table: False, seconds=PATIENCE)
            assert refused.value.code == "visitor/banned"
        with pytest.raises(Refused, match="has blocked your access"):
            server.open(made.seats[0], patience=2)
