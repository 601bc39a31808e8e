"""Somebody who plays in a browser with mouse and keys, as a person does, and looks at the page between the moves."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from tests.server.serving import SPOKEN

ARTEFACTS = Path(__file__).parent / "artefacts"
PICTURES = os.environ.get("PICTURES")  # the folder for pictures of screens; without it none are taken
VALUE = "7" * 64  # what a browser adds to the fair deal
SOON = 120_000  # milliseconds: a busy machine takes its time, and only what never comes is a failure
PATIENCE = 240.0  # seconds without any change, after which a game stands still

# Everything a decision needs, read in one go.
_LOOK = """() => {
  const one = (s) => document.querySelector(s);
  const table = one('.table');
  return {
    state: table?.dataset.state ?? '', over: !!one('.table.is-over'), curtain: !!one('.curtain'),
    mine: !!one('.status.is-turn, .status.is-last_round'),
    busy: table?.getAttribute('aria-busy') === 'true',
    dock: one('.dock.is-offer') ? 'offer' : one('.dock.is-in-tunnel') ? 'tunnel' : 'turn',
    second: !!one('.other.is-aside'), pass: !!one('.other .primary'),
    playable: [...document.querySelectorAll('.route.is-playable')].map(
      (route) => [Number(route.dataset.route), route.querySelectorAll('.space').length]),
  };
}"""

_WHAT_LIES_AT = """([x, y]) => {
  const there = document.elementFromPoint(x, y);
  return there?.closest('.board-holder') ? 'board' : 'something';
}"""

# Resolves once nothing has moved for some frames: fonts are there, the camera and everything that moves by itself rest,
# and the parts of the page (or the one that is given) are where they were. What goes round for ever does not count.
AT_REST = """async (element) => {
  await document.fonts.ready;
  const parts = 'main, .map, .dock, .side, .top, .zoom, .lesson, dialog, .board-view > *';
  const look = () => (element ? [element] : [...document.querySelectorAll(parts)]).map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height];
  });
  const moves = () => document.querySelector('.is-moving, .is-returning') !== null
    || document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime < 3000);
  const end = performance.now() + 120_000;
  for (let still = 0, before = ''; still < 4; ) {
    await new Promise(requestAnimationFrame);
    if (element && !element.isConnected) return null;
    const now = JSON.stringify(look());
    still = now === before && !moves() ? still + 1 : 0;
    before = now;
    if (performance.now() > end) throw new Error('the page never rests');
  }
  return look()[0] ?? null;
}"""

# Notes down whether something was ever on the page, however soon it goes away again.
_WATCH_FOR = """([selector, words]) => {
  const is_there = () => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words));
  const note = () => { if (is_there()) (window.shown ??= new Set()).add(`${selector} ${words}`); };
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(note).observe(document.body, what);
  note();
}"""


WINDOWS: list[Player] = []  # that are open, for the report of a test that fails


@dataclass
class Player:
    """One browser window at a table."""

    page: Page
    errors: list[str] = field(default_factory=list)
    did: list[str] = field(default_factory=list)

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_LOOK)
        return found

    def shot(self, name: str) -> None:
        """A picture to look at afterwards, if a folder for it is named: PICTURES=… make test-long."""
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(PICTURES) / f"{name}.png", animations="disabled")

    def until_my_turn(self) -> dict[str, Any]:
        """Wait until this window is asked for something, or the game is over."""
        asked = ".table:not([aria-busy]) .status:is(.is-turn, .is-last_round)"
        self.page.wait_for_selector(f"{asked}, .table.is-over, .curtain")
        return self.look()

    def until_a_wild_lies_face_up(self) -> None:
        """Take face-up cards, so that others come, until a wild lies there that could be taken now."""
        while not (seen := self.until_my_turn())["over"]:
            if seen["dock"] != "turn":
                self.step()
                continue
            if not seen["second"] and self.page.locator(".market .card.is-wild").count():
                return
            self.page.locator(".market .card:not(.is-wild)").first.click()
            self.until_state_after(seen)
        raise AssertionError("no wild lay face up at the beginning of a turn in the whole game")

    def until_state_after(self, seen: dict[str, Any]) -> None:
        """Wait until the position is another than the one that was looked at."""
        self.page.wait_for_selector(f'.table:not([data-state="{seen["state"]}"]):not([aria-busy]), .curtain')

    def step(self) -> str:
        """Decide one thing; says what. The longest route that can be paid, else a card."""
        seen = self.until_my_turn()
        if seen["over"]:
            return "over"
        what = self._decide(seen)
        self.did.append(what)
        if what != "lifted":
            self.until_state_after(seen)
        return what

    def _decide(self, seen: dict[str, Any]) -> str:
        page = self.page
        if seen["curtain"]:
            page.click(".curtain .primary")
            page.wait_for_selector(".curtain", state="detached")
            return "lifted"
        if seen["dock"] == "offer":
            for box in page.locator(".offered input").all()[:2]:
                box.check()
            page.click(".is-offer .primary")
            return "kept"
        if seen["dock"] == "tunnel":
            pay = page.locator(".is-in-tunnel .primary")
            if pay.count():
                pay.click()
                return "paid"
            page.click(".is-in-tunnel .quiet")
            return "back"
        if seen["pass"]:
            page.click(".other .primary")
            return "passed"
        if seen["playable"] and not seen["second"]:
            self.choose_route(max(seen["playable"], key=lambda entry: (entry[1], entry[0]))[0])
            tunnel = page.locator(".risk").count() > 0
            page.click(".confirm .primary")
            return "entered" if tunnel else "claimed"
        if page.locator(".pile.is-empty").count():  # somebody hoards: not even a face-up card may be drawn (D9)
            page.locator("button.action").first.click()
            page.click(".other .primary")
            return "asked for tickets"
        page.click(".pile")
        return "drew"

    def choose_route(self, number: int) -> None:
        """Click on a route that can be paid: the dock offers the payments."""
        self.click_route(number)
        self.page.wait_for_selector(".way")

    def click_route(self, number: int) -> None:
        """Click on the middle of a route; a board beyond the screen is looked at whole."""
        spaces = self.page.locator(f'[data-route="{number}"] .space')
        for _ in range(3):
            x, y = middle_at_rest(spaces.nth(spaces.count() // 2))
            above = self.page.evaluate(_WHAT_LIES_AT, [x, y])
            if above == "board":
                break
            self.page.click(".zoom button:last-child")
        self.page.mouse.click(x, y)

    def close(self) -> None:
        self.page.context.close()

    def told(self) -> str:
        """What somebody who looks at it sees, in words."""
        if self.page.is_closed():
            return "a window that was closed"
        words = " ".join(self.page.inner_text("body", timeout=5_000).split())
        return f"{self.page.url}\nshows: {words[:1000]}\nerrors: {self.errors}"


def at_rest(page: Page) -> None:
    """Wait until nothing on the page moves any more."""
    page.evaluate(AT_REST)


def middle_at_rest(place: Locator) -> tuple[float, float]:
    """Where the middle of something is on the screen, once it stands still."""
    for _ in range(100):
        found = place.evaluate(AT_REST)
        if found is not None:  # otherwise it was drawn again meanwhile
            x, y, width, height = found
            return x + width / 2, y + height / 2
    raise AssertionError(f"{place} never stands still")


def stop_the_clock(page: Page) -> None:
    """From now on no time passes on the page, so that the letters of a search may come as slowly as they like."""
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(seconds=1))


class Passing:
    """Something that is shown for some seconds only: watched for from now on, so that it cannot be missed."""

    def __init__(self, page: Page, selector: str, words: str = "") -> None:
        self._page, self._name = page, f"{selector} {words}"
        page.evaluate(_WATCH_FOR, [selector, words])

    def wait(self) -> None:
        self._page.wait_for_function("(name) => window.shown?.has(name)", arg=self._name)


def copied_link(page: Page, button: str, *, note: str = "Copied") -> str:
    """Press a button that copies; what it copied, once the page has said so."""
    said = Passing(page, "button", note)
    page.click(button)
    said.wait()
    link: str = page.evaluate("() => navigator.clipboard.readText()")
    return link


def open_window(browser: Browser, address: str, *, width: int = 1440, height: int = 900, **options: Any) -> Player:
    """A new browser profile at an address; errors on its page are kept, for the test to look at."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    return window_in(context, address)


def window_in(context: BrowserContext, address: str) -> Player:
    page = context.new_page()
    page.set_default_timeout(SOON)
    player = Player(page)
    WINDOWS.append(player)
    page.on("pageerror", lambda error: player.errors.append(str(error)))
    page.on("console", lambda message: player.errors.append(message.text) if message.type == "error" else None)
    page.goto(address)
    return player


def make_table(
    player: Player, url: str, board: str, seats: list[dict[str, Any]], *, start: bool = False, **settings: Any
) -> dict[str, Any]:
    """A table made by this browser, with bots that do not dawdle."""

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"content-type": "application/json", "origin": url, **SPOKEN}
        answer = player.page.request.post(f"{url}/api/tables{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    made = post("", {"board": board, "seats": seats, "pace": 0, **settings})
    if start:
        if made["seats"]:
            post(f"/{made['table']}/messages", {"type": "value", "seat": made["seats"][0]["seat"], "value": VALUE})
        assert post(f"/{made['table']}/messages", {"type": "start", "id": "start"})["type"] == "accepted"
    return made


def play_together(players: list[Player], *, steps: int = 600) -> None:
    """All windows play until the game is over in each of them. Bots may take their time, if only something changes."""
    looks: list[dict[str, Any]] = []
    changed = time.monotonic()
    while steps > 0 and time.monotonic() < changed + PATIENCE:
        before, looks = looks, [player.look() for player in players]
        if all(seen["over"] for seen in looks):
            return
        if looks != before:
            changed = time.monotonic()
        for player, seen in zip(players, looks, strict=True):
            if (seen["mine"] or seen["curtain"]) and not seen["busy"] and not seen["over"]:
                player.step()
                steps -= 1
                break
        else:
            players[0].page.wait_for_timeout(20)
    raise AssertionError(f"the game does not end ({steps} steps were left): {looks}")
