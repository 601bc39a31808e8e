"""The end of a game in the browser: the sheet as the server counted it, what it lights, the shuffle checked."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import found_by_axe
from tests.browser.finished_games import finished_game, play_until_few_trains_are_left, replay_of
from tests.browser.people import Passing, Player, at_rest, copied_link, make_table, open_window, play_together
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


# In one breath, since beats come by the clock: the click on Tell again, what there is to see at the first ticket, and
# the click on Skip. A look at every change of the page misses no beat, however few frames are drawn.
SKIP_AT_THE_FIRST_TICKET = """() => new Promise((done) => {
  const watch = new MutationObserver(look);
  function look() {
    const now = document.querySelector('.now.is-done, .now.is-missed');
    if (!now) return;
    watch.disconnect();
    const numbers = [...document.querySelectorAll('.race b')].map((one) => Number(one.innerText.replace('−', '-')));
    const status = document.querySelector('.status').innerText.trim();
    const seen = { numbers, status, name: now.querySelector('b').innerText, aside: '.route.is-aside', told: true };
    seen.aside = document.querySelectorAll(seen.aside).length > 0;
    document.querySelector('.headline .quiet').click();
    done(seen);
  }
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.querySelector('.headline .quiet').click();
})"""


def test_tickets_are_turned_over_one_by_one_in_a_race_that_can_be_skipped(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "london", players=2)
    replay = replay_of(serving.url, made)
    result, first = replay["result"], replay["steps"][-1]["view"]["first"]
    player = open_window(chromium, serving.url + made["watch"]["link"])
    page = player.page
    page.wait_for_selector(".verdict:not(.is-open)")  # late visitors find the sheet told, and can have it told again
    page.wait_for_selector(".headline .quiet")
    seen = page.evaluate(SKIP_AT_THE_FIRST_TICKET)
    smallest = min(result["sheets"][first]["tickets"], key=lambda ticket: abs(ticket["points"]))
    expected = [sheet["routes"] for sheet in result["sheets"]]
    expected[first] += smallest["points"]
    assert seen["numbers"] == expected
    assert seen["status"] == "The game is over"  # who won is not told before the last beat
    assert seen["aside"], "the board shows this ticket alone"
    page.wait_for_selector(".verdict:not(.is-open)")
    assert page.locator(".sheet .is-untold").count() == 0
    numbers = page.locator(".race b").all_inner_texts()
    assert [int(number.replace("−", "-")) for number in numbers] == result["totals"]
    assert player.errors == []
    player.close()


LISTEN = """() => {
  window.heard = [];
  new MutationObserver(() => window.heard.push(document.getElementById('polite').textContent))
    .observe(document.getElementById('polite'), { childList: true, characterData: true, subtree: true });
  window.rung = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function begin(...when) { window.rung += 1; return start.apply(this, when); };
}"""


def test_the_whole_end_is_told_lit_spoken_and_rung(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "new_york", players=2)
    result = replay_of(serving.url, made)["result"]
    player = open_window(chromium, serving.url + made["watch"]["link"], bypass_csp=True)
    page = player.page
    page.wait_for_selector(".verdict:not(.is-open)")
    page.click(".tools button[aria-label^='Sound']")
    page.evaluate(LISTEN)
    page.click(".headline .quiet")
    page.wait_for_selector(".verdict.is-open")
    page.wait_for_selector(".verdict:not(.is-open)")
    page.wait_for_function("window.heard.some((words) => /won the game|share the victory/.test(words))")
    heard = " ".join(page.evaluate("window.heard"))
    for seat, sheet in enumerate(result["sheets"]):
        done = sum(ticket["completed"] for ticket in sheet["tickets"])
        assert f"{done} of {len(sheet['tickets'])} tickets completed" in heard, seat
    page.wait_for_function("window.rung >= 5")  # the last chord
    player.close()


def test_with_reduced_motion_the_end_appears_at_once(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, reduced_motion="reduce")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    made = make_table(player, serving.url, "new_york", seats, start=True)
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".is-offer")
    Passing(player.page, ".verdict.is-open")
    play_until_few_trains_are_left(player, serving.url, made)
    play_together([player])
    player.page.wait_for_selector(".verdict:not(.is-open)")
    assert player.page.evaluate("() => window.shown === undefined"), "nothing is told step by step"
    assert player.page.locator(".now").count() == 0
    player.close()


def test_a_player_who_saw_the_game_end_is_shown_the_count_and_their_place(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    made = make_table(player, serving.url, "new_york", seats, start=True)
    player.page.goto(serving.url + made["link"])
    page = player.page
    page.wait_for_selector(".is-offer")
    telling = Passing(page, ".verdict.is-open .now")
    play_until_few_trains_are_left(player, serving.url, made)
    play_together([player])
    telling.wait()
    page.evaluate(
        "() => document.querySelector('.verdict.is-open') && document.querySelector('.headline .quiet').click()"
    )
    page.wait_for_selector(".verdict:not(.is-open)")
    totals = [int(words.replace("−", "-")) for words in page.locator(".sheet tfoot td").all_inner_texts()]
    place = page.locator(".own-place")
    if totals[0] < totals[1]:
        assert place.inner_text() == "Your place: 2 of 2"
    elif totals[0] > totals[1]:
        assert place.count() == 0
        assert "You won" in page.locator(".headline").inner_text()
    else:  # a tie-break decided, or both won
        assert (place.count() == 0) == ("Bruno won" not in page.locator(".headline").inner_text())
    names = page.locator(".sheet thead .head > span:not(.emblem-chip)").all_inner_texts()
    assert names[0] == "You"
    page.locator(".pages button").last.click()
    page.wait_for_selector(".chart .line")
    counted = page.locator(".statistics > .numbers thead th > span:not(.emblem-chip)").all_inner_texts()
    assert counted == names, "one name for one seat"
    player.close()


# The end of a game at one's own seat, or at none, with a result that was changed: its verdict, and the line of the tie.
VERDICT = """async ([result, info, own, language]) => {
  const { speak } = await import('/static/i18n.js');
  const { loadBoard } = await import('/static/net/boards.js');
  const { patch } = await import('/static/dom.js');
  const { endSide } = await import('/static/end/screen.js');
  await speak(language);
  const view = { owners: {}, first: 0 };
  const board = await loadBoard('europe');
  const seated = own === null ? { held: [], you: null } : { held: [own], you: { seat: own, tickets: [] } };
  const table = { id: 'tie', board, result, info, view, watched: false, deal: null, ...seated };
  const holder = document.createElement('div');
  patch(holder, endSide({ table, end: null }));
  return ['.words b', '.tie'].map((one) => [...holder.querySelectorAll(one)].map((line) => line.textContent));
}"""


def test_a_tie_names_what_decided_and_its_rule(chromium: Browser, serving: Serving) -> None:
    """Ties are rare, so the totals are made equal here."""
    made = finished_game(serving.url, "europe", players=2)
    replay = replay_of(serving.url, made)
    result = replay["result"] | {"totals": [70, 70], "winners": [1]}
    result["sheets"][0] |= {"total": 70, "rank": 2, "tie_break": "fewest_stations"}
    result["sheets"][1] |= {"total": 70, "rank": 1, "tie_break": None}
    player = open_window(chromium, serving.url)
    seen = replay["table"]
    seen["seats"][0]["name"] = "Ana"
    _, words = player.page.evaluate(VERDICT, [result, seen, None, "en"])
    assert len(words) == 1
    assert "Ana" in words[0]
    assert "more stations built" in words[0]
    assert "E9" in words[0]
    for language, you in (("en", "You rank below"), ("es", "tú vas detrás"), ("pt", "você fica atrás")):
        _, (line,) = player.page.evaluate(VERDICT, [result, seen, 0, language])
        assert you in line
        assert "Ana" not in line
    both = result | {"winners": [0, 1]}
    for language, you in (("en", "You and "), ("es", "Tú y "), ("pt", "Você e ")):
        (line,), _ = player.page.evaluate(VERDICT, [both, seen, 0, language])
        assert you in line
    player.close()


def test_a_ticket_of_any_player_is_shown_alone(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "new_york", players=2)
    result = replay_of(serving.url, made)["result"]
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    page = player.page
    for seat, sheet in enumerate(result["sheets"]):
        page.locator(".race button").nth(seat).click()
        tickets = page.locator(".turned-over button")
        assert tickets.count() == len(sheet["tickets"])
        tickets.first.click()
        assert tickets.first.get_attribute("aria-pressed") == "true"
        assert (page.locator(".lights .trail").count() > 0) == sheet["tickets"][0]["completed"]
    player.close()


def test_the_statistics_say_what_the_server_counted(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "europe", players=3)
    found = httpx.get(f"{serving.url}/api/tables/{made['table']}/statistics", timeout=60).json()
    player = told_at_once(chromium, serving.url + made["watch"]["link"], bypass_csp=True)
    page = player.page
    page.locator(".pages button").last.click()
    page.wait_for_selector(".chart .line")
    rows = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in page.locator(".statistics > .numbers tbody tr").all()
    }
    assert rows["Turns"] == [str(seat["turns"]) for seat in found["seats"]]
    assert rows["Wilds received"] == [str(seat["wilds"]) for seat in found["seats"]]
    assert rows["Tickets completed"] == [
        f"{seat['tickets_completed']} of {seat['tickets_kept']}" for seat in found["seats"]
    ]
    bars = page.locator(".bars tbody tr").first.locator("td span").all_inner_texts()
    assert sum(map(int, bars)) == found["seats"][0]["routes"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1, "only the panel scrolls"
    assert page.locator(".false").count() == 0, "a class that is left out"
    page.locator(".chart summary").click()
    last = page.locator(".chart .numbers tbody tr").last.locator("td").all_inner_texts()
    assert [int(cell.replace("−", "-")) for cell in last] == found["scores"][-1]
    assert found_by_axe(page) == []
    assert player.errors == []
    player.close()


def test_the_picture_is_a_whole_png(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "amsterdam", players=3)
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    with player.page.expect_download() as download:
        player.page.click(".after button >> text=Picture")
    data = download.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1600
    assert len(data) > 50_000, "a board, not a blank sheet"
    player.close()


# Whether the middle of each number belongs to its part of the page, all at one moment: rows overtake each other.
HITS = """([numbers, part]) => [...document.querySelectorAll(numbers)].map((number) => {
  const { x, y, width, height } = number.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.race, tfoot')?.matches(part) ?? false;
})"""


@pytest.mark.parametrize("width, height", [(390, 844), (844, 390), (820, 1180), (1280, 720)])
@pytest.mark.parametrize("telling", [True, False])
def test_the_totals_are_in_sight_on_every_screen(
    width: int, height: int, telling: bool, chromium: Browser, serving: Serving
) -> None:
    made = finished_game(serving.url, "london", players=4)
    player = open_window(chromium, serving.url + made["watch"]["link"], width=width, height=height)
    page = player.page
    page.wait_for_selector(".verdict:not(.is-open)")
    shown = ".race b" if telling or min(width, height) < 600 else ".sheet tfoot td"
    if telling:
        page.click(".headline .quiet")
        page.wait_for_selector(".now.is-done, .now.is-missed")
    else:
        page.locator(".sheet tbody tr").last.scroll_into_view_if_needed()
        at_rest(page)
    hits = page.evaluate(HITS, [shown, ".race" if shown == ".race b" else "tfoot"])
    assert len(hits) == 4
    assert all(hits), f"{shown} is covered: {hits}"
    player.close()


# How many rows of the sheet can be read at this moment: their middle is not covered.
ROWS_IN_SIGHT = """() => [...document.querySelectorAll('.sheet tbody tr')].filter((row) => {
  const { x, y, height } = row.getBoundingClientRect();
  return document.elementFromPoint(x + 20, y + height / 2)?.closest('tr') === row;
}).length"""


@pytest.mark.parametrize("width, height", [(1024, 768), (820, 1180), (1280, 720)])
@pytest.mark.parametrize("board", ["europe", "new_york"])
def test_every_row_is_in_sight_between_standings_and_totals(
    board: str, width: int, height: int, chromium: Browser, serving: Serving
) -> None:
    made = finished_game(serving.url, board, players=3)
    player = told_at_once(chromium, serving.url + made["watch"]["link"], width=width, height=height)
    page = player.page
    at_rest(page)
    player.shot(f"end-{width}-{board}")
    assert page.evaluate(ROWS_IN_SIGHT) == page.locator(".sheet tbody tr").count()
    assert all(page.evaluate(HITS, [".sheet tfoot td", "tfoot"]))
    player.close()


def test_the_shuffle_is_checked_by_the_browser_itself(chromium: Browser, serving: Serving) -> None:
    made = finished_game(serving.url, "new_york", players=2)
    player = told_at_once(chromium, serving.url + made["watch"]["link"])
    page = player.page
    page.locator(".after .buttons button").last.click()
    page.wait_for_selector(".fairness.is-good")
    late = ["This browser was not at the table before the game.", "This browser gave no number."]
    expect(page.locator(".fairness .is-open")).to_have_text(late)
    expect(page.locator(".fairness p")).to_contain_text("It came too late to see the promise.")
    deal = httpx.get(f"{serving.url}/api/tables/{made['table']}/deal", timeout=60).json()
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
          const { ById } = await import('/static/net/boards.js');
          const cities = [board.cityNo.get('london'), board.cityNo.get('paris')];
          board.ticketBy = new ById([['london-paris', { cities }]]);
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


def test_a_players_own_game_ends_with_a_rematch_and_a_record(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, reduced_motion="reduce", bypass_csp=True)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    made = make_table(player, serving.url, "new_york", seats, start=True)
    player.page.goto(serving.url + made["link"])
    play_until_few_trains_are_left(player, serving.url, made)
    play_together([player])
    page = player.page
    page.wait_for_selector(".sheet .is-told")
    assert found_by_axe(page) == []
    with page.expect_download() as download:
        page.click(".after a[download]")
    assert "new_york" in download.value.path().read_text(encoding="utf8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = copied_link(page, ".after button >> text=Copy link", note="opied")  # of the replay
    friend = open_window(chromium, link)
    friend.page.wait_for_selector(".replay-bar")
    assert "w_" not in friend.page.evaluate("location.href")  # the key to a private game leaves the address at once
    assert friend.errors == []
    friend.close()
    page.click(".after .primary")
    page.wait_for_url(lambda address: "/table/" in address and made["table"] not in address)
    page.wait_for_selector(".is-offer")  # against bots there is nobody to wait for
    assert player.errors == []
    player.close()
