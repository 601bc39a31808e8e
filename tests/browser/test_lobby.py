"""From the lobby to a game: alone against bots, with friends by link, with strangers, on a board of one's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.browser.people import ARTEFACTS, at_rest, copied_link, make_table, open_window
from tests.server.serving import Serving

from ferrovia.boards import load_board

pytestmark = pytest.mark.compiled_only

TRIED = 300_000  # milliseconds: games are played on a new board first
TINY = Path(__file__).parents[1] / "data/tiny.toml"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("lobby") / "tables.sqlite") as server:
        yield server


def test_a_newcomer_is_in_a_game_two_clicks_after_opening_the_page(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-US")
    player.page.click(".pick:has-text('Europe')")
    player.page.click(".start .primary")
    player.page.wait_for_selector(".is-offer .offered")
    player.shot("newcomer")
    assert player.page.locator(".player").count() == 3
    for _ in range(3):
        player.step()
    assert player.errors == []
    player.close()


def test_the_server_decides_the_first_level_and_the_colours_of_pieces(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, "about:blank", locale="en-US")
    page = player.page

    def answer(route: Route) -> None:
        info = route.fetch().json()
        route.fulfill(json=info | {"default_level": "hard", "piece_colors": ["green", "black", "blue"]})

    page.route("**/api/info", answer)
    page.goto(serving.url)
    page.wait_for_selector(".pick img.thumb")
    assert [seat.input_value() for seat in page.locator(".seatlist select").all()] == ["hard", "hard"]
    page.goto(f"{serving.url}/score")
    fields = page.locator(".seatlist input")
    fields.first.wait_for()
    assert [field.get_attribute("placeholder") for field in fields.all()] == ["Green", "Black"]
    page.click(".seatlist .add button")
    expect(fields.nth(2)).to_have_attribute("placeholder", "Blue")
    assert player.errors == []
    player.close()


def test_a_newcomer_with_a_phone_sees_the_lesson_without_scrolling(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, width=390, height=844, has_touch=True)
    player.page.wait_for_selector(".pick img.thumb")
    at_rest(player.page)
    box = player.page.locator(".learning .primary").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    player.close()


def test_a_phone_shows_the_own_game_in_play_without_scrolling(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, width=390, height=844, has_touch=True)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    bots = [{"kind": "bot", "level": "easy"}] * 2
    for _ in range(6):
        make_table(player, serving.url, "london", bots, start=True)
    make_table(player, serving.url, "london", seats, start=True, first=0)
    player.page.goto(serving.url)
    go_on = player.page.locator(".is-mine li .primary")
    go_on.wait_for()
    player.page.wait_for_selector(".pick img.thumb")
    expect(player.page.locator(".tables:not(.is-mine) li:has-text('Watch')")).to_have_count(6)
    at_rest(player.page)
    box, new = go_on.bounding_box(), player.page.locator(".new").bounding_box()
    assert box is not None
    assert new is not None
    assert box["y"] + box["height"] < 844
    assert new["y"] < 844, "only the game in play comes first"
    player.shot("lobby-390")
    player.page.set_viewport_size({"width": 1280, "height": 720})
    at_rest(player.page)
    player.shot("lobby-1280")
    player.close()


def test_the_browser_adds_to_the_deal_only_after_it_has_seen_the_promise(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-US")
    page = player.page
    sent: list[dict[str, Any]] = []
    page.on("request", lambda request: sent.append(request.post_data_json) if request.method == "POST" else None)
    page.click(".pick:has-text('London')")
    page.click(".start .primary")
    page.wait_for_selector(".is-offer .offered")
    made, value, start = sent
    assert "value" not in made
    assert [value["type"], start["type"]] == ["value", "start"]
    kept = page.evaluate("Object.fromEntries(Object.entries(localStorage).map(([k, v]) => [k.split('.')[0], v]))")
    assert kept["value"] == value["value"]
    assert len(kept["deal"]) == 64
    player.close()


def test_a_family_opens_the_page_at_once(chromium: Browser, tmp_path: Path) -> None:
    """With the limits that a server has by itself: the files of the page are not counted as requests."""
    with Serving(tmp_path / "tables.sqlite", limited=True) as server:
        for _ in range(9):
            player = open_window(chromium, server.url)
            player.page.wait_for_selector(".pick")
            assert player.errors == []
            player.close()


def test_a_friend_comes_by_the_link_that_was_copied(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, permissions=["clipboard-read", "clipboard-write"])
    page = host.page
    page.click(".pick:has-text('London')")
    page.fill(".seatlist input", "Ana")
    page.locator(".seatlist select").first.select_option("open")
    page.click(".start .primary")
    page.wait_for_selector(".gathering .link-row")
    page.click(".gathering .is-open .link-row button:has-text('QR')")
    page.wait_for_function("() => document.querySelector('.qr img')?.naturalWidth > 0")
    host.shot("invitation-qr")
    link = copied_link(page, ".gathering .is-open .link-row button:has-text('Copy')")
    assert "#i_" in link
    guest = open_window(chromium, link)
    guest.page.wait_for_selector(".is-invitation:has-text('London') img.thumb")
    expect(guest.page.locator(".chairs li").nth(0)).to_have_text("Ana")
    expect(guest.page.locator(".chairs li").nth(1)).to_have_text("Your seat")
    guest.page.fill("input[type=text]", "Bea")
    guest.shot("join")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".gathering:has-text('Bea')")
    page.wait_for_selector(".gathering:has-text('Bea')")
    page.click(".gathering .primary:not([disabled])")
    for player in (host, guest):
        player.page.wait_for_selector(".is-offer")
    guest.page.goto("about:blank")
    guest.page.goto(link)  # the invitation once more, from the chat it came in: straight to the table
    guest.page.wait_for_selector(".is-offer")
    assert host.errors == guest.errors == []
    host.close()
    guest.close()


def test_a_public_table_can_be_found_and_joined(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "person"}]
    made = make_table(host, serving.url, "amsterdam", seats, public=True)
    host.page.goto(serving.url + made["link"])
    host.page.wait_for_selector(".gathering")
    stranger = open_window(chromium, serving.url)
    stranger.page.click(".tables li:has-text('Amsterdam') .primary")
    stranger.page.wait_for_selector(".gathering")
    host.page.click(".gathering .primary:not([disabled])")
    stranger.page.wait_for_selector(".is-offer")
    stranger.page.goto(serving.url)
    stranger.page.wait_for_selector(".tables li:has-text('Amsterdam') button")
    stranger.shot("lobby-mine")
    host.close()
    stranger.close()


def test_a_custom_board_is_checked_kept_and_played(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="es-ES")
    page = player.page
    page.wait_for_selector(".pick")
    page.click(".start .quiet")
    broken = {"name": "broken.toml", "mimeType": "text/plain", "buffer": b"id = 3"}
    page.set_input_files("input[type=file]", files=[broken])  # type: ignore[list-item]
    page.wait_for_selector(".own-board .problem:has-text('El valor es de un tipo equivocado.')")
    sea = b'base = "water"\nshapes = [{kind = "name", text = "Oceano", size = 0.08, points = [0.2, 0.5, 0.8, 0.5]}]'
    scenery = {"name": "tiny.scenery.toml", "mimeType": "text/plain", "buffer": sea}
    board = {"name": "tiny.toml", "mimeType": "text/plain", "buffer": TINY.read_bytes()}
    page.set_input_files("input[type=file]", files=[scenery, board])  # type: ignore[list-item]
    page.wait_for_selector(".picks .pick:nth-child(6)", timeout=TRIED)
    player.shot("own-board")
    page.reload()
    page.click(".picks .pick:nth-child(6)")
    page.click(".start .primary")
    page.wait_for_selector(".is-offer, .new > .problem", timeout=TRIED)
    assert page.locator(".problem").all_inner_texts() == []
    page.wait_for_selector("svg :text('Oceano')", state="attached")
    for _ in range(6):
        player.step()
    player.shot("own-board-table")
    assert player.errors == []
    player.close()


def test_a_picture_for_the_readme(chromium: Browser, serving: Serving) -> None:
    """`PICTURES=docs/pictures pytest tests/browser/test_lobby.py -k readme` renews the one that is shown."""
    player = open_window(chromium, serving.url, width=1440, height=900, locale="en-US", reduced_motion="reduce")
    seats = [{"kind": "me", "name": "Ana"}, *({"kind": "bot", "level": "medium"} for _ in range(3))]
    made = make_table(player, serving.url, "europe", seats, start=True)
    player.page.goto(serving.url + made["link"])
    tunnels = {number for number, route in enumerate(load_board("europe").routes) if route.tunnel}
    steps = 0
    while steps < 24 or player.page.locator(".route.is-claimed").count() <= 10:
        assert player.step() != "over"
        steps += 1
    for _ in range(30):
        seen = player.until_my_turn()
        open_routes = [entry for entry in seen["playable"] if entry[0] not in tunnels]  # without a hint over the board
        if open_routes and not seen["second"] and seen["dock"] == "turn":
            player.choose_route(max(open_routes, key=lambda entry: entry[1])[0])
            break
        player.step()
    folder = Path(os.environ.get("PICTURES", ARTEFACTS))
    folder.mkdir(parents=True, exist_ok=True)
    player.page.wait_for_selector(".is-reveal", state="detached")
    at_rest(player.page)
    player.page.screenshot(path=folder / "table.jpg", type="jpeg", quality=82)
    assert player.page.locator(".route.is-claimed").count() > 10
    assert player.errors == []
    player.close()
