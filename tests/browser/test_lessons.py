"""Every lesson, played to its end through the real client, in every language; and what a learner does wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.looking import found_by_axe
from tests.browser.people import Player, open_window
from tests.server.serving import Serving

from ferrovia import Board, load_board
from ferrovia.locales import LANGUAGES
from ferrovia.server.lessons import LESSONS, Lesson, read_lesson

pytestmark = pytest.mark.compiled_only
PHONE = {"width": 390, "height": 844, "has_touch": True}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("lessons") / "tables.sqlite") as server:
        yield server


def begin(chromium: Browser, serving: Serving, id: str, **window: Any) -> Player:
    player = open_window(chromium, f"{serving.url}/learn", reduced_motion="reduce", **window)
    player.page.click(f".lessons li:nth-child({LESSONS.index(id) + 1}) button")
    player.page.wait_for_selector(".lesson")
    return player


def until_step(player: Player, step: str) -> None:
    player.page.wait_for_selector(f'.lesson[data-step="{step}"]')
    player.page.wait_for_selector(".table:not([aria-busy])")


def do(player: Player, board: Board, text: str) -> None:
    """An action by the means that a person has."""
    page = player.page
    player.until_my_turn()
    kind, *rest = text.split()
    match kind:
        case "keep":
            for place in rest:
                page.locator(".offered input").nth(int(place) - 1).check()
            page.click(".is-offer .primary")
        case "take":
            page.locator(f".market .card.is-{rest[0]}").first.click()
        case "draw":
            page.click(".pile")
        case "claim":
            player.choose_route(board.route(rest[0]).number)
            page.click(".confirm .primary")
        case "pay":
            page.click(".is-in-tunnel .primary")
        case "station":
            page.keyboard.press("b")
            page.wait_for_selector(".station-head")
            page.locator(f'[data-city="{board.city(rest[0]).number}"]').dispatch_event("click", {"detail": 0})
            page.wait_for_selector(".way")
            page.click(".confirm .primary")


def play(player: Player, lesson: Lesson, *, begin_at: int = 0, until: int | None = None) -> None:
    board = load_board(lesson.board)
    for step in lesson.steps[begin_at:until]:
        until_step(player, step["id"])
        if "do" in step:
            do(player, board, step["do"][0])
        elif "look" in step:
            player.until_my_turn()
            player.click_route(board.route(step["look"]).number)
        else:
            player.page.click(".lesson .is-next")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", LESSONS)
def test_every_lesson_ends_in_every_language(chromium: Browser, serving: Serving, id: str, language: str) -> None:
    player = begin(chromium, serving, id, locale=language)
    play(player, read_lesson(id))
    player.page.wait_for_selector(".lesson.is-finished")
    words = player.page.inner_text(".lesson.is-finished")
    assert not re.search(r"lesson\.\w", words)
    player.shot(f"lesson-{id}-{language}")
    assert player.errors == []
    player.close()


def test_the_guided_game_on_a_phone_ends_in_a_real_game(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, reduced_motion="reduce", **PHONE)
    page = player.page
    page.wait_for_selector(".pick input:checked")
    assert page.get_attribute(".pick input:checked", "value") == "new_york"
    page.click(".learning .primary")
    lesson = read_lesson("first")
    for number in range(len(lesson.steps)):
        until_step(player, lesson.steps[number]["id"])
        player.shot(f"lesson-phone-{number + 1:02}")
        if number in (0, 1, 4):
            assert found_by_axe(page) == []
        play(player, lesson, begin_at=number, until=number + 1)
    page.wait_for_selector(".lesson.is-finished")
    page.click(".lesson .is-next")
    page.wait_for_selector(".is-offer")
    assert page.locator(".lesson").count() == 0
    page.goto(f"{serving.url}/learn")
    page.wait_for_selector(".lessons li:first-child.is-learnt")
    assert found_by_axe(page) == []
    player.shot("lessons-phone")
    assert player.errors == []


def test_the_wrong_route_is_refused_in_words_and_changes_nothing(chromium: Browser, serving: Serving) -> None:
    player = begin(chromium, serving, "first")
    play(player, read_lesson("first"), until=4)
    until_step(player, "claim")
    before = player.until_my_turn()["state"]
    player.choose_route(load_board("new_york").route("lincoln_center-midtown_west").number)
    player.page.click(".confirm .primary")
    player.page.wait_for_selector(".banner.is-refused")
    assert "do what the note says" in player.page.inner_text(".banner.is-refused")
    assert player.look()["state"] == before
    until_step(player, "claim")
    play(player, read_lesson("first"), begin_at=4)
    player.page.wait_for_selector(".lesson.is-finished")


def test_a_reload_and_the_back_button_go_on_where_the_learner_was(chromium: Browser, serving: Serving) -> None:
    player = begin(chromium, serving, "first")
    lesson = read_lesson("first")
    play(player, lesson, until=3)
    until_step(player, "unseen")
    player.page.reload()
    play(player, lesson, begin_at=3, until=6)
    until_step(player, "refused")
    player.page.go_back()
    player.page.wait_for_selector(".lessons li:first-child .primary")
    assert player.page.inner_text(".lessons li:first-child .primary") == "Continue"
    player.page.click(".lessons li:first-child .primary")
    play(player, lesson, begin_at=6)
    player.page.wait_for_selector(".lesson.is-finished")
    assert player.errors == []


def test_a_lost_connection_heals_in_the_middle_of_a_lesson(chromium: Browser, serving: Serving) -> None:
    player = begin(chromium, serving, "first")
    lesson = read_lesson("first")
    play(player, lesson, until=3)
    player.page.context.set_offline(True)
    player.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    player.page.context.set_offline(False)
    player.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    play(player, lesson, begin_at=3)
    player.page.wait_for_selector(".lesson.is-finished")
