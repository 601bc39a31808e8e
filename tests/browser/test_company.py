"""Small things between people and with oneself: taking back, the coach, talking, clocks, leaving and coming back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import Passing, copied_link, make_table, open_window, window_in
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

ANA, BOT = {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("company") / "tables.sqlite") as server:
        yield server


def test_against_bots_a_move_can_be_undone_and_the_coach_asked(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-US")
    made = make_table(player, serving.url, "london", [ANA, BOT], start=True, first=0)
    page = player.page
    page.goto(serving.url + made["link"])
    player.step()
    player.until_my_turn()
    before = page.locator(".hand").inner_text()
    page.click(".pile")
    page.wait_for_selector(".other.is-aside")
    expect(page.locator(".hand")).not_to_have_text(before, use_inner_text=True)
    page.click(".status .inline")
    page.wait_for_selector(".other:not(.is-aside)")
    expect(page.locator(".hand")).to_have_text(before, use_inner_text=True)
    page.click(".tools [aria-label*=coach]")
    page.wait_for_selector(".is-hint li")
    moves = page.locator(".is-hint li button")
    assert 1 <= moves.count() <= 3
    for told in moves.all_inner_texts():
        assert re.search(r"· (\d+ points? (ahead|behind)|level) at the end", told), told
        assert re.search(r"\d+%", told), told
    player.shot("coach")
    words = moves.first.inner_text().splitlines()[0]
    seen = player.look()
    moves.first.click()
    if words.startswith("Claim "):
        page.wait_for_selector(".way input:checked")
        assert page.locator(".pay h2 span").inner_text() in words
    elif words.startswith(("Draw an", "Take ")):
        page.wait_for_selector(".market .is-advised:focus")
    else:
        page.wait_for_selector(".other .primary")
    page.click(".tools [aria-label*=coach]")  # it has not forgotten what it said
    page.wait_for_selector(".is-hint li")
    assert player.look()["state"] == seen["state"], "the coach gets a move ready and sends nothing"
    assert player.errors == []
    player.close()


# A network that keeps one question back until it is told to let it go.
HELD_LOOKUP = """(() => {
  const real = window.fetch;
  const released = new Promise((done) => { window.letGo = () => done(); });
  window.fetch = async (path, how) => {
    if (path.endsWith('/open')) await released;
    return real(path, how);
  };
})()"""


def test_joining_before_the_invitation_lookup_ends_takes_the_seat(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url)
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}])
    context = chromium.new_context()
    context.add_init_script(HELD_LOOKUP)
    guest = window_in(context, serving.url + made["invitations"][0]["link"])
    guest.page.wait_for_selector("input[type=text]:focus")
    guest.page.keyboard.type("Bea")
    guest.page.keyboard.press("Enter")
    with guest.page.expect_response(lambda answer: answer.url.endswith("/open")) as looked_up:
        guest.page.evaluate("() => window.letGo()")
    assert looked_up.value.status == 200, "it was not used before"
    guest.page.wait_for_selector(".gathering")
    expect(guest.page.locator(".gathering .chairs li").nth(1)).to_contain_text("Bea")
    assert guest.errors == []
    host.close()
    guest.close()


def test_friends_talk_each_in_their_own_language(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, locale="en-US")
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}], clock={"kind": "move", "seconds": 300})
    host.page.goto(serving.url + made["link"])
    host.page.wait_for_selector(".gathering")
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], locale="pt-BR")
    guest.page.fill("input[type=text]", "Bea <b>&amp;")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".gathering")
    own = guest.page.locator(".gathering .chairs li").nth(1)
    expect(own).to_have_text("Bea <b>&amp;\nVocê", use_inner_text=True)
    assert guest.page.locator(".gathering .hint").count() == 0, "who has a chair does not watch"
    guest.shot("gathering-guest")
    host.page.click(".gathering .primary:not([disabled])")
    for player in (host, guest):
        player.page.wait_for_selector(".is-offer")
    assert host.page.locator(".player:has-text('Bea <b>&amp;')").count() == 1, "a name is text, whatever it looks like"
    guest.page.click(".tools [aria-label=Chat]")
    guest.page.click(".phrases button:has-text('Boa sorte')")
    guest.page.fill(".say input", "Olá!")
    bubble = Passing(host.page, ".banner.is-bubble", "Olá!")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".chat :text('Olá!')")
    bubble.wait()
    host.page.wait_for_selector(".tools .has-news")
    host.page.click(".tools [aria-label=Chat]")
    host.page.wait_for_selector(".chat :text('Good luck')")
    host.page.wait_for_selector(".chat :text('Olá!')")
    assert host.page.locator("dialog[open]").count() == 0, "the board stays in sight and in reach"
    host.shot("chat-between-two")
    for player in (host, guest):
        player.page.keyboard.press("Escape")
        player.step()
    host.page.wait_for_selector(".clock")
    assert host.errors == guest.errors == []
    host.close()
    guest.page.wait_for_selector(".player .is-away")
    guest.close()


def test_a_seat_moves_to_another_device_by_its_own_link(chromium: Browser, serving: Serving) -> None:
    first = open_window(chromium, serving.url, locale="en-US", permissions=["clipboard-read", "clipboard-write"])
    made = make_table(first, serving.url, "london", [ANA, BOT], start=True)
    first.page.goto(serving.url + made["link"])
    first.step()
    first.page.click(".tools [aria-label=Menu]")
    first.page.click("dialog button:has-text('another device')")
    link = copied_link(first.page, "dialog .link-row button:has-text('Copy')")
    phone = open_window(chromium, link, width=390, height=844)
    phone.page.wait_for_selector(".hand")
    assert "#" not in phone.page.evaluate("() => location.href"), "the secret does not stay in the address"
    phone.step()
    first.close()
    phone.close()


def test_a_player_who_ran_out_of_time_can_come_back(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="en-US")
    made = make_table(
        player, serving.url, "london", [ANA, BOT], start=True, pace=4, clock={"kind": "move", "seconds": 5}
    )
    page = player.page
    page.goto(serving.url + made["link"])
    page.wait_for_selector(".banner .back-again")
    player.shot("stand-in")
    back = Passing(page, ".table:not(:has(.back-again))")  # until the time is up once more
    page.click(".banner .back-again")
    back.wait()
    assert player.errors == []
    player.close()


def test_the_host_has_rights_and_guests_have_none(chromium: Browser, serving: Serving) -> None:
    host = open_window(chromium, serving.url, locale="en-US")
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}])
    host.page.goto(serving.url + made["link"])
    host.page.wait_for_selector(".gathering")
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], locale="en-US")
    guest.page.fill("input[type=text]", "Bea")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".gathering")
    host.page.wait_for_selector(".gathering:has-text('Bea')")
    for player in (host, guest):
        player.page.click(".tools [aria-label=Menu]")
        player.page.wait_for_selector("dialog .chairs")
    host.shot("menu-of-the-host")
    assert guest.page.locator("dialog button:has-text('Remove')").count() == 0
    host.page.select_option("dialog .is-chat select", "off")
    host.page.click("dialog button:has-text('Remove')")
    host.page.wait_for_selector(".gathering .is-open")
    guest.page.wait_for_selector(".banner, [role=alert]")
    guest.shot("removed")
    host.close()
    guest.close()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_removed_guest_of_a_public_table_hears_why_there_is_no_way_back(
    size: tuple[int, int], chromium: Browser, serving: Serving
) -> None:
    host = open_window(chromium, serving.url, locale="en-US")
    made = make_table(host, serving.url, "london", [ANA, {"kind": "person"}, {"kind": "person"}], public=True)
    host.page.goto(serving.url + made["link"])
    guest = open_window(chromium, serving.url + made["invitations"][0]["link"], width=size[0], height=size[1])
    guest.page.fill("input[type=text]", "Bea")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".gathering")
    host.page.wait_for_selector(".gathering:has-text('Bea')")
    host.page.click(".tools [aria-label=Menu]")
    host.page.click("dialog button:has-text('Remove')")
    guest.page.locator(".gathering li.is-open button").first.click()
    guest.page.locator(".is-refused:has-text('removed you')").wait_for()
    guest.shot(f"no-way-back-{size[0]}")
    guest.page.goto(serving.url)
    guest.page.locator(".tables li .primary").first.click()
    guest.page.locator(".tables .problem:has-text('removed you')").wait_for()
    host.close()
    guest.close()
