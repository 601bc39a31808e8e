"""The referee at /score in a real browser: quick, right, and forgiving."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import found_by_axe
from tests.browser.people import at_rest, middle_at_rest, open_window
from tests.browser.scoring import PHONE, SIZES, counted, entered, final_position, open_kept, totals_of
from tests.browser.screens import LANDSCAPE, UNDER_THE_BUTTONS
from tests.server.serving import Serving

from ferrovia import Board, load_board
from ferrovia.boards import board_names
from ferrovia.referee import judge

pytestmark = pytest.mark.compiled_only
MOST_TAPS = 150
# Every finger on the glass and every key, wherever they land.
COUNT_TAPS = """() => {
  window.taps = 0;
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { window.taps += 1; }, true);
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("score") / "tables.sqlite") as server:
        yield server


# --- quick ------------------------------------------------------------------------------------------------------------


class Hand:
    """A finger over the board: moves it when a route is out of sight, answers when two were meant."""

    def __init__(self, page: Page, board: Board) -> None:
        self.page, self.board = page, board

    def in_sight(self, selector: str) -> tuple[float, float]:
        for _ in range(8):
            all_of_it = self.page.locator(selector)
            x, y = middle_at_rest(all_of_it.nth(all_of_it.count() // 2))
            there = self.page.evaluate(
                "([x, y]) => !!document.elementFromPoint(x, y)?.closest('.board-holder')", [x, y]
            )
            if there and 12 < x < 378:
                return x, y
            # One long swipe that brings it to the far side of the board, so that more of it comes into sight.
            far = 60.0 if x > 195 else 330.0
            across, down = max(-340.0, min(340.0, far - x)), max(-250.0, min(250.0, 250.0 - y))
            begin = (195.0 - across / 2, 300.0 - down / 2)
            self.page.mouse.move(*begin)
            self.page.mouse.down()
            self.page.mouse.move(begin[0] + across, begin[1] + down, steps=4)
            self.page.mouse.up()
        raise AssertionError(f"{selector} cannot be brought into sight")

    def route(self, number: int) -> None:
        x, y = self.in_sight(f'[data-route="{number}"] .space, [data-route="{number}"] .wagon')
        taken, asked = f'[data-route="{number}"].is-claimed', self.page.locator(".which button")
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_selector(f"{taken}, .which button")
        if asked.count():
            route = self.board.route(number)
            name = " – ".join(self.board.city(city).name for city in route.cities)
            x, y = middle_at_rest(asked.filter(has_text=name).first)
            self.page.touchscreen.tap(x, y)
        self.page.wait_for_selector(taken)

    def city(self, number: int) -> None:
        self.page.touchscreen.tap(*self.in_sight(f'[data-city="{number}"]'))
        self.page.wait_for_selector(f'[data-city="{number}"] .station')


def from_side_to_side(board: Board, seat: dict[str, Any], *, back: bool) -> list[tuple[str, int]]:
    """A player's routes and stations in an order in which a finger would meet them."""
    pieces = [("route", board.route(id).number, sum(board.city(c).x for c in board.route(id).cities) / 2)
              for id in seat["routes"]]  # fmt: skip
    pieces += [("city", board.city(id).number, board.city(id).x) for id in seat["stations"]]
    return [(kind, number) for kind, number, _ in sorted(pieces, key=lambda piece: piece[2], reverse=back)]


def test_a_five_player_result_takes_at_most_150_taps_on_a_phone(serving: Serving, chromium: Browser) -> None:
    board = load_board("europe")
    position = final_position(board, 5, seed=4)
    player = open_window(chromium, f"{serving.url}/score", **PHONE)
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    page.wait_for_selector(".start .primary:enabled")
    page.evaluate(COUNT_TAPS)
    for _ in range(3):
        page.tap(".seatlist .add button")
    page.tap(".start .primary")
    page.wait_for_selector(".board-holder svg")
    hand = Hand(page, board)
    for i, seat in enumerate(position["seats"]):
        if i:
            page.tap(f".score-player:nth-child({i + 1})")
        for kind, number in from_side_to_side(board, seat, back=i % 2 == 1):
            hand.route(number) if kind == "route" else hand.city(number)
    page.tap("#tab-tickets")
    for i, seat in reversed([*enumerate(position["seats"])]):
        if i < 4:
            page.tap(f".score-player:nth-child({i + 1})")
        for id in seat["tickets"]:
            name = " – ".join(board.city(city).name for city in board.ticket(id).cities)
            page.locator(".score-list li button").filter(has_text=name).first.tap()
    page.tap("#tab-count")
    counted(page, totals_of(position))
    player.shot("score-150-taps")
    taps = page.evaluate("() => window.taps")
    print(f"{taps} taps")
    assert taps <= MOST_TAPS
    assert player.errors == []


# --- right ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["europe", "usa", "new_york", "london", "amsterdam"])
def test_a_kept_game_shows_the_engines_totals_and_tells_the_count(
    serving: Serving, chromium: Browser, name: str
) -> None:
    board = load_board(name)
    position = final_position(board, board.players[1], seed=2)
    player = open_kept(chromium, serving, entered(position, board))
    page = player.page
    counted(page, totals_of(position))
    page.click("#tab-count")
    page.click(".score-panel .primary")
    page.click(".score-steps button:nth-of-type(2)")  # stop telling by itself
    page.wait_for_selector(".score-steps [aria-label='Advance automatically']")
    while page.locator(".score-steps button:nth-of-type(1)").is_enabled():  # back from where it has come meanwhile
        page.click(".score-steps button:nth-of-type(1)")
    steps = [step for step in judge(position).steps if step.points or step.parts]
    for number, step in enumerate(steps):
        page.wait_for_function(
            "([n, all]) => document.querySelector('.score-steps span').textContent === `${n} / ${all}`",
            arg=[number + 1, len(steps)],
        )
        assert page.inner_text(".score-story header .points").lstrip("+").replace("−", "-") == str(step.points)
        if step.row == "longest_path":
            expect(page.locator(".lights .trail")).to_have_count(len(step.parts[0].routes))
        if number + 1 < len(steps):
            page.click(".score-steps button:nth-of-type(3)")
    player.shot(f"score-told-{name}")
    assert player.errors == []


def test_marks_explain_themselves(serving: Serving, chromium: Browser) -> None:
    board = load_board("london")
    player = open_kept(chromium, serving, entered(final_position(board, 2, seed=2), board))
    page = player.page
    page.mouse.move(*middle_at_rest(page.locator(f".city[data-city='{board.city('waterloo').number}']")))
    page.wait_for_selector(".mark-note:visible:text-matches('^District 3: 3 points')")
    player.close()


@pytest.mark.parametrize("name", board_names())
def test_the_zoom_buttons_cover_nothing_of_the_whole_board_on_a_phone_on_its_side(
    name: str, serving: Serving, chromium: Browser
) -> None:
    board = load_board(name)
    nothing: dict[str, Any] = {"seats": [{"routes": [], "stations": [], "tickets": []}] * 2}
    width, height = LANDSCAPE
    player = open_kept(chromium, serving, entered(nothing, board), width=width, height=height, has_touch=True)
    at_rest(player.page)
    player.page.click(".zoom button:last-child")
    at_rest(player.page)
    player.shot(f"score-buttons-{name}")
    assert player.page.evaluate(UNDER_THE_BUTTONS) == []
    player.close()


def test_impossible_entries_are_named_at_once_and_undone(serving: Serving, chromium: Browser) -> None:
    board = load_board("europe")
    game = entered({"seats": [{"routes": [], "stations": [], "tickets": []} for _ in range(2)]}, board)
    game["owners"] = {"dieppe-london": 0}
    player = open_kept(chromium, serving, game)
    page = player.page
    counted(page, "24,12")
    page.click(".score-player:nth-child(2)")
    page.fill(".score-panel input[type=text]", "lon dieppe")
    page.click(".score-list li button")
    page.wait_for_selector(".score-notice.is-bad:has-text('Ana and Bea both have')")
    page.click(".score-notice.is-bad .quiet")
    page.wait_for_selector(".score-notice.is-bad", state="detached")
    page.click("#tab-tickets")
    page.click(".score-list li:first-child button")
    page.click(".score-player:nth-child(1)")
    page.click(".score-list li:first-child button")
    page.wait_for_selector(".score-notice:has-text('belongs to Bea')")
    page.click(".score-notice .quiet")
    page.wait_for_selector(".score-list li:first-child.is-held")
    assert player.errors == []


def test_too_many_trains_are_named_at_once(serving: Serving, chromium: Browser) -> None:
    board = load_board("europe")
    routes, trains = [], 0
    for route in sorted(board.routes, key=lambda one: -one.length):
        if route.twin is None and trains + route.length <= 45:
            routes.append(route.id)
            trains += route.length
    assert trains == 45
    game = entered({"seats": [{"routes": routes, "stations": [], "tickets": []}, {"routes": [], "stations": [],
                    "tickets": []}]}, board)  # fmt: skip
    player = open_kept(chromium, serving, game)
    page = player.page
    page.wait_for_selector(".score-player.is-ahead")
    page.wait_for_selector(".score-notices:has-text('Ana has two trains or fewer')")
    free = next(one for one in board.routes if one.length == 1 and one.id not in routes)
    page.fill(".score-panel input[type=text]", " ".join(board.city(city).name for city in free.cities))
    page.click(".score-list li button")
    page.wait_for_selector(".score-notice.is-bad:has-text('Ana would need 46 trains and has 45')")
    page.click(".score-game .top .tools:last-child button")
    page.wait_for_selector(".score-notice.is-bad", state="detached")


def test_players_are_corrected_at_any_time_and_undone(serving: Serving, chromium: Browser) -> None:
    board = load_board("europe")
    seats = [{"routes": [id], "stations": [], "tickets": []} for id in ("brest-paris", "paris-zurich", "roma-venezia")]
    player = open_kept(chromium, serving, entered({"seats": seats}, board), **PHONE)
    page = player.page
    counted(page, "26,26,14")
    page.click(".score-people summary")
    page.fill(".score-people li:nth-child(1) input", "Ana María")
    page.click(".score-people li:nth-child(1) .color-button")  # leaves the field; takes Bea's colour
    page.wait_for_selector(".score-player:nth-child(1) span:has-text('Ana María')")
    page.click(".score-people li:nth-child(2) .remove")
    counted(page, "26,14")
    page.click(".score-people .add button")
    counted(page, "26,14,12")
    for _ in range(2):
        page.click(".score-game .top .tools:last-child button")  # undo
    counted(page, "26,26,14")
    assert page.inner_text(".score-player:nth-child(2) span:nth-of-type(2)") == "Bea"
    assert found_by_axe(page) == []
    player.shot("score-people")
    assert player.errors == []


def test_a_ticket_that_we_do_not_know_is_entered_by_cities_and_points(serving: Serving, chromium: Browser) -> None:
    board = load_board("amsterdam")
    game = entered({"seats": [{"routes": [], "stations": [], "tickets": []} for _ in range(2)]}, board)
    player = open_kept(chromium, serving, game)
    page = player.page
    page.click("#tab-tickets")
    page.click(".score-panel summary")
    page.select_option("[name=from]", index=1)
    page.select_option("[name=to]", index=1)
    page.fill("[name=points]", "7")
    page.click(".score-other button")
    assert page.evaluate("() => document.querySelector('[name=to]').validationMessage") != ""
    page.select_option("[name=to]", index=2)
    page.click(".score-other button")
    counted(page, "−7,0")
    assert player.errors == []


# --- for everybody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_on_any_screen(serving: Serving, chromium: Browser, size: str) -> None:
    board = load_board("europe")
    position = final_position(board, 5, seed=2)
    player = open_kept(chromium, serving, entered(position, board), **SIZES[size])
    page = player.page
    counted(page, totals_of(position))
    for tab in ("board", "tickets", "count"):
        page.click(f"#tab-{tab}")
        page.wait_for_selector(f"#tab-{tab}[aria-selected=true]")
        assert found_by_axe(page) == [], tab
        player.shot(f"score-{size}-{tab}")
    page.click(".score-panel .primary")
    page.wait_for_selector(".score-story")
    assert found_by_axe(page) == []
    page.goto(f"{serving.url}/score")
    page.wait_for_selector(".score-start .tables li")
    page.wait_for_selector(".start .primary:enabled")  # the boards have come, and the button gets its colours
    assert found_by_axe(page) == []
    player.shot(f"score-{size}-start")


@pytest.mark.parametrize(
    "language, words",
    [("en", "Start scoring"), ("es", "Empezar a puntuar"), ("pt", "Começar a pontuar")],
)
def test_a_game_is_entered_with_the_keyboard_alone_in_every_language(
    serving: Serving, chromium: Browser, language: str, words: str
) -> None:
    player = open_window(chromium, f"{serving.url}/score", locale=language)
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    page.wait_for_selector(f".start .primary:enabled >> text={words}")
    tab_to(page, ".start .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(".score-player b")
    tab_to(page, ".score-panel input[type=text]")
    page.keyboard.type("bre par")
    tab_to(page, ".score-list li button")
    page.keyboard.press("Enter")
    counted(page, "26,12")
    tab_to(page, "#tab-board")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#tab-tickets:focus")
    tab_to(page, ".score-list li button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".score-list li.is-held")
    tab_to(page, "#tab-tickets")
    page.keyboard.press("ArrowRight")
    tab_to(page, ".score-panel .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(".score-story")
    shown = page.inner_text(".score-game")
    assert "score." not in shown
    assert "sheet." not in shown
    assert player.errors == []


def tab_to(page: Page, selector: str, *, most: int = 80) -> None:
    for _ in range(most):
        if page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def test_a_picture_and_a_page_to_print_are_made(serving: Serving, chromium: Browser) -> None:
    board = load_board("europe")
    position = final_position(board, 5, seed=2)
    player = open_kept(chromium, serving, entered(position, board))
    page = player.page
    counted(page, totals_of(position))
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    page.click("#tab-count")
    with page.expect_download() as download:
        page.click(".score-share button:nth-child(2)")
    assert download.value.suggested_filename == "ferrovia-europe.png"
    page.click(".score-share button:nth-child(3)")
    page.wait_for_function("() => window.printed === 1")
    page.emulate_media(media="print")
    page.wait_for_selector(".score-print img")
    page.wait_for_function("() => document.querySelector('.score-print img').naturalWidth > 0")
    wide, high = page.evaluate("() => { const { naturalWidth, naturalHeight } = document.querySelector("
                               "'.score-print img'); return [naturalWidth, naturalHeight]; }")  # fmt: skip
    _, _, across, down = page.evaluate("async () => (await (await fetch('/api/boards/europe/layout')).json()).view")
    assert abs(wide / high - across / down) < 0.01, "the board alone: the sheet stands above it"
    assert not page.locator(".score-side").is_visible()
    player.shot("score-print")
    assert player.errors == []


def test_lessons_and_referee_are_fetched_only_when_opened(serving: Serving, chromium: Browser) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.wait_for_selector(".pick img.thumb")
    # What the page fetches when it has nothing else to do: replay and dialogs, but neither of these.
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/replay/screen.js'))"
    )
    names: list[str] = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    assert [name for name in names if re.search(r"/(score|lessons)[/.]", name)] == []
