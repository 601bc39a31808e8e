"""Choosing on every size of screen: cards in view while tickets are chosen, payments and questions that fit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import at_rest
from tests.browser.screens import (
    COVERED,
    LANDSCAPE,
    LAPTOP,
    ON_THE_MAP,
    PHONE,
    SMALL_LANDSCAPE,
    TABLET,
    UNREADABLE_WORDS,
    at_offer,
    at_turn,
)
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("choices") / "tables.sqlite") as server:
        yield server


# A bot's tunnel while the player chooses; then a chat line.
WHILE_CHOOSING = """async (what) => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  const cards = ['red', 'blue', 'wild'].map((card) => ({ card, counts: card !== 'blue' }));
  const reveal = { route: 3, seat: 1, cards, extra: 2, at: Date.now() };
  const spoken = { number: 1, seat: 1, data: { text: 'A long line of the chat. '.repeat(8) } };
  change(({ table }) => Object.assign(table, what === 'reveal' ? { reveal } : { spoken }));
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL_LANDSCAPE, LANDSCAPE, TABLET, LAPTOP], ids=str)
def test_hand_and_display_are_in_view_while_tickets_are_chosen(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    assert page.locator(".is-offer .is-hand .mini").count() > 0
    assert page.locator(".is-offer .is-display .mini").count() == 5
    assert page.evaluate(COVERED, ".is-offer .mini, .is-offer .offered, .is-offer .primary") == []
    cut = "(dock) => dock.scrollHeight - dock.clientHeight"
    assert page.locator(".dock.is-offer").evaluate(cut) <= 1
    player.close()


@pytest.mark.parametrize("size", [PHONE, SMALL_LANDSCAPE, LANDSCAPE, TABLET, LAPTOP], ids=str)
def test_the_buttons_do_not_lie_on_the_hand_while_paying(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    player.step()
    for _ in range(9):
        seen = player.until_my_turn()
        if seen["playable"] and not seen["second"]:
            break
        page.click(".pile")
        page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy])')
    page.locator(".route.is-playable").first.dispatch_event("click")
    page.wait_for_selector(".way")
    at_rest(page)
    boxes = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    })"""
    cards, buttons = page.evaluate(boxes, ".is-choice .hand .card"), page.evaluate(boxes, ".is-choice .confirm button")
    assert len(cards) == 9
    assert len(buttons) == 2
    player.shot(f"pay-{size[0]}")
    assert min(card["right"] - card["left"] for card in cards) >= (34 if size == LAPTOP else 26)
    for card in cards:
        for button in buttons:
            beside = card["right"] <= button["left"] or button["right"] <= card["left"]
            assert beside or card["bottom"] <= button["top"] or button["bottom"] <= card["top"]
    assert page.evaluate(COVERED, ".is-choice .confirm button, .is-choice .hand .card") == []
    player.close()


# The chosen route could be paid with every colour.
EVERY_COLOUR = """async () => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  change(({ table, ui }) => {
    const { id } = table.board.routes[ui.route];
    const one = table.legal.find((action) => action.kind === 'claim' && action.route === id);
    const colours = ['purple', 'white', 'green', 'red', 'blue', 'orange', 'yellow', 'black'];
    const all = colours.map((color) => ({ ...one, color, colored: one.colored + one.wilds, wilds: 0, text: color }));
    table.legal = [...table.legal, ...all];
  });
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL_LANDSCAPE, LANDSCAPE, TABLET, LAPTOP], ids=str)
def test_the_words_of_every_payment_fit_their_box(size: tuple[int, int], chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, size, "usa", language="es-ES")  # the longest words
    page = player.page
    player.step()
    for _ in range(40):
        seen = player.until_my_turn()
        for route, length in [] if seen["second"] else seen["playable"]:
            if length < 3 or page.locator(".way").count() > 2:
                continue
            page.locator(f'[data-route="{route}"]').dispatch_event("click")
            page.wait_for_selector(".way")
        if page.locator(".way").count() > 2:
            break
        page.keyboard.press("Escape")
        page.click("button.pile")
        player.until_state_after(seen)
    at_rest(page)
    assert page.locator(".way").count() > 2
    cut = "(ways) => ways.map((way) => way.scrollHeight - way.clientHeight).filter((more) => more > 1)"
    assert page.locator(".way").evaluate_all(cut) == []
    page.evaluate(EVERY_COLOUR)
    page.wait_for_function("() => document.querySelectorAll('.way').length > 8")
    assert page.locator(".dock").evaluate("(dock) => dock.scrollHeight - dock.clientHeight") <= 1
    player.shot(f"many-payments-{size[0]}")
    player.close()


# Numbers of the tunnels that can be paid now.
TUNNELS = """() => [...document.querySelectorAll('.route.is-playable')].map((route) => Number(route.dataset.route))
  .filter((number) => document.querySelectorAll('.grounds > g')[number].querySelector('.tunnel-teeth'))"""


BUTTON_LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.confirm .primary').firstChild);
  return new Set([...range.getClientRects()].map((box) => box.top)).size;
}"""


def test_the_risk_of_a_tunnel_and_its_button_fit_every_screen(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, TABLET, language="es-ES")
    page = player.page
    player.step()
    seen = player.until_my_turn()
    while seen["second"] or not page.evaluate(TUNNELS):
        page.click("button.pile")
        player.until_state_after(seen)
        seen = player.until_my_turn()
    page.locator(f'[data-route="{page.evaluate(TUNNELS)[0]}"]').dispatch_event("click")
    page.wait_for_selector(".risk .odds")
    for width, height in (PHONE, (320, 640), (320, 480), LANDSCAPE, TABLET, (1024, 768), LAPTOP, (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        player.shot(f"tunnel-{width}")
        assert page.evaluate(UNREADABLE_WORDS, ".confirm") == [], width
        assert page.evaluate(COVERED, ".confirm button, .odds span") == [], width
        assert page.evaluate(BUTTON_LINES) == 1, width
    player.close()


def test_a_tablet_has_room_for_the_cards_of_the_hand(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, TABLET)
    at_turn(player)
    cards = player.page.locator(".hand .card")
    assert cards.count() == 9
    assert min(cards.evaluate_all("(all) => all.map((card) => card.getBoundingClientRect().width)")) >= 43.5
    player.close()


def test_a_finger_leaves_no_key_under_a_card(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, TABLET)
    page = player.page
    at_turn(player)
    seen = player.look()
    page.locator(".market .card:not(.is-wild)").first.tap()
    player.until_state_after(seen)
    page.locator("button.pile").hover()
    assert page.locator(".dock kbd:visible").count() == 0
    player.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, (1024, 768), LAPTOP], ids=str)
def test_drawing_tickets_asks_in_words_on_every_screen(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    at_turn(player)
    page.keyboard.press("t")
    page.wait_for_selector(".other .primary")
    expect(page.locator(".other h2")).to_be_visible()
    assert page.evaluate(COVERED, ".other h2, .other button") == []
    assert page.locator(".other h2").evaluate("(words) => words.scrollWidth - words.clientWidth") <= 1
    player.close()


@pytest.mark.parametrize("size", [LANDSCAPE, SMALL_LANDSCAPE], ids=str)
def test_passing_news_takes_no_room_from_a_choice_on_a_phone_on_its_side(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    at_turn(player)
    page.keyboard.press("b")
    page.wait_for_selector(".station-head")
    at_rest(page)
    dock = page.locator(".dock").bounding_box()
    for news, banner in (("reveal", ".is-reveal"), ("chat", ".is-bubble")):
        page.evaluate(WHILE_CHOOSING, news)
        page.wait_for_selector(f".banner{banner}")
        at_rest(page)
        assert page.locator(".dock").bounding_box() == dock
        assert page.evaluate(ON_THE_MAP) == []
        assert page.evaluate(COVERED, f".banner{banner}, .is-choice .city-pick, .is-choice .confirm button") == []
    player.shot(f"news-while-choosing-{size[0]}")
    player.close()


# How much of the words in a closed list is cut off, in pixels; the arrow takes the room of two letters.
CUT_FROM_LIST = """(list) => {
  const style = getComputedStyle(list);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return Math.max(0, pen.measureText(list.selectedOptions[0].textContent).width - room);
}"""


@pytest.mark.parametrize("language", ["es-ES", "pt-BR"])
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, (1024, 768), LAPTOP], ids=str)
def test_the_list_of_cities_for_a_station_says_what_to_do(
    size: tuple[int, int], language: str, chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size, language=language)
    page = player.page
    at_turn(player)
    page.locator("button.action").nth(1).click()
    page.wait_for_selector(".city-pick select")
    at_rest(page)
    player.shot(f"station-{size[0]}-{language}")
    assert page.locator(".city-pick select").evaluate(CUT_FROM_LIST) == 0
    assert page.evaluate(COVERED, ".is-choice .confirm button, .is-choice .hand .card") == []
    player.close()
