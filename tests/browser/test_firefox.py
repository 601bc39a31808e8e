"""The client in the other engine: a newcomer's first moves in a real Firefox, where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.firefox import Firefox, firefox_program
from tests.browser.people import ARTEFACTS
from tests.server.serving import Serving

PROGRAM = firefox_program()
pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no Firefox here: apt-get install firefox-esr (or FIREFOX=/path)"),
]
STATE = "Number(document.querySelector('.table')?.dataset.state ?? -1)"
MINE = "!!document.querySelector('.table:not([aria-busy]) .status:is(.is-turn, .is-last_round)')"
PLAYABLE = """(() => {
  const space = document.querySelector('.route.is-playable .space');
  if (!space) return null;
  const { x, y, width, height } = space.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""


def test_a_newcomer_plays_in_firefox(tmp_path: Path) -> None:
    assert PROGRAM is not None
    folder = tmp_path / "profile"
    folder.mkdir()
    with Serving(tmp_path / "tables.sqlite") as server, Firefox(PROGRAM, folder) as page:
        page.go(server.url)
        page.until("!!document.querySelector('.pick img.thumb')")
        page.click(".pick:nth-child(2)")  # New York
        page.until("document.querySelector('.pick:nth-child(2) input').checked")
        page.click(".start .primary")
        page.until("!!document.querySelector('.is-offer')")
        for number in (1, 2):
            page.click(f".offered:nth-of-type({number}) input")
        page.click(".is-offer .primary")
        drawn = claimed = 0
        for _ in range(40):
            page.until(MINE)
            before = page.evaluate(STATE)
            place = page.evaluate(PLAYABLE)
            if place is not None and drawn > 3:
                page.click_at(*place)
                page.until("!!document.querySelector('.way')")
                page.click(".confirm .primary")
                claimed += 1
            else:
                page.click(".pile")
                drawn += 1
            page.until(f"{STATE} > {before}")
            if claimed == 2:
                break
        page.until(MINE)
        assert claimed == 2
        assert page.evaluate("document.querySelectorAll('.route.is-claimed.seat-cobalt').length") == 2
        ARTEFACTS.mkdir(exist_ok=True)
        page.picture(ARTEFACTS / "firefox-new_york.png")
        page.click(".tools button:last-child")
        page.until("document.querySelector('dialog[open] .setting') !== null")
        assert page.errors == []
