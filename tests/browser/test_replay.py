"""A finished game by link: step, jump, play, through whose eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import found_by_axe
from tests.browser.finished_games import finished_game, replay_of, upload_board
from tests.browser.people import Player, at_rest, middle_at_rest, open_window
from tests.server.serving import Serving

from ferrovia import Game
from ferrovia.boards import load_board
from ferrovia.record import write_record

pytestmark = pytest.mark.compiled_only

COMPILED = 300_000  # milliseconds: a fresh server may have to compile
TINY = Path(__file__).parents[1] / "data" / "tiny.toml"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("replay") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="module")
def game(serving: Serving) -> dict[str, Any]:
    made = finished_game(serving.url, "london", players=3)
    return replay_of(serving.url, made) | {"address": f"{serving.url}/game/{made['table']}"}


@pytest.fixture
def watch(chromium: Browser, game: dict[str, Any]) -> Iterator[Any]:
    players: list[Player] = []

    def open_replay(fragment: str = "", **options: Any) -> Player:
        player = open_window(chromium, game["address"] + fragment, **options)
        player.page.wait_for_selector(".replay-bar")
        players.append(player)
        return player

    yield open_replay
    for player in players:
        assert player.errors == []
        player.close()


def shows(player: Player, game: dict[str, Any], step: int) -> None:
    """The board has as many claimed routes as the game had then."""
    owned = len(game["steps"][step]["view"]["owners"])
    expect(player.page.locator(".route.is-claimed")).to_have_count(owned)


def test_every_step_shows_its_position(watch: Any, game: dict[str, Any]) -> None:
    player = watch()
    slider = player.page.locator(".line-of-moves input")
    last = len(game["steps"]) - 1
    assert slider.get_attribute("max") == str(last)
    for step in (0, 1, last // 3, last // 2, last):
        slider.fill(str(step))
        shows(player, game, step)
        scores = [str(seat["score"]) for seat in game["steps"][step]["view"]["seats"]]
        expect(player.page.locator(".who-has strong")).to_have_text(scores)


def test_buttons_and_keys_step_and_jump(watch: Any, game: dict[str, Any]) -> None:
    player = watch()
    page, last = player.page, len(game["steps"]) - 1
    first, back, _, forward, end = page.locator(".steps-row button").all()
    slider = page.locator(".line-of-moves input")
    assert first.is_disabled()
    forward.click()
    forward.click()
    back.click()
    expect(slider).to_have_value("1")
    end.click()
    expect(slider).to_have_value(str(last))
    page.locator("body").press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.locator("body").press("Home")
    expect(slider).to_have_value("0")


def test_a_link_leads_to_a_move_and_the_address_follows(watch: Any, game: dict[str, Any]) -> None:
    player = watch("#17")
    expect(player.page.locator(".line-of-moves input")).to_have_value("17")
    player.page.locator(".steps-row button").nth(3).click()
    player.page.wait_for_url("**#18")


def test_it_plays_by_itself_until_the_end(watch: Any, game: dict[str, Any]) -> None:
    last = len(game["steps"]) - 1
    player = watch(f"#{last - 2}")
    player.page.select_option(".speed select", "4")
    player.page.locator(".steps-row button").nth(2).click()
    expect(player.page.locator(".line-of-moves input")).to_have_value(str(last))
    shows(player, game, last)


def test_a_seats_view_shows_no_other_hand(watch: Any, game: dict[str, Any]) -> None:
    player = watch("#20")
    page = player.page
    page.wait_for_selector(".who-has")
    assert page.locator(".hatched").count() == 0
    page.locator(".eye").nth(2).click()  # all open, seat 0, seat 1, …
    expect(page.locator(".hatched")).to_have_count(2)
    assert page.locator(".who-has").nth(1).locator(".hatched").count() == 0
    own = page.locator(".who-has").nth(1).locator(".tickets-held li").count()
    assert own == len(game["steps"][20]["hands"][1]["tickets"])


def test_a_seats_view_does_not_name_cards_that_others_drew(watch: Any, game: dict[str, Any]) -> None:
    step = next(
        n for n, entry in enumerate(game["steps"])
        if entry["seat"] == 0 and any(event["event"] == "card_drawn" for event in entry["events"])
    )  # fmt: skip
    player = watch(f"#{step}")
    page = player.page
    page.wait_for_selector(".what")
    opened = page.locator(".what").inner_text()
    page.locator(".eye").nth(2).click()
    expect(page.locator(".what")).not_to_have_text(opened)


def test_a_click_on_the_curve_jumps_there(watch: Any, game: dict[str, Any]) -> None:
    player = watch()
    curve = player.page.locator(".curve > svg").first
    at_rest(player.page)
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 1, "y": box["height"] / 2})  # wherever other curves have moved it
    expect(player.page.locator(".line-of-moves input")).to_have_value(str(len(game["steps"]) - 1))


def test_marks_explain_themselves(watch: Any) -> None:
    page = watch().page
    waterloo = load_board("london").city("waterloo").number
    page.mouse.move(*middle_at_rest(page.locator(f".city[data-city='{waterloo}']")))
    page.wait_for_selector(".mark-note:visible:text-matches('^District 3: 3 points')")


def test_the_replay_of_an_uploaded_board_shows_that_board_whatever_its_id(chromium: Browser, serving: Serving) -> None:
    text = TINY.read_text(encoding="utf-8").replace('id = "tiny"', 'id = "london"')
    made = finished_game(serving.url, upload_board(serving.url, text), players=2)
    player = open_window(chromium, f"{serving.url}/game/{made['table']}")
    player.page.wait_for_selector(".replay-bar")
    expect(player.page.locator(".board .city")).to_have_count(5)
    assert player.errors == []
    player.close()


@pytest.mark.parametrize("players, closes", [(2, True), (3, False)])
@pytest.mark.parametrize("place", ["table", "game"])
def test_the_other_half_of_a_double_is_closed_to_all_with_two_players_and_open_with_three(
    chromium: Browser, serving: Serving, place: str, players: int, closes: bool
) -> None:
    """As a spectator sees New York after the end."""
    board = load_board("new_york")
    owners: dict[str, int] = {}
    while not any(
        route.twin is not None and board.route(route.twin).id not in owners for route in map(board.route, owners)
    ):
        made = finished_game(serving.url, "new_york", players=players)
        steps = replay_of(serving.url, made)["steps"]
        owners = steps[-1]["view"]["owners"]
    player = open_window(chromium, f"{serving.url}/{place}/{made['table']}#{len(steps) - 1 if place == 'game' else ''}")
    player.page.wait_for_selector(f".route.is-claimed >> nth={len(owners) - 1}")
    at_rest(player.page)
    assert (player.page.locator(".route.is-closed").count() > 0) == closes
    assert player.errors == []
    player.close()


def test_a_game_that_is_not_over_has_no_replay(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, f"{serving.url}/game/nosuchgame")
    player.page.wait_for_selector(".trouble, .lobby .problem, [role=alert]:not(:empty), .plain-page")
    player.close()


def test_the_coach_says_what_it_would_do_and_its_route_is_lit(watch: Any, game: dict[str, Any]) -> None:
    player = watch("#12")
    page = player.page
    page.click(".analysis .quiet")
    page.wait_for_selector(".best li", timeout=COMPILED)
    assert page.locator(".best li").first.inner_text() != ""
    page.locator(".best li").first.hover()
    page.locator(".steps-row button").nth(3).click()
    expect(page.locator(".best li")).to_have_count(0)  # it spoke of the other move


def test_a_visitor_can_play_on_from_a_move(watch: Any, game: dict[str, Any]) -> None:
    step = next(n for n, entry in enumerate(game["steps"]) if n > 15 and entry["view"]["phase"] == "turn")
    player = watch(f"#{step}")
    page = player.page
    page.click(".analysis .primary")
    page.wait_for_selector(".table:not(.is-replay) .status.is-turn, .table:not(.is-replay) .status.is-last_round")
    page.wait_for_url("**/table/*")
    shows(player, game, step)
    player.step()
    assert player.did[0] in ("drew", "claimed", "entered")


@pytest.mark.parametrize("shape", ["desktop", "tablet", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_replay_is_accessible(shape: str, theme: str, watch: Any) -> None:
    width, height = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}[shape]
    player = watch("#30", width=width, height=height, color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    player.shot(f"replay-{shape}-{theme}")
    assert found_by_axe(player.page) == []


def test_the_chance_curve_comes_by_itself_and_says_what_it_knows(watch: Any, game: dict[str, Any]) -> None:
    player = watch("#20")
    page = player.page
    lines, bands = page.locator("[data-curve=chance] .line"), page.locator("[data-curve=chance] .band")
    expect(lines).to_have_count(3, timeout=COMPILED)
    expect(bands).to_have_count(3)
    expect(page.locator(".replay-side")).to_contain_text("Estimated from all hands together, averaged over a round.")
    shares = page.locator("[data-curve=chance] .curve-legend b").all_inner_texts()
    assert sum(int(share.strip(" %\u00a0")) for share in shares) in (99, 100, 101)
    page.locator(".eye").nth(2).click()
    expect(lines).to_have_count(1)
    expect(bands).to_have_count(1)
    expect(page.locator(".replay-side")).to_contain_text("knew at the time")
    marks = page.locator("[data-curve=chance] .mark").count()
    assert page.locator(".turning button").count() == marks
    assert found_by_axe(player.page) == []
    if marks:
        page.locator(".turning button").first.click()
        expect(page.locator(".line-of-moves input")).not_to_have_value("20")


@pytest.fixture(scope="module")
def record(serving: Serving, game: dict[str, Any]) -> str:
    return httpx.get(f"{serving.url}/api/tables/{game['table']['id']}/record", timeout=60).raise_for_status().text


def give(page: Page, name: str, content: bytes) -> None:
    page.set_input_files(".drop input", {"name": name, "mimeType": "application/octet-stream", "buffer": content})


def test_a_downloaded_record_is_opened_from_the_lobby_and_replayed(
    chromium: Browser, serving: Serving, game: dict[str, Any], record: str
) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.click("text=Open a record of a game")
    page.wait_for_selector(".drop")
    give(page, "game.txt", record.encode())
    page.wait_for_selector(".replay-bar")
    last = len(game["steps"]) - 1
    slider = page.locator(".line-of-moves input")
    assert slider.get_attribute("max") == str(last)
    slider.fill(str(last))
    shows(player, game, last)
    rows = page.locator(".replay-side .statistics > .numbers tbody tr")
    turns, used = (rows.filter(has_text=text).locator("td").all_inner_texts() for text in ("Turns", "Buses placed"))
    counted = httpx.get(f"{game['address'].replace('/game/', '/api/tables/')}/statistics", timeout=60).json()["seats"]
    assert turns == [str(seat["turns"]) for seat in counted]
    assert used == [str(seat["trains_used"]) for seat in counted]
    assert page.locator(".replay-side .chart").count() == 2
    assert player.errors == []
    player.close()


# Drops a file as a hand would: its contents are in the event.
DROP = """(drop, [name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  drop.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_a_dropped_record_outlives_a_reload_but_not_a_new_visit(
    chromium: Browser, serving: Serving, record: str
) -> None:
    player = open_window(chromium, f"{serving.url}/record")
    page = player.page
    page.locator(".drop").evaluate(DROP, ["game.txt", record])
    page.wait_for_selector(".replay-bar")
    page.reload()
    page.wait_for_selector(".replay-bar")
    page.goto(f"{serving.url}/record")
    page.wait_for_selector(".drop")
    assert player.errors == []
    player.close()


def test_a_record_with_its_own_board_shows_that_board(chromium: Browser, serving: Serving) -> None:
    played, rng = Game(TINY, players=2, seed=3), random.Random(3)
    while not played.is_over:
        seat = min(played.actors)
        played.play(rng.choice(played.legal_codes(seat)), seat=seat)
    player = open_window(chromium, f"{serving.url}/record")
    player.page.wait_for_selector(".drop")
    give(player.page, "tiny.txt", write_record(played).encode())
    player.page.wait_for_selector(".replay-bar")
    expect(player.page.locator(".board .city")).to_have_count(5)
    assert player.errors == []
    player.close()


def test_bad_records_are_refused_at_their_line_in_the_visitors_language(
    chromium: Browser, serving: Serving, record: str
) -> None:
    lines = record.split("\n")
    edited = lines.index("") + 5  # a move
    bad = {
        "truncated": ("\n".join(lines[: len(lines) // 2]).encode(), len(lines) // 2, "termina"),
        "edited": (
            "\n".join([*lines[: edited - 1], lines[edited - 1][:-1] + "x", *lines[edited:]]).encode(), edited, "leer",
        ),
        "version": (record.replace("ferrovia record 1", "ferrovia record 9").encode(), 1, "formato"),
        "binary": (bytes(range(256)) * 40, 1, "no es un registro"),
    }  # fmt: skip
    player = open_window(chromium, f"{serving.url}/record", locale="es", bypass_csp=True)
    page = player.page
    page.wait_for_selector(".drop")
    for content, line, words in bad.values():
        give(page, "bad.txt", content)
        page.wait_for_selector(f".refused:has(b:text-matches('línea {line}$')) p:has-text('{words}')")
    give(page, "huge.txt", b"x" * 400_000)
    page.wait_for_selector(".refused p >> text=/demasiado grande/")
    assert found_by_axe(page) == []
    give(page, "good.txt", record.encode())  # nothing is left of the bad ones
    page.wait_for_selector(".replay-bar")
    assert player.errors == []
    player.close()
