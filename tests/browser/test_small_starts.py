"""Before the start on every size of screen: players and the button that starts are in view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.people import at_rest, make_table, open_window
from tests.browser.screens import LANDSCAPE, PHONE, SOLO
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("starts") / "tables.sqlite") as server:
        yield server


def test_the_start_button_is_in_sight_before_the_start_on_a_phone_on_its_side(
    chromium: Browser, serving: Serving
) -> None:
    width, height = LANDSCAPE
    player = open_window(chromium, serving.url, width=width, height=height)
    people = [{"kind": "me", "name": "Ana"}, *[{"kind": "person"}] * 3, {"kind": "bot", "level": "easy"}]
    made = make_table(player, serving.url, "europe", people)
    player.page.goto(serving.url + made["link"])
    start = player.page.locator(".gathering .primary")
    start.wait_for()
    box = start.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    player.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=str)
def test_no_emblem_stands_without_a_name_before_the_start(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = open_window(chromium, serving.url, width=size[0], height=size[1], has_touch=True)
    made = make_table(player, serving.url, "europe", [SOLO[0], {"kind": "person"}, SOLO[1]])
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".gathering .chairs")
    player.shot(f"before-the-start-{size[0]}")
    nameless = """() => [...document.querySelectorAll('.emblem-chip')].filter((emblem) =>
      emblem.checkVisibility() && !emblem.parentElement.innerText.trim()).length"""
    assert player.page.evaluate(nameless) == 0
    player.close()


def test_players_stand_together_before_the_start_beside_a_tall_board(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, width=1024, height=768, has_touch=True)
    made = make_table(player, serving.url, "new_york", [SOLO[0], {"kind": "person"}, SOLO[1]])
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".gathering .chairs")
    at_rest(player.page)
    heights = player.page.locator(".side .player").evaluate_all(
        "(rows) => rows.map((row) => row.getBoundingClientRect().height)"
    )
    assert len(heights) == 3
    assert max(heights) < 80
    player.close()
