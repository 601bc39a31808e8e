"""Every size of screen: cards in view while tickets are chosen, names and symbols to be read, buttons for fingers, a
board that nothing lies on, a total that stays in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.finished_games import finished_game
from tests.browser.people import Player, at_rest, make_table, open_window
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

PHONE, LANDSCAPE, TABLET, LAPTOP = (390, 844), (844, 390), (820, 1180), (1280, 720)
SMALL_LANDSCAPE = (667, 375)
SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("small") / "tables.sqlite") as server:
        yield server


def at_offer(browser: Browser, serving: Serving, size: tuple[int, int], board: str = "europe") -> Player:
    options: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB", "has_touch": size != LAPTOP}
    player = open_window(browser, serving.url, width=size[0], height=size[1], **options)
    made = make_table(player, serving.url, board, SOLO, start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".is-offer")
    at_rest(player.page)
    return player


def at_turn(player: Player) -> None:
    player.step()
    player.until_my_turn()
    at_rest(player.page)


# Elements of a selector whose middle is not theirs to click: outside the window, or under something else.
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !there || !(element.contains(there) || there.contains(element));
}).map((element) => element.className)"""

# The smallest type among the names that are shown, in pixels; and how many are shown.
NAMES = """() => {
  const shown = [...document.querySelectorAll('.label')].filter((e) => getComputedStyle(e).visibility === 'visible');
  const size = (e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
  return { count: shown.length, least: Math.min(...shown.map(size)) };
}"""

# For every coloured route that is free: how large the largest of its symbols is drawn.
SYMBOLS = """() => [...document.querySelectorAll('.route.is-open')].flatMap((route) => {
  const marks = [...route.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect().width);
  return marks.length ? [Math.max(...marks)] : [];
})"""

# What lies on the map, other than the board itself and its buttons.
ON_THE_MAP = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const things = [...document.querySelectorAll('.banner, .tip, .dock, .side, .chat-panel')];
  return things.filter((element) => {
    const box = element.getBoundingClientRect();
    const over = (a, b, c, d) => Math.min(b, d) - Math.max(a, c) > 1;
    return over(box.left, box.right, map.left, map.right) && over(box.top, box.bottom, map.top, map.bottom);
  }).map((element) => element.className);
}"""

# Names and spaces of the board under its zoom buttons.
UNDER_THE_BUTTONS = """() => {
  const tools = document.querySelector('.zoom').getBoundingClientRect();
  return [...document.querySelectorAll('.space, .label:not(.is-hidden), .city')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < tools.right && box.right > tools.left && box.top < tools.bottom && box.bottom > tools.top;
  }).map((element) => element.textContent || element.className.baseVal);
}"""


def whole_board(page: Page) -> None:
    page.click(".zoom button:last-child")
    at_rest(page)


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


@pytest.mark.parametrize("size", [PHONE, SMALL_LANDSCAPE, LANDSCAPE, TABLET, LAPTOP], ids=str)
def test_the_words_of_every_payment_fit_their_box(size: tuple[int, int], chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, size, "usa")
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
    player.shot(f"many-payments-{size[0]}")
    player.close()


def test_a_tablet_has_room_for_the_cards_of_the_hand(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, TABLET)
    at_turn(player)
    cards = player.page.locator(".hand .card")
    assert cards.count() == 9
    assert min(cards.evaluate_all("(all) => all.map((card) => card.getBoundingClientRect().width)")) >= 43.5
    player.close()


def test_a_tall_board_gets_the_full_height_of_a_tablet_on_its_side(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, (1024, 768), "new_york")
    page = player.page
    used = """() => {
      const heights = [...document.querySelectorAll('.city')].map((city) => city.getBoundingClientRect().top);
      return (Math.max(...heights) - Math.min(...heights)) / innerHeight;
    }"""
    assert page.evaluate(used) > 0.75
    assert page.evaluate(COVERED, ".is-offer .mini, .is-offer .offered, .is-offer .primary, .tabs button") == []
    assert page.evaluate(ON_THE_MAP) == []
    at_turn(player)
    assert page.evaluate(used) > 0.75
    assert page.evaluate(COVERED, ".dock .card, .pile") == []
    page.click(".tabs button:has-text('Tickets')")
    page.wait_for_selector("[data-tab=tickets] .tickets")
    at_rest(page)
    assert page.evaluate(ON_THE_MAP) == []
    player.close()


def test_a_phone_reads_the_whole_board_and_returns_to_where_fingers_find_routes(
    chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, PHONE)
    page = player.page
    scale = "() => document.querySelector('.board').getScreenCTM().a"
    at_first = page.evaluate(scale)
    assert at_first == pytest.approx(0.62, abs=0.01)
    for box in page.locator(".offered input").all():  # some ticket is longer than a phone is wide
        box.check()
    page.wait_for_function(f"() => ({scale})() < {at_first - 0.05}")
    player.step()
    player.until_my_turn()
    page.wait_for_function(f"() => Math.abs(({scale})() - {at_first}) < 0.01")
    at_rest(page)
    assert page.evaluate(COVERED, ".zoom button") == []
    whole_board(page)
    assert page.evaluate(scale) < 0.3
    assert page.evaluate(NAMES)["least"] >= 10.9
    assert page.evaluate(NAMES)["count"] > 15
    assert min(page.evaluate(SYMBOLS)) >= 5  # of the ink; the disc around it has 14
    assert page.evaluate(UNDER_THE_BUTTONS) == []
    page.click(".zoom button:first-child")
    page.wait_for_function(f"() => ({scale})() > 0.3")
    player.close()


# Points of the lit path that cannot be seen: off the map or under its buttons.
HIDDEN_LIGHTS = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const tools = document.querySelector('.zoom').getBoundingClientRect();
  const isIn = ({ x, y }, box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  return [...document.querySelectorAll('.lights .trail')].flatMap((trail) => {
    const matrix = trail.getScreenCTM();
    const at = (share) => trail.getPointAtLength(share * trail.getTotalLength()).matrixTransform(matrix);
    return [0, 0.2, 0.4, 0.6, 0.8, 1].map(at).filter((point) => !isIn(point, map) || isIn(point, tools));
  });
}"""


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (1024, 768)], ids=str)
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_the_path_of_an_offered_ticket_is_in_sight(
    board: str, size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size, board)
    page = player.page
    for ticket in page.locator(".offered").all():
        ticket.locator("input").check()
        ticket.and_(page.locator(".is-focus")).wait_for()
        page.wait_for_selector(".lights .trail", state="attached")
        at_rest(page)
        page.wait_for_function(f"() => ({HIDDEN_LIGHTS})().length === 0")
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


@pytest.mark.parametrize("size, side", [(TABLET, "bottom"), (LAPTOP, "right")], ids=str)
def test_the_board_makes_room_for_the_list_of_actions(
    size: tuple[int, int], side: str, chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    at_turn(player)
    page.keyboard.press("l")
    page.wait_for_selector(".list-form")
    page.wait_for_function(
        """(side) => {
          const { left, top } = document.querySelector('.list-form').getBoundingClientRect();
          const edge = side === 'right' ? left : top;
          return [...document.querySelectorAll('.city')].every((city) => city.getBoundingClientRect()[side] < edge);
        }""",
        arg=side,
    )
    assert page.evaluate(COVERED, ".zoom button") == []
    player.shot(f"list-{size[0]}")
    player.close()


def test_a_tall_board_keeps_half_of_a_small_window_beside_the_list_of_actions(
    chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, (1024, 768), "new_york")
    page = player.page
    at_turn(player)
    page.keyboard.press("l")
    page.wait_for_selector(".list-form")
    at_rest(page)
    room, whole = (page.locator(part).bounding_box() for part in (".board-holder", ".map"))
    assert room is not None
    assert whole is not None
    assert room["height"] >= whole["height"] / 2
    assert room["width"] >= whole["width"] / 2
    assert page.evaluate(COVERED, ".zoom button") == []
    player.shot("list-new_york-1024")
    player.close()


def test_a_touched_screen_names_no_keys(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, PHONE)
    page = player.page
    page.locator(".top button").last.click()
    page.wait_for_selector("dialog[open] .setting")
    assert "Sounds" in page.locator("dialog").inner_text()
    assert page.get_by_text("(M)").count() == page.get_by_text("(L)").count() == 0
    player.close()
    player = at_offer(chromium, serving, LAPTOP)
    assert player.page.locator("[title*='(L)'], [aria-label*='(L)']").count() > 0
    player.close()


@pytest.mark.parametrize("size", [LAPTOP, (1024, 768)], ids=str)
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_a_laptop_reads_every_name_of_the_whole_board(
    board: str, size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size, board)
    page = player.page
    page.wait_for_selector(".zoom[data-corner]")
    if size != LAPTOP:  # a lower window shows the whole board only when asked
        at_turn(player)
        whole_board(page)
    names = page.evaluate(NAMES)
    assert names["count"] == page.locator(".label").count()
    assert names["least"] >= 10.9
    assert page.evaluate(UNDER_THE_BUTTONS) == []
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


# A bot's tunnel, the last round, a refusal and a line of the chat, all at once, as the server would tell them.
NEWS = """async () => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  const { change, state } = await import(loaded.find((name) => name.includes('/state.js')));
  change(({ table }) => {
    table.reveal = { route: 3, seat: 1, color: 'red', cards: ['red', 'blue', 'wild'], extra: 2, at: Date.now() };
    table.lastRoundAt = Date.now() + 600000;
    table.view.turns_left = 2;
    table.refused = { code: 'claim/not_enough_cards', rule: null, numbers: {} };
    table.spoken = { number: 1, seat: 1, data: { phrase: 'hello' } };
  });
}"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=str)
def test_nothing_lies_on_the_board(size: tuple[int, int], chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, size)
    page = player.page
    at_turn(player)
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint")
    at_rest(page)
    assert page.evaluate(ON_THE_MAP) == []
    page.evaluate(NEWS)
    page.wait_for_selector(".banner.is-reveal")
    expect(page.locator(".banner")).to_have_count(4)
    player.shot(f"news-{size[0]}")
    at_rest(page)
    assert page.evaluate(ON_THE_MAP) == []
    page.click(".banner.is-reveal")
    page.wait_for_selector(".banner.is-reveal", state="detached")
    page.click(".banner.is-last")
    page.wait_for_selector(".banner.is-last", state="detached")
    player.close()


# A bot's tunnel while the player chooses; then a chat line.
WHILE_CHOOSING = """async (what) => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  const { change } = await import(loaded.find((name) => name.includes('/state.js')));
  const reveal = { route: 3, seat: 1, color: 'red', cards: ['red', 'blue', 'wild'], extra: 2, at: Date.now() };
  const spoken = { number: 1, seat: 1, data: { text: 'A long line of the chat. '.repeat(8) } };
  change(({ table }) => Object.assign(table, what === 'reveal' ? { reveal } : { spoken }));
}"""


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


# Claimed routes and tunnels in the log, as the server would tell them.
CLAIMS = """async () => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  const { change } = await import(loaded.find((name) => name.includes('/state.js')));
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


def test_no_line_of_the_log_begins_with_the_colon_after_a_card(chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, LAPTOP)
    page = player.page
    page.evaluate(CLAIMS)
    page.wait_for_function("() => document.querySelectorAll('.log .chip').length > 40")
    for width in range(200, 300, 4):
        page.evaluate("(width) => document.querySelector('.log').style.setProperty('width', `${width}px`)", width)
        assert page.evaluate(TORN) == [], width
    player.close()
