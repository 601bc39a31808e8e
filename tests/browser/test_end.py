"""The end of a game in the browser: the sheet as the server counted it, what it lights, the shuffle checked."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page
from tests.browser.finished import finished_game, replay_of
from tests.browser.looking import found_by_axe
from tests.browser.people import Player, make_table, open_window, play_together
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only
BOARDS = {"europe": 4, "new_york": 2, "london": 3, "amsterdam": 4, "usa": 5}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("end") / "tables.sqlite") as server:
        yield server


def told_at_once(browser: Browser, address: str, **options: Any) -> Player:
    """A window whose sheet is told without movement."""
    player = open_window(browser, address, reduced_motion="reduce", **options)
    player.page.wait_for_selector(".sheet .is-told")
    return player


def cells(page: Page, row: int) -> list[int]:
    """Points of one row, in the order of seats."""
    script = "(row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.firstChild.data.replace('−', '-')))"
    found: list[int] = page.locator(".sheet tbody tr, .sheet tfoot tr").nth(row).evaluate(script)
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_the_sheet_says_what_the_server_counted(board: str, chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, board, players=BOARDS[board])
    result = replay_of(serving.url, made)["result"]
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    page, rows = player.page, player.page.locator(".sheet tbody tr").count()
    assert cells(page, 0) == [sheet["routes"] for sheet in result["sheets"]]
    assert cells(page, rows) == result["totals"]
    parts = [cells(page, row) for row in range(rows)]
    assert [sum(column) for column in zip(*parts, strict=True)] == result["totals"]
    winners = page.locator(".sheet tfoot td").evaluate_all(
        "(all) => all.flatMap((cell, seat) => (cell.classList.contains('is-winner') ? [seat] : []))"
    )
    assert winners == result["winners"]
    player.shot(f"end-{board}")
    assert player.errors == []
    player.close()


def test_rows_light_what_they_come_from(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "europe", players=2)
    replay = replay_of(serving.url, made)
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    page = player.page
    owned = [list(replay["steps"][-1]["view"]["owners"].values()).count(seat) for seat in (0, 1)]
    for seat in (0, 1):
        page.locator(".sheet .head").nth(seat).click()
        page.locator(".sheet tbody th button").first.click()
        assert page.locator(".route:not(.is-aside)").count() == owned[seat]
        page.locator(".sheet tbody th button").first.click()
        page.locator(".sheet tbody th button").last.click()  # the longest path
        path = replay["result"]["sheets"][seat]["longest_path_routes"]
        assert page.locator(".lights .trail").count() == len(path)
        page.locator(".sheet tbody th button").last.click()
        assert page.locator(".route.is-aside").count() == 0
    tickets = len(replay["result"]["sheets"][1]["tickets"])
    assert page.locator(".turned-over li").count() == tickets
    assert player.errors == []
    player.close()


# In one breath, since rows are told by the clock: what there is to see after the first row, and the click that hurries.
HURRY_AFTER_THE_FIRST_ROW = """() => new Promise((done) => {
  const look = () => {
    const told = document.querySelectorAll('.sheet .is-told').length;
    if (told === 0) { requestAnimationFrame(look); return; }
    const open = document.querySelectorAll('.verdict.is-open').length;
    const status = document.querySelector('.status').innerText.trim();
    document.querySelector('.sheet h2 .quiet').click();
    done({ told, open, status });
  };
  look();
})"""


def test_the_sheet_is_told_row_by_row_and_can_be_hurried(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "london", players=2)
    player = open_window(chromium, serving.url + made["watch"]["link"])
    page = player.page
    seen = page.evaluate(HURRY_AFTER_THE_FIRST_ROW)
    assert seen == {"told": 1, "open": 1, "status": "The game is over"}  # who won is not told before the last row
    assert page.locator(".sheet .is-untold").count() == 0
    assert page.locator(".verdict:not(.is-open)").count() == 1
    player.close()


def test_the_shuffle_is_checked_by_the_browser_itself(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "new_york", players=2)
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    page = player.page
    page.locator(".after .buttons button").last.click()
    page.wait_for_selector(".fairness.is-good")
    deal = httpx.get(f"{serving.url}/api/tables/{made['table']}/deal", timeout=30).json()
    check = """async ([deal, seen, own]) => {
      const { checkDeal } = await import('/static/end/fairness.js');
      return checkDeal(deal, seen, own ?? null).map(({ good }) => good);
    }"""
    assert page.evaluate(check, [deal, deal["commitment"]]) == [True, True, None, True]
    assert page.evaluate(check, [deal, None]) == [True, None, None, True]
    assert page.evaluate(check, [deal, "00" * 32]) == [True, False, None, True]
    assert page.evaluate(check, [deal, None, "ab" * 32]) == [True, None, False, True]
    for part, expected in (("server_key", [False, True, None, False]), ("key", [True, True, None, False])):
        forged = copy.deepcopy(deal)
        forged[part] = ("0" if deal[part][0] != "0" else "1") + deal[part][1:]
        assert page.evaluate(check, [forged, deal["commitment"]]) == expected
    assert page.evaluate(check, [deal | {"values": [{"seat": 0, "value": "ab" * 32}]}, None])[3] is False
    player.close()


def test_stations_light_what_they_borrow_and_tickets_the_way_they_use_it(chromium: Browser, serving: Serving) -> None:
    """Bots build few stations, so the sheet is written here: seat 0 owns London – Dieppe and borrows Dieppe – Paris."""
    player = open_window(chromium, serving.url)
    lit = player.page.evaluate(
        """async () => {
          const { loadBoard } = await import('/static/net/boards.js');
          const { lightsOf } = await import('/static/end/rows.js');
          const board = await loadBoard('europe');
          const result = { sheets: [{
            seat: 0, stations: [{ city: 'paris', borrows: 'dieppe-paris' }, { city: 'wien', borrows: null }],
            tickets: [{ ticket: 'london-paris', completed: true, points: 4 }],
          }] };
          board.ticketBy.set('london-paris', { cities: [board.cityNo.get('london'), board.cityNo.get('paris')] });
          const owners = { 'dieppe-london': 0, 'dieppe-paris': 1 };
          const ids = (numbers, list) => [...numbers].map((n) => list[n].id).sort();
          const stations = lightsOf(board, result, owners, 'stations', 0);
          const tickets = lightsOf(board, result, owners, 'tickets_won', 0);
          return [ids(stations.lit, board.routes), ids(stations.litCities, board.cities),
            ids(tickets.lit, board.routes), ids(tickets.litCities, board.cities)];
        }"""
    )
    assert lit == [["dieppe-paris"], ["paris", "wien"], ["dieppe-london", "dieppe-paris"], ["london", "paris"]]
    player.close()


def test_our_sha256_is_the_standard_one(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    differing = player.page.evaluate(
        """async () => {
          const { hexOf, sha256 } = await import('/static/end/sha256.js');
          const wrong = [];
          for (let length = 0; length < 200; length += 1) {
            const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
            const theirs = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
            if (hexOf(sha256(bytes)) !== theirs) wrong.push(length);
          }
          return wrong;
        }"""
    )
    assert differing == []
    player.close()


def test_a_game_of_ones_own_ends_with_a_rematch_and_a_record(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, reduced_motion="reduce", bypass_csp=True)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    made = make_table(player, serving.url, "new_york", seats, start=True)
    player.page.goto(serving.url + made["link"])
    play_together([player])
    page = player.page
    page.wait_for_selector(".sheet .is-told")
    assert found_by_axe(page) == []
    with page.expect_download() as download:
        page.click(".after a[download]")
    assert "new_york" in download.value.path().read_text(encoding="utf8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".after .buttons button").first.click()  # copy the link of the replay
    page.wait_for_selector(".after .buttons button >> text=/copied/i")
    link = page.evaluate("navigator.clipboard.readText()")
    friend = open_window(chromium, link)
    friend.page.wait_for_selector(".replay-bar")
    assert "w_" not in friend.page.url  # the key to a private game leaves the address at once
    assert friend.errors == []
    friend.close()
    page.click(".after .primary")
    page.wait_for_url(lambda address: "/table/" in address and made["table"] not in address)
    page.wait_for_selector(".is-offer")  # against bots there is nobody to wait for
    assert player.errors == []
    player.close()
