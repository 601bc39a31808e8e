"""Decisions with the board in view: a tunnel turned up card by card, a station in a city, tickets drawn and kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.accessibility import found_by_axe
from tests.browser.people import Player, make_table, middle_at_rest, open_window
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]

# Numbers of the tunnels that can be paid now, the shortest first.
_TUNNELS = """() => [...document.querySelectorAll('.route.is-playable')].map((r) => Number(r.dataset.route))
  .filter((n) => document.querySelectorAll('.grounds > g')[n].querySelector('.tunnel-teeth'))"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("decisions") / "tables.sqlite") as server:
        yield server


@pytest.fixture
def player(chromium: Browser, serving: Serving) -> Iterator[Player]:
    found = open_window(chromium, serving.url, locale="en-US", bypass_csp=True, reduced_motion="reduce")
    made = make_table(found, serving.url, "europe", SOLO, start=True, first=0)
    found.page.goto(serving.url + made["link"])
    found.step()
    yield found
    assert found.errors == []
    found.close()


def draw(player: Player) -> None:
    state = player.look()["state"]
    player.page.click(".pile")
    player.page.wait_for_selector(f'.table:not([data-state="{state}"]):not([aria-busy])')


# The coach's advice on a position with these actions, as the server would send them.
_ADVISE = """async (legal) => {
  const { $state$change: change } = await import(document.querySelector('script[type=module]').src);
  change(({ table }) => Object.assign(table, { legal, hint: { moves: legal, open: true } }));
}"""
PAY_OR_BACK = [
    {"kind": "pay", "text": "pay 1 red 1 wild", "color": "red", "colored": 1, "wilds": 1},
    {"kind": "pay", "text": "pay 2 wild", "color": None, "colored": 0, "wilds": 2},
    {"kind": "back", "text": "back"},
]
PASS = [{"kind": "pass", "text": "pass"}]


def prepares_without_sending(player: Player, legal: list[dict[str, Any]], advice: str, prepared: str) -> None:
    """A click on an advice leads to what it means, ready to confirm."""
    page = player.page
    state = player.look()["state"]
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint li")
    page.evaluate(_ADVISE, legal)
    page.click(f".is-hint li button:has-text('{advice}')")
    page.wait_for_selector(prepared)
    assert player.look()["state"] == state
    assert page.locator(".table[aria-busy]").count() == 0


def test_the_coach_prepares_a_pass(player: Player) -> None:
    player.until_my_turn()
    prepares_without_sending(player, PASS, "Pass", ".other .primary:focus")


def test_a_tunnel_shows_its_odds_then_its_cards_then_asks(player: Player) -> None:
    page = player.page
    for _ in range(120):
        seen = player.until_my_turn()
        assert not seen["over"], "no tunnel of the whole game asked for more"
        tunnels = [] if seen["second"] else page.evaluate(_TUNNELS)
        if not tunnels:
            draw(player)
            continue
        player.choose_route(tunnels[0])
        page.wait_for_selector(".odds:has-text('%') span")
        page.click(".confirm .primary")
        page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy])')
        if page.locator(".is-in-tunnel").count():
            break
    expect(page.locator(".turned .card")).to_have_count(3)
    extra = page.locator(".turn.is-hit").count()
    assert 1 <= extra <= 3
    player.shot("tunnel-decision")
    assert found_by_axe(page) == []
    prepares_without_sending(player, PAY_OR_BACK, "Pay 2 wilds", ".way:nth-of-type(2) input:checked")
    prepares_without_sending(player, PAY_OR_BACK, "Take back", ".quiet.is-advised:focus")
    trains = page.locator(".player").first.locator(".stock span").first.inner_text()
    page.click(".is-in-tunnel .quiet")  # take the cards back
    page.wait_for_selector(".is-in-tunnel", state="detached")
    expect(page.locator(".player").first.locator(".stock span").first).to_have_text(trains, use_inner_text=True)
    page.wait_for_selector(".log:has-text('took your cards back')")


def test_a_station_is_built_in_a_city_chosen_on_the_board(player: Player) -> None:
    page = player.page
    player.until_my_turn()
    page.keyboard.press("b")
    page.wait_for_selector(".station-head")
    assert found_by_axe(page) == []
    page.mouse.click(*middle_at_rest(page.locator('[data-city="0"]')))
    page.wait_for_selector(".way")
    player.shot("station-decision")
    page.click(".confirm .primary")
    page.wait_for_selector('[data-city="0"] .station')
    page.wait_for_selector(".log:has-text('You built a station in Amsterdam')")


@pytest.mark.parametrize("by_key", [True, False])
def test_a_station_between_two_cards_is_refused_with_the_reason(by_key: bool, player: Player) -> None:
    page = player.page
    player.until_my_turn()
    draw(player)
    if by_key:
        page.keyboard.press("b")
    else:
        page.locator("button.action").nth(1).click()
    page.wait_for_selector(".banner.is-refused:has-text('second card')")
    assert page.locator(".station-head").count() == 0


def test_tickets_are_drawn_after_a_question_and_kept_by_choice(player: Player) -> None:
    page = player.page
    player.until_my_turn()
    before = page.locator(".tickets li").count()
    page.keyboard.press("t")
    page.wait_for_selector(".other .primary")
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".other .primary", state="detached")
    page.keyboard.press("t")
    page.click(".other .primary")
    page.wait_for_selector(".is-offer .offered")
    expect(page.locator(".is-offer .primary")).to_be_disabled()
    page.locator(".offered").nth(1).hover()
    page.wait_for_selector(".lights .trail")
    page.locator(".offered input").nth(1).check()
    player.shot("tickets-decision")
    page.click(".is-offer .primary")
    page.wait_for_selector(".is-offer", state="detached")
    player.until_my_turn()
    expect(page.locator(".tickets li")).to_have_count(before + 1)


def test_a_face_up_wild_asks_before_it_is_the_whole_draw(player: Player) -> None:
    page = player.page
    player.until_a_wild_lies_face_up()
    state = player.look()["state"]
    page.locator(".market .card.is-wild").first.click()
    page.wait_for_selector(".card.is-asking")
    assert player.look()["state"] == state
    page.locator(".market .card.is-wild").first.click()
    page.wait_for_selector(f'.table:not([data-state="{state}"])')


def test_joining_and_the_curtain_are_accessible(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, locale="en-US", bypass_csp=True)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bea"}]
    made = make_table(host, serving.url, "london", seats, start=True)
    host.page.goto(serving.url + made["link"])
    host.page.wait_for_selector(".curtain")
    assert found_by_axe(host.page) == []
    made = make_table(host, serving.url, "london", [seats[0], {"kind": "person"}])
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], locale="en-US", bypass_csp=True)
    guest.page.wait_for_selector(".chairs .is-own")
    assert found_by_axe(guest.page) == []
    host.close()
    guest.close()
