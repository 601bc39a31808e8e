"""Every screen in every shape: pictures to look at, and axe on each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.accessibility import found_by_axe
from tests.browser.people import Player, make_table, open_window
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

SHAPES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "landscape": (844, 390)}
SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("screens") / "tables.sqlite") as server:
        yield server


class Inspector:
    """Looks at one screen after the other and tells everything at the end."""

    def __init__(self, player: Player, end: str) -> None:
        self.player, self.end, self.found = player, end, list[str]()

    def __call__(self, name: str) -> None:
        self.player.shot(f"{name}-{self.end}")
        self.found += [f"{name}: {problem}" for problem in found_by_axe(self.player.page)]


@pytest.mark.parametrize(
    "shape, theme",
    [
        *(("desktop", "light"), ("desktop", "dark"), ("tablet", "light"), ("phone", "light"), ("phone", "dark")),
        ("landscape", "dark"),
    ],
)
def test_every_screen_is_accessible(shape: str, theme: str, chromium: Browser, serving: Serving) -> None:
    width, height = SHAPES[shape]
    options: dict[str, Any] = {"color_scheme": theme, "bypass_csp": True, "reduced_motion": "reduce", "locale": "en-GB"}
    player = open_window(
        chromium, serving.url, width=width, height=height, has_touch=shape in ("phone", "landscape"), **options
    )
    page, check = player.page, Inspector(player, f"{shape}-{theme}")
    page.wait_for_selector(".pick img.thumb")
    page.click(".start .quiet")
    check("lobby")

    made = make_table(player, serving.url, "europe", [SOLO[0], {"kind": "person"}, SOLO[1]])
    page.goto(serving.url + made["link"])
    page.wait_for_selector(".gathering")
    check("gathering")

    made = make_table(player, serving.url, "europe", SOLO, start=True, first=0)
    page.goto(serving.url + made["link"])
    page.wait_for_selector(".is-offer")
    page.locator(".offered").first.hover()
    check("offer")
    player.step()
    player.until_my_turn()
    check("turn")
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint li")
    check("coach")
    page.click(".is-hint header button")
    for _ in range(9):
        seen = player.until_my_turn()
        if seen["playable"] and not seen["second"] and any(length > 1 for _, length in seen["playable"]):
            break
        page.click(".pile")
        page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy])')
    page.evaluate(
        "() => document.querySelector('.route.is-playable').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    page.wait_for_selector(".way")
    check("pay")
    page.keyboard.press("Escape")

    page.keyboard.press("l")
    page.wait_for_selector(".list-form")
    check("list")
    page.keyboard.press("l")
    page.keyboard.press("?")
    page.wait_for_selector("dialog .steps")
    check("help")
    page.keyboard.press("Escape")
    page.click(".tools [aria-label=Menu]")
    page.wait_for_selector("dialog[open]")
    check("menu")
    page.keyboard.press("Escape")
    if page.locator(".tools [aria-label=Chat]").is_visible():
        page.click(".tools [aria-label=Chat]")
        page.wait_for_selector(".chat-panel")
        check("chat")
        page.click(".chat-panel h2 button")
    if shape != "desktop":
        for tab in ("Tickets", "Players", "Log"):
            page.click(f".tabs button:has-text('{tab}')")
            check(tab.lower())
    page.goto(serving.url + "/rules#r6")
    page.wait_for_selector(".is-wanted")
    check("rules")
    page.goto(serving.url + "/table/unknown123")
    page.wait_for_selector("[role=alert]:has(h1)")
    check("unknown")
    assert "\n".join(check.found) == ""
    assert [error for error in player.errors if "404" not in error] == []  # the unknown table is one
    player.close()
