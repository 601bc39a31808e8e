"""HTTP: pages and their headers, boards, limits, and refusals that say what is wrong."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import segno
from starlette.types import Message, Receive, Scope, Send
from tests.server.serving import ANA, BOT, ME, PERSON, SOON, Room, Serving, create, refused_serve, sensible
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ferrovia.boards import board_names, load_board
from ferrovia.bots.levels import LEVELS
from ferrovia.locales import LANGUAGES
from ferrovia.server.app import create_app
from ferrovia.server.config import Config, Limits, with_limits
from ferrovia.server.http.middleware import RequestGuard
from ferrovia.server.http.rate_limits import Bucket, RateLimits
from ferrovia.server.http.routes.boards import BROWSER_TEXTS
from ferrovia.server.http.static_files import web_folder
from ferrovia.server.http.websocket import MOST_WAITING, TOO_SLOW, Socket
from ferrovia.server.messages.incoming import PHRASES
from ferrovia.server.operations.bans import Bans
from ferrovia.server.operations.metrics import Metrics

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with realistic limits, some of them smaller, behind a proxy, with its own pages."""
    folder = tmp_path_factory.mktemp("limited")
    (folder / "web" / "sub").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>x</title>" + "<p>hello</p>" * 100)
    (folder / "web" / "sub" / "app.js").write_text("export const x = 1;\n" * 100)
    (folder / "secret.txt").write_text("secret")
    options = ["--limit=tables=3/3600", "--limit=sockets=4", "--limit=messages=10/3600", "--limit=chat=2/3600"]
    options += ["--trusted-proxy=127.0.0.1", f"--web={folder / 'web'}"]
    with Serving(folder / "tables.sqlite", *options, limited=True) as server:
        yield server


@pytest.fixture
def small(limited: Serving) -> Iterator[Room]:
    room = Room(limited)
    yield room
    room.close()


def test_pages_are_safe_compressed_and_not_sent_twice(small: Room) -> None:
    browser = small.browser()
    page = browser.get("/table/abcdefghij")
    assert page.status_code == 200
    assert page.headers["content-encoding"] == "gzip"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    again = browser.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    script = browser.get("/static/sub/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in script.headers, "it costs bytes, and only documents obey it"
    for path in ("/api/docs", "/nothing.xyz", "/metrics"):
        assert "default-src 'none'" in browser.get(path).headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/static/../secret.txt", "/static/%2e%2e/secret.txt", "/static//etc/passwd", "/..%2fsecret.txt"]
)
def test_no_path_leads_out_of_the_folder(small: Room, path: str) -> None:
    answer = small.browser().get(path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text


def test_an_api_path_that_does_not_exist_is_a_refusal_not_a_page(small: Room) -> None:
    answer = small.browser().get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["refusal"]["key"] == "server.page/unknown"


def test_limits_are_per_address_and_say_when_to_come_again(small: Room) -> None:
    browser = small.browser()
    wish = {"board": "london", "seats": [ME, BOT]}
    for home in ("203.0.113.5", "203.0.113.6"):
        header = {"x-forwarded-for": home}
        answers = [browser.post("/api/tables", json=wish, headers=header) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[-1].json()["refusal"]["numbers"]["seconds"] > 0


def test_cookies_are_secure_behind_a_proxy_that_speaks_https(small: Room) -> None:
    header = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    answer = small.browser().post("/api/tables", json={"board": "london", "seats": [ME, PERSON]}, headers=header)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_sockets_and_messages_are_limited_too(small: Room) -> None:
    header = {"x-forwarded-for": "203.0.113.77"}
    made = small.browser().post("/api/tables", json={"board": "london", "seats": [ME, BOT]}, headers=header).json()
    token = made["seats"][0]["token"]
    players = [small.player(made["table"], token, more_headers=header) for _ in range(4)]
    fifth = small.player(made["table"], token, hello=False, more_headers=header)
    assert fifth.is_closed() == 4429
    answers = [players[0].ask("chat", phrase="hello") for _ in range(3)]
    assert [answer["type"] for answer in answers] == ["accepted", "accepted", "refused"]
    assert answers[-1]["refusal"]["code"] == "limit/too_many"
    with suppress(ConnectionClosed):  # it may hear of it while it still talks
        for _ in range(60):
            players[1].say(type="ping", id="x")
    assert players[1].is_closed() == 4429


def test_a_foreign_page_can_neither_post_nor_open_a_socket(room: Room) -> None:
    made = create(browser := room.browser(), ME, PERSON)
    answer = browser.post(
        "/api/tables", json={"board": "london", "seats": [ME, BOT]}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    with pytest.raises(Exception, match="403"):
        room.player(made["table"], made["seats"][0]["token"], more_headers={"origin": "https://evil.example"})
    own = {"origin": room.serving.url}
    assert room.player(made["table"], made["seats"][0]["token"], more_headers=own).welcome["seats"] == [0]


def test_a_body_that_is_too_large_is_refused(room: Room) -> None:
    browser = room.browser()
    answer = browser.post("/api/boards", content=b"x" * 400_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413

    def endless() -> object:
        for _ in range(100):
            yield b"x" * 10_000

    made = create(browser, ME, PERSON)
    for path in ("boards", "tables", "score", f"tables/{made['table']}/messages"):
        answer = browser.post(f"/api/{path}", content=endless(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
        assert answer.status_code == 413, path
        assert answer.json()["refusal"]["code"] == "limit/too_large"


def test_an_unexpected_error_is_answered_like_a_refusal() -> None:
    async def failing(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ZeroDivisionError

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/api/info", "headers": [], "client": ("192.0.2.1", 1)}
    guard = RequestGuard(failing, Config(database=""), RateLimits(), Metrics(), Bans())
    with pytest.raises(ZeroDivisionError):  # for the log
        asyncio.run(guard(scope, receive, send))
    assert sent[0]["status"] == 500
    assert b"x-content-type-options" in dict(sent[0]["headers"])
    assert json.loads(sent[1]["body"])["refusal"]["code"] == "server/failed"


def test_a_body_that_gets_too_large_while_the_answer_is_sent_ends_the_answer() -> None:
    heard: list[Message] = []

    async def streaming(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not heard or heard[-1]["type"] != "http.disconnect":
            heard.append(await receive())

    async def send(_message: Message) -> None:
        pass

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 100_000, "more_body": True}

    scope = {"type": "http", "method": "GET", "path": "/api/info", "headers": [], "client": ("192.0.2.1", 1)}
    guard = RequestGuard(streaming, Config(database=""), RateLimits(), Metrics(), Bans())
    asyncio.run(guard(scope, receive, send))
    assert len(heard) == 4


@pytest.mark.parametrize("what", ["", "/picture", "/layout"])
def test_a_built_in_board_is_found_by_its_digest_too(room: Room, what: str) -> None:
    by_digest = f"sha256:{load_board('london').digest}"
    asked = [room.browser().get(f"/api/boards/{name}{what}") for name in ("london", by_digest)]
    assert [answer.status_code for answer in asked] == [200, 200]
    assert asked[0].text == asked[1].text


def test_boards_and_layouts_describe_the_same_board(room: Room) -> None:
    browser = room.browser()
    assert sorted(board["id"] for board in browser.get("/api/boards").json()) == sorted(board_names())
    for name in board_names():
        board, known = browser.get(f"/api/boards/{name}").json(), load_board(name)
        layout = browser.get(f"/api/boards/{name}/layout").json()
        assert len(layout["routes"]) == len(board["routes"]) == len(known.routes)
        assert set(layout["cities"]) == {city["id"] for city in board["cities"]}
        for entry, route in zip(layout["routes"], known.routes, strict=True):
            assert len(entry["spaces"]) == route.length
    assert browser.get("/api/boards/nowhere").json()["refusal"]["code"] == "board/unknown"
    texts = browser.get("/api/texts/es").json()
    assert texts["server.phrase.hello"] == "¡Hola!"
    assert [key for key in texts if not key.startswith(BROWSER_TEXTS)] == [], "none of the terminal and of reports"
    assert browser.get("/api/texts/xx").status_code == 404


def test_a_program_sits_down_and_plays_a_whole_game_over_http(room: Room) -> None:
    made = create(host := room.browser(), PERSON, BOT, public=True, board="london")
    program = room.browser()
    seat = program.post(f"/api/tables/{made['table']}/join", json={"name": "robot"}).json()
    program.cookies.clear()
    messages, view = f"/api/tables/{made['table']}/messages", f"/api/tables/{made['table']}/view"
    assert program.post(messages, json={"type": "start"}).json()["refusal"]["code"] == "host/only"
    assert host.post(messages, json={"type": "start"}).json()["type"] == "accepted"
    program.headers["authorization"] = f"Bearer {seat['token']}"
    update = program.get(view).json()
    heard = time.monotonic()
    for number in itertools.count():
        before, update = update, program.get(view).json()
        if update["result"] is not None:
            break
        if update["number"] != before["number"]:
            heard = time.monotonic()
        assert time.monotonic() < heard + SOON, "the game does not go on"
        if update["legal"]:
            move = {"type": "action", "id": f"m{number}", "state": update["state"], "action": sensible(update)["code"]}
            assert program.post(messages, json=move).json()["type"] == "accepted"
    assert update["result"]["winners"]
    program.headers.pop("authorization")
    assert program.get(view).json()["you"] is None, "without its token it is a spectator"


def test_a_program_follows_the_stream_of_events(room: Room) -> None:
    made = create(browser := room.browser(), ME, BOT, start=True)
    token = made["seats"][0]["token"]
    program = room.browser()
    program.headers["authorization"] = f"Bearer {token}"
    with program.stream("GET", f"/api/tables/{made['table']}/events") as stream:
        lines = stream.iter_lines()
        first = json.loads(next(line for line in lines if line.startswith('data: {"type":"update"'))[6:])
        assert first["snapshot"]
        move = {"type": "action", "id": "m1", "state": first["state"], "action": first["legal"][0]["code"]}
        answer = browser.post(f"/api/tables/{made['table']}/messages", json=move)
        assert answer.json()["type"] == "accepted"
        for line in lines:
            if line.startswith('data: {"type":"update"'):
                update = json.loads(line[6:])
                assert not update["snapshot"]
                if update["number"] >= answer.json()["number"]:
                    break


def test_operators_see_health_and_numbers_and_the_reference_needs_no_script(room: Room) -> None:
    browser = room.browser()
    assert browser.get("/healthz").json()["database"] == "well"
    metrics = browser.get("/metrics").text
    assert "ferrovia_tables_open" in metrics
    assert 'ferrovia_http_requests_total{method="GET",status="2xx"}' in metrics
    assert "_created" not in metrics
    page = browser.get("/api/docs").text
    assert "/api/tables/{table}/join" in page
    assert "<script" not in page
    assert "/api/tables" in browser.get("/api/openapi.json").json()["paths"]


def test_the_description_of_the_calls_names_each_once(tmp_path: Path) -> None:
    """FastAPI warns otherwise, and an operator would read the warning in the log."""
    described = create_app(Config(database=str(tmp_path / "tables.sqlite"))).openapi()
    assert list(described["paths"]["/healthz"]) == ["get"]


def test_every_answer_to_a_player_is_timed_over_the_socket_and_over_http(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite") as serving:
        room = Room(serving)
        browser = room.browser()
        made = create(browser, ME, BOT, value=ANA)
        assert room.player(made["table"], made["seats"][0]["token"]).ask("start")["type"] == "accepted"
        metrics = browser.get("/metrics").text
        room.close()
    counts = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if "answer_seconds_count" in line)
    assert counts == {
        'ferrovia_answer_seconds_count{type="value"}': "1.0",
        'ferrovia_answer_seconds_count{type="start"}': "1.0",
    }


@pytest.mark.parametrize("origin", ["http://[", "http://]", "https://[::1", "null", ""])
def test_an_origin_that_is_no_address_is_a_foreign_one(room: Room, origin: str) -> None:
    browser = room.browser()
    answer = browser.post("/api/tables", json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["refusal"]["code"] == "origin/foreign"
    assert answer.headers["x-content-type-options"] == "nosniff"
    with pytest.raises(InvalidStatus) as refused:
        room.player("abcdefgh", more_headers={"origin": origin})
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/", "/healthz", "/table/abcdefgh", "/static/index.html"])
def test_head_is_answered_like_get_without_a_body(room: Room, path: str) -> None:
    browser = room.browser()
    head, get = browser.head(path), browser.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


def test_limits_are_read_as_they_are_written() -> None:
    assert with_limits(Limits(), ["tables=5/60", "sockets=7"]).tables == (5, 60.0)
    for wrong in ("tables=5", "sockets=7/3", "nothing=1", "tables=a/b", "tables=1/0"):
        with pytest.raises(ValueError, match=r"limit"):
            with_limits(Limits(), [wrong])


def test_a_limit_of_zero_turns_something_off_and_says_when_to_ask_again() -> None:
    bucket = Bucket(*with_limits(Limits(), ["uploads=0/3600"]).uploads)
    assert [bucket.take(), bucket.take()] == [3600, 3600]
    assert bucket.is_full()


@pytest.mark.parametrize("name", ["thinking=0/3600", "requests=0/60", "messages=0/10", "sockets=0", "body=0"])
def test_a_limit_of_zero_that_would_stop_all_play_is_refused_at_the_start(name: str, tmp_path: Path) -> None:
    outcome = refused_serve("--database", str(tmp_path / "tables.sqlite"), f"--limit={name}")
    assert outcome.exit_code == 2
    assert f"limit {name.partition('=')[0]} must be at least 1" in " ".join(outcome.output.split())


def test_a_server_that_takes_no_uploads_refuses_them_and_serves_everything_else(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.sqlite", "--limit=uploads=0/3600", limited=True) as serving:
        room = Room(serving)
        answer = room.browser().post("/api/boards", json={"text": "id = 'x'"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
        assert answer.json()["refusal"]["code"] == "limit/too_many"
        assert create(room.browser(), ME, PERSON)["table"]
        room.close()


def test_a_reader_that_does_not_read_is_cut_off(room: Room) -> None:
    class Wire:
        closed: int | None = None

        async def send_text(self, _: str) -> None:
            await asyncio.sleep(3600)

        async def close(self, code: int) -> None:
            self.closed = code

    async def main() -> int | None:
        wire = Wire()
        socket = Socket(wire, "192.0.2.1", Metrics())  # type: ignore[arg-type]
        for _ in range(MOST_WAITING + 1):
            socket.send("x")
        await asyncio.wait_for(socket.write(), SOON)
        return wire.closed

    assert asyncio.run(main()) == TOO_SLOW


def test_a_port_that_is_taken_is_said_in_one_line(room: Room, tmp_path: Path) -> None:
    port = room.serving.url.rpartition(":")[2]
    outcome = refused_serve("--database", str(tmp_path / "x.sqlite"), port=port)
    assert outcome.exit_code == 1
    assert f"Port {port} is taken" in outcome.output
    outcome = refused_serve("--database", str(tmp_path))
    assert outcome.exit_code == 1
    assert "is a folder" in outcome.output
    assert "Traceback" not in outcome.output
    outcome = refused_serve("--database", "/proc/nothing/x.sqlite")
    assert outcome.exit_code == 1
    assert "database cannot be used" in outcome.output


def test_the_lobby_is_told_levels_phrases_clocks_colours_and_the_order_of_boards(small: Room) -> None:
    info = small.browser().get("/api/info").json()
    assert info["levels"] == list(LEVELS)
    assert info["default_level"] == "medium"
    assert info["phrases"] == list(PHRASES)
    assert list(info["clocks"]) == ["none", "quick", "calm", "bank", "mail"]
    assert info["clocks"]["bank"] == {"kind": "bank", "seconds": 900, "increment": 10}
    assert info["paces"] == [0.2, 1, 2]
    assert info["seat_colors"] == ["cobalt", "vermilion", "jade", "amber", "plum"]
    assert info["piece_colors"] == ["blue", "red", "green", "yellow", "black"]
    for language in LANGUAGES:
        texts = json.loads((web_folder(None) / "texts" / f"score.{language}.json").read_text(encoding="utf-8"))
        assert {f"score.color.{color}" for color in info["piece_colors"]} <= set(texts)
    assert [board["id"] for board in info["boards"]] == ["europe", "new_york", "london", "amsterdam", "usa"]
    assert {board["id"]: board["minutes"] for board in info["boards"]} == {
        "europe": [30, 60], "new_york": [10, 20], "london": [10, 20], "amsterdam": [10, 20], "usa": [30, 60],
    }  # fmt: skip


def test_a_link_becomes_a_code_that_holds_it(small: Room) -> None:
    browser = small.browser()
    link = "https://example.org/table/k3vx9tq2hm#i_Ab3-Ab3-Ab3-Ab3-Ab3-Ab"
    answer = browser.post("/api/qr", json={"text": link})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    drawn = io.BytesIO()
    segno.make_qr(link, error="m").save(drawn, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    assert answer.content == drawn.getvalue()
    for text in ("", "x" * 301, "two words", "\u00e9"):
        assert browser.post("/api/qr", json={"text": text}).status_code == 422
