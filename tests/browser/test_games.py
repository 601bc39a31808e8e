"""Whole games in real browsers against the real server, on every board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.people import Player, make_table, open_window, play_together
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("games") / "tables.sqlite") as server:
        yield server


def two_friends(chromium: Browser, url: str, board: str) -> list[Player]:
    """A host and a guest who came by link, and a bot."""
    host = open_window(chromium, url, width=1200, height=720, reduced_motion="reduce")
    made = make_table(
        host, url, board, [{"kind": "me", "name": "Ana"}, {"kind": "person"}, {"kind": "bot", "level": "easy"}]
    )
    host.page.goto(url + made["link"])
    guest = open_window(chromium, url + made["invitations"][0]["link"], width=1200, height=720, reduced_motion="reduce")
    guest.page.fill("input[type=text]", "Bea")
    guest.page.click(".sheet-card .primary")
    guest.page.wait_for_selector(".gathering")
    host.page.wait_for_selector(".gathering .primary:not([disabled])")
    host.page.click(".gathering .primary")
    return [host, guest]


@pytest.mark.parametrize("board", ["new_york", "london", "amsterdam", "europe", "usa"])
def test_two_friends_and_a_bot_play_to_the_final_score(board: str, chromium: Browser, serving: Serving) -> None:
    players = two_friends(chromium, serving.url, board)
    play_together(players)
    for player in players:
        player.page.wait_for_selector(".is-over .side section")
        player.shot(f"end-{board}")
        assert player.errors == []
        assert {"kept", "claimed", "drew"} <= set(player.did)
        player.close()


def test_when_hoarders_have_emptied_the_deck_the_game_goes_on(
    chromium: Browser, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both friends claim nothing until deck and discards are used up: nobody may draw then (D9), but take tickets."""
    players = two_friends(chromium, serving.url, "new_york")
    look = Player.look

    def hoard(player: Player) -> dict[str, Any]:
        seen = look(player)
        return seen if "asked for tickets" in player.did else {**seen, "playable": []}

    monkeypatch.setattr(Player, "look", hoard)
    play_together(players)
    for player in players:
        player.page.wait_for_selector(".is-over .side section")
        assert player.errors == []
        player.close()
    assert any("asked for tickets" in player.did for player in players)
