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

from ferrovia.server.http.static_files import LOOK_AGAIN, PAGE_STYLE, web_folder

pytestmark = pytest.mark.compiled_only

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
    assert len(names) > 50
    assert set(named) <= {*names, f"/static/{version}/{PAGE_STYLE}"}
    for name in names:
        answer = browser.get(name)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "max-age=31536000, immutable"
        file = (folder / name.removeprefix(f"/static/{version}/")).read_bytes()
        assert answer.content.replace(f"{version}/".encode(), b"") == file


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
    assert page.index(sheet) < page.index("modulepreload")


def test_styles_and_scripts_lead_to_the_version_of_their_page(browser: httpx.Client, folder: Path) -> None:
    version = version_of(browser.get("/").text)
    files = [path for path in folder.rglob("*") if path.suffix in (".css", ".js")]
    naming = [path for path in files if "/static/" in path.read_text(encoding="utf8")]
    assert len(naming) >= 2, "a font and some texts at least"
    for path in naming:
        text = browser.get(f"/static/{version}/{path.relative_to(folder).as_posix()}").text
        assert text.count("/static/") == text.count(f"/static/{version}/"), "or it would be loaded twice"


def test_an_upgrade_is_seen_at_once_and_an_open_page_goes_on_with_what_it_began_with(
    browser: httpx.Client, folder: Path
) -> None:
    before = version_of(browser.get("/").text)
    old = browser.get(f"/static/{before}/state.js").text
    (folder / "state.js").write_text("// another\n" + (folder / "state.js").read_text(encoding="utf8"))
    time.sleep(LOOK_AGAIN)
    after = version_of(browser.get("/").text)
    assert after != before
    assert browser.get(f"/static/{after}/state.js").text == "// another\n" + old
    assert browser.get(f"/static/{before}/state.js").text == old
    assert browser.get("/static/state.js").headers["cache-control"] == "no-cache"


def test_a_dropped_version_gets_the_current_file_uncached(browser: httpx.Client) -> None:
    answer = browser.get("/static/v-0123456789ab/state.js")
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
