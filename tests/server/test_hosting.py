"""Invitations, links, hosts, chat: permissions at a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.serving import BOT, ME, PERSON, Room, create, join, play_out
from tests.server.test_scheduler import BROWSER, TWO, new_table, with_registry
from tests.server.test_webhooks_called import play

from ferrovia.data import PROTOCOL
from ferrovia.record import read_record, verify
from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import commands, creation, host
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings, holdings_of

pytestmark = pytest.mark.compiled_only


def test_an_invitation_is_good_for_one_person(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    join(room.browser(), made)
    invitation = made["invitations"][0]["token"]
    answer = room.browser().post(f"/api/tables/{made['table']}/join", json={"name": "Eve", "token": invitation})
    assert answer.status_code == 410
    assert answer.json()["refusal"]["code"] == "invitation/used"


def test_joining_during_the_lookup_of_the_invitation_keeps_the_seat(room: Room) -> None:
    """A new browser sends both requests without a cookie, and the responses arrive in any order."""
    made = create(room.browser(), ME, PERSON)
    looking, sitting = room.browser(), room.browser()
    invitation = made["invitations"][0]["token"]
    looked = looking.post(f"/api/tables/{made['table']}/open", json={"token": invitation})
    assert looked.json()["kind"] == "invitation"
    join(sitting, made)
    sitting.cookies.update(looked.cookies)
    assert room.player(made["table"], cookies=sitting.cookies).welcome["seats"] == [1]


@pytest.mark.parametrize("length", [3, 10, 24])
def test_a_badly_copied_link_is_refused_as_not_valid(room: Room, length: int) -> None:
    made = create(room.browser(), ME, PERSON)
    cut = made["invitations"][0]["token"][:length]
    for path, wish in (("open", {}), ("join", {"name": "Bea"})):
        answer = room.browser().post(f"/api/tables/{made['table']}/{path}", json={**wish, "token": cut})
        assert answer.status_code == 404
        assert answer.json()["refusal"]["code"] == "link/not_valid"


def test_a_private_table_takes_nobody_without_an_invitation_and_shows_nothing(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    stranger = room.browser()
    assert stranger.post(f"/api/tables/{made['table']}/join", json={"name": "Eve"}).status_code == 403
    assert stranger.get(f"/api/tables/{made['table']}").status_code == 403
    watcher = room.player(made["table"], hello=False)
    watcher.say(type="hello", protocol=PROTOCOL)
    assert watcher.is_closed() == 4401


def test_a_public_table_is_in_the_lobby_and_anybody_can_join(room: Room) -> None:
    made = create(room.browser(), ME, PERSON, public=True)
    stranger = room.browser()
    [entry] = [table for table in stranger.get("/api/tables").json()["open"] if table["id"] == made["table"]]
    assert entry["open"] == [1]
    answer = stranger.post(f"/api/tables/{made['table']}/join", json={"name": "Bea", "seat": 1})
    assert answer.json()["seat"] == 1
    mine = stranger.get("/api/tables").json()["mine"]
    assert [table["yours"] for table in mine] == [[1]]
    full = room.browser().post(f"/api/tables/{made['table']}/join", json={"name": "Eve"})
    assert full.json()["refusal"]["code"] == "table/full"


def test_the_lobby_tells_tables_apart_and_forgets_seats_that_were_given_up(room: Room) -> None:
    browser = room.browser()
    finished = create(browser, ME, BOT, start=True)
    player = room.player(finished["table"], cookies=browser.cookies)
    play_out(player)
    left, waiting = create(browser, ME, BOT, start=True), create(browser, ME, PERSON)
    for made in (left, waiting):
        assert room.player(made["table"], cookies=browser.cookies).ask("leave", seat=0)["type"] == "accepted"
    away, entry = browser.get("/api/tables").json()["mine"]
    assert (away["id"], entry["id"]) == (left["table"], finished["table"])
    assert away["seats"][0]["away"]
    result = player.update["result"]
    assert (entry["totals"], entry["winners"], entry["actors"]) == (result["totals"], result["winners"], [])


def test_a_seat_without_a_name_stays_without_one(room: Room) -> None:
    made = create(room.browser(), {"kind": "me"}, PERSON, public=True)
    seats = room.browser().get(f"/api/tables/{made['table']}").json()["seats"]
    assert seats[0]["kind"] == "person"
    assert seats[0]["name"] is None
    assert room.browser().post(f"/api/tables/{made['table']}/join", json={"seat": 1}).status_code == 200
    seats = room.browser().get(f"/api/tables/{made['table']}").json()["seats"]
    assert (seats[1]["kind"], seats[1]["name"]) == ("person", None)


def test_a_seat_link_opens_the_seat_on_another_device(room: Room) -> None:
    made = create(room.browser(), ME, PERSON)
    other = room.browser()
    token = made["seats"][0]["token"]
    opened = other.post(f"/api/tables/{made['table']}/open", json={"token": token}).json()
    assert opened["seat"] == 0
    assert opened["board"] == other.get(f"/api/tables/{made['table']}").json()["board"]
    player = room.player(made["table"], cookies=other.cookies)
    assert player.welcome["seats"] == [0]
    fresh = player.ask("link")["data"]
    assert fresh["token"] != token
    assert room.player(made["table"], fresh["token"]).welcome["seats"] == [0]


def test_the_cookie_cannot_be_read_by_scripts_and_stays_on_this_site(room: Room) -> None:
    browser = room.browser()
    answer = browser.post("/api/tables", json={"board": "london", "seats": [ME, PERSON]})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "plain http at home"


def test_a_removed_person_loses_the_seat_and_a_bot_plays_on(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    assert table.second.ask("host", do="remove", seat=0)["refusal"]["code"] == "host/only"
    assert table.first.ask("host", do="remove", seat=1)["type"] == "accepted"
    assert table.second.is_closed() == 4401
    assert table.second.update["you"] is None
    assert table.second.update["legal"] == []
    move = {"type": "action", "id": "m", "state": table.second.update["state"], "action": "draw"}
    assert table.bea.post(f"/api/tables/{table.table}/messages", json=move).status_code == 403
    link = table.bea.post(f"/api/tables/{table.table}/open", json={"token": table.joined["token"]})
    assert link.status_code == 404
    assert table.first.update["table"]["seats"][1]["kind"] == "bot"
    assert play_out(table.first)["result"] is not None


def test_a_bot_seat_opens_to_a_person_before_the_start_and_stays_the_bots_afterwards(room: Room) -> None:
    made = create(browser := room.browser(), ME, PERSON)
    host = room.player(made["table"], cookies=browser.cookies)
    assert host.ask("start")["refusal"]["code"] == "table/seats_open"
    assert host.ask("host", do="bot", seat=1, level="easy")["type"] == "accepted"
    used = room.browser().post(
        f"/api/tables/{made['table']}/join", json={"name": "Eve", "token": made["invitations"][0]["token"]}
    )
    assert used.status_code == 410, "the seat was given to a bot"
    assert host.ask("host", do="invite", seat=1)["type"] == "accepted"
    host.see(lambda update: update["table"]["seats"][1]["kind"] == "open")
    assert host.ask("host", do="bot", seat=1, level="easy")["type"] == "accepted"
    assert host.ask("start")["type"] == "accepted"
    host.see(lambda update: bool(update["legal"]))
    assert host.ask("host", do="invite", seat=1)["refusal"]["code"] == "seat/in_play"


def test_only_the_person_who_sat_there_returns_to_a_seat_of_a_running_game(room: Room) -> None:
    table = room.two_people()
    table.choose_tickets()
    hand = table.second.update["you"]
    assert table.first.ask("host", do="remove", seat=1)["type"] == "accepted"
    assert table.second.is_closed() == 4401
    invitation = table.first.ask("host", do="invite", seat=1)["data"]["token"]
    wish = {"name": "Bea", "token": invitation}
    for browser in (table.ana, room.browser()):  # the host, and any browser the host may own
        answer = browser.post(f"/api/tables/{table.table}/join", json=wish)
        assert answer.status_code == 403
        assert answer.json()["refusal"]["code"] == "seat/in_play"
    answer = table.bea.post(f"/api/tables/{table.table}/join", json=wish)
    assert answer.status_code == 200, answer.text
    again = room.player(table.table, answer.json()["token"])
    assert again.update["you"]["seat"] == 1
    assert again.update["you"]["tickets"] == hand["tickets"]


def test_a_program_returns_to_its_seat_with_its_old_token(room: Room) -> None:
    table = room.two_people()
    assert table.first.ask("host", do="remove", seat=1)["type"] == "accepted"
    invitation = table.first.ask("host", do="invite", seat=1)["data"]["token"]
    program = room.browser()
    program.headers["authorization"] = f"Bearer {table.joined['token']}"
    answer = program.post(f"/api/tables/{table.table}/join", json={"name": "Bea", "token": invitation})
    assert answer.status_code == 200, answer.text


def test_removing_the_other_person_brings_neither_the_coach_nor_blind_draws_back(room: Room) -> None:
    table = room.two_people(first=0)
    table.choose_tickets()
    host = table.first
    assert host.ask("host", do="remove", seat=1)["type"] == "accepted"
    host.see(lambda update: update["table"]["seats"][1]["kind"] == "bot" and bool(update["legal"]))
    assert host.ask("ask", what="coach")["refusal"]["code"] == "coach/not_here"
    assert host.act("draw")["type"] == "accepted"
    assert not host.update["take_back"]
    assert host.ask("take_back", state=host.update["state"])["refusal"]["code"] == "take_back/hidden_shown"


def test_a_table_where_the_coach_was_asked_admits_no_second_person(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, public=True, start=True)
    host = room.player(made["table"], cookies=browser.cookies)
    assert host.ask("ask", what="coach")["type"] == "answer"
    assert host.ask("host", do="invite", seat=1)["refusal"]["code"] == "seat/in_play"
    assert host.ask("host", do="remove", seat=1)["type"] == "refused"
    for wish in ({"name": "Eve"}, {"name": "Eve", "seat": 1}):
        refused = room.browser().post(f"/api/tables/{made['table']}/join", json=wish)
        assert refused.status_code in (403, 409)


@pytest.mark.parametrize("name", ["👨‍👩‍👧 Ruiz", "❤️ 1️⃣", "می‌خواهم", "Jean\u00a0Luc", "ശ്രീ‍"[:-1]])
def test_names_are_written_as_people_write_them(room: Room, name: str) -> None:
    made = create(browser := room.browser(), {"kind": "me", "name": name}, BOT, start=True)
    player = room.player(made["table"], cookies=browser.cookies)
    assert player.update["table"]["seats"][0]["name"] == name
    assert player.ask("chat", text=name)["type"] == "accepted"
    play_out(player)
    record = browser.get(f"/api/tables/{made['table']}/record").text
    assert name in record
    assert verify(read_record(record)).fair


_JOINED = ["An\u200da", "\u200d", "\u200dÁ", "é\u200d\u200dé"]
_BLANK = ["\u3164", "Ana\u034f", "\u2800\u2800", "Ana\ufe0f", "\ufe0f", "❤\ufe0f\ufe0f"]


@pytest.mark.parametrize("name", [*_JOINED, *_BLANK, "A\u202eB", "A\u0000"])
def test_invisible_letters_are_refused_in_names(room: Room, name: str) -> None:
    wish = {"board": "london", "seats": [{"kind": "me", "name": name}, PERSON]}
    assert room.browser().post("/api/tables", json=wish).status_code == 422


def test_the_host_decides_between_phrases_and_free_chat(room: Room) -> None:
    table = room.two_people()
    assert table.second.ask("chat", text="Hello!")["type"] == "accepted"
    assert table.second.ask("chat", phrase="nonsense")["refusal"]["code"] == "message/not_understood"
    assert table.second.ask("chat")["refusal"]["code"] == "message/not_understood"
    assert table.first.ask("host", do="chat", mode="phrases")["type"] == "accepted"
    assert table.second.ask("chat", text="Hello?")["refusal"]["code"] == "chat/phrases_only"
    assert table.second.ask("chat", phrase="hello")["type"] == "accepted"
    assert table.first.ask("host", do="mute", seat=1, on=True)["type"] == "accepted"
    assert table.second.ask("chat", phrase="hello")["refusal"]["code"] == "chat/muted"
    assert table.first.ask("host", do="chat", mode="off")["type"] == "accepted"
    assert table.first.ask("chat", phrase="hello")["refusal"]["code"] == "chat/off"
    watcher = room.player(table.table, table.made["watch"]["token"])
    assert watcher.ask("chat", phrase="hello")["refusal"]["code"] == "seat/not_yours"


def test_a_muted_player_who_leaves_and_joins_again_stays_muted(room: Room) -> None:
    made = create(ana := room.browser(), ME, PERSON, PERSON, public=True)
    host = room.player(made["table"], cookies=ana.cookies)
    bea, path = room.browser(), f"/api/tables/{made['table']}/join"
    assert bea.post(path, json={"name": "Bea", "seat": 1}).status_code == 200
    assert host.ask("host", do="mute", seat=1, on=True)["type"] == "accepted"
    for seat in (2, 1, 1):
        player = room.player(made["table"], cookies=bea.cookies)
        assert player.ask("leave")["type"] == "accepted"
        assert bea.post(path, json={"name": "Bea", "seat": seat}).status_code == 200
        again = room.player(made["table"], cookies=bea.cookies)
        assert again.ask("chat", phrase="hello")["refusal"]["code"] == "chat/muted"
    assert host.ask("host", do="mute", seat=1, on=False)["type"] == "accepted"
    assert room.player(made["table"], cookies=bea.cookies).ask("leave")["type"] == "accepted"
    assert bea.post(path, json={"name": "Bea", "seat": 1}).status_code == 200
    again = room.player(made["table"], cookies=bea.cookies)
    assert again.ask("chat", phrase="hello")["type"] == "accepted", "an older seat was muted, her last one is not"
    cleo = room.browser()
    assert cleo.post(path, json={"name": "Cleo"}).status_code == 200
    assert room.player(made["table"], cookies=cleo.cookies).ask("chat", phrase="hello")["type"] == "accepted"


def test_a_muted_player_who_takes_another_seat_too_is_muted_there(room: Room) -> None:
    made = create(ana := room.browser(), ME, PERSON, PERSON, public=True)
    host = room.player(made["table"], cookies=ana.cookies)
    bea, path = room.browser(), f"/api/tables/{made['table']}/join"
    assert bea.post(path, json={"name": "Bea", "seat": 1}).status_code == 200
    assert host.ask("host", do="mute", seat=1, on=True)["type"] == "accepted"
    assert bea.post(path, json={"name": "Bea", "seat": 2}).status_code == 200
    second = room.player(made["table"], cookies=bea.cookies, look=2)
    assert second.welcome["look"] == 2
    assert second.ask("chat", phrase="hello")["refusal"]["code"] == "chat/muted"


def test_a_browser_that_the_host_removed_joins_again_only_with_an_invitation(room: Room) -> None:
    made = create(ana := room.browser(), ME, PERSON, PERSON, public=True)
    host = room.player(made["table"], cookies=ana.cookies)
    bea, path = room.browser(), f"/api/tables/{made['table']}/join"
    assert bea.post(path, json={"name": "Bea", "seat": 1}).status_code == 200
    assert host.ask("host", do="remove", seat=1)["type"] == "accepted"
    for seat in (1, 2):
        refused = bea.post(path, json={"name": "Bea", "seat": seat})
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (403, "seat/removed")
    assert room.browser().post(path, json={"name": "Cleo", "seat": 2}).status_code == 200
    invitation = host.ask("host", do="invite", seat=1)["data"]["token"]
    assert bea.post(path, json={"name": "Bea", "token": invitation}).status_code == 200


def test_a_person_can_delete_their_name_and_chat(room: Room) -> None:
    table = room.two_people()
    table.second.ask("chat", text="My secret garden")
    assert table.second.ask("forget")["type"] == "accepted"
    table.first.see(lambda update: update["table"]["seats"][1]["name"] is None)
    anew = room.player(table.table, table.made["seats"][0]["token"])
    anew.ask("history")
    told = "".join(anew.sent)
    assert "secret garden" not in told
    assert "Bea" not in told
    assert "Ana" in told


def test_another_person_becomes_host_when_the_host_is_gone(impatient: Room) -> None:
    table = impatient.two_people()
    table.first.close()
    table.second.see(lambda update: update["table"]["host"] == 1)
    assert table.second.ask("host", do="chat", mode="off")["type"] == "accepted"


def test_the_host_can_hand_over_and_close(room: Room) -> None:
    table = room.two_people()
    assert table.first.ask("host", do="hand_over", seat=1)["type"] == "accepted"
    assert table.first.ask("host", do="close")["refusal"]["code"] == "host/only"
    assert table.second.ask("host", do="close")["type"] == "accepted"
    table.first.see(lambda update: update["table"]["status"] == "closed")
    assert table.first.act("draw")["refusal"]["code"] == "table/closed"


def test_leaving_frees_the_seat_before_the_start_and_brings_a_bot_during_the_game(room: Room) -> None:
    made = create(room.browser(), ME, PERSON, public=True)
    joined = join(room.browser(), made)
    host = room.player(made["table"], made["seats"][0]["token"])
    second = room.player(made["table"], joined["token"])
    assert second.ask("leave")["type"] == "accepted"
    host.see(lambda update: update["table"]["seats"][1]["kind"] == "open")
    table = room.two_people()
    assert table.second.ask("leave", seat=1)["type"] == "accepted"
    table.first.see(lambda update: update["table"]["seats"][1]["stand_in"])
    table.first.act()
    table.first.see(lambda update: update["view"]["phase"] == "turn")
    assert table.second.ask("back")["type"] == "accepted"
    table.first.see(lambda update: not update["table"]["seats"][1]["stand_in"])


def test_a_rematch_is_one_table_for_all(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True)
    player = room.player(made["table"], cookies=browser.cookies)
    assert player.ask("rematch")["refusal"]["code"] == "table/not_over"
    play_out(player)
    first = player.ask("rematch")["data"]
    second = player.ask("rematch")["data"]
    assert first["table"] == second["table"] != made["table"]
    player.see(lambda update: update["table"]["rematch"] == first["table"])
    again = room.player(first["table"], cookies=browser.cookies)
    assert again.welcome["seats"] == [0]
    assert again.welcome["host"]


def test_a_repeated_rematch_gives_its_seat_new_links_until_the_next_table_starts(room: Room) -> None:
    table = room.two_people()
    play_out(table.first, table.second)
    lost = table.first.ask("rematch")["data"]
    found = table.first.ask("rematch")["data"]
    assert found["table"] == lost["table"]
    assert (found["commitment"], found["link"], found["host"]) == (lost["commitment"], lost["link"], None)
    assert [entry["seat"] for entry in found["seats"]] == [0]
    assert [entry["seat"] for entry in found["invitations"]] == [1]
    assert table.second.ask("rematch")["data"] == {"table": lost["table"]}, "another player's links are not for Bea"
    first = room.player(found["table"], found["seats"][0]["token"])
    assert (first.welcome["look"], first.welcome["host"]) == (0, True)
    assert room.player(found["table"], found["watch"]["token"]).welcome["look"] is None
    assert room.player(lost["table"], lost["seats"][0]["token"]).welcome["look"] == 0, "the first answer may have come"
    join(room.browser(), found)
    assert table.first.ask("rematch")["data"]["invitations"] == []
    assert first.ask("start")["type"] == "accepted"
    assert table.first.ask("rematch")["data"] == {"table": lost["table"]}


def test_a_second_invitation_of_a_repeated_rematch_brings_no_removed_player_back(room: Room) -> None:
    table = room.two_people()
    play_out(table.first, table.second)
    made, again = (table.first.ask("rematch")["data"] for _ in range(2))
    joined = join(bea := room.browser(), made)
    host = room.player(made["table"], made["seats"][0]["token"])
    assert joined["seat"] == 1
    assert host.ask("start")["type"] == "accepted"
    assert host.ask("host", do="remove", seat=1)["type"] == "accepted"
    token = again["invitations"][0]["token"]
    answer = bea.post(f"/api/tables/{made['table']}/join", json={"name": "Bea", "token": token})
    assert answer.json()["refusal"]["code"] == "invitation/used"


def test_a_repeated_rematch_gives_no_link_to_a_seat_that_was_left(room: Room) -> None:
    table = room.two_people()
    play_out(table.first, table.second)
    made = table.first.ask("rematch")["data"]
    join(room.browser(), made)
    assert room.player(made["table"], made["seats"][0]["token"]).ask("leave", seat=0)["type"] == "accepted"
    assert table.first.ask("rematch")["data"] == {"table": made["table"]}


def test_a_repeated_rematch_gives_a_host_without_a_seat_their_link_again(room: Room) -> None:
    made = create(browser := room.browser(), BOT, BOT, board="london", start=True)
    host = room.player(made["table"], cookies=browser.cookies)
    host.see(lambda update: update["result"] is not None)
    lost, found = (host.ask("rematch")["data"] for _ in range(2))
    assert found["table"] == lost["table"]
    assert (found["seats"], found["invitations"]) == ([], [])
    assert room.player(found["table"], found["host"]["token"]).welcome["host"]


def test_a_host_without_a_seat_starts_and_watches(room: Room) -> None:
    made = create(browser := room.browser(), BOT, BOT)
    host = room.player(made["table"], cookies=browser.cookies)
    assert host.welcome["host"]
    assert host.welcome["seats"] == []
    assert room.player(made["table"], made["host"]["token"]).welcome["host"], "a program has no cookie"
    assert not room.player(made["table"], made["watch"]["token"]).welcome["host"]
    assert host.ask("start")["type"] == "accepted"
    assert host.see(lambda update: update["result"] is not None)["you"] is None


def test_a_full_log_lets_players_forget_their_texts_and_stop_their_webhook_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry)
        await commands.set_webhook(live, 0, "https://hooks.example/")
        monkeypatch.setattr(commands, "MOST_ROWS", live.state.number)
        await commands.set_webhook(live, 0, None)
        with pytest.raises(Refuse, match="table/log_full"):
            await commands.set_webhook(live, 0, "https://hooks.example/")
        await commands.forget(live, 0)
        assert live.state.seats[0].name is None
        rows = live.state.number
        await commands.forget(live, 0)
        assert live.state.number == rows

    with_registry(tmp_path / "tables.sqlite", work)


def test_nobody_can_join_and_leave_a_public_table_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, *TWO[:1], {"kind": "person"}, start=False, public=True)
        monkeypatch.setattr(commands, "MOST_ROWS", live.state.number)
        with pytest.raises(Refuse, match="table/log_full"):
            await creation.join(registry, live, incoming.Join(name="Bea"), "a" * 32, Holdings())

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_full_log_takes_moves_but_no_chat_and_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await new_table(registry, first=0)
        holdings = await holdings_of(registry.store, live.state.id, BROWSER, ())
        monkeypatch.setattr(commands, "MOST_ROWS", live.state.number + 1)
        talk = incoming.Chat(type="chat", id="c1", phrase="hello")
        await commands.chat(live, holdings, talk, 0)
        changes = [
            commands.chat(live, holdings, talk.model_copy(update={"id": "c2"}), 0),
            commands.leave(live, 0),
            commands.set_webhook(live, 0, "https://hooks.example/"),
            host.command(registry, live, holdings, incoming.Host(type="host", id="h1", do="mute", seat=1, on=True)),
        ]
        for change in changes:
            with pytest.raises(Refuse, match="table/log_full"):
                await change
        await play(live, 0)
        await host.command(registry, live, holdings, incoming.Host(type="host", id="h3", do="watch_link"))
        await host.command(registry, live, holdings, incoming.Host(type="host", id="h2", do="close"))
        assert live.state.status == "closed"

    with_registry(tmp_path / "tables.sqlite", work)
