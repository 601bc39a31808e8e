"""What somebody with bad intentions tries: to stay where they were sent away, to take all for themselves, to read what
is left lying about.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import run
from tests.server.serving import BOT, ME, PERSON, Room, Serving, create, join, play_out
from tests.server.test_scheduler import ACCOUNT

from ferrovia.boards import load_board
from ferrovia.game import Game
from ferrovia.server.analysis.chances import Chances
from ferrovia.server.levels import bot_of
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.workers.pool import MOST_ADVISING, BotWorkers

pytestmark = pytest.mark.compiled_only

TINY = Path(__file__).parents[1] / "data" / "tiny.toml"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with small limits, for clients that forward their own address."""
    numbers = {"commands": 5, "chat": 3, "asks": 100, "asks_together": 6, "requests": 40, "bulk": 1}
    options = [f"--limit={name}={most}/86400" for name, most in numbers.items()]  # a day, so that none comes back
    options += ["--limit=sockets=3", "--trusted-proxy=127.0.0.1"]
    with Serving(tmp_path_factory.mktemp("strict") / "tables.sqlite", *options, limited=True) as server:
        yield server


@pytest.fixture
def home(strict: Serving) -> Iterator[Room]:
    room = Room(strict)
    yield room
    room.close()


def from_home(number: int) -> dict[str, str]:
    return {"x-forwarded-for": f"203.0.113.{number}"}


def made_at(room: Room, address: dict[str, str], *seats: Any, **wishes: Any) -> tuple[str, str]:
    """A table and a token of its first seat."""
    browser = room.browser()
    browser.headers.update(address)
    made = create(browser, *seats, **wishes)
    return made["table"], made["seats"][0]["token"]


def test_a_person_removed_from_a_private_table_sees_why_and_then_nothing(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    table.first.ask("host", do="remove", seat=1)
    assert table.second.is_closed() == 4401
    assert table.second.update["you"] is None
    assert '"notice":"revoked"' in "".join(table.second.sent)
    assert table.second.rows[-1]["kind"] in ("left", "bot")


def test_strangers_are_disconnected_when_a_table_becomes_private(room: Room) -> None:
    made = create(browser := room.browser(), ME, PERSON, public=True)
    host = room.player(made["table"], cookies=browser.cookies)
    stranger, guest = room.player(made["table"]), room.player(made["table"], made["watch"]["token"])
    assert host.ask("host", do="public", on=False)["type"] == "accepted"
    assert stranger.is_closed() == 4401
    host.ask("chat", phrase="hello")
    guest.until("update", where=lambda update: update["rows"][-1]["kind"] == "chat")


def test_a_player_who_leaves_gets_an_answer(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    seat = join(room.browser(), made)
    assert room.player(made["table"], seat["token"]).ask("leave")["type"] == "accepted"


def test_event_streams_count_towards_the_limit_of_sockets(home: Room) -> None:
    here = from_home(1)
    table, token = made_at(home, here, ME, BOT)
    program = home.browser()
    program.headers.update({**here, "authorization": f"Bearer {token}"})
    for _ in range(2):
        home.player(table, token, more_headers=here)
    with program.stream("GET", f"/api/tables/{table}/events") as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()  # as long as somebody holds them
        assert next(lines).startswith("data: ")
        assert program.get(f"/api/tables/{table}/events").status_code == 429
        assert home.player(table, token, hello=False, more_headers=here).is_closed() == 4429


def test_opening_sockets_again_and_again_is_limited(home: Room) -> None:
    here = from_home(2)
    closed = []
    for _ in range(60):
        player = home.player("nosuchtable", hello=False, more_headers=here)
        closed.append(player.is_closed())
        player.close()
    assert closed[0] == 4404
    assert closed[-1] == 4429


def test_commands_that_write_rows_are_limited(home: Room) -> None:
    here = from_home(3)
    table, token = made_at(home, here, ME, PERSON)
    player = home.player(table, token, more_headers=here)
    answers = [player.ask("host", do="chat", mode="off") for _ in range(7)]
    assert [answer["type"] for answer in answers] == ["accepted"] * 5 + ["refused"] * 2
    assert answers[-1]["refusal"]["code"] == "limit/too_many"


def test_programs_have_the_same_chat_limit_as_people(home: Room) -> None:
    here = from_home(4)
    table, token = made_at(home, here, ME, PERSON)
    program = home.browser()
    program.headers.update({**here, "authorization": f"Bearer {token}"})
    chat = [{"type": "chat", "id": f"c{number}", "phrase": "hello"} for number in range(4)]
    answers = [program.post(f"/api/tables/{table}/messages", json=each).status_code for each in chat]
    assert answers == [200, 200, 200, 429]


def test_the_sockets_of_an_address_share_a_limit_of_questions(home: Room) -> None:
    here = from_home(5)
    table, token = made_at(home, here, ME, BOT, start=True)
    players = [home.player(table, token, more_headers=here) for _ in range(2)]
    answers = [player.ask("ask", what="outlook")["type"] for _ in range(4) for player in players]
    assert answers == ["answer"] * 6 + ["refused"] * 2


def test_downloads_of_all_games_are_limited(home: Room) -> None:
    browser = home.browser()
    browser.headers.update(from_home(6))
    assert browser.get("/api/games/records").status_code == 200
    assert browser.get("/api/games/records").status_code == 429


def test_pages_for_operators_are_limited_too(home: Room) -> None:
    browser = home.browser()
    browser.headers.update(from_home(7))
    assert {browser.get("/healthz").status_code for _ in range(40)} == {200}
    assert browser.get("/metrics").status_code == 429
    assert browser.get("/").status_code == 200


def test_a_text_that_the_database_cannot_store_does_not_count_as_an_outage(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        browser = room.browser()
        assert browser.get("/api/games", params={"name": "a\0b"}).status_code == 422
        assert browser.get("/api/games", params={"board": "\0"}).status_code == 422
        assert browser.get("/api/boards/sha256:%00").status_code == 404
        assert browser.get("/api/tables/abc%00def").status_code == 404
        assert room.player("abc%00def", hello=False).is_closed() == 4404
        room.close()


def test_the_coach_leaves_room_for_the_bots() -> None:
    async def main() -> None:
        bot_workers = BotWorkers(1)
        view = Game("new_york", players=2, seed=1).view(0)
        asked = [
            asyncio.create_task(bot_workers.advise(view, bot_of("easy"), 1, ACCOUNT)) for _ in range(MOST_ADVISING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refuse) as refused:
            await bot_workers.advise(view, bot_of("easy"), 1, ACCOUNT)
        assert refused.value.code == "limit/too_many"
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await bot_workers.close()

    asyncio.run(main())


def test_chances_are_computed_for_a_few_games_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from ferrovia.server.analysis import chances

    class Over:
        board = load_board(TINY)  # without a network, so that nobody waits for an answer

        def __init__(self, number: int) -> None:
            self.id = str(number)

    async def never(*_: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(chances, "must_be_over", lambda _: None)
    monkeypatch.setattr(chances, "_play_on", never)

    async def main() -> None:
        bot_workers = BotWorkers(1)
        known: Any = Chances(bot_workers)
        for number in range(20):
            assert await known.of(Over(number), "here") == {"done": 0.0}
        assert await known.of(Over(0), "here") == {"done": 0.0}, "who asked before may ask how far it is"
        with pytest.raises(Refuse):
            await known.of(Over(20), "here")

    asyncio.run(main())


def test_a_forgotten_name_is_nowhere_in_the_database_and_only_the_owner_reads_the_files(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with Serving(database) as serving:
        room = Room(serving)
        made = create(browser := room.browser(), {"kind": "me", "name": "Zacharias"}, BOT, start=True, board="london")
        player = room.player(made["table"], cookies=browser.cookies)
        player.ask("chat", text="I am Zacharias")
        play_out(player)
        assert player.ask("forget")["type"] == "accepted"
        assert run("backup", str(tmp_path / "all.backup"), "--database", str(database)).exit_code == 0
        files = [path for path in tmp_path.iterdir() if path.is_file()]
        assert len(files) >= 3
        assert {path.stat().st_mode & 0o077 for path in files} == {0}
        room.close()
    connection = sqlite3.connect(database)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert "log" in tables
    for name in tables:
        for row in connection.execute(f"SELECT * FROM {name}"):
            assert "Zacharias" not in str(row)
    connection.close()
