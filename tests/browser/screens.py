"""Sizes of screens, and a player at a table on one of them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser
from tests.browser.people import Player, at_rest, make_table, open_window
from tests.server.serving import Serving

PHONE, LANDSCAPE, TABLET, LAPTOP = (390, 844), (844, 390), (820, 1180), (1280, 720)
SMALL_LANDSCAPE = (667, 375)
SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]

# Elements of a selector whose middle is not theirs to click: outside the window, or under something else.
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !there || !(element.contains(there) || there.contains(element));
}).map((element) => element.className)"""

# Elements on top of the map, other than the board and its buttons.
ON_THE_MAP = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const things = [...document.querySelectorAll('.banner, .tip, .dock, .side, .chat-panel')];
  return things.filter((element) => {
    const box = element.getBoundingClientRect();
    const over = (a, b, c, d) => Math.min(b, d) - Math.max(a, c) > 1;
    return over(box.left, box.right, map.left, map.right) && over(box.top, box.bottom, map.top, map.bottom);
  }).map((element) => element.className);
}"""

# Names and spaces of the board under its zoom buttons.
UNDER_THE_BUTTONS = """() => {
  const tools = document.querySelector('.zoom').getBoundingClientRect();
  return [...document.querySelectorAll('.space, .label:not(.is-hidden), .city')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < tools.right && box.right > tools.left && box.top < tools.bottom && box.bottom > tools.top;
  }).map((element) => element.textContent || element.className.baseVal);
}"""

# Words of a selector that cannot be read whole: broken across lines, beyond the window, or cut off by an element around
# them that does not scroll. A hyphen is a place to break.
UNREADABLE_WORDS = """(selector) => {
  const isCut = (box, from) => {
    let isAbove = true; // below the edge of what scrolls down, a word can be reached; to the side nothing should scroll
    const low = box.height / 5; // a box of type is higher than its letters
    for (let around = from; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const isHidden = (overflow) => overflow === 'hidden' || overflow === 'clip';
      if (isHidden(overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true;
      if (isAbove && isHidden(overflowY) && (box.top < edge.top - low || box.bottom > edge.bottom + low)) return true;
      if (/auto|scroll/.test(overflowY)) isAbove = false;
    }
    return box.left < -1 || box.right > innerWidth + 1;
  };
  const found = [];
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr')) continue;
      for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad‐–—/-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => box.top));
        if (lines.size > 1) found.push(`broken: ${word}`);
        if (isCut(range.getBoundingClientRect(), parent)) found.push(`cut: ${word}`);
      }
    }
  }
  return found;
}"""


def at_offer(
    browser: Browser, serving: Serving, size: tuple[int, int], board: str = "europe", *, language: str = "en-GB"
) -> Player:
    options: dict[str, Any] = {"reduced_motion": "reduce", "locale": language, "has_touch": size != LAPTOP}
    player = open_window(browser, serving.url, width=size[0], height=size[1], **options)
    made = make_table(player, serving.url, board, SOLO, start=True, first=0)
    player.page.goto(serving.url + made["link"])
    player.page.wait_for_selector(".is-offer")
    at_rest(player.page)
    return player


def at_turn(player: Player) -> None:
    player.step()
    player.until_my_turn()
    at_rest(player.page)
