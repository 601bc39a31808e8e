"""Who may see what: people who share a screen, people who only watch, people who play by keys alone, on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.people import Player, make_table, open_window, play_together
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

ANA, BEA = {"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bea"}
BOT = {"kind": "bot", "level": "easy"}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("seats") / "tables.sqlite") as server:
        yield server


def listen(player: Player) -> list[dict[str, Any]]:
    """Everything the server will send to this window from now on."""
    heard: list[dict[str, Any]] = []

    def hear(socket: Any) -> None:
        socket.on("framereceived", lambda payload: heard.append(json.loads(payload)))

    player.page.on("websocket", hear)
    return heard


def test_two_people_share_a_screen_with_a_curtain_between_them(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    heard = listen(player)
    made = make_table(player, serving.url, "new_york", [ANA, BEA], start=True)
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".curtain")
    player.shot("curtain")
    assert player.page.locator(".hand, .tickets").count() == 0
    assert all(message.get("you") is None for message in heard), "nothing secret before the curtain is lifted"
    seen_by: set[int] = set()
    for _ in range(14):
        player.step()
        if player.page.locator(".curtain").count():
            assert player.page.locator(".hand, .tickets li").count() == 0
        seen_by |= {message["you"]["seat"] for message in heard if message.get("you")}
    assert seen_by == {0, 1}
    assert player.did.count("lifted") >= 4
    assert player.errors == []
    player.close()


def test_a_spectator_is_sent_nothing_secret(chromium: Browser, serving: Serving) -> None:
    """The traffic is read, not the page."""
    player = open_window(chromium, serving.url)
    made = make_table(player, serving.url, "london", [ANA, BOT], start=True)
    watcher = open_window(chromium, "about:blank")
    heard = listen(watcher)
    watcher.page.goto(serving.url + made["watch"]["link"])
    watcher.page.wait_for_selector(".is-watching")
    watcher.shot("watching")
    player.page.goto(serving.url + made["link"])
    for _ in range(8):
        player.step()
    player.until_my_turn()
    watcher.page.wait_for_selector(f'.table[data-state="{player.look()["state"]}"]')
    updates = [message for message in heard if message["type"] == "update"]
    assert len(updates) > 8
    for message in updates:
        assert message["you"] is None
        assert message["legal"] == []
        for row in message["rows"]:
            for event in row.get("events", []):
                if event["event"] in ("card_drawn", "card_dealt"):
                    assert event["card"] is None
                if event["event"] == "ticket_offered":
                    assert event["ticket"] is None
                if event["event"] == "tickets_kept":
                    assert event["tickets"] is None
    watcher.page.wait_for_selector(".hand", state="detached")
    assert watcher.page.locator(".market h2 small:text-matches('.')").count() == 0, "no words about a turn of their own"
    watcher.page.locator("button.pile").hover()
    assert watcher.page.locator(".dock kbd:visible").count() == 0, "no keys for those who only watch"
    assert watcher.errors == []
    player.close()
    watcher.close()


def test_a_whole_game_with_the_keyboard_alone(chromium: Browser, serving: Serving) -> None:
    """Everything through the list of actions; the mouse is never touched."""
    player = open_window(chromium, serving.url)
    made = make_table(player, serving.url, "new_york", [ANA, BOT], start=True)
    page = player.page
    page.goto(serving.url + made["link"])
    for _ in range(200):
        seen = player.until_my_turn()
        if seen["over"]:
            break
        if not page.locator(".list-form").count():
            page.keyboard.press("l")
            page.wait_for_selector(".list-form")
        _press_something(player, claim=bool(seen["playable"]) and not seen["second"])
        page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy])')
    assert player.look()["over"]
    assert player.errors == []
    player.close()


def _press_something(player: Player, *, claim: bool) -> None:
    """Walk with Tab: to the first claim if there is one, else to the first action."""
    page = player.page
    wanted = "SUMMARY" if claim else "BUTTON"
    for _ in range(30):
        page.keyboard.press("Tab")
        at = page.evaluate(
            "() => [document.activeElement.tagName, !!document.activeElement.closest('.list-form section')]"
        )
        if at == [wanted, True]:
            page.keyboard.press("Enter")
            if claim:
                page.keyboard.press("Tab")
                page.keyboard.press("Enter")
            return
    raise AssertionError("Tab never came to an action")


def test_keys_claim_a_route_on_the_map(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    made = make_table(player, serving.url, "new_york", [ANA, BOT], start=True, first=0)
    page = player.page
    page.goto(serving.url + made["link"])
    player.step()
    while True:
        seen = player.until_my_turn()
        if seen["playable"] and not seen["second"]:
            break
        page.keyboard.press("d")  # marks the pile
        page.keyboard.press("d")
        page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy])')
    page.locator(f'[data-route="{seen["playable"][0][0]}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".way")
    page.keyboard.press("]")
    page.keyboard.press("[")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !!document.activeElement.closest('#actions')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".route.is-claimed.seat-cobalt")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    player.close()


def test_a_game_on_a_phone(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, width=390, height=844, has_touch=True, is_mobile=True)
    made = make_table(player, serving.url, "amsterdam", [ANA, BOT], start=True)
    player.page.goto(serving.url + made["link"])
    play_together([player])
    player.shot("end-phone")
    assert {"kept", "claimed", "drew"} <= set(player.did)
    wide = player.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    assert player.errors == []
    player.close()
