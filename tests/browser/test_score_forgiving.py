"""The referee at /score on a bad day: each gets a sentence that says what to do, and nothing entered is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.people import open_window
from tests.browser.scoring import PHONE, counted, open_kept, put, small_game
from tests.server.serving import Serving

from ferrovia.referee import judge

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("score") / "tables.sqlite") as server:
        yield server


def test_a_link_brings_the_game_into_another_browser(serving: Serving, chromium: Browser) -> None:
    first = open_kept(chromium, serving, small_game())
    counted(first.page, "26,12")
    link = first.page.evaluate(
        "async () => { const { linkTo } = await import('/static/score/storage.js');"
        " const game = JSON.parse(localStorage.getItem('ferrovia.score.kept1')); return linkTo(game); }"
    )
    second = open_window(chromium, serving.url + link)
    counted(second.page, "26,12")
    second.page.wait_for_url(f"{serving.url}/score/kept1")
    second.page.reload()
    counted(second.page, "26,12")


@pytest.mark.parametrize("token", ["abc", "%", "q1bKzEtJrVCyUgAA", "!!!"])
def test_a_broken_link_says_what_to_do(serving: Serving, chromium: Browser, token: str) -> None:
    player = open_window(chromium, f"{serving.url}/score#{token}")
    player.page.wait_for_selector(".score-start .problem")
    assert "Copy the whole link again" in player.page.inner_text(".score-start .problem")
    assert player.errors == []


def pack(page: Page, game: dict[str, Any]) -> str:
    found: str = page.evaluate("async (game) => (await import('/static/score/storage.js')).linkTo(game)", game)
    return found


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"version": 2}, "made by a newer Ferrovia"),
        ({"board": "sha256:" + "0" * 64}, "does not know the board"),
    ],
)
def test_a_link_of_another_version_or_board_says_what_to_do(
    serving: Serving, chromium: Browser, changes: dict[str, Any], words: str
) -> None:
    maker = open_window(chromium, f"{serving.url}/score")
    maker.page.wait_for_selector(".score-start")
    link = pack(maker.page, small_game() | changes)
    player = open_window(chromium, serving.url + link)
    player.page.wait_for_selector(".score-start .problem")
    assert words in player.page.inner_text(".score-start .problem")


def test_a_game_of_another_edition_keeps_its_entries_and_says_so(serving: Serving, chromium: Browser) -> None:
    game = small_game(digest="0" * 64)
    game["owners"]["atlantis-paris"] = 1
    player = open_kept(chromium, serving, game)
    player.page.wait_for_selector(".score-notices:has-text('1 entry does not exist')")
    kept = json.loads(player.page.evaluate("() => localStorage.getItem('ferrovia.score.kept1')"))
    assert kept["owners"] == game["owners"]


# Fills what the browser lends this page, to the last letter.
FILL_STORAGE = """() => {
  for (let size = 1 << 22; size >= 1; size >>= 1)
    for (let i = 0; ; i += 1)
      try { localStorage.setItem(`filler.${size}.${i}`, 'x'.repeat(size)); } catch { break; }
}"""
# As a browser does that was told to keep nothing.
NO_STORAGE = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
})"""


@pytest.mark.parametrize("storage", ["full", "switched off"])
def test_a_browser_that_keeps_nothing_says_so_and_loses_nothing(
    serving: Serving, chromium: Browser, storage: str
) -> None:
    player = open_window(chromium, f"{serving.url}/rules", **PHONE)
    page = player.page
    if storage == "full":
        page.evaluate(FILL_STORAGE)
    else:
        page.add_init_script(NO_STORAGE)
    page.goto(f"{serving.url}/score")
    page.wait_for_selector(".pick img.thumb")
    page.click(".start .primary")
    page.wait_for_selector(".score-notices:has-text('cannot keep the game')")
    page.fill(".score-panel input[type=text]", "bre par")
    page.click(".score-list li button")
    counted(page, "26,12")
    page.wait_for_url("**/score#*")  # the address carries the game instead
    page.reload()
    counted(page, "26,12")
    page.wait_for_url("**/score#*")
    assert player.errors == []


def test_a_server_that_is_killed_in_the_middle_loses_nothing(mortal: Serving, chromium: Browser) -> None:
    player = open_kept(chromium, mortal, small_game())
    page = player.page
    counted(page, "26,12")
    mortal.kill()
    page.fill(".score-panel input[type=text]", "par zurich")
    page.click(".score-list li button")
    page.wait_for_selector(".score-notices:has-text('The server does not answer')")
    page.fill(".score-panel input[type=text]", "par fra")  # entering goes on
    page.click(".score-list li button")
    page.click("#tab-tickets")
    page.click(".score-list li:first-child button")
    kept = json.loads(page.evaluate("() => localStorage.getItem('ferrovia.score.kept1')"))
    assert set(kept["owners"]) == {"brest-paris", "paris-zurich", "frankfurt-paris"}
    assert len(kept["tickets"]) == 1
    page.click(".score-game .top .tools button")  # all games, while the server is away
    page.wait_for_selector(".score-start .tables li")
    page.click(".score-start .tables li .quiet")
    page.wait_for_selector(".score-player")
    mortal.start()
    page.wait_for_selector(".score-notice", state="detached")  # it asks again by itself
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("place", ["/score", "/score/kept1"])
def test_a_page_without_an_answer_shows_no_nameless_colours_and_asks_again(
    serving: Serving, chromium: Browser, place: str
) -> None:
    player = open_window(chromium, f"{serving.url}/rules", locale="pt-BR", **PHONE)
    page = player.page
    put(page, small_game())
    page.route("**/api/info", lambda route: route.abort())
    page.goto(serving.url + place)
    page.wait_for_selector(".score-start .problem:has-text('O servidor não responde')")
    assert "score.color" not in page.content()
    assert page.locator(".score-start .tables li").count() == 1
    player.shot("score-away")
    page.unroute("**/api/info")
    page.wait_for_selector(".score-player" if place.endswith("1") else ".color-button")
    expect(page.locator(".score-start .problem")).to_have_count(0)
    assert "score.color" not in page.content()


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_saved_file_opens_again_and_is_what_the_command_line_reads(
    serving: Serving, chromium: Browser, tmp_path: Path
) -> None:
    first = open_kept(chromium, serving, small_game())
    counted(first.page, "26,12")
    first.page.click("#tab-count")
    with first.page.expect_download() as download:
        first.page.click(".score-share button:nth-child(4)")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert list(judge(json.loads(file.read_text(encoding="utf-8"))).result.totals) == [26, 12]
    second = open_window(chromium, f"{serving.url}/score")
    second.page.wait_for_selector(".pick img.thumb")
    second.page.set_input_files(".score-file input", file)
    counted(second.page, "26,12")
    assert second.page.inner_text(".score-player:nth-child(1) span:nth-of-type(2)") == "Ana"
    second.page.reload()
    counted(second.page, "26,12")
    assert first.errors == second.errors == []


@pytest.mark.parametrize(
    "text, words",
    [
        ("{", "not a game of the referee"),
        ("[7]", "not a game of the referee"),
        ('{"board": "europe", "seats": [{"routes": 7, "name": 7}]}', "not a game of the referee"),
        ('{"board": "atlantis", "seats": [{}, {}]}', "does not know the board"),
        ('{"board": "europe", "rules_version": 99, "seats": [{}, {}]}', "saved under other rules"),
    ],
)
def test_a_file_of_another_kind_board_or_version_says_what_to_do(
    serving: Serving, chromium: Browser, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    player = open_window(chromium, f"{serving.url}/score")
    player.page.wait_for_selector(".score-file input")
    player.page.set_input_files(".score-file input", file)
    player.page.wait_for_selector(".score-start .problem")
    assert words in player.page.inner_text(".score-start .problem")


def test_a_file_of_another_edition_keeps_its_entries(serving: Serving, chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seats = [{"routes": ["atlantis-paris", "brest-paris"]}, {}]
    file.write_text(json.dumps({"board": "europe", "board_digest": "0" * 64, "seats": seats}), encoding="utf-8")
    player = open_window(chromium, f"{serving.url}/score")
    player.page.wait_for_selector(".score-file input")
    player.page.set_input_files(".score-file input", file)
    player.page.wait_for_selector(".score-notices:has-text('1 entry does not exist')")
    assert player.page.locator(".score-held").first.inner_text().count("Brest") == 1


# --- boards of one's own ----------------------------------------------------------------------------------------------


def test_a_custom_board_is_added_scored_and_kept(serving: Serving, chromium: Browser) -> None:
    player = open_window(chromium, f"{serving.url}/score", **PHONE)
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    page.click(".own-board summary")
    page.set_input_files(".own-board input", Path("tests/data/tiny.toml"))
    page.wait_for_selector(".pick:nth-child(6) input:checked")
    page.click(".start .primary")
    page.wait_for_selector(".board-holder svg")
    page.wait_for_selector(".score-player b:not(:text-is('–'))")  # the count of the empty board
    before = page.inner_text(".score-player b")
    page.fill(".score-panel input[type=text]", "a")
    page.click(".score-list li button")
    page.wait_for_function("(before) => document.querySelector('.score-player b').textContent !== before", arg=before)
    after = page.inner_text(".score-player b")
    page.reload()
    page.wait_for_function("(after) => document.querySelector('.score-player b')?.textContent === after", arg=after)
    player.shot("score-own-board")
    assert player.errors == []


def test_a_bad_custom_board_is_refused_in_words(serving: Serving, chromium: Browser) -> None:
    player = open_window(chromium, f"{serving.url}/score", locale="es-ES")
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    page.click(".own-board summary")
    broken = {"name": "broken.toml", "mimeType": "text/plain", "buffer": b"id = 3"}
    page.set_input_files(".own-board input[type=file]", files=[broken])  # type: ignore[list-item]
    page.wait_for_selector(".own-board .problem li:has-text('El valor es de un tipo equivocado.')")
    assert player.errors == []
