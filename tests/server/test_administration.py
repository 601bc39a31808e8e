"""An operator's commands while people play: on SQLite and on PostgreSQL, first with --dry-run."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from tests.cli.terminal import run
from tests.server.serving import ME, PERSON, SOON, Room, Serving, create, join

from ferrovia.server.storage import open_store

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

BANNED, NO_TABLE = 4410, 4404


def ferrovia(database: str, *arguments: str, fails: int = 0) -> str:
    outcome = run(*arguments, "--database", database)
    assert outcome.exit_code == fails, outcome.output
    return str(outcome.output)


def tables(database: str, *options: str) -> dict[str, Any]:
    return {
        row["table"]: row for row in json.loads(ferrovia(database, "tables", "list", "--json", "-", *options))["tables"]
    }


def test_tables_are_listed_closed_and_deleted_while_people_are_at_them(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        two = room.two_people()
        other = create(room.browser(), ME, PERSON)
        assert set(tables(database)) == {two.table, other["table"]}
        assert set(tables(database, "--status", "playing")) == {two.table}
        assert set(tables(database, "--name", "Bea")) == {two.table}
        assert "Ana, Bea" in ferrovia(database, "tables", "list")

        assert f"would close {two.table}" in ferrovia(database, "tables", "close", two.table, "--dry-run")
        assert tables(database)[two.table]["status"] == "playing"
        assert ferrovia(database, "tables", "close", two.table) == f"closed {two.table}\n"
        for player in (two.first, two.second):
            player.see(lambda update: update["table"]["status"] == "closed")
        assert "has ended already" in ferrovia(database, "tables", "close", two.table, fails=1)

        assert f"would delete {two.table}" in ferrovia(database, "tables", "delete", two.table, "--dry-run")
        assert two.table in tables(database)
        ferrovia(database, "tables", "delete", two.table)
        assert two.first.is_closed() == NO_TABLE
        assert two.second.is_closed() == NO_TABLE
        assert two.ana.get(f"/api/tables/{two.table}").status_code == 404
        assert set(tables(database)) == {other["table"]}
        assert "There is no table 'nowhere'" in ferrovia(database, "tables", "delete", "nowhere", fails=1)
        room.close()


def test_a_name_goes_out_of_every_table_and_people_there_see_it_go(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        two = room.two_people(public=True)
        assert two.second.ask("chat", text="rude words")["type"] == "accepted"
        assert f"seat 1 of table {two.table}" in ferrovia(database, "names", "remove", "Bea", "--dry-run")
        assert two.ana.get(f"/api/tables/{two.table}").json()["seats"][1]["name"] == "Bea"
        assert ferrovia(database, "names", "remove", "Bea") == f"removed from seat 1 of table {two.table}\n"
        two.first.see(lambda update: update["table"]["seats"][1]["name"] is None)
        late = room.player(two.table)
        assert "rude words" not in json.dumps(late.rows)
        assert "No player is called 'Bea'" in ferrovia(database, "names", "remove", "Bea", fails=1)
        room.close()


@pytest.mark.parametrize("how", ["left", "removed"])
def test_the_name_and_chat_of_a_player_who_is_gone_can_be_removed_and_the_next_player_keeps_theirs(
    database: str, how: str
) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        made = create(ana := room.browser(), ME, PERSON)
        host = room.player(made["table"], cookies=ana.cookies)
        joined = join(room.browser(), made, name="Rude")
        guest = room.player(made["table"], joined["token"])
        assert guest.ask("chat", text="rude words")["type"] == "accepted"
        if how == "left":
            assert guest.ask("leave")["type"] == "accepted"
        else:
            assert host.ask("host", do="remove", seat=1)["type"] == "accepted"
        invitation = host.ask("host", do="invite", seat=1)["data"]
        joined = join(room.browser(), {**made, "invitations": [invitation]}, name="Cid")
        assert room.player(made["table"], joined["token"]).ask("chat", text="kind words")["type"] == "accepted"
        assert set(tables(database, "--name", "Rude")) == {made["table"]}
        assert ferrovia(database, "names", "remove", "Rude") == f"removed from seat 1 of table {made['table']}\n"
        host.see(lambda update: any(row["kind"] == "forgotten" for row in update["rows"]))
        told = json.dumps(room.player(made["table"], cookies=ana.cookies, since=0).rows)
        assert "Rude" not in told
        assert "rude words" not in told
        assert "kind words" in told
        assert host.update["table"]["seats"][1]["name"] == "Cid"
        assert "No player is called 'Rude'" in ferrovia(database, "names", "remove", "Rude", fails=1)
        room.close()


def test_the_chat_of_a_table_can_be_removed_with_that_of_a_host_without_a_seat(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        made = create(browser := room.browser(), PERSON, PERSON)
        host = room.player(made["table"], cookies=browser.cookies)
        joined = join(room.browser(), made, name="Bea")
        assert host.ask("chat", text="rude words")["type"] == "accepted"
        assert room.player(made["table"], joined["token"]).ask("chat", text="ruder words")["type"] == "accepted"
        command = ["tables", "clear-chat", made["table"]]
        assert ferrovia(database, *command, "--dry-run") == f"would remove 2 messages from table {made['table']}\n"
        assert ferrovia(database, *command) == f"removed 2 messages from table {made['table']}\n"
        host.see(lambda update: any(row["kind"] == "forgotten" for row in update["rows"]))
        again = room.player(made["table"], cookies=browser.cookies, since=0)
        told = json.dumps(again.rows)
        assert "words" not in told
        assert "Bea" in told
        assert ferrovia(database, *command) == f"removed 0 messages from table {made['table']}\n"
        assert host.ask("chat", text="hello")["type"] == "accepted"
        room.close()


def test_a_banned_address_is_sent_away_and_comes_back_when_the_ban_is_lifted(database: str) -> None:
    with Serving(database, "--trusted-proxy", "127.0.0.1") as serving:
        room = Room(serving)
        here = {"x-forwarded-for": "203.0.113.7"}
        visitor = room.browser()
        visitor.headers.update(here)
        made = create(visitor, ME, PERSON)
        player = room.player(made["table"], made["seats"][0]["token"], more_headers=here)
        assert "would ban" in ferrovia(database, "bans", "add", "203.0.113.0/24", "--dry-run")
        assert "Nobody is banned" in ferrovia(database, "bans", "list")
        assert "banned address 203.0.113.0/24" in ferrovia(database, "bans", "add", "203.0.113.0/24", "--days", "1")
        assert player.is_closed() == BANNED
        refused = visitor.get("/api/tables")
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (403, "visitor/banned")
        assert visitor.get("/").status_code == 200, "the page itself comes, and says why"
        assert room.player(made["table"], hello=False, more_headers=here).is_closed() == BANNED
        assert room.browser().get("/api/tables").status_code == 200, "others are let in"
        assert "203.0.113.0/24" in ferrovia(database, "bans", "list")
        ferrovia(database, "bans", "lift", "203.0.113.0/24")
        serving.stop()
        serving.start()
        with httpx.Client(base_url=serving.url, headers=here) as again:
            assert again.get("/api/tables").status_code == 200
        room.close()


def test_the_browser_of_a_seat_is_banned_wherever_it_comes_from(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        two = room.two_people()
        bea = room.player(two.table, cookies=two.bea.cookies)
        said = ferrovia(database, "bans", "add", "--table", two.table, "--seat", "1")
        assert said.endswith(" until lifted\n")
        assert bea.is_closed() == BANNED
        assert two.bea.get("/api/tables").status_code == 403
        assert two.ana.get("/api/tables").status_code == 200
        assert "not banned" in ferrovia(database, "bans", "lift", "me", fails=1)
        assert "lifted" in ferrovia(database, "bans", "lift", said.split()[2])
        room.close()


def open_and_close(database: str) -> None:
    """Make an empty database."""

    async def work() -> None:
        await (await open_store(database)).close()

    asyncio.run(work())


@pytest.mark.parametrize(
    "arguments, problem",
    [
        (["bans", "add"], "Name an address, or a table and a seat"),
        (["bans", "add", "me"], "'me' is neither an address nor a network"),
        (["bans", "add", "0.0.0.0/0"], "0.0.0.0/0 is too large to ban"),
        (["bans", "add", "192.0.2.1", "--table", "x"], "Name an address, or a table and a seat"),
        (["tables", "list", "--status", "lost"], "There is no status 'lost'"),
        (["tables", "prune", "--days", "-1"], "--days"),
    ],
)
def test_an_impossible_command_is_refused_in_a_sentence(arguments: list[str], problem: str, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    open_and_close(database)
    assert problem in ferrovia(database, *arguments, fails=2)


def closed_game(room: Room) -> str:
    made = create(room.browser(), ME, PERSON)
    assert room.player(made["table"], made["seats"][0]["token"]).ask("host", do="close")["type"] == "accepted"
    return str(made["table"])


def make_older(database: str, table: str, days: int) -> None:
    async def work() -> None:
        store = await open_store(database)
        older = text("UPDATE tables SET changed = changed - :age WHERE id = :table")
        async with store.engine.begin() as connection:
            await connection.execute(older, {"age": days * 24 * 3600 * 1000, "table": table})
        await store.close()

    asyncio.run(work())


def test_a_server_deletes_games_older_than_it_keeps_them_and_no_others(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        old, recent, going_on = closed_game(room), closed_game(room), create(room.browser(), ME, PERSON)["table"]
        room.close()
    make_older(database, old, days=3)
    make_older(database, recent, days=1)
    with Serving(database, "--keep-games", "2") as serving, httpx.Client(base_url=serving.url, timeout=SOON) as visitor:
        until = time.monotonic() + SOON
        while old in tables(database) and time.monotonic() < until:
            time.sleep(0.2)
        assert set(tables(database)) == {recent, going_on}
        assert visitor.get(f"/api/tables/{old}").status_code == 404


def test_old_games_are_deleted_on_request(database: str) -> None:
    with Serving(database) as serving:
        room = Room(serving)
        closed = closed_game(room)
        going_on = create(room.browser(), ME, PERSON)["table"]
        assert ferrovia(database, "tables", "prune", "--days", "1") == "0 games deleted\n"
        assert ferrovia(database, "tables", "prune", "--days", "0", "--dry-run") == "1 game would be deleted\n"
        assert set(tables(database)) == {closed, going_on}
        assert ferrovia(database, "tables", "prune", "--days", "0") == "1 game deleted\n"
        assert set(tables(database)) == {going_on}
        room.close()
