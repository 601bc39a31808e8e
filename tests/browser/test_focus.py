"""Keyboard focus after every kind of action: it stays where it was or moves to the next decision, never to the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.people import Player, make_table, open_window
from tests.browser.screens import LANDSCAPE, at_offer, at_turn
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

ANA, BEA = {"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bea"}
BOT = {"kind": "bot", "level": "easy"}

# A button that is disabled or removed loses focus with the next frame, so look after some of them.
_FOCUS_AT_REST = """async () => {
  for (let i = 0; i < 4; i += 1) await new Promise(requestAnimationFrame);
  const part = document.activeElement.closest('.list-form, #actions, .curtain, dialog');
  return part ? (part.id || part.classList[0]) : document.activeElement.tagName;
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("focus") / "tables.sqlite") as server:
        yield server


def focus(page: Page) -> str:
    found: str = page.evaluate(_FOCUS_AT_REST)
    return found


def press_enter_on(player: Player, selector: str) -> dict[str, Any]:
    """Focus an element, press Enter and wait for the player's next decision."""
    seen = player.until_my_turn()
    player.page.locator(selector).first.focus()
    player.page.keyboard.press("Enter")
    player.until_state_after(seen)
    return player.until_my_turn()


def draw_until_a_route_is_playable(player: Player) -> dict[str, Any]:
    while True:
        seen = player.until_my_turn()
        if seen["playable"] and not seen["second"]:
            return seen
        press_enter_on(player, ".pile")


def test_focus_stays_in_the_list_after_each_action(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.goto(serving.url + make_table(player, serving.url, "new_york", [ANA, BOT], start=True, first=0)["link"])
    player.until_my_turn()
    page.keyboard.press("l")
    page.wait_for_selector(".list-form")
    press_enter_on(player, ".list-form section button")
    assert focus(page) == "list-form", "after keeping tickets"
    for _ in range(4):
        press_enter_on(player, ".list-form section button")
        assert focus(page) == "list-form", "after a draw"
    draw_until_a_route_is_playable(player)
    page.locator(".list-form summary").first.focus()
    page.keyboard.press("Enter")
    press_enter_on(player, ".list-form details[open] button")
    assert focus(page) == "list-form", "after a claim"
    page.keyboard.press("Escape")
    page.wait_for_selector(".list-form", state="detached")
    assert focus(page) == "actions", "after the list is closed"
    assert player.errors == []
    player.close()


def test_focus_stays_in_the_dock_after_each_action(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.goto(serving.url + make_table(player, serving.url, "new_york", [ANA, BOT], start=True, first=0)["link"])
    player.until_my_turn()
    for box in page.locator(".offered input").all()[:2]:
        box.focus()
        page.keyboard.press("Space")
    press_enter_on(player, ".is-offer .primary")
    assert focus(page) == "actions", "after keeping tickets"
    press_enter_on(player, ".market .card:not(.is-wild)")
    assert focus(page) == "actions", "after a face-up card"
    seen = draw_until_a_route_is_playable(player)
    assert focus(page) == "actions", "after an unseen card"
    page.locator(f'[data-route="{seen["playable"][0][0]}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".way")
    press_enter_on(player, ".confirm .primary")
    assert focus(page) == "actions", "after a claim"
    while player.until_my_turn()["second"]:
        press_enter_on(player, ".pile")
    page.locator("button.action").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".other .primary")
    page.wait_for_selector(".other .primary:focus")  # the question is the next decision
    press_enter_on(player, ".other .primary")
    assert focus(page) == "actions", "after drawing tickets"
    page.wait_for_selector(".offered input:focus")
    assert player.errors == []
    player.close()


def test_focus_goes_to_the_curtain_and_from_there_to_the_decision(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.goto(serving.url + make_table(player, serving.url, "new_york", [ANA, BEA], start=True, first=0)["link"])
    for _ in range(2):
        page.wait_for_selector(".curtain")
        assert focus(page) == "curtain"
        page.keyboard.press("Enter")
        page.wait_for_selector(".offered")
        assert focus(page) == "actions"
        assert page.locator(".offered input:checked").count() == 0, "the ticks of the player before"
        for box in page.locator(".offered input").all()[:2]:
            box.focus()
            page.keyboard.press("Space")
        page.locator(".is-offer .primary").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".offered", state="detached")
    assert player.errors == []
    player.close()


def test_escape_after_a_tap_leaves_no_frame_around_the_route(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, LANDSCAPE, "usa")
    at_turn(player)
    page = player.page
    outline = "() => [document.activeElement.dataset.route, getComputedStyle(document.activeElement).outlineStyle]"
    page.evaluate("() => document.querySelector('[data-route=\"5\"]').focus()")
    page.keyboard.press("Escape")
    assert page.evaluate(outline) == ["5", "none"]
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".lights .focus-edge", state="attached")
    assert page.evaluate(outline)[1] == "none"
    player.close()
