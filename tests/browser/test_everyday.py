"""Everyday things that went wrong once: one screen for two, a host without a name, stray keys, rows of the lobby."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import Player, at_rest, copied_link, make_table, open_window, stop_the_clock
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

ANA = {"kind": "me", "name": "Ana"}
BOT = {"kind": "bot", "level": "easy"}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("everyday") / "tables.sqlite") as server:
        yield server


def at_turn(browser: Browser, serving: Serving, board: str) -> Player:
    player = open_window(browser, serving.url, locale="en-GB", reduced_motion="reduce")
    made = make_table(player, serving.url, board, [ANA, BOT], start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.step()
    player.until_my_turn()
    return player


def test_two_at_one_screen_see_how_far_their_tickets_are(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-GB", reduced_motion="reduce")
    seats = [ANA, {"kind": "me", "name": "Bea"}]
    made = make_table(player, serving.url, "new_york", seats, start=True, first=0)
    page = player.page
    page.goto(serving.url + made["link"])
    for _ in seats:
        page.click(".curtain .primary")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.offered small')].some((note) => /taxi/.test(note.innerText))"
        )
        player.step()
    page.click(".curtain .primary")
    page.wait_for_selector(".tickets .note:has-text('taxi')")
    expect(page.locator(".tickets .note:has-text('…')")).to_have_count(0)
    player.close()


def test_host_and_guest_without_names_are_you_to_themselves_and_numbers_to_others(
    chromium: Browser, serving: Serving
) -> None:
    host = open_window(chromium, serving.url, locale="en-GB")
    page = host.page
    page.wait_for_selector(".pick img.thumb")
    page.locator(".seatlist select").first.select_option("open")
    page.locator(".seatlist .remove").last.click()
    page.click(".start .primary")
    page.wait_for_selector(".gathering")
    expect(page.locator(".chairs li").first).to_have_text("You", use_inner_text=True)
    expect(page.locator(".player").nth(1).locator(".who b")).to_have_text("Free seat")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = copied_link(page, ".gathering .is-open .link-row button:has-text('Copy')")
    guest = open_window(chromium, link, locale="es-ES")
    guest.page.click("form .primary")
    guest.page.wait_for_selector(".gathering")
    expect(guest.page.locator(".chairs li").first).to_contain_text("Jugador 1")
    page.wait_for_selector(".chairs li:nth-child(2):has-text('Player 2')")
    host.close()
    guest.close()


def test_no_single_key_draws_a_card(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "new_york")
    page, before = player.page, player.look()["state"]
    scale = "() => document.querySelector('.board').getScreenCTM().a"
    at_rest(page)
    whole = page.evaluate(scale)
    assert page.locator(".dock kbd:visible").count() == 0, "keys are not counts: they show when they are wanted"
    page.locator(".pile").hover()
    expect(page.locator(".dock kbd:visible")).to_have_text(["D"])
    page.click(".zoom button:first-child")
    page.wait_for_function(f"() => ({scale})() > {whole} * 1.2")
    page.keyboard.press("0")
    page.wait_for_function(f"() => Math.abs(({scale})() - {whole}) < 0.01")
    page.keyboard.press("d")
    page.wait_for_selector(".pile.is-advised")
    page.keyboard.press("Escape")
    page.wait_for_selector(".pile:not(.is-advised)")
    page.keyboard.press("d")
    page.wait_for_selector(".pile.is-advised")
    assert player.look()["state"] == before
    for key in (*"12345tlbpkgm[]+-0", "Enter", "Backspace", "Delete"):
        page.keyboard.press(key)
        page.keyboard.press("Escape")
    page.wait_for_selector(".pile:not(.is-advised)")
    assert player.look()["state"] == before
    page.keyboard.press("d")
    page.wait_for_selector(".pile.is-advised")
    page.keyboard.press("d")
    page.wait_for_selector(f'.table:not([data-state="{before}"])')
    player.close()


def test_a_city_is_found_by_its_letters_from_anywhere(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "new_york")
    page = player.page
    page.locator(".pile").focus()
    stop_the_clock(page)
    page.keyboard.type("ctimes")
    name = "() => document.activeElement.closest('[data-city]')?.getAttribute('aria-label')"
    page.wait_for_function(f"() => ({name})()?.startsWith('Times Square')")
    assert page.locator(".list-form, .banner, .other .primary").count() == 0, "letters of a search are no shortcuts"
    player.close()


def test_rows_of_the_lobby_say_who_plays_and_how_it_stands(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-GB")
    page = player.page
    make_table(player, serving.url, "london", [ANA, BOT], start=True, first=0)
    guest = open_window(chromium, serving.url, locale="en-GB")
    make_table(player, serving.url, "new_york", [ANA, BOT], public=True)
    page.goto(serving.url)
    row = page.locator(".tables li:has-text('London')")
    row.locator("img.thumb").wait_for()
    expect(row.locator("small").first).to_have_text("Bruno")
    expect(row.locator("time")).to_have_text(re.compile("just now|min. ago"))
    guest.page.goto(serving.url)
    seen = guest.page.locator(".tables li:has-text('New York')")
    expect(seen).to_contain_text("full, about to start")
    page.wait_for_selector(".seatlist small:has-text('works on one ticket after the other · rated 1,000')")
    player.close()
    guest.close()


def test_boards_come_in_the_order_of_the_server(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-GB")
    page = player.page
    order = [board["name"] for board in page.request.get(f"{serving.url}/api/boards").json()]
    for path in ("/", "/score"):
        page.goto(serving.url + path)
        expect(page.locator(".pick b")).to_have_text(order)
    player.close()


def test_after_leaving_a_seat_the_lobby_offers_to_come_back(chromium: Browser, serving: Serving) -> None:
    player = at_turn(chromium, serving, "new_york")
    page = player.page
    page.click(".tools [aria-label=Menu]")
    page.click("dialog button:has-text('Leave')")
    row = page.locator(".tables li:has-text('New York')").first
    expect(row.locator("button")).to_have_text("Come back")
    expect(row).not_to_contain_text("Go on")
    row.locator("button").click()
    page.wait_for_selector(".back-again")
    player.close()
