"""Help that knows the board: what is special here, what each mark means, and how far everybody is with the bonus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import found_by_axe
from tests.browser.people import Player, at_rest, make_table, middle_at_rest, open_window, stop_the_clock
from tests.server.serving import Serving

from ferrovia.boards import load_board

pytestmark = pytest.mark.compiled_only

ANA = {"kind": "me", "name": "Ana"}
BOT = {"kind": "bot", "level": "easy"}
# What a board's help names, and what only other boards have.
SPECIAL = {
    "europe": (["tunnel", "ferry", "station"], "You have 3 stations.", "attraction"),
    "new_york": (["attraction"], "Places with a flag are attractions.", "tunnel"),
    "london": (["district"], "Places with a number belong to a district.", "station"),
    "amsterdam": (["cart"], "having the most cards earns 8 points, and the places behind earn 4", "attraction"),
}

# How the progress with a bonus is called beside the tickets, and in every player's row.
BONUS = {
    "new_york": ("Attractions", "attractions, "),
    "london": ("Districts", "districts complete, "),
    "amsterdam": ("Merchandise", "merchandise cards, "),
}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("help") / "tables.sqlite") as server:
        yield server


def at_turn(browser: Browser, serving: Serving, board: str, locale: str = "en-GB", **options: Any) -> Player:
    player = open_window(browser, serving.url, locale=locale, reduced_motion="reduce", **options)
    made = make_table(player, serving.url, board, [ANA, BOT], start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.step()
    player.until_my_turn()
    return player


def city_no(board: str, city: str) -> int:
    return load_board(board).city(city).number


def reads(page: Page, words: str) -> None:
    """The note on the board begins with these words."""
    page.wait_for_selector(f".mark-note:visible:text-matches('^{words}')")


@pytest.mark.parametrize("board", SPECIAL)
def test_help_and_progress_at_a_table_are_about_this_board(chromium: Browser, serving: Serving, board: str) -> None:
    marks, sentence, elsewhere = SPECIAL[board]
    player = at_turn(chromium, serving, board)
    page = player.page
    if board in BONUS:
        title, stock = BONUS[board]
        expect(page.locator(".bonus h2")).to_contain_text(title)
        rows = page.locator(".player .stock > span:last-child").evaluate_all("rows => rows.map((row) => row.title)")
        assert len(rows) == 2
        assert all(stock in words for words in rows)
    page.keyboard.press("?")
    page.wait_for_selector("dialog .board-help")
    expect(page.locator("dialog .board-help")).to_contain_text(sentence, use_inner_text=True)
    told = page.locator("dialog .board-help").inner_text()
    assert elsewhere not in told.lower()
    points = {str(length): str(points) for length, points in load_board(board).route_points.items()}
    cells = page.locator(".by-length tr").evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.innerText))")
    assert dict(zip(*(row[1:] for row in cells), strict=True)) == points
    words = page.locator(".marks li").all_inner_texts()
    assert len(words) == 6 + len(marks)
    assert found_by_axe(page) == []
    player.close()


@pytest.mark.parametrize("locale, sentence", [("es", "barrio entero"), ("pt-BR", "bairro inteiro")])
def test_help_fits_a_phone_in_every_language(chromium: Browser, serving: Serving, locale: str, sentence: str) -> None:
    player = at_turn(chromium, serving, "london", locale, width=390, height=844, has_touch=True)
    page = player.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog .board-help")
    expect(page.locator("dialog .board-help")).to_contain_text(sentence, use_inner_text=True)
    at_rest(page)
    assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('dialog .inside'))")
    player.close()


def test_a_pointer_on_a_mark_reads_what_it_is_worth(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "new_york")
    page = player.page
    page.mouse.move(*middle_at_rest(page.locator(f".city[data-city='{city_no('new_york', 'chelsea')}']")))
    reads(page, "Attraction: 1 point at the end if one of your routes ends here.$")
    page.mouse.move(*middle_at_rest(page.locator(f".city[data-city='{city_no('new_york', 'soho')}']")))
    page.wait_for_selector(".mark-note", state="hidden")
    player.close()


def test_the_keyboard_and_a_screen_reader_learn_what_a_district_is_worth(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "london")
    page = player.page
    stop_the_clock(page)
    page.keyboard.press("c")
    page.keyboard.type("waterloo")
    words = "District 3: 3 points at the end if your routes join all its places:"
    reads(page, words)
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith(f"Waterloo. {words}")
    player.close()


def test_a_finger_on_a_cart_reads_what_it_gives_until_the_next_touch(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "amsterdam", has_touch=True)
    page = player.page
    page.touchscreen.tap(*middle_at_rest(page.locator(".route.is-open .badge >> nth=0")))
    reads(page, "Cart: claim this route and take a merchandise card")
    page.locator(".status").tap()
    page.wait_for_selector(".mark-note", state="hidden")
    player.close()


def test_tunnels_and_ferries_say_what_they_ask_for(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "europe")
    page = player.page
    board = load_board("europe")
    for number, words in (
        (next(route.number for route in board.routes if route.tunnel), "Tunnel: three cards are turned up"),
        (next(route.number for route in board.routes if route.ferry == 2), "Ferry: at least 2 of the cards"),
    ):
        page.mouse.move(*middle_at_rest(page.locator(f".route[data-route='{number}'] .space >> nth=0")))
        page.wait_for_function("words => document.querySelector('.mark-note').innerText.startsWith(words)", arg=words)
    player.close()
