"""The client's files load once: under a version they are cached forever, and an upgrade still shows at once."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.serving import ME, PERSON, SOON, Room, Serving, create, join

from ferrovia.server.http.joined_modules import joined
from ferrovia.server.http.static_files import LOOK_AGAIN, PAGE_STYLE, web_folder

pytestmark = pytest.mark.compiled_only

IMPORT = re.compile(rb"^import \{[^{}]*\} from '[^']+';$", re.MULTILINE)
VERSION = re.compile(r"/static/(v-[0-9a-f]{12})/")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the client that tests can change."""
    place = tmp_path_factory.mktemp("client") / "web"
    shutil.copytree(web_folder(None), place)
    (place.parent / "secret.txt").write_text("a secret")
    (place / "link.txt").symlink_to(place.parent / "secret.txt")
    return place


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Serving]:
    options = [f"--web={folder}", "--limit=requests=20/3600"]
    with Serving(folder.parent / "tables.sqlite", *options, limited=True) as server:
        yield server


@pytest.fixture
def browser(site: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url, timeout=SOON) as client:
        yield client


def joined_into(folder: Path, start: str) -> set[str]:
    """The modules that come inside another one."""
    modules = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.js")}
    return set(modules) - set(joined(modules, start) or modules)


def version_of(page: str) -> str:
    found = set(VERSION.findall(page))
    assert len(found) == 1, "a page names files of one version"
    return str(found.pop())


def named_by(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_every_file_that_a_page_may_ask_for_may_be_kept_for_good(browser: httpx.Client, folder: Path) -> None:
    page = browser.get("/table/abcdefghij")
    assert page.headers["cache-control"] == "no-cache"
    version = version_of(page.text)
    named = named_by(page.text)
    kinds = (".js", ".css", ".json", ".svg", ".woff2")
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in kinds]
    names = [f"/static/{version}/{file}" for file in files]
    assert len(named) > 5
    assert set(named) <= {*names, f"/static/{version}/{PAGE_STYLE}"}
    parts = [f"/static/{version}/{name}" for name in joined_into(folder, "app.js")]
    assert len(parts) > 40
    assert [browser.get(name).status_code for name in parts] == [404] * len(parts), "or it could run twice"
    others = sorted(set(names) - set(parts))
    assert len(others) > 50
    for name in others:
        answer = browser.get(name)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "max-age=31536000, immutable"
        file = (folder / name.removeprefix(f"/static/{version}/")).read_bytes()
        content = answer.content.replace(f"{version}/".encode(), b"")
        if name.endswith("/app.js"):
            assert len(content) > 100_000
        else:
            assert IMPORT.sub(b"", content) == IMPORT.sub(b"", file)


def test_modules_loaded_on_demand_import_from_the_one_that_is_there(browser: httpx.Client, folder: Path) -> None:
    version = version_of(browser.get("/").text)
    part = browser.get(f"/static/{version}/replay/screen.js").text
    assert re.search(r"^import \{[^{}]* as h\b[^{}]*\} from '\.\./app\.js';$", part, re.MULTILINE)
    assert "'../dom.js'" in (folder / "replay" / "screen.js").read_text(encoding="utf8")
    assert "'../dom.js'" not in part
    assert browser.get("/static/replay/screen.js").text == (folder / "replay" / "screen.js").read_text(encoding="utf8")


def test_a_client_whose_modules_cannot_be_joined_is_sent_as_it_is(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text('<!doctype html><script type="module" src="/static/app.js"></script>')
    (web / "app.js").write_text("import * as part from './part.js';\npart.begin();\n")
    (web / "part.js").write_text("export default 1;\n")
    with (
        Serving(tmp_path / "tables.sqlite", f"--web={web}") as server,
        httpx.Client(base_url=server.url, timeout=SOON) as client,
    ):
        version = version_of(client.get("/").text)
        for name in ("app.js", "part.js"):
            assert client.get(f"/static/{version}/{name}").text == (web / name).read_text()


def test_the_style_sheets_of_the_page_come_as_one_file_in_their_order(browser: httpx.Client, folder: Path) -> None:
    page = browser.get("/").text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    answer = browser.get(sheet)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["cache-control"] == "max-age=31536000, immutable"
    names = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', (folder / "index.html").read_text())
    assert len(names) > 10
    text = answer.text.replace(f"{version_of(page)}/", "")
    assert text == "\n".join((folder / name).read_text(encoding="utf8") for name in names)
    assert page.index(sheet) < page.index('<script type="module"')


def test_styles_and_scripts_lead_to_the_version_of_their_page(browser: httpx.Client, folder: Path) -> None:
    version = version_of(browser.get("/").text)
    files = [path for path in folder.rglob("*") if path.suffix in (".css", ".js")]
    naming = [path for path in files if "/static/" in path.read_text(encoding="utf8")]
    assert len(naming) >= 2, "a font and some texts at least"
    parts = joined_into(folder, "app.js")
    for path in naming:
        name = path.relative_to(folder).as_posix()
        text = browser.get(f"/static/{version}/{'app.js' if name in parts else name}").text
        assert text.count("/static/") == text.count(f"/static/{version}/"), "or it would be loaded twice"


def test_an_upgrade_is_seen_at_once_and_an_open_page_goes_on_with_what_it_began_with(
    browser: httpx.Client, folder: Path
) -> None:
    before = version_of(browser.get("/").text)
    old = browser.get(f"/static/{before}/sound.js").text
    (folder / "sound.js").write_text("// another\n" + (folder / "sound.js").read_text(encoding="utf8"))
    time.sleep(LOOK_AGAIN)
    after = version_of(browser.get("/").text)
    assert after != before
    assert browser.get(f"/static/{after}/sound.js").text == "// another\n" + old
    assert browser.get(f"/static/{before}/sound.js").text == old
    assert browser.get("/static/sound.js").headers["cache-control"] == "no-cache"


def test_a_dropped_version_gets_the_current_file_uncached(browser: httpx.Client) -> None:
    answer = browser.get("/static/v-0123456789ab/sound.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_no_version_leads_out_of_the_folder(browser: httpx.Client) -> None:
    version = version_of(browser.get("/").text)
    for path in ("../secret.txt", "%2e%2e/secret.txt", "/etc/passwd", "link.txt", "nothing.js", ""):
        for start in ("/static/", f"/static/{version}/", "/static/v-0123456789ab/"):
            answer = browser.get(start + path)
            assert answer.status_code in (404, 200)
            assert answer.status_code == 404 or "<!doctype html>" in answer.text, "httpx takes .. away itself"
            assert "a secret" not in answer.text


def test_a_family_behind_one_address_loads_the_page_at_once_whatever_the_limit(browser: httpx.Client) -> None:
    names = named_by(browser.get("/").text)
    for _ in range(7):
        assert {browser.get(name).status_code for name in names[:30]} == {200}
    answers = [browser.get("/api/info").status_code for _ in range(21)]
    assert answers[-1] == 429, "calls are limited"
    assert browser.get(names[0]).status_code == 200


def test_an_invitation_shows_the_table_before_joining_and_nothing_else_does(room: Room) -> None:
    made = create(room.browser(), ME, PERSON, board="london")
    table, invitation = f"/api/tables/{made['table']}", made["invitations"][0]["token"]
    guest = room.browser()
    assert guest.get(table).status_code == 403
    asked = {"authorization": f"Bearer {invitation}"}
    info = guest.get(table, headers=asked).json()
    assert info["board"]["id"] == "london"
    assert [seat["name"] for seat in info["seats"]] == ["Ana", None]
    assert guest.get(f"{table}/view", headers=asked).status_code == 403, "an invitation shows no game"
    other = create(room.browser(), ME, PERSON)
    assert guest.get(f"/api/tables/{other['table']}", headers=asked).status_code == 403
    join(room.browser(), made)
    assert guest.get(table, headers=asked).status_code == 403, "it is used"
