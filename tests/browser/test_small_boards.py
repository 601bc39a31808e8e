"""The board on every size of screen: names and symbols that can be read, nothing on top of it, room beside lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.people import at_rest
from tests.browser.screens import (
    COVERED,
    LANDSCAPE,
    LAPTOP,
    ON_THE_MAP,
    PHONE,
    TABLET,
    UNDER_THE_BUTTONS,
    UNREADABLE_WORDS,
    at_offer,
    at_turn,
)
from tests.server.serving import Serving

from ferrovia import load_board

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("boards") / "tables.sqlite") as server:
        yield server


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


def whole_board(page: Page) -> None:
    page.click(".zoom button:last-child")
    at_rest(page)


# Whether a box reaches beyond the map or under its buttons. A point is a box without a size.
_IS_HIDDEN = """
  const map = document.querySelector('.map').getBoundingClientRect();
  const tools = document.querySelector('.zoom').getBoundingClientRect();
  const isHidden = ({ x, y, width = 0, height = 0 }) =>
    x < map.left || x + width > map.right || y < map.top || y + height > map.bottom
    || (x < tools.right && x + width > tools.left && y < tools.bottom && y + height > tools.top);
"""

# Points of the lit path that cannot be seen.
HIDDEN_LIGHTS = f"""() => {{ {_IS_HIDDEN}
  return [...document.querySelectorAll('.lights .trail')].flatMap((trail) => {{
    const matrix = trail.getScreenCTM();
    const at = (share) => trail.getPointAtLength(share * trail.getTotalLength()).matrixTransform(matrix);
    return [0, 0.2, 0.4, 0.6, 0.8, 1].map(at).filter(isHidden);
  }});
}}"""

# Cities with a ring, which the player's tickets want, whose middle cannot be seen.
HIDDEN_CITIES = f"""() => {{ {_IS_HIDDEN}
  return [...document.querySelectorAll('.city:has(.wanted)')].filter((city) => {{
    const box = city.getBoundingClientRect();
    return isHidden({{ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }});
  }}).map((city) => city.dataset.city);
}}"""

# Names of these cities that cannot be read whole.
CUT_NAMES = f"""(selector) => {{ {_IS_HIDDEN}
  return [...document.querySelectorAll(selector)].filter((label) => isHidden(label.getBoundingClientRect()))
    .map((label) => label.textContent);
}}"""

# As assistive tools click: without a pointer, wherever the route is.
CHOOSE = "(space) => space.dispatchEvent(new MouseEvent('click', { bubbles: true }))"

# A bot's tunnel, the last round, a refusal and a line of the chat, all at once, as the server would tell them.
NEWS = """async () => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  change(({ table }) => {
    const cards = ['red', 'blue', 'wild'].map((card) => ({ card, counts: card !== 'blue' }));
    table.reveal = { route: 3, seat: 1, cards, extra: 2, at: Date.now() };
    table.lastRoundAt = Date.now() + 600000;
    table.view.turns_left = 2;
    table.refused = { code: 'claim/not_enough_cards', rule: null, numbers: {} };
    table.spoken = { number: 1, seat: 1, data: { phrase: 'hello' } };
  });
}"""


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
    at_turn(player)
    # The cities of the tickets stay in sight until the player chooses a route.
    page.locator(".route.is-open .space").nth(40).evaluate(CHOOSE)
    page.wait_for_function(f"() => Math.abs(({scale})() - {at_first}) < 0.01")
    at_rest(page)
    assert page.locator(".city:has(.city-chosen)").count() == 2
    assert page.evaluate(HIDDEN_CITIES.replace(".wanted", ".city-chosen")) == []
    page.keyboard.press("Escape")
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


@pytest.mark.parametrize("board", ["europe", "usa", "new_york"])
def test_a_phone_shows_all_cities_of_the_tickets_that_were_kept(
    board: str, chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, PHONE, board)
    page = player.page
    for box in page.locator(".offered input").all():
        box.check()
    page.click(".is-offer .primary")
    page.wait_for_selector(".dock:not(.is-offer)")
    player.until_my_turn()
    at_rest(page)
    assert page.locator(".city:has(.wanted)").count() >= 3
    assert page.evaluate(HIDDEN_CITIES) == []
    assert page.evaluate(CUT_NAMES, ".label.is-wanted") == []
    player.shot(f"kept-{board}-390")
    seen = player.look()
    page.click(".pile")
    player.until_state_after(seen)
    at_rest(page)
    assert page.evaluate(HIDDEN_CITIES) == [], "a card is no reason to move the board"
    before = page.evaluate("() => document.querySelector('.board').getScreenCTM().a")
    page.click(".zoom button:first-child")
    at_rest(page)
    page.click(".tabs button:has-text('Tickets')")
    page.wait_for_selector("[data-tab=tickets] .tickets")
    at_rest(page)
    assert page.evaluate("() => document.querySelector('.board').getScreenCTM().a") > before, "it is where it was moved"
    for ticket in page.locator(".ticket").all():
        ticket.click()
        ticket.and_(page.locator(".is-looked")).wait_for()
        at_rest(page)
        assert page.locator(".city:has(.city-glow)").count() == 2
        assert page.evaluate(HIDDEN_CITIES.replace(".wanted", ".city-glow")) == []
        assert page.evaluate(CUT_NAMES, ".label.is-strong") == []
    player.close()


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


@pytest.mark.parametrize("size, language", [(PHONE, "pt-BR"), (TABLET, "es-ES"), (LAPTOP, "en-GB")], ids=str)
def test_nothing_lies_on_the_board(size: tuple[int, int], language: str, chromium: Browser, serving: Serving) -> None:
    player = at_offer(chromium, serving, size, language=language)
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
    assert page.evaluate(UNREADABLE_WORDS, ".status") == []
    page.click(".banner.is-reveal")
    page.wait_for_selector(".banner.is-reveal", state="detached")
    page.click(".banner.is-last")
    page.wait_for_selector(".banner.is-last", state="detached")
    player.close()


# Names that reach beyond the edge of the map, or of the window.
NAMES_CUT = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const tools = document.querySelector('.zoom').getBoundingClientRect();
  return [...document.querySelectorAll('.label:not(.is-hidden)')].filter((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const meets = (box) => right > box.left && left < box.right && bottom > box.top && top < box.bottom;
    const isCut = left < map.left - 1 || right > map.right + 1 || top < map.top - 1 || bottom > map.bottom + 1;
    return meets(map) && (isCut || meets(tools));
  }).map((label) => label.textContent);
}"""


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (1024, 768)], ids=str)
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_no_name_is_cut_at_the_edge_or_by_the_buttons_while_paying(
    board: str, size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    player = at_offer(chromium, serving, size, board)
    page = player.page
    at_turn(player)
    cities, routes = load_board(board).cities, load_board(board).routes
    outermost = {pick(cities, key=place).number for place in (lambda c: c.x, lambda c: c.y) for pick in (min, max)}
    for route in sorted(next(r.number for r in routes if city in r.cities) for city in outermost):
        page.locator(".route").nth(route).evaluate(CHOOSE)
        page.wait_for_selector(".is-choice")
        at_rest(page)
        player.shot(f"edge-{board}-{size[0]}-{route}")
        assert page.evaluate(NAMES_CUT) == [], routes[route].id
        expect(page.locator(".label.is-strong:not(.is-hidden)")).to_have_count(2)
    player.close()
