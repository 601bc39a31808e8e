"""Pictures of every screen at every size, put together on contact sheets to look at.

    python tools/contact_sheets.py pictures/ --board europe --size 390x844 --screen offer

starts a server of its own on a free port, plays to positions worth a picture, and writes one PNG per picture and one
sheet per screen, with light and dark of every size. Without choices it takes everything: some minutes.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.finished_games import finished_game
from tests.browser.people import Player, at_rest, make_table, open_window
from tests.server.serving import Serving

SIZES = ["390x844", "844x390", "820x1180", "1024x768", "1280x720", "1440x900", "1920x1080"]
TOUCH = {"390x844", "844x390", "820x1180", "1024x768"}
BOARDS = ["europe", "usa", "new_york"]
THEMES = ["light", "dark"]
ANA = {"kind": "me", "name": "Ana"}
BOTS = [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
SHEET_WIDTH = 2000  # pixels
ROW_HEIGHT = 420
DECODED = "() => Promise.all([...document.images].map((image) => image.decode()))"
PATIENCE = 120_000  # milliseconds: the machine may be busy


@dataclass
class Tables:
    """Addresses of one table in each situation, all held by one browser profile."""

    waiting: str
    offer: str
    turn: str
    over: str
    game: str


def play(player: Player, url: str, board: str) -> Tables:
    """Leaves a table in each situation."""
    page = player.page
    waiting = make_table(player, url, board, [ANA, {"kind": "person"}, BOTS[0]])["link"]
    offer = make_table(player, url, board, [ANA, *BOTS], start=True, first=0)["link"]
    turn = make_table(player, url, board, [ANA, *BOTS], start=True, first=0)["link"]
    page.goto(url + turn)
    for _ in range(14):
        seen = player.until_my_turn()
        if not seen["second"] and any(length > 2 for _, length in seen["playable"]) and len(player.did) > 8:
            break
        if seen["dock"] == "turn" and not seen["pass"]:
            page.click(".pile")
            player.did.append("drew")
            player.until_state_after(seen)
        else:
            player.step()
    over = finished_game(url, board, players=3)
    return Tables(waiting, offer, turn, over["watch"]["link"], f"/game/{over['table']}")


def _lobby(page: Page, url: str, _: Tables) -> None:
    page.goto(url)
    page.wait_for_selector(".pick img.thumb")


def _waiting(page: Page, url: str, tables: Tables) -> None:
    page.goto(url + tables.waiting)
    page.wait_for_selector(".gathering .chairs")


def _offer(page: Page, url: str, tables: Tables) -> None:
    page.goto(url + tables.offer)
    page.wait_for_selector(".is-offer")
    page.locator(".offered input").first.check()
    page.wait_for_selector(".lights .trail", state="attached")


def _turn(page: Page, url: str, tables: Tables) -> None:
    page.goto(url + tables.turn)
    page.wait_for_selector(".status.is-turn")


def _whole(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.click(".zoom button:last-child")


def _pay(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.evaluate(
        "() => document.querySelector('.route.is-playable').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    page.wait_for_selector(".way")


def _coach(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.click(".hint-tool")
    page.wait_for_selector(".is-hint li", timeout=300_000)  # the first question compiles the planner


def _station(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.keyboard.press("t")
    page.wait_for_selector(".other .primary")


def _list(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.keyboard.press("l")
    page.wait_for_selector(".list-form")


def _help(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.keyboard.press("?")
    page.wait_for_selector("dialog .keys")


def _menu(page: Page, url: str, tables: Tables) -> None:
    _turn(page, url, tables)
    page.locator(".tools button").last.click()
    page.wait_for_selector("dialog[open]")


def _over(page: Page, url: str, tables: Tables) -> None:
    page.goto(url + tables.over)
    page.wait_for_selector(".verdict:not(.is-open)")


def _replay(page: Page, url: str, tables: Tables) -> None:
    page.goto(url + tables.game)
    page.wait_for_selector(".replay-bar")


SCREENS: dict[str, Callable[[Page, str, Tables], None]] = {
    "lobby": _lobby,
    "waiting": _waiting,
    "offer": _offer,
    "turn": _turn,
    "whole": _whole,
    "pay": _pay,
    "tickets": _station,
    "coach": _coach,
    "list": _list,
    "help": _help,
    "menu": _menu,
    "over": _over,
    "replay": _replay,
}


@contextmanager
def window(browser: Browser, size: str, theme: str, seats: Any, language: str) -> Iterator[BrowserContext]:
    width, height = map(int, size.split("x"))
    options: dict[str, Any] = {"color_scheme": theme, "reduced_motion": "reduce", "locale": language}
    viewport: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, has_touch=size in TOUCH, storage_state=seats, **options)
    context.set_default_timeout(PATIENCE)
    try:
        yield context
    finally:
        context.close()


def sheet(browser: Browser, title: str, pictures: list[Path], target: Path) -> None:
    """All pictures on one page, each with its name."""
    figures = "".join(
        f'<figure><img src="{path.resolve().as_uri()}"><figcaption>{path.stem}</figcaption></figure>'
        for path in pictures
    )
    page_file = target.with_suffix(".html")
    page_file.write_text(
        f"<!doctype html><meta charset=utf-8><style>body{{margin:12px;font:13px sans-serif;background:#888}}"
        f"main{{display:flex;flex-wrap:wrap;gap:10px}}figure{{margin:0}}img{{height:{ROW_HEIGHT}px;display:block}}"
        f"figcaption{{padding:2px}}</style><h1>{title}</h1><main>{figures}</main>",
        encoding="utf-8",
    )
    page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 900})
    page.goto(page_file.resolve().as_uri())
    page.screenshot(path=target, full_page=True)
    page.close()
    page_file.unlink()


def take(browser: Browser, url: str, wish: argparse.Namespace) -> None:
    for board in wish.board:
        player = open_window(browser, url, locale=wish.language)
        tables = play(player, url, board)
        seats = player.page.context.storage_state()
        taken: dict[str, list[Path]] = {screen: [] for screen in wish.screen}
        for size in wish.size:
            for theme in wish.theme:
                with window(browser, size, theme, seats, wish.language) as context:
                    page = context.new_page()
                    for screen in wish.screen:
                        path = wish.folder / f"{board}-{screen}-{size}-{theme}.png"
                        SCREENS[screen](page, url, tables)
                        at_rest(page)
                        page.evaluate(DECODED)
                        page.screenshot(path=path, animations="disabled")
                        taken[screen].append(path)
        for screen, pictures in taken.items():
            sheet(browser, f"{board}: {screen}", pictures, wish.folder / f"sheet-{board}-{screen}.png")
        player.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--board", nargs="+", default=BOARDS)
    parser.add_argument("--size", nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    parser.add_argument("--theme", nargs="+", default=THEMES, choices=THEMES)
    parser.add_argument("--screen", nargs="+", default=list(SCREENS), choices=list(SCREENS))
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="the browser to use")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=wish.chromium, args=["--no-sandbox"])
        if wish.url:
            take(browser, wish.url, wish)
        else:
            with Serving(Path(folder) / "tables.sqlite") as server:
                take(browser, server.url, wish)
        browser.close()


if __name__ == "__main__":
    main()
