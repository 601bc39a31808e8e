"""Programs at a real server through `ferrovia.client`: whole games, refusals in sentences."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.client.seats import BOT, ME, PERSON, Connect, choose, play_out, started
from tests.kit.waiting import PATIENCE
from tests.server.serving import Serving

from ferrovia.client import (
    AsyncServer,
    AsyncTable,
    ClientError,
    Link,
    LinkNotValid,
    OtherVersion,
    Refused,
    Server,
    TimedOut,
    requests,
)
from ferrovia.client import conversation as conversation_module
from ferrovia.client.operations import Response, Talk
from ferrovia.client.requests import json_of
from ferrovia.data.schema import BoardData
from ferrovia.record import read_record, verify

pytestmark = pytest.mark.compiled_only

TINY = Path(__file__).parents[1] / "data/tiny.toml"
EXAMPLE = Path(__file__).parents[2] / "examples/bots/online.py"


# --- whole games ------------------------------------------------------------------------------------------------------
def test_a_host_plays_a_whole_game_with_bots_and_keeps_the_record(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, started(server, ME, BOT) as table:
        play_out(table)
        assert table.has_ended
        assert table.result is not None
        assert table.seat == 0
        assert table.is_deal_fair() is True
        found = verify(read_record(server.record(table.link)))
        assert list(found.totals) == table.result["totals"]
        assert server.replay(table.link)["result"] == table.result
        numbers = [row["number"] for row in table.history()]
        assert numbers == sorted(set(numbers))


def test_the_example_bot_joins_by_an_invitation_and_plays_to_the_end(serving: Serving) -> None:
    with Server(serving.url) as server:
        made = server.create("london", [ME, PERSON], pace=0)
        command = [sys.executable, str(EXAMPLE), str(made.invitations[0]), "Short"]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        with server.open(made.seats[0]) as table:
            table.wait(lambda table: table.info["seats"][1]["value"])
            table.start()
            play_out(table)
            assert table.result is not None
            said, _ = program.communicate(timeout=PATIENCE)
            assert program.returncode == 0, said
            assert f"points: {table.result['totals'][1]} of" in said
            assert "the deal was fair: True" in said
            assert table.info["seats"][1]["name"] == "Short"


def test_two_coroutines_play_each_other_while_a_third_watches(serving: Serving) -> None:
    async def play(table: AsyncTable) -> list[int]:
        async for turn in table.turns():
            await turn.play(choose(turn))
        assert table.result is not None
        assert table.is_deal_fair()
        return table.result["totals"]

    async def watch(table: AsyncTable) -> list[int]:
        async for update in table.updates():
            assert update["you"] is None
            assert update["legal"] == []
        assert table.result is not None
        assert table.is_deal_fair() is None
        return table.result["totals"]

    async def game() -> None:
        async with AsyncServer(serving.url) as server:
            made = await server.create("amsterdam", [ME, PERSON])
            ana = await server.open(made.seats[0])
            bea = await server.join(made.invitations[0], "Bea")
            eve = await server.open(made.watch)
            await ana.start()
            async with ana, bea, eve:
                first, second, seen = await asyncio.gather(play(ana), play(bea), watch(eve))
            assert first == second == seen

    asyncio.run(game())


def test_a_public_table_is_found_joined_and_watched_by_its_id(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, connect(serving.url) as other:
        made = server.create("new_york", [ME, PERSON], public=True, pace=0)
        assert made.table in [table["id"] for table in other.lobby()["open"]]
        with other.join(made.table, "Bea") as bea:
            assert bea.seat == 1
            with pytest.raises(Refused, match="All seats of this table are taken"):
                other.join(made.table, "Eve")
            with other.open(f"{serving.url}/table/{made.table}") as watcher:
                assert watcher.seat is None
                bea.chat("Hello from Lisboa")
                watcher.wait(lambda table: [row["kind"] for row in table.rows][-1:] == ["chat"])
                assert watcher.rows[-1]["data"]["text"] == "Hello from Lisboa"


def before_the_value(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Something that happens once, while the next program opens a table: after its hello, before it sends its value."""

    def ask_for_board(name: str) -> Talk[BoardData]:
        monkeypatch.setattr(conversation_module, "ask_for_board", requests.board)
        happens()
        return (yield from requests.board(name))

    monkeypatch.setattr(conversation_module, "ask_for_board", ask_for_board)


@pytest.mark.parametrize("way", ["join", "open"])
def test_a_program_that_is_overtaken_by_the_start_plays_without_a_value_of_its_own(
    connect: Connect, serving: Serving, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    browser = httpx.Client(base_url=serving.url, timeout=PATIENCE)
    with connect(serving.url) as server, Server(serving.url) as hosting, browser:
        made = hosting.create("new_york", [ME, PERSON, BOT], pace=0)
        with hosting.open(made.seats[0]) as host:
            enter = partial(server.join, made.invitations[0], "Bea")
            if way == "open":
                token = made.invitations[0].token
                joined = browser.post(f"/api/tables/{made.table}/join", json={"name": "Bea", "token": token}).json()
                enter = partial(server.open, Link(made.table, joined["token"]))
            before_the_value(monkeypatch, host.start)
            with enter() as table:
                assert table.seat == 1
                host.leave()
                play_out(table)
                assert table.result is not None
                assert table.is_deal_fair() is None


def test_a_program_whose_seat_has_given_a_value_meanwhile_does_not_check_the_deal_with_its_own(
    connect: Connect, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(serving.url) as server, Server(serving.url) as other:
        made = other.create("new_york", [ME, BOT], pace=0)
        before_the_value(monkeypatch, lambda: other.open(made.seats[0]).close())
        with server.open(made.seats[0]) as table:
            table.start()
            play_out(table)
            assert table.result is not None
            assert table.is_deal_fair() is None


# --- questions and refusals -------------------------------------------------------------------------------------------
def test_a_refusal_is_a_sentence_in_three_languages_and_survives_a_pickle(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, started(server, ME, BOT) as table:
        next(iter(table.turns())).play(table.legal[0])
        table.wait(lambda table: bool(table.legal))
        with pytest.raises(Refused) as refused:
            table.play("claim nowhere red*1")
        error = pickle.loads(pickle.dumps(refused.value))
        assert str(error) == refused.value.text("en") == error.text("en")
        assert len({error.text(language) for language in ("en", "es", "pt")}) == 3
        assert error.code not in str(error)


def test_a_table_answers_players_questions(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, started(server, ME, BOT) as table:
        assert table.you is not None
        assert set(table.outlook()) == set(table.you["offer"])
        table.play(table.legal[0])
        table.wait(lambda table: bool(table.legal))
        assert table.view is not None
        deck = table.view["deck"]
        long = max(table.board["routes"], key=lambda route: route["length"])
        why = table.why_not(long["id"])
        assert why is not None
        assert why["code"].startswith("route/")
        assert table.coach()[0]["text"] in [entry["text"] for entry in table.legal]
        table.play("draw")
        assert table.view is not None
        assert table.view["phase"] == "second_card"
        table.take_back()
        assert table.view["phase"] == "turn"
        assert table.view["deck"] == deck


def test_a_server_tells_of_itself_its_boards_and_finished_games(connect: Connect, serving: Serving) -> None:
    with connect(serving.url + "/") as server:
        assert server.info()["protocol"] == 2
        assert "europe" in [board["id"] for board in server.boards()]
        assert server.board("europe")["trains"] == 45
        assert isinstance(server.games(board="europe", limit=3), list)
        judged = server.score({"board": "europe", "seats": [{"routes": ["brest-paris"]}, {}]})
        assert judged["totals"] == [26, 12]
        with pytest.raises(ClientError, match=r"the board was refused: .*id must be a text, and is 3"):
            server.upload_board("id = 3")


def test_a_table_tells_the_risk_of_a_tunnel(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server:
        made = server.create("europe", [ME, BOT], pace=0, first=0)
        with server.open(made.seats[0]) as table:
            table.start()
            tunnels = {route["id"] for route in table.board["routes"] if route["tunnel"]}
            for turn in table.turns():
                claims = [entry["text"] for entry in turn.legal if entry.get("route") in tunnels]
                if claims:
                    break
                turn.play("draw" if "draw" in [entry["text"] for entry in turn.legal] else choose(turn))
            assert sum(table.tunnel_odds(claims[0])["extra"]) == pytest.approx(1)


def test_people_leave_come_back_talk_and_play_again(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, started(server, ME, BOT) as table:
        table.chat(phrase="hello")
        assert table.rows[-1]["data"]["phrase"] == "hello"
        table.leave()
        table.wait(lambda table: table.info["seats"][0]["stand_in"])
        table.back()
        table.wait(lambda table: not table.info["seats"][0]["stand_in"])
        play_out(table)
        assert table.online == [0]
        assert table.watching == 0
        again = table.rematch()
        with server.open(again.seats[0]) as next_table:
            next_table.start()
            assert next_table.seat == 0
        assert table.rematch().table == again.table


def test_a_board_is_uploaded_and_played_on(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server:
        name = server.upload_board(TINY.read_text(encoding="utf-8"))
        with server.open(server.create(name, [ME, BOT], pace=0).seats[0]) as table:
            table.start()
            play_out(table)
            assert table.result is not None


@pytest.mark.parametrize(
    "status, text, words",
    [
        (200, "<html>", "is this the address of a Ferrovia server"),
        (502, "Bad gateway", "status 502 and no reason"),
        (502, '["refusal"]', "status 502 and no reason"),
    ],
)
def test_an_answer_from_another_program_is_named(status: int, text: str, words: str) -> None:
    with pytest.raises(ClientError, match=words):
        json_of(Response(status, text))


def test_a_closed_table_says_so(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server:
        table = started(server, ME, BOT)
        table.close()
        with pytest.raises(ClientError, match="the table is closed"):
            table.play(0)


def test_a_loop_over_turns_that_does_not_play_gets_an_error(connect: Connect, serving: Serving) -> None:
    with (
        connect(serving.url) as server,
        started(server, ME, BOT) as table,
        pytest.raises(ClientError, match="nothing was played in this turn"),
    ):
        for _ in table.turns():
            pass


def test_waiting_ends_in_time_and_leaves_the_connection_good(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server, started(server, ME, PERSON | {"kind": "bot"}) as table:
        with pytest.raises(TimedOut):
            table.wait(lambda table: table.result is not None, seconds=0.2)
        table.play(table.legal[0])


# --- links ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("link", ["", "hello there", "http://example.org/", "/table/", "/table/abcd1234#x_123"])
def test_an_invalid_link_is_rejected_without_a_request(link: str) -> None:
    with pytest.raises(LinkNotValid, match="is not a link to a table"):
        Link.parse(link)


@pytest.mark.parametrize("address", ["", "localhost:8000", "ftp://example.org", "http://", "http://[", "http://a:x"])
def test_an_invalid_address_is_rejected(address: str) -> None:
    with pytest.raises(LinkNotValid, match="is not the address of a server"):
        Server(address)


def test_an_error_and_a_repr_show_no_secret() -> None:
    link = Link.parse("https://example.org/games/table/k3vx9tq2hm#s_abcdefghijklmnopqrstuvwx")
    assert (link.server, link.table) == ("https://example.org/games", "k3vx9tq2hm")
    assert "abcdef" not in repr(link)
    assert "abcdef" in str(link)
    with pytest.raises(LinkNotValid) as error:
        Link.parse("https://example.org/tabel/k3#s_abcdefghijklmnopqrstuvwx")
    assert "abcdef" not in str(error.value)


def test_links_that_lead_nowhere_are_refused_in_a_sentence(connect: Connect, serving: Serving) -> None:
    with connect(serving.url) as server:
        with pytest.raises(LinkNotValid, match="no such table"):
            server.open("unknown123")
        made = server.create("new_york", [ME, PERSON])
        with pytest.raises(LinkNotValid, match="the link is not valid"):
            server.open(Link(made.table, "s_" + "x" * 32))
        with pytest.raises(LinkNotValid, match="invitation"):
            server.open(made.invitations[0])
        with server.open(made.seats[0]) as host, server.join(made.invitations[0], "Bea") as bea:
            host.host("remove", seat=1)
            with pytest.raises(LinkNotValid, match="the seat was given to another player"):
                bea.wait(lambda table: False, seconds=60)


def test_another_version_of_the_protocol_is_named(
    connect: Connect, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(serving.url) as server:
        made = server.create("new_york", [ME, BOT])
        monkeypatch.setattr(conversation_module, "PROTOCOL", 1)
        with pytest.raises(OtherVersion, match="the server speaks version 2"):
            server.open(made.seats[0])


def test_the_programs_in_the_documentation_run_unchanged(serving: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs/client_library.md").read_text(encoding="utf-8")
    waiting, awaiting = (part.split("```")[0] for part in text.split("```python\n")[1:])
    assert "http://localhost:8000" in waiting
    exec(waiting.replace("http://localhost:8000", serving.url), {})
    assert capsys.readouterr().out.endswith("True\n")

    names: dict[str, Any] = {}
    exec(awaiting, names)
    with Server(serving.url) as server:
        made = server.create("new_york", [PERSON, PERSON])
        assert made.host is not None
        found: list[list[list[int]]] = []
        game = threading.Thread(
            target=lambda: found.append(asyncio.run(names["main"]([str(link) for link in made.invitations])))
        )
        game.start()
        with server.open(made.host) as host:
            host.wait(lambda table: all(seat["value"] for seat in table.info["seats"]))
            host.start()
        game.join()
        assert found[0][0] == found[0][1]


@pytest.mark.parametrize("module", ["httpx", "websockets"])
def test_a_missing_extra_is_named(module: str) -> None:
    program = f"import sys; sys.modules[{module!r}] = None; import ferrovia.client"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "pip install 'ferrovia[client]'" in ended.stderr
