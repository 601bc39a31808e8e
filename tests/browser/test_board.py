"""The picture of a board in a real browser: what it shows, how hands and keys reach it, how fast it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.board_server import board_server
from tests.browser.measuring import busy, slowed_down, watched
from tests.browser.people import SOON, at_rest, middle_at_rest, stop_the_clock
from tests.geometry.own_board import HEAD, valley

from ferrovia.boards import board_names, load_board

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def air() -> Iterator[str]:
    odd_colours = HEAD.replace('["blue", "green", "red"]', '["teal", "green", "red"]').replace('"valley"', '"odd"')
    with board_server(valley(head=odd_colours, color="teal")) as address:
        yield address


@pytest.fixture
def board_page(chromium: Browser, air: str) -> Iterator[Any]:
    """Opens boards; every error on a page fails the test."""
    pages: list[Page] = []
    errors: list[str] = []

    def open_board(
        board: str = "europe", *, width: int = 1280, height: int = 800, touch: bool = False, **query: str
    ) -> Page:
        page = chromium.new_context(viewport={"width": width, "height": height}, has_touch=touch).new_page()
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        words = "&".join(f"{name}={value}" for name, value in query.items())
        page.goto(f"{air}/?board={board}&{words}")
        page.wait_for_selector("html[data-ready]")
        at_rest(page)
        pages.append(page)
        return page

    yield open_board
    for page in pages:
        page.context.close()
    assert errors == []


def middle_of(page: Page, route: int) -> tuple[float, float]:
    place = page.evaluate("(n) => handle.place(n)", route)
    return place["x"], place["y"]


@pytest.mark.parametrize("name", board_names())
def test_every_space_city_and_name_is_drawn(name: str, board_page: Any) -> None:
    board, page = load_board(name), board_page(name)
    assert page.locator(".space").count() == sum(route.length for route in board.routes)
    assert page.locator(".city").count() == len(board.cities)
    assert page.locator(".label").count() == len(board.cities)
    assert page.locator(".tunnel-teeth").count() == sum(route.tunnel for route in board.routes)
    assert page.locator(".ferry-lane").count() == sum(route.ferry > 0 for route in board.routes)
    assert page.locator(".wild-seat").count() == sum(route.ferry for route in board.routes)
    assert page.locator(".badge").count() == sum(route.carts for route in board.routes)
    colored = sum(route.length - route.ferry for route in board.routes if route.color)
    assert page.locator(".space .mark").count() == colored  # a symbol on every coloured space, always
    assert page.locator(".far-symbol .mark").count() == sum(bool(route.color) for route in board.routes)


def test_a_claim_turns_tiles_into_one_ribbon_with_a_wagon_on_every_space(board_page: Any) -> None:
    page = board_page("europe")
    length = load_board("europe").routes[4].length
    page.evaluate("handle.show({ ...scenes.free(), owners: { 4: 1 } })")
    route = page.locator('[data-route="4"]')
    assert route.locator(".wagon").count() == length
    assert route.locator(".ribbon").count() == 1
    assert route.locator(".space").count() == 0
    assert "seat-vermilion" in (route.get_attribute("class") or "")
    page.evaluate("handle.show(scenes.free())")
    assert route.locator(".space").count() == length


def test_only_what_changed_is_touched(board_page: Any) -> None:
    page = board_page("europe")
    touched = page.evaluate(
        """async () => {
          let count = 0;
          const drawn = async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); };
          const watch = new MutationObserver((records) => { count += records.length; });
          const what = { subtree: true, childList: true, attributeFilter: ['class', 'transform', 'd'] };
          watch.observe(document.querySelector('.board'), what);
          const position = scenes.busy();
          handle.show(position);
          await drawn();
          count = 0;
          handle.show({ ...position });
          await drawn();
          const same = count;
          handle.show({ ...position, owners: { ...position.owners, 1: 2 } });
          await drawn();
          return [same, count];
        }"""
    )
    assert touched[0] == 0
    assert 0 < touched[1] <= 4


# How wide the edges of the free spaces of a colour are on the screen.
EDGES = """(color) => [...document.querySelectorAll(`.space.is-${color} > .tile`)].map(
  (tile) => parseFloat(getComputedStyle(tile).strokeWidth) * tile.getScreenCTM().a)"""


@pytest.mark.parametrize("theme, color", [("light", "white"), ("dark", "black")])
@pytest.mark.parametrize("width, height", [(390, 480), (520, 344)])
@pytest.mark.parametrize("name", ["europe", "usa"])
def test_free_spaces_of_the_colour_of_their_bed_keep_a_visible_edge_from_afar(
    name: str, width: int, height: int, theme: str, color: str, board_page: Any
) -> None:
    page = board_page(name, width=width, height=height, theme=theme)
    page.evaluate("handle.fit()")
    at_rest(page)
    assert page.locator(".board.is-far").count() == 1
    assert min(page.evaluate(EDGES, color)) >= 1


def test_clicks_on_a_route_a_city_and_the_sea_are_told_apart(board_page: Any) -> None:
    page = board_page("europe")
    page.mouse.click(*middle_of(page, 12))
    page.mouse.click(*middle_at_rest(page.locator('[data-city="7"]')))
    page.mouse.click(30, 700)
    assert page.evaluate("heard.routes") == [12, None]
    assert page.evaluate("heard.cities") == [7]


@pytest.mark.parametrize("name", board_names())
def test_every_route_can_be_hit_in_its_middle(name: str, board_page: Any) -> None:
    page = board_page(name)
    for number in range(len(load_board(name).routes)):
        page.mouse.click(*middle_of(page, number))
    assert page.evaluate("heard.routes") == list(range(len(load_board(name).routes)))


def test_a_drag_moves_the_board_and_is_no_click(board_page: Any) -> None:
    page = board_page("europe")
    page.evaluate("handle.zoom(2)")
    at_rest(page)
    x, y = middle_of(page, 30)
    page.mouse.move(640, 400)
    page.mouse.down()
    page.mouse.move(700, 430, steps=5)
    page.mouse.up()
    at_rest(page)
    assert middle_of(page, 30) == pytest.approx((x + 60, y + 30), abs=1)
    assert page.evaluate("heard.routes") == []


def test_the_wheel_zooms_around_the_pointer(board_page: Any) -> None:
    page = board_page("europe")
    x, y = middle_of(page, 30)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function("handle.camera.at.scale > 1.3 * handle.camera.wholeScale()")
    assert middle_of(page, 30) == pytest.approx((x, y), abs=2)


def test_two_fingers_zoom(board_page: Any) -> None:
    page = board_page("europe", width=390, height=600, touch=True)
    before = page.evaluate("handle.camera.at.scale")
    line = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        line.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
        )

    fingers("touchStart", (180, 300), (220, 300))
    for step in range(1, 9):
        fingers("touchMove", (180 - 8 * step, 300), (220 + 8 * step, 300))
    fingers("touchEnd")
    page.wait_for_function("(before) => handle.camera.at.scale > 1.8 * before", arg=before)
    at_rest(page)
    assert page.evaluate("heard.routes") == []


def test_a_finger_on_both_halves_of_a_double_is_asked_which_one(board_page: Any) -> None:
    page = board_page("europe", width=390, height=600, touch=True)
    first = next(route.number for route in load_board("europe").routes if route.twin is not None)
    twin = load_board("europe").routes[first].twin
    page.evaluate("([a]) => handle.centre(a)", [first])
    at_rest(page)
    (x1, y1), (x2, y2) = middle_of(page, first), middle_of(page, twin)
    page.touchscreen.tap((x1 + x2) / 2, (y1 + y2) / 2)
    expect(page.locator(".which button")).to_have_count(2)
    assert page.evaluate("heard.routes") == []
    page.locator(".which button").nth(1).tap()
    expect(page.locator(".which")).to_have_count(0)
    assert page.evaluate("heard.routes[0]") in (first, twin)
    page.touchscreen.tap((x1 + x2) / 2, (y1 + y2) / 2)
    expect(page.locator(".which")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".which")).to_have_count(0)
    assert page.evaluate("heard.escapes") == 0


def test_a_phone_starts_where_names_can_be_read_and_can_see_the_whole(board_page: Any) -> None:
    page = board_page("europe", width=390, height=600)
    assert page.evaluate("handle.camera.at.scale") == pytest.approx(0.62)
    page.evaluate("handle.fit()")
    page.wait_for_selector(".board.is-far")
    at_rest(page)
    box = page.locator('[data-city="15"]').bounding_box()  # Erzurum, at the right edge
    assert 0 < box["x"] < 390
    assert page.locator(".board.is-far").count() == 1


def test_a_route_chosen_after_a_look_further_away_stays_in_sight(board_page: Any) -> None:
    page = board_page("europe", width=390, height=600)
    page.evaluate("handle.camera.show([100, 100, 1200, 800])")
    at_rest(page)
    page.evaluate("() => { handle.backSoon(0); handle.centre(90); }")
    at_rest(page)
    x, y = middle_of(page, 90)
    assert 0 < x < 390
    assert 0 < y < 600
    assert page.evaluate("handle.camera.before") is None


def test_arrows_walk_over_routes_and_enter_chooses(board_page: Any) -> None:
    page = board_page("europe")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.route") == "0"
    assert page.locator(".focus-edge").count() == 1
    x, _ = middle_of(page, 0)
    page.keyboard.press("ArrowRight")
    reached = int(page.evaluate("document.activeElement.dataset.route"))
    assert middle_of(page, reached)[0] > x
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("heard.routes") == [reached]
    assert page.evaluate("heard.escapes") == 1
    page.keyboard.press("Tab")  # one tab stop: the next one leaves the board
    assert page.evaluate("document.activeElement.closest('.board')") is None


@pytest.mark.parametrize("name", board_names())
def test_every_route_can_be_reached_with_arrows(name: str, board_page: Any) -> None:
    page = board_page(name)
    unreached = page.evaluate(
        """async () => {
          const { pointsOf } = await import('/static/board/hit-test.js');
          const points = pointsOf(geometry, board.cities.map((city) => city.id));
          const seen = new Set([0]);
          const open = [0];
          while (open.length) {
            const from = { kind: 'route', number: open.pop() };
            for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
              const { number } = points.next(from, key, 'route');
              if (!seen.has(number)) { seen.add(number); open.push(number); }
            }
          }
          return board.routes.map((route) => route.id).filter((_, n) => !seen.has(n));
        }"""
    )
    assert unreached == []


def test_a_city_is_found_by_its_letters_without_accents(board_page: Any) -> None:
    page = board_page("europe")
    page.keyboard.press("Tab")
    stop_the_clock(page)
    page.keyboard.type("czu")
    assert page.evaluate("board.cities[document.activeElement.dataset.city].name") == "Zürich"
    assert page.locator(".city-search").inner_text() == 'board.search {"letters":"zu"}'
    page.keyboard.press("Enter")
    assert page.evaluate("board.cities[heard.cities[0]].name") == "Zürich"


def test_routes_and_cities_have_names_for_screen_readers(board_page: Any) -> None:
    page = board_page("london")
    page.wait_for_selector('[data-route="0"][aria-label]')
    board = load_board("london")
    labels = page.locator("[data-route]").evaluate_all("(all) => all.map((e) => e.getAttribute('aria-label'))")
    assert labels == [f"route {route.id}" for route in board.routes]
    labels = page.locator("[data-city]").evaluate_all("(all) => all.map((e) => e.getAttribute('aria-label'))")
    assert labels == [f"city {city.name}" for city in board.cities]
    assert page.locator("[data-route], [data-city]").evaluate_all(
        "(all) => all.every((e) => e.getAttribute('role') === 'button')"
    )


def test_wagons_arrive_one_after_another_and_a_click_finishes_them(board_page: Any) -> None:
    page = board_page("europe")
    running = page.evaluate(
        """async () => {
          const done = handle.animate({ kind: 'claimed', route: 30, seat: 2 });
          handle.show({ ...scenes.free(), owners: { 30: 2 } });
          for (let i = 0; i < 9; i += 1) await null; // they begin at once; a clock could come after their end
          const moving = document.getAnimations().length;
          handle.finishAnimations();
          await done;
          return [moving, document.getAnimations().length];
        }"""
    )
    assert running[0] >= 3
    assert running[1] == 0


def test_nothing_animates_with_reduced_motion(board_page: Any) -> None:
    page = board_page("europe", calm="1")
    moving = page.evaluate(
        """async () => {
          handle.show({ ...scenes.free(), owners: { 30: 2 } });
          handle.animate({ kind: 'claimed', route: 30, seat: 2 });
          for (let i = 0; i < 9; i += 1) await null;
          const outlined = document.querySelectorAll('.mark-edge[data-of="30"]').length;
          return [document.getAnimations().length, outlined];
        }"""
    )
    assert moving == [0, 1]  # an outline instead
    page.wait_for_selector(".mark-edge", state="detached")
    before = page.evaluate("handle.camera.at.scale")
    page.evaluate("handle.zoom(1.5)")
    assert page.evaluate("handle.camera.at.scale") == pytest.approx(1.5 * before)


def test_a_path_is_lit_and_everything_else_is_dimmed(board_page: Any) -> None:
    page = board_page("europe", scene="path")
    lit = page.locator(".trail").count()
    assert lit == page.evaluate("scenes.path().lit.size")
    assert page.locator(".route.is-aside").count() == len(load_board("europe").routes) - lit


def test_colours_of_a_custom_board_get_an_unused_symbol_and_pattern(board_page: Any) -> None:
    page = board_page("odd")
    fill = page.locator(".space.is-teal .tile").first.evaluate("(e) => getComputedStyle(e).fill")
    others = {
        page.locator(f".space.is-{name} .tile").first.evaluate("(e) => getComputedStyle(e).fill")
        for name in ("red", "green")
    }
    assert fill != "none"
    assert fill not in others
    assert page.locator("#mark-teal").count() == 1


def test_a_redraw_after_an_event_takes_less_than_a_frame(board_page: Any, chromium: Browser) -> None:
    page = board_page("europe", scene="busy")
    line, redraws = watched(page), 25
    before = busy(line)
    page.evaluate(
        """(redraws) => {
          const position = scenes.busy();
          const free = board.routes.map((_, n) => n).filter((n) => position.owners[n] === undefined);
          for (const n of free.slice(0, redraws)) {
            position.owners = { ...position.owners, [n]: n % 5 };
            handle.show({ ...position, chosen: null });
            document.querySelector('.board').getBoundingClientRect();
          }
        }""",
        redraws,
    )
    worked = (busy(line) - before) / redraws
    assert worked / slowed_down(chromium) < 16
