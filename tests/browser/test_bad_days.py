"""Lost connections, killed servers, wrong links, two windows of one seat: said in a sentence, and the game goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import Player, make_table, open_window, window_in
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("bad_days") / "tables.sqlite") as server:
        yield server


def solo(chromium: Browser, url: str, board: str = "london") -> Player:
    player = open_window(chromium, url)
    made = make_table(player, url, board, SOLO, start=True)
    player.page.goto(url + made["link"])
    return player


def test_a_game_goes_on_after_the_server_was_killed(chromium: Browser, mortal: Serving) -> None:
    player = solo(chromium, mortal.url)
    for _ in range(5):
        player.step()
    player.until_my_turn()
    page = player.page
    page.evaluate("() => { window.sameWindow = true; }")
    page.wait_for_selector(
        f'.tickets[data-state="{player.look()["state"]}"]'
    )  # how far they are is told a little later
    before = page.locator(".hand").inner_text(), page.locator(".side").inner_text()
    mortal.kill()
    page.wait_for_selector(".status.is-reconnecting")
    player.shot("reconnecting")
    mortal.start()
    page.wait_for_selector(".status.is-turn")
    page.wait_for_selector(f'.tickets[data-state="{player.look()["state"]}"]')
    for part, words in zip((".hand", ".side"), before, strict=True):
        expect(page.locator(part)).to_have_text(words, use_inner_text=True)
    for _ in range(4):
        player.step()
    assert page.evaluate("() => window.sameWindow"), "the page was not loaded again"


def test_without_a_connection_every_wish_says_so_and_no_text_is_lost(chromium: Browser, mortal: Serving) -> None:
    player = solo(chromium, mortal.url, "europe")
    player.step()
    player.until_my_turn()
    page = player.page
    page.click(".tools [aria-label=Menu]")  # loads it
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    page.click(".tools [aria-label=Chat]")
    page.wait_for_selector(".say input")
    mortal.kill()
    page.wait_for_selector(".status.is-reconnecting")
    page.fill(".say input", "Good morning")
    page.keyboard.press("Enter")
    lost = ".is-refused:has-text('out of reach')"
    page.wait_for_selector(f".news {lost}")
    expect(page.locator(".say input")).to_have_value("Good morning")
    page.click(".tools [aria-label=Menu]")
    page.click("dialog button:has-text('Leave my seat')")
    page.wait_for_selector(f"dialog {lost}")
    player.shot("lost-menu")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click(".news .is-refused button")
    page.click(".hint-tool")
    page.wait_for_selector(f".news {lost}")
    assert page.locator(".is-hint").count() == 0
    player.click_route(too_long(player))
    page.wait_for_selector(".none:has-text('out of reach')")
    player.shot("lost-route")
    mortal.start()
    page.wait_for_selector(".none:has-text('missing') .rule")
    page.wait_for_selector(lost, state="detached")


def too_long(player: Player) -> int:
    """A free route with eight spaces, which nobody can pay for at the start."""
    found: int = player.page.evaluate(
        "() => Number([...document.querySelectorAll('.route.is-open:not(.is-playable)')]"
        ".find((r) => r.querySelectorAll('.space').length === 8).dataset.route)"
    )
    return found


def test_two_windows_of_one_seat_agree(chromium: Browser, serving: Serving) -> None:
    first = solo(chromium, serving.url)
    first.step()
    second = window_in(first.page.context, first.page.url)
    for _ in range(3):
        first.step()
        first.until_my_turn()
        second.page.wait_for_selector(f'.table[data-state="{first.look()["state"]}"]')
        held = first.page.locator(".hand").inner_text()
        expect(second.page.locator(".hand")).to_have_text(held, use_inner_text=True)
    second.step()
    second.until_my_turn()
    first.page.wait_for_selector(f'.table[data-state="{second.look()["state"]}"]')
    assert first.errors == second.errors == []


def test_a_double_click_draws_one_card(chromium: Browser, serving: Serving) -> None:
    player = solo(chromium, serving.url)
    player.step()
    player.until_my_turn()
    before = int(player.page.locator(".hand small").inner_text().split()[0])
    player.page.evaluate("() => { const pile = document.querySelector('.pile'); pile.click(); pile.click(); }")
    player.page.wait_for_selector(".other.is-aside")
    expect(player.page.locator(".hand small")).to_have_text(re.compile(rf"^\s*{before + 1}\b"))
    assert player.page.locator(".banner").count() == 0


def test_a_link_that_is_wrong_says_so_and_leads_home(chromium: Browser, serving: Serving) -> None:
    wrong = {
        "/table/abcdefgh22": "table",
        "/table/abcdefgh22#s_" + "A" * 30: "link",
        "/nowhere/at/all": "page",
    }
    player = open_window(chromium, serving.url)
    for path in wrong:
        player.page.goto("about:blank")
        player.page.goto(serving.url + path)
        player.page.wait_for_selector("[role=alert] .lead")
        assert len(player.page.locator("[role=alert] .lead").inner_text()) > 10
        assert "(" not in player.page.locator("[role=alert] .lead").inner_text(), "a sentence, not a code"
        player.page.click("[role=alert] .primary")
        player.page.wait_for_selector(".pick")


def test_an_invitation_serves_once(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url)
    made = make_table(host, serving.url, "london", [{"kind": "me", "name": "Ana"}, {"kind": "person"}])
    link = serving.url + made["invitations"][0]["link"]
    first = open_window(chromium, link)
    first.page.fill("input[type=text]", "Bea")
    first.page.click(".sheet-card .primary")
    first.page.wait_for_selector(".gathering")
    second = open_window(chromium, link)  # told at once, not after a name was typed
    second.page.wait_for_selector("[role=alert] .lead:has-text('already been used')")
    second.shot("invitation-used")
    for player in (host, first, second):
        player.close()


def test_a_refusal_is_explained_with_its_rule(chromium: Browser, serving: Serving) -> None:
    player = solo(chromium, serving.url, "europe")
    player.step()
    player.until_my_turn()
    page = player.page
    player.click_route(too_long(player))
    page.wait_for_selector(".none:has-text('missing') .rule")
    player.shot("why-not")
    page.click(".none .rule")
    page.wait_for_selector("dialog .is-wanted")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert player.errors == []


def test_an_old_browser_gets_a_sentence(chromium: Browser, serving: Serving) -> None:
    context = chromium.new_context()
    context.add_init_script("delete HTMLScriptElement.prototype.noModule")  # as browsers without modules are
    context.route("**/app.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(serving.url)
    page.wait_for_selector("#unsupported:not([hidden])")
    context.close()
