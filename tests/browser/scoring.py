"""Games of the referee, as the page at /score keeps them."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser.people import Player, open_window
from tests.referee.tables import random_final
from tests.server.serving import Serving

from ferrovia import Board, load_board
from ferrovia.referee import judge

NAMES = ("Ana", "Bea", "Carlos", "Davi", "Elisa")
PHONE = {"width": 390, "height": 844, "has_touch": True}
SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "desktop": {"width": 1440, "height": 900}}
IS_COUNTED = "(totals) => [...document.querySelectorAll('.score-player b')].map((b) => b.textContent).join() === totals"


def final_position(board: Board, players: int, seed: int) -> dict[str, Any]:
    """A full board: everybody's trains are used up, five tickets each."""
    rng = random.Random(seed)
    while True:
        position = random_final(board, rng)
        used = [sum(board.route(id).length for id in seat["routes"]) for seat in position["seats"]]
        if len(used) == players and min(used) > board.trains - 8:
            for seat in position["seats"]:
                seat["tickets"] = seat["tickets"][:5]
                seat["stations"] = seat["stations"][:1]
            return position


def entered(position: dict[str, Any], board: Board, **changes: Any) -> dict[str, Any]:
    """The position as the page keeps it."""
    game: dict[str, Any] = {
        **{"version": 1, "id": "kept1", "changed": 1_760_000_000_000, "board": board.id, "boardName": board.name},
        **{"digest": board.digest, "owners": {}, "stations": {}, "borrows": {}, "tickets": {}, "others": []},
        "players": [{"name": NAMES[i], "color": i} for i in range(len(position["seats"]))],
        "merchandise": {},
    }
    for i, seat in enumerate(position["seats"]):
        game["owners"] |= dict.fromkeys(seat["routes"], i)
        game["stations"] |= dict.fromkeys(seat["stations"], i)
        game["tickets"] |= dict.fromkeys(seat["tickets"], i)
        if "merchandise" in seat:
            game["merchandise"][str(i)] = seat["merchandise"]
    return game | changes


def totals_of(position: dict[str, Any]) -> str:
    return ",".join(str(total).replace("-", "−") for total in judge(position).result.totals)


def put(page: Page, game: dict[str, Any]) -> None:
    page.evaluate("(game) => localStorage.setItem(`ferrovia.score.${game.id}`, JSON.stringify(game))", game)


def open_kept(chromium: Browser, serving: Serving, game: dict[str, Any], **window: Any) -> Player:
    player = open_window(chromium, f"{serving.url}/score", **window)
    player.page.wait_for_selector(".score-start .pick")
    put(player.page, game)
    player.page.goto(f"{serving.url}/score/{game['id']}")
    player.page.wait_for_selector(".score-player")
    return player


def counted(page: Page, totals: str) -> None:
    page.wait_for_function(IS_COUNTED, arg=totals)


def small_game(**changes: Any) -> dict[str, Any]:
    board = load_board("europe")
    seats = [{"routes": ["brest-paris"], "stations": [], "tickets": []}, {"routes": [], "stations": [], "tickets": []}]
    return entered({"seats": seats}, board, **changes)
