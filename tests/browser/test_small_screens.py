"""Tools, tabs, totals and the log on every size of screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.finished_games import finished_game
from tests.browser.people import at_rest, make_table, open_window
from tests.browser.screens import COVERED, LANDSCAPE, LAPTOP, PHONE, UNREADABLE_WORDS, at_offer, at_turn
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("small") / "tables.sqlite") as server:
        yield server


# Claimed routes and tunnels in the log, as the server would tell them.
CLAIMS = """async () => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  change(({ table }) => {
    const routes = table.board.routes.slice(0, 40);
    const events = routes.map(({ id }, n) => n % 2
      ? { event: 'route_claimed', seat: 1, route: id, color: 'red', colored: 3, wilds: n % 3, points: 4 }
      : { event: 'tunnel_entered', seat: 1, route: id, color: 'red', colored: 3, wilds: n % 3 });
    table.rows = [...table.rows, { number: 9999, kind: 'action', time: 0, seat: 1, by: 'bot', data: {}, events }];
    table.storyOf = -1;
  });
}"""

# Sentences of the log whose punctuation after a picture of a card is not on the line of that picture.
TORN = """() => [...document.querySelectorAll('.log p')].filter((line) => {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT, (node) =>
    /^[:.,]/.test(node.data) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
  const mark = document.createRange();
  const text = walker.nextNode();
  if (!text) return false;
  mark.setStart(text, 0);
  mark.setEnd(text, 1);
  const pictures = [...line.querySelectorAll('.chip')].map((picture) => picture.getBoundingClientRect());
  const { top } = mark.getBoundingClientRect();
  return pictures.at(-1).bottom <= top;
}).map((line) => line.innerText)"""


def test_a_touched_screen_names_no_keys(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, PHONE)
    page = player.page
    page.locator(".top button").last.click()
    page.wait_for_selector("dialog[open] .setting")
    assert "Sounds" in page.locator("dialog").inner_text()
    assert page.get_by_text("(M)").count() == page.get_by_text("(L)").count() == 0
    assert page.locator("dialog").get_by_text("keys").count() == 0
    assert page.locator("[title$=')'], [aria-label$=')']").count() == 0
    page.locator("dialog .is-last button").last.click()
    page.wait_for_selector("dialog.is-help .steps")
    player.shot("help-on-a-phone")
    assert page.locator("dialog kbd").count() == 0
    player.close()
    player = at_offer(chromium, serving, LAPTOP)
    assert player.page.locator("[title*='(L)'], [aria-label*='(L)']").count() > 0
    player.page.keyboard.press("?")
    player.page.wait_for_selector("dialog.is-help .keys kbd")
    player.close()


def test_the_number_on_a_fresh_card_lies_over_its_ring(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, PHONE)
    at_turn(player)
    page = player.page
    page.click(".pile")
    page.wait_for_selector(".hand .card.is-fresh .count")
    orders = page.locator(".hand .card.is-fresh").evaluate(
        """(card) => [getComputedStyle(card.querySelector('.count')).zIndex, getComputedStyle(card, '::after').zIndex]
          .map((order) => Number(order) || 0)"""
    )
    assert orders[0] > orders[1]
    player.shot("fresh")
    player.close()


@pytest.mark.parametrize("language", ["es-ES", "pt-BR"])
def test_a_phone_on_its_side_shows_five_players_whole(language: str, chromium: Browser, serving: Serving) -> None:
    bot = {"kind": "bot", "level": "easy"}
    width, height = LANDSCAPE
    player = open_window(chromium, serving.url, width=width, height=height, has_touch=True, locale=language)
    made = make_table(player, serving.url, "usa", [{"kind": "me", "name": "Ana"}, *[bot] * 4], start=True, first=0)
    page = player.page
    page.goto(serving.url + made["link"])
    page.wait_for_selector(".is-offer")
    at_turn(player)
    assert page.locator(".player").count() == 5
    assert page.evaluate(UNREADABLE_WORDS, ".players") == []
    assert page.locator(".players").evaluate("(row) => row.scrollWidth - row.clientWidth") <= 0
    player.shot(f"five-{language}")
    player.close()


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)], ids=str)
def test_a_tablet_has_tools_for_fingers_beside_the_name_of_the_board(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    boxes = page.locator(".tools button, .zoom button").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).map((b) => [b.width, b.height])"
    )
    assert min(min(box) for box in boxes) >= 44
    name, pill = page.locator(".brand span").bounding_box(), page.locator(".status").bounding_box()
    assert name
    assert pill
    assert name["x"] + name["width"] <= pill["x"]
    assert page.locator(".brand span").inner_text() == "Europe"
    player.close()


def test_on_a_phone_on_its_side_no_button_lies_under_the_tabs(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, LANDSCAPE)
    page = player.page
    at_turn(player)
    assert page.evaluate(COVERED, ".dock button") == []
    tabs = page.locator(".tabs").bounding_box()
    assert tabs
    for button in page.locator(".dock button").all():
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= tabs["y"]
    player.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=str)
def test_the_total_stays_in_sight_and_the_told_row_in_view(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    made = finished_game(serving.url, "europe", players=3)
    player = open_window(
        chromium, serving.url + made["watch"]["link"], width=size[0], height=size[1], has_touch=True, bypass_csp=True
    )
    page = player.page
    page.wait_for_selector(".verdict:not(.is-open)")
    page.add_style_tag(content=".headline { min-height: 110px }")  # as high as a lost game in Spanish
    page.locator(".side").evaluate("(side) => side.scrollTo(0, side.scrollHeight)")
    at_rest(page)
    left = "() => ['.headline', '.side'].map((part) => document.querySelector(part).getBoundingClientRect())"
    assert page.evaluate(f"() => {{ const [a, b] = ({left})(); return a.bottom <= b.top + 1; }}"), "or it is cut"
    assert page.locator(".race b").count() == 3
    assert page.evaluate(COVERED, ".race b") == []
    page.evaluate("() => document.querySelector('.headline .quiet').click()")  # tell it again
    page.wait_for_selector(".now.is-done, .now.is-missed")
    page.wait_for_function(f"() => ({COVERED})('.sheet tr.is-shown').length === 0")
    # Rows that overtake each other cover each other on the way, so this waits for a moment between two overtakings.
    page.wait_for_function(f"() => ({COVERED})('.race b').length === 0")
    player.close()


def test_no_line_of_the_log_begins_with_the_colon_after_a_card(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, LAPTOP)
    page = player.page
    page.evaluate(CLAIMS)
    page.wait_for_function("() => document.querySelectorAll('.log .chip').length > 40")
    for width in range(200, 300, 4):
        page.evaluate("(width) => document.querySelector('.log').style.setProperty('width', `${width}px`)", width)
        assert page.evaluate(TORN) == [], width
    player.close()


# Elements whose words do not fit: wider or higher than their box, or beyond the edge of the window.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const { left, right } = element.getBoundingClientRect();
  const isBox = element.clientWidth > 0;
  return left < -1 || right > innerWidth + 1
    || (isBox && (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1));
}).map((element) => `${element.className || element.tagName}: ${element.textContent}`)"""


@pytest.mark.parametrize("language", ["en-GB", "es-ES", "pt-BR"])
def test_no_heading_or_verdict_of_the_end_is_cut_on_a_phone(language: str, chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "europe", players=5)
    address = serving.url + made["watch"]["link"]
    for width, height in (PHONE, (320, 640)):
        player = open_window(
            chromium, address, width=width, height=height, has_touch=True, locale=language, reduced_motion="reduce"
        )
        page = player.page
        page.wait_for_selector(".verdict:not(.is-open)")
        at_rest(page)
        assert page.evaluate(CUT, ".headline, .headline .words, .headline b, .headline small, .details h2") == []
        assert page.evaluate(UNREADABLE_WORDS, ".headline, .details h2") == []
        for panel in range(page.locator(".pages button").count()):
            page.locator(".pages button").nth(panel).click()
            at_rest(page)
            assert page.evaluate(CUT, ".panel h2, .pages button, figcaption") == []
            assert page.evaluate(UNREADABLE_WORDS, ".panel h2, .pages button, figcaption") == []
        player.close()


# Mistakes in a style sheet that make words unreadable, each in its own way.
MISTAKES = [
    ".is-hint li button { height: 20px; min-height: 0; overflow: hidden }",
    ".is-hint li button > small { width: 90px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }",
    ".is-hint li button > small { display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; "
    "width: 120px; overflow: hidden }",
    ".is-hint li button { width: 90px; overflow-wrap: anywhere }",
    ".is-hint ol { overflow: hidden; height: 40px }",
    ".is-hint li { width: 900px }",
]
ADD_RULE = "(rule) => { const [sheet] = document.styleSheets; sheet.insertRule(rule, sheet.cssRules.length); }"
DROP_RULE = "() => { const [sheet] = document.styleSheets; sheet.deleteRule(sheet.cssRules.length - 1); }"


@pytest.mark.parametrize("language", ["en-GB", "es-ES", "pt-BR"])
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (320, 640)], ids=str)
def test_no_card_of_the_coach_is_cut_on_a_phone(
    size: tuple[int, int], language: str, chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size, language=language)
    page = player.page
    at_turn(player)
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint li button")
    at_rest(page)
    assert page.locator(".is-hint li button").count() >= 1
    boxes = ".is-hint header h2, .is-hint li button, .is-hint li button > *"
    assert page.evaluate(CUT, boxes) == []
    assert page.evaluate(UNREADABLE_WORDS, ".is-hint") == []
    for mistake in MISTAKES:
        page.evaluate(ADD_RULE, mistake)
        assert page.evaluate(UNREADABLE_WORDS, ".is-hint") != [], f"the check does not see {mistake}"
        page.evaluate(DROP_RULE)
    player.close()


# How many lines each part of the coach's heading takes.
HEADING_LINES = """() => {
  const heading = document.querySelector('.is-hint h2');
  return [...heading.childNodes].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map((box) => box.top)).size;
  });
}"""


def test_the_heading_of_the_coach_keeps_its_words_together_in_a_narrow_column(
    chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, LAPTOP, "new_york", language="es-ES")
    page = player.page
    at_turn(player)
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint li button")
    at_rest(page)
    player.shot("coach-new_york-1280")
    assert page.evaluate(HEADING_LINES) == [1, 1]
    player.close()
