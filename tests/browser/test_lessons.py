"""Every lesson, played to its end through the real client, in every language; and what a learner does wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.accessibility import found_by_axe
from tests.browser.people import Player, at_rest, open_window
from tests.server.serving import Serving

from ferrovia import Board, load_board
from ferrovia.locales import LANGUAGES
from ferrovia.server.lessons import LESSONS, Lesson, read_lesson

pytestmark = pytest.mark.compiled_only
PHONE = {"width": 390, "height": 844, "has_touch": True}
SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "desktop": {"width": 1440, "height": 900}}
SIZE_IN = dict(
    zip(LANGUAGES, SIZES, strict=True)
)  # every lesson is seen on every kind of screen, and in every language

Check = Callable[[Player, Board, dict[str, Any]], None]


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


def play(
    player: Player, lesson: Lesson, *, begin_at: int = 0, until: int | None = None, check: Check | None = None
) -> None:
    board = load_board(lesson.board)
    for step in lesson.steps[begin_at:until]:
        until_step(player, step["id"])
        if check is not None:
            check(player, board, step)
        if "do" in step:
            do(player, board, step["do"][0])
        elif "look" in step:
            player.until_my_turn()
            player.click_route(board.route(step["look"]).number)
            player.page.wait_for_selector(".is-choice .none .rule")  # the reason comes from the server
            until_step(player, step["id"])  # the note stays while its answer is read
            player.page.click(".is-choice .quiet")
        else:
            player.page.click(".lesson .is-next")


JOINED = {
    "en": ("connected with your station in Paris", "1 of 1 done"),
    "es": ("unido con tu estación de Paris", "1 de 1 completados"),
    "pt": ("ligado com sua estação em Paris", "1 de 1 completados"),
}


def check_tickets(page: Page, language: str) -> None:
    """The note says that the station completes the ticket; the panel of tickets says the same."""
    row, heading = JOINED[language]
    if page.locator(".tabs").is_visible():
        page.click(".tabs button:nth-child(2)")
    page.wait_for_selector(f".ticket.is-done:has-text('{row}')")
    assert heading in page.inner_text(".panel.tickets h2")


# Cities with their names, and spaces of routes, that lie under the note: by number; without any numbers, all cities.
UNDER_THE_NOTE = """([routes, cities]) => {
  const note = document.querySelector('.lesson').getBoundingClientRect();
  const isUnder = (element) => {
    const box = element.getBoundingClientRect();
    return box.left < note.right && box.right > note.left && box.top < note.bottom && box.bottom > note.top;
  };
  const names = [...document.querySelectorAll('.labels > text')];
  const all = [...document.querySelectorAll('.city')];
  const numbers = routes.length + cities.length ? cities : all.map((_, number) => number);
  return [
    ...routes.flatMap((number) => [...document.querySelectorAll(`[data-route="${number}"] .space`)]).filter(isUnder),
    ...numbers.map((number) => document.querySelector(`[data-city="${number}"]`)).filter(isUnder),
    ...numbers.map((number) => names[number]).filter((name) => !name.matches('.is-hidden') && isUnder(name)),
  ].map((element) => element.textContent || element.className.baseVal);
}"""


def check_cover(player: Player, board: Board, step: dict[str, Any]) -> None:
    """The note covers nothing that it speaks about."""
    routes = [board.route(id) for id in step.get("routes", [])]
    cities = {city for route in routes for city in route.cities} | {*step.get("cities", [])}
    subject = [[route.number for route in routes], sorted(board.city(city).number for city in cities)]
    if step["at"] == "map" or any(subject):
        at_rest(player.page)
        assert player.page.evaluate(UNDER_THE_NOTE, subject) == [], step["id"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", LESSONS)
def test_every_lesson_ends_in_every_language(chromium: Browser, serving: Serving, id: str, language: str) -> None:
    size = SIZE_IN[language]
    player = begin(chromium, serving, id, locale=language, **SIZES[size])
    lesson = read_lesson(id)
    until_step(player, lesson.steps[0]["id"])
    assert found_by_axe(player.page) == []
    player.shot(f"lesson-{id}-{language}-{size}-begins")
    check = check_cover if size == "desktop" else None
    play(player, lesson, until=-1, check=check)
    until_step(player, lesson.steps[-1]["id"])
    assert found_by_axe(player.page) == []
    player.shot(f"lesson-{id}-{language}-{size}-ends")
    play(player, lesson, begin_at=len(lesson.steps) - 1, check=check)
    player.page.wait_for_selector(".lesson.is-finished")
    words = player.page.inner_text(".lesson.is-finished")
    assert not re.search(r"lesson\.\w", words)
    assert found_by_axe(player.page) == []
    player.shot(f"lesson-{id}-{language}-{size}")
    if id == "stations":
        check_tickets(player.page, language)
    assert player.errors == []
    player.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_lessons_is_clean_for_axe(chromium: Browser, serving: Serving, size: str) -> None:
    player = open_window(chromium, f"{serving.url}/learn", reduced_motion="reduce", **SIZES[size])
    player.page.wait_for_selector(".lessons li:last-child button")
    assert found_by_axe(player.page) == []
    player.shot(f"lessons-{size}")
    player.close()


# The element that a note points at, by the step's `at`.
POINTED = {
    "dock": ".dock",
    "market": ".market .row",
    "pile": ".market",
    "map": ".map",
    "tickets": ".map",
    "side": ".map",
}
OUTLINED = {"market": ".market .row", "pile": ".pile"}
GAP = """(selectors) => {
  const note = document.querySelector('.lesson').getBoundingClientRect();
  const gaps = selectors.map((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return Math.hypot(
      Math.max(0, box.left - note.right, note.left - box.right),
      Math.max(0, box.top - note.bottom, note.top - box.bottom),
    );
  });
  return Math.min(...gaps);
}"""


def check_note(player: Player, board: Board, step: dict[str, Any], size: str) -> None:
    """Less than a thumb's breadth away, and never on top of what the learner has to touch."""
    lit = step.get("routes", []) if size == "desktop" else []
    pointed = [f'[data-route="{board.route(id).number}"]' for id in lit] or [POINTED[step["at"]]]
    at_rest(player.page)
    gap = player.page.evaluate(GAP, pointed)
    assert gap < 80, (step["id"], gap)
    if outlined := OUTLINED.get(step["at"]):
        outline = player.page.evaluate("(s) => getComputedStyle(document.querySelector(s)).outlineStyle", outlined)
        assert outline != "none", step["id"]


@pytest.mark.parametrize("size", ["tablet", "desktop"])  # the guided game looks at the notes on a phone
def test_every_note_stands_next_to_what_it_is_about(chromium: Browser, serving: Serving, size: str) -> None:
    player = begin(chromium, serving, "first", **SIZES[size])
    lesson, board = read_lesson("first"), load_board("new_york")
    for number, step in enumerate(lesson.steps[:-1]):
        until_step(player, step["id"])
        check_note(player, board, step, size)
        player.shot(f"lesson-{size}-{number + 1:02}")
        play(player, lesson, begin_at=number, until=number + 1)
    assert player.errors == []


def test_the_guided_game_on_a_phone_ends_in_a_real_game(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, reduced_motion="reduce", **PHONE)
    page = player.page
    page.wait_for_selector(".pick input:checked")
    assert page.get_attribute(".pick input:checked", "value") == "new_york"
    page.click(".learning .primary")
    lesson, board = read_lesson("first"), load_board("new_york")
    for number, step in enumerate(lesson.steps):
        until_step(player, step["id"])
        if number < len(lesson.steps) - 1:
            check_note(player, board, step, "phone")
        player.shot(f"lesson-phone-{number + 1:02}")
        if number in (0, 1, 4):
            assert found_by_axe(page) == []
        play(player, lesson, begin_at=number, until=number + 1)
    page.wait_for_selector(".lesson.is-finished")
    page.click(".lesson .is-next")
    page.wait_for_selector(".is-offer")
    page.wait_for_selector(".lesson", state="detached")
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
    player.page.wait_for_selector(".banner.is-refused:has-text('do what the note says')")
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
    player.page.wait_for_selector(".lessons li:first-child .primary >> text=Continue")
    player.page.click(".lessons li:first-child .primary")
    play(player, lesson, begin_at=6)
    player.page.wait_for_selector(".lesson.is-finished")
    assert player.errors == []


def test_a_lesson_goes_on_after_the_server_was_killed(chromium: Browser, mortal: Serving) -> None:
    player = begin(chromium, mortal, "first", **PHONE)
    lesson = read_lesson("first")
    play(player, lesson, until=3)
    until_step(player, "unseen")
    mortal.kill()
    player.page.wait_for_selector(".status.is-reconnecting")
    until_step(player, "unseen")  # the note stays
    mortal.start()
    play(player, lesson, begin_at=3)
    player.page.wait_for_selector(".lesson.is-finished")


def test_a_lesson_that_cannot_begin_says_why(chromium: Browser, mortal: Serving) -> None:
    player = open_window(chromium, f"{mortal.url}/learn")
    player.page.wait_for_selector(".lessons li button")
    mortal.kill()
    player.page.click(".lessons li button")
    player.page.wait_for_selector("[role=alert] .lead:has-text('server')")
    mortal.start()
    player.page.reload()
    player.page.wait_for_selector(".lessons li button")


# Fills what the browser lends this page, to the last letter.
FILL_STORAGE = """() => {
  for (let size = 1 << 22; size >= 1; size >>= 1)
    for (let i = 0; ; i += 1)
      try { localStorage.setItem(`filler.${size}.${i}`, 'x'.repeat(size)); } catch { break; }
}"""


def test_a_lesson_needs_no_storage(chromium: Browser, serving: Serving) -> None:
    player = begin(chromium, serving, "ferries")
    player.page.evaluate(FILL_STORAGE)
    play(player, read_lesson("ferries"))
    player.page.wait_for_selector(".lesson.is-finished")
    assert player.errors == []


def press_until(page: Page, key: str, selector: str, *, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never came to {selector}")


def do_by_keys(page: Page, board: Board, text: str) -> None:
    kind, *rest = text.split()
    match kind:
        case "keep":
            press_until(page, "Tab", ".offered input")
            page.keyboard.press("Space")
            press_until(page, "Tab", ".is-offer .primary")
            page.keyboard.press("Enter")
        case "take":
            press_until(page, "Tab", f".market .card.is-{rest[0]}")
            page.keyboard.press("Enter")
        case "draw":
            press_until(page, "Tab", ".pile")
            page.keyboard.press("Enter")
        case "claim":
            page.wait_for_selector(f'[data-route="{board.route(rest[0]).number}"]:focus')  # the note leads there
            page.keyboard.press("Enter")
            page.wait_for_selector(".way")
            press_until(page, "Tab", ".confirm .primary")
            page.keyboard.press("Enter")
        case "pay":
            press_until(page, "Tab", ".is-in-tunnel .primary")
            page.keyboard.press("Enter")
        case "station":
            page.keyboard.press("b")
            page.wait_for_selector(".station-head")
            page.wait_for_selector("select:focus")
            page.keyboard.type(board.city(rest[0]).name)
            page.wait_for_selector(".way")
            press_until(page, "Tab", ".confirm .primary")
            page.keyboard.press("Enter")


@pytest.mark.parametrize("id", LESSONS)
def test_every_lesson_is_played_with_the_keyboard_alone(chromium: Browser, serving: Serving, id: str) -> None:
    player = open_window(chromium, f"{serving.url}/learn", reduced_motion="reduce")
    page, lesson = player.page, read_lesson(id)
    board = load_board(lesson.board)
    row = f".lessons li:nth-child({LESSONS.index(id) + 1})"
    page.wait_for_selector(f"{row} button:enabled")
    press_until(page, "Tab", f"{row} button")
    page.keyboard.press("Enter")
    for step in lesson.steps:
        until_step(player, step["id"])
        if "do" in step:
            player.until_my_turn()
            do_by_keys(page, board, step["do"][0])
        elif "look" in step:
            player.until_my_turn()
            page.wait_for_selector(f'[data-route="{board.route(step["look"]).number}"]:focus')
            page.keyboard.press("Enter")
            page.wait_for_selector(".is-choice .quiet")
            page.keyboard.press("Escape")
        else:
            page.wait_for_selector(".lesson .is-next:focus")
            page.keyboard.press("Enter")
    page.wait_for_selector(".lesson.is-finished .is-next:focus")
    assert player.errors == []
    player.close()
