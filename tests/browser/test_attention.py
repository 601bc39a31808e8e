"""Calls for attention: words for screen readers, a sign from the browser, somebody away, questions asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.people import Passing, Player, make_table, open_window
from tests.server.new_machine import cache_without_sign_of_bots
from tests.server.serving import Serving

from ferrovia.engine.compilation.jit import CACHE_FOLDER
from ferrovia.engine.compilation.lock import one_process

pytestmark = pytest.mark.compiled_only

ANA, BOT = {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}

# Everything that the live regions ever said.
LISTEN = """() => {
  window.heard = { polite: [], assertive: [] };
  for (const how of ['polite', 'assertive']) {
    const region = document.getElementById(how);
    new MutationObserver(() => window.heard[how].push(region.textContent)).observe(region, { childList: true });
  }
}"""
# A headless browser shows no notifications and is never hidden: what the page asks of it is written down instead.
ELSEWHERE = """
  window.called = [];
  window.elsewhere = false;
  Object.defineProperty(document, 'hidden', { get: () => window.elsewhere });
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { window.called.push('asked'); return (this.permission = 'granted'); }
    constructor(title, { body }) { window.called.push(`${title} | ${body}`); }
  };
"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("attention") / "tables.sqlite", "--grace", "5") as server:
        yield server


def at_table(chromium: Browser, serving: Serving, board: str, *, script: str = "") -> Player:
    player = open_window(chromium, serving.url, locale="en-US")
    if script:
        player.page.add_init_script(script)
    made = make_table(player, serving.url, board, [ANA, BOT], start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.step()
    player.until_my_turn()
    return player


def draw(page: Page) -> None:
    state = page.locator(".table").get_attribute("data-state")
    page.click(".pile")
    page.wait_for_selector(f'.table:not([data-state="{state}"]):not([aria-busy])')


def test_screen_readers_hear_moves_of_others_and_the_players_own_turn(chromium: Browser, serving: Serving) -> None:
    player = at_table(chromium, serving, "london")
    page = player.page
    page.evaluate(LISTEN)
    for _ in range(4):
        draw(page)
        player.until_my_turn()
    page.wait_for_function("() => window.heard.assertive.join(' ').includes('Your turn')")
    page.wait_for_function("() => /Bruno (took|claimed|kept)/.test(window.heard.polite.join(' '))")
    player.close()


def test_a_guest_who_becomes_host_can_start_the_game(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, locale="en-US")
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}])
    host.close()
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], locale="en-US")
    guest.page.click("form .primary")
    guest.page.wait_for_selector(".gathering")
    guest.page.click(".gathering .primary")  # comes with the duties, which pass on after the grace
    guest.page.wait_for_selector(".is-offer")
    assert guest.errors == []
    guest.close()


def test_the_browser_notifies_a_player_in_another_tab_of_their_turn(chromium: Browser, serving: Serving) -> None:
    player = at_table(chromium, serving, "london", script=ELSEWHERE)
    page = player.page
    assert page.evaluate("() => window.called") == [], "nothing is asked before somebody wants it"
    page.click(".tools [aria-label=Menu]")
    page.click(".setting:has-text('Tell me when')")
    page.wait_for_function("() => window.called.length === 1")
    page.wait_for_selector(".setting:has-text('Tell me when') input:checked")
    page.keyboard.press("Escape")
    page.evaluate("() => { window.elsewhere = true; }")
    draw(page)
    player.until_my_turn()
    draw(page)
    page.wait_for_function("() => window.called.length > 1")
    assert page.evaluate("() => window.called") == ["asked", "Your turn | Table: London"]
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    sign = page.locator("link[rel=icon]")
    assert (sign.get_attribute("href") or "").endswith("/icon-turn.svg")
    page.goto(serving.url)
    page.wait_for_selector(".pick")
    assert (sign.get_attribute("href") or "").endswith("/icon.svg")
    player.close()


def test_a_bot_that_is_still_compiled_is_said_to_get_ready(chromium: Browser, tmp_path: Path) -> None:
    cache_without_sign_of_bots(tmp_path)
    with ExitStack() as compiling:
        compiling.enter_context(one_process(tmp_path / "kernels" / CACHE_FOLDER.name))
        with Serving(tmp_path / "tables.sqlite", environment={"FERROVIA_CACHE": str(tmp_path)}) as server:
            player = open_window(chromium, server.url, locale="en-US")
            master = {"kind": "bot", "level": "master"}
            made = make_table(player, server.url, "new_york", [ANA, master], start=True, first=0)
            player.page.goto(server.url + made["link"])
            player.step()
            player.page.wait_for_selector(".status:has-text('the bots are getting ready: this can take a minute')")
            compiling.close()
            player.until_my_turn()
            player.page.wait_for_selector(".status:not(:has-text('getting ready'))")
            assert player.errors == []
            player.close()


def test_an_absent_player_is_shown_with_the_time_until_a_bot_plays(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, locale="en-US")
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}])
    host.page.goto(serving.url + made["link"])
    host.page.wait_for_selector(".gathering")  # the duties of a host who stays away pass to the next person
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], locale="en-US")
    guest.page.wait_for_selector(".chairs .is-own")
    guest.page.fill("input[type=text]", "Bea")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".gathering")
    host.page.click(".gathering .primary:not([disabled])")
    host.page.wait_for_selector(".is-offer")
    count_down = Passing(host.page, ".player .is-away", "bot in 0:0")
    guest.close()
    count_down.wait()
    host.shot("away")
    host.page.wait_for_selector(".player:has-text('Bea') .is-away:has-text('a bot plays')")
    host.page.wait_for_selector(".log :text('A bot plays for Bea')")
    assert host.errors == []
    host.close()


def test_a_face_up_wild_is_taken_at_once_when_the_question_is_switched_off(chromium: Browser, serving: Serving) -> None:
    player = at_table(chromium, serving, "europe")
    page = player.page
    page.click(".tools [aria-label=Menu]")
    page.locator(".setting:has-text('wild') select").select_option("never")
    page.keyboard.press("Escape")
    player.until_a_wild_lies_face_up()
    before = player.look()["state"]
    page.locator(".market .card.is-wild").first.click()
    page.wait_for_selector(f'.table:not([data-state="{before}"])')
    page.reload()
    player.until_my_turn()
    page.click(".tools [aria-label=Menu]")
    assert page.locator(".setting:has-text('wild') select").input_value() == "never", "it is remembered"
    player.close()


def test_escape_on_the_map_undoes_the_first_of_two_acts(chromium: Browser, serving: Serving) -> None:
    player = at_table(chromium, serving, "new_york")
    page = player.page
    while True:
        seen = player.until_my_turn()
        if seen["playable"] and not seen["second"]:
            break
        draw(page)
    player.choose_route(seen["playable"][0][0])
    page.keyboard.press("Escape")
    page.wait_for_selector(".way", state="detached")
    player.choose_route(seen["playable"][0][0])
    page.keyboard.press("l")
    page.wait_for_selector(".list-form:focus")
    page.wait_for_selector(".way", state="detached")  # the list takes the place of what was being chosen
    player.close()
