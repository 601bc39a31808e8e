"""Touch screens: everything that can be pressed has the size of a fingertip, and the bar at the top cuts no words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.finished_games import finished_game
from tests.browser.people import Player, at_rest, make_table, open_window
from tests.browser.screens import UNREADABLE_WORDS
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

PHONE, LANDSCAPE, TABLET, TABLET_ON_ITS_SIDE = (390, 844), (844, 390), (820, 1180), (1024, 768)
ANA, BOT = {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}

# Pressable elements smaller than 44 pixels. Not counted: the nine cards of a hand, which share a row and only
# light up what they pay for; a player's lane in the race, whose head in the table does the same; links in a sentence.
TOO_SMALL = """() => {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const pressed = 'button, a[href], select, summary, input:not([type=checkbox], [type=radio]), label:has(input)';
  return [...root.querySelectorAll(pressed)].filter((element) => {
    if (element.closest('.sr, .skip, .hand, .race, p') || !element.checkVisibility({ visibilityProperty: true }))
      return false;
    if (element.matches('input') && element.closest('label')) return false;
    const { width, height } = element.getBoundingClientRect();
    const around = getComputedStyle(element, '::after');
    const grown = (size, more) => Math.max(size, around.position === 'absolute' ? parseFloat(more) || 0 : 0);
    return Math.min(grown(width, around.width), grown(height, around.height)) < 43.5;
  }).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName} ${element.className} ${name.trim().slice(0, 30)} ${width | 0}×${height | 0}`;
  });
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("fingers") / "tables.sqlite") as server:
        yield server


def with_fingers(browser: Browser, serving: Serving, size: tuple[int, int], language: str = "en-GB") -> Player:
    options: dict[str, Any] = {"reduced_motion": "reduce", "locale": language, "has_touch": True}
    return open_window(browser, serving.url, width=size[0], height=size[1], **options)


def at_my_turn(player: Player, serving: Serving) -> None:
    made = make_table(player, serving.url, "europe", [ANA, BOT], start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.step()
    player.until_my_turn()
    at_rest(player.page)


def too_small(page: Page) -> list[str]:
    at_rest(page)
    found: list[str] = page.evaluate(TOO_SMALL)
    return found


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, TABLET_ON_ITS_SIDE], ids=str)
def test_everything_at_a_table_is_large_enough_for_a_finger(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = with_fingers(chromium, serving, size)
    page = player.page
    waiting = make_table(player, serving.url, "europe", [ANA, {"kind": "person"}, BOT])
    page.goto(serving.url + waiting["link"])
    page.wait_for_selector(".gathering .chairs")
    found = {"before the start": too_small(page)}
    player.page.goto(serving.url + make_table(player, serving.url, "europe", [ANA, BOT], start=True, first=0)["link"])
    page.wait_for_selector(".is-offer .offered")
    found["offer"] = too_small(page)
    at_my_turn(player, serving)
    page.click(".pile")  # may be undone
    page.wait_for_selector(".other.is-aside")
    found["turn"] = too_small(page)
    page.click(".pile")
    player.until_my_turn()
    page.keyboard.press("t")
    page.wait_for_selector(".is-question .primary")
    found["tickets"] = too_small(page)
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_selector(".city-pick")
    found["station"] = too_small(page)
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector(".list-form li")
    found["list"] = too_small(page)
    page.keyboard.press("l")
    page.locator(".tools button").last.click()
    page.wait_for_selector("dialog[open] .setting")
    found["menu"] = too_small(page)
    assert {screen: small for screen, small in found.items() if small} == {}
    player.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET], ids=str)
def test_everything_elsewhere_is_large_enough_for_a_finger(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    over = finished_game(serving.url, "new_york")
    player = with_fingers(chromium, serving, size)
    page = player.page
    screens = {
        "/": ".pick img.thumb",
        "/learn": ".lessons li",
        "/record": "main input",
        "/score": "main .primary",
        over["watch"]["link"]: ".verdict:not(.is-open)",
        f"/game/{over['table']}": ".replay-bar",
    }
    found = {}
    for path, there in screens.items():
        page.goto(serving.url + path)
        page.locator(there).first.wait_for(state="attached")
        found[path] = too_small(page)
    assert {screen: small for screen, small in found.items() if small} == {}
    player.close()


@pytest.mark.parametrize("language", ["en-GB", "es-ES", "pt-BR"])
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
def test_the_bar_says_the_whole_task(size: tuple[int, int], language: str, chromium: Browser, serving: Serving) -> None:
    player = with_fingers(chromium, serving, size, language)
    at_my_turn(player, serving)
    page = player.page
    while not page.locator(".status .inline").count():  # a turn that can be undone has less room for words
        player.step()
        player.until_my_turn()
    cut = page.locator(".status > span:not(.emblem-chip)").evaluate(
        "(text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]"
    )
    assert max(cut) <= 1
    player.close()


def test_more_settings_come_into_view_on_a_phone(chromium: Browser, serving: Serving) -> None:
    player = with_fingers(chromium, serving, PHONE)
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    page.click(".start .quiet")
    page.wait_for_selector(".settings select")
    page.wait_for_function("""() => {
      const [settings, start] = ['.settings', '.start'].map((part) => document.querySelector(part));
      return settings.getBoundingClientRect().bottom <= start.getBoundingClientRect().top;
    }""")
    player.close()


LOST = """async () => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  change(({ table }) => {
    table.net = { ...table.net, status: 'lost', lostAt: Date.now() - 60000, retryAt: Date.now() + 60000 };
  });
}"""


def test_a_phone_without_a_connection_shows_the_words_of_its_button(chromium: Browser, serving: Serving) -> None:
    player = with_fingers(chromium, serving, PHONE)
    at_my_turn(player, serving)
    player.page.evaluate(LOST)
    button = player.page.locator(".status.is-reconnecting .inline")
    button.wait_for()
    assert button.inner_text() == "Try now"
    assert button.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)") >= 11
    player.close()


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
@pytest.mark.parametrize("language", ["en-GB", "es-ES", "pt-BR"])
def test_a_touched_screen_without_a_connection_says_when_it_tries_again_and_that_nothing_can_be_played(
    language: str, size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = with_fingers(chromium, serving, size, language)
    at_my_turn(player, serving)
    page = player.page
    page.evaluate(LOST)
    page.wait_for_selector(".status.is-reconnecting .inline")
    at_rest(page)
    assert page.evaluate(UNREADABLE_WORDS, ".status") == []
    page.click(".pile")
    page.wait_for_selector(".news .is-refused")
    player.shot(f"lost-{size[0]}-{language}")
    player.close()
