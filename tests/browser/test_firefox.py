"""The client in the other engine: a newcomer's whole game in a real Firefox, where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.firefox import Firefox, firefox_program
from tests.browser.people import ARTEFACTS
from tests.server.serving import Serving

PROGRAM = firefox_program()
pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(PROGRAM is None, reason="no Firefox here: apt-get install firefox-esr (or FIREFOX=/path)"),
]
STATE = "Number(document.querySelector('.table')?.dataset.state ?? -1)"
MINE = "!!document.querySelector('.table:not([aria-busy]) .status:is(.is-turn, .is-last_round)')"
OVER = "!!document.querySelector('.table.is-over')"
QUICK_BOTS = """(() => {
  const pace = document.querySelectorAll('.settings select')[1];
  pace.value = '0.2';
  pace.dispatchEvent(new Event('change', { bubbles: true }));
})()"""
PLAYABLE = ".route.is-playable .space"


def test_a_newcomer_plays_in_firefox(tmp_path: Path) -> None:
    assert PROGRAM is not None
    folder = tmp_path / "profile"
    folder.mkdir()
    with Serving(tmp_path / "tables.sqlite") as server, Firefox(PROGRAM, folder) as page:
        page.go(server.url)
        page.until("!!document.querySelector('.pick img.thumb')")
        page.click(".pick:nth-child(2)")  # New York
        page.until("document.querySelector('.pick:nth-child(2) input').checked")
        while page.evaluate("document.querySelectorAll('.seatlist .remove').length") > 1:
            page.click(".seatlist .remove")
        page.click(".start .quiet")
        page.until("!!document.querySelector('.settings')")
        page.evaluate(QUICK_BOTS)
        page.click(".start .primary")
        page.until("!!document.querySelector('.is-offer')")
        for number in (1, 2):
            page.click(f".offered:nth-of-type({number}) input")
        page.click(".is-offer .primary")
        claimed = 0
        for _ in range(300):
            page.until(f"{MINE} || {OVER}")
            if page.evaluate(OVER):
                break
            before = page.evaluate(STATE)
            if page.evaluate("!!document.querySelector('.other .primary')"):
                page.click(".other .primary")  # nothing is left but to pass
            elif page.evaluate(f"!!document.querySelector('{PLAYABLE}')"):
                page.click_at(*page.middle_at_rest(PLAYABLE))
                page.until("!!document.querySelector('.way')")
                page.click(".confirm .primary")
                claimed += 1
            else:
                page.click(".pile")
            page.until(f"{STATE} > {before}")
        assert page.evaluate(OVER), "the game does not end"
        assert page.evaluate("document.querySelectorAll('.route.is-claimed.seat-cobalt').length") == claimed > 2
        page.until("!!document.querySelector('.verdict:not(.is-open)')")
        ARTEFACTS.mkdir(exist_ok=True)
        page.picture(ARTEFACTS / "firefox-new_york.png")
        page.click(".tools button:last-child")
        page.until("document.querySelector('dialog[open] .setting') !== null")
        assert page.errors == []
