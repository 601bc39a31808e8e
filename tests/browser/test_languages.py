"""Three languages, from the browser's own or by choice: complete, and no text wider than its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.people import at_rest, make_table, open_window
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

SOLO = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "hard"}]
WORDS = {"en": ("Play now", "Your turn"), "es": ("Jugar ahora", "Tu turno"), "pt": ("Jogar agora", "Sua vez")}

# A key that has no text is shown as it is; text that does not fit is wider than the element that shows it.
_KEYS = "() => [...document.body.innerText.matchAll(/\\b[a-z]+\\.[a-z_]+(\\.[a-z_]+)*\\b/g)].map((m) => m[0])"
_TOO_WIDE = """() => [...document.querySelectorAll('button:not(.card), h1, h2, .tabs span, .way, .none')].filter((e) =>
  e.getClientRects().length && !e.closest('.sr') && e.scrollWidth > e.clientWidth + 2
  && getComputedStyle(e).textOverflow !== 'ellipsis').map((e) => e.textContent.slice(0, 60))"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("languages") / "tables.sqlite") as server:
        yield server


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("language", WORDS)
def test_a_game_in_each_language(language: str, width: int, chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, width=width, height=860, locale=f"{language}-XX")
    page = player.page
    lobby, turn = WORDS[language]
    page.wait_for_selector(f"h1:has-text('{lobby}')")
    page.wait_for_selector(".pick img.thumb")
    at_rest(page)
    found = [("lobby", page.evaluate(_KEYS), page.evaluate(_TOO_WIDE))]
    player.shot(f"lobby-{language}-{width}")
    made = make_table(player, serving.url, "europe", SOLO, start=True, first=0)
    page.goto(serving.url + made["link"])
    for name in ("offer", "turn", "second", "later"):
        player.until_my_turn()
        if name == "turn":
            page.wait_for_selector(f".status:has-text('{turn}')")
        at_rest(page)
        player.shot(f"{name}-{language}-{width}")
        found.append((name, page.evaluate(_KEYS), page.evaluate(_TOO_WIDE)))
        if name == "turn":
            page.click(".pile")
            page.wait_for_selector(".other.is-aside")
        else:
            player.step()
    page.keyboard.press("?")
    page.wait_for_selector("dialog details")
    at_rest(page)
    found.append(("help", page.evaluate(_KEYS), page.evaluate(_TOO_WIDE)))
    assert [entry for entry in found if entry[1] or entry[2]] == []
    assert page.evaluate("() => document.documentElement.lang") == language
    assert player.errors == []
    player.close()


def test_the_language_can_be_switched_and_is_remembered(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url, locale="fi-FI")
    page = player.page
    page.wait_for_selector("h1:has-text('Play now')")
    page.select_option(".language select", "pt")
    page.wait_for_selector("h1:has-text('Jogar agora')")
    page.reload()
    page.wait_for_selector("h1:has-text('Jogar agora')")
    player.close()
