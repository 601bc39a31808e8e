"""Finished games to look at: played by bots alone, in seconds."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import httpx
from tests.browser.people import Player
from tests.server.serving import SPOKEN, sensible

PATIENCE = 300.0  # seconds for a whole game of bots on a busy machine; they take a few


@cache
def finished_game(url: str, board: str, *, players: int = 3) -> dict[str, Any]:
    """The server's answer when the table was made; the game is over. Tests that only look at such a game share it."""
    seats = [{"kind": "bot", "level": "easy"}] * players
    with httpx.Client(base_url=url, timeout=PATIENCE, headers=SPOKEN) as client:
        wish = {"board": board, "seats": seats, "pace": 0, "public": True}
        made: dict[str, Any] = client.post("/api/tables", json=wish).raise_for_status().json()
        table = f"/api/tables/{made['table']}"
        client.post(f"{table}/messages", json={"type": "start", "id": "start"}).raise_for_status()
        with client.stream("GET", f"{table}/events") as events:  # bots play while somebody watches
            for line in events.iter_lines():
                if '"phase":"over"' in line:
                    return made
    raise AssertionError("the game did not end")


def play_until_few_trains_are_left(player: Player, url: str, made: dict[str, Any], *, trains: int = 4) -> None:
    """Plays by messages, as another device of the same player would, so that the window has only the end to play."""
    table, ask = f"{url}/api/tables/{made['table']}", player.page.request
    headers = {"origin": url, **SPOKEN}
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        update = ask.get(f"{table}/view", headers=headers).json()
        if min(seat["trains"] for seat in update["view"]["seats"]) <= trains:
            return
        if update["legal"]:
            move = {"type": "action", "state": update["state"], "action": sensible(update)["code"]}
            move["id"] = f"m{update['number']}"
            assert ask.post(f"{table}/messages", data=move, headers=headers).json()["type"] == "accepted"
    raise AssertionError("the game does not come near its end")


def upload_board(url: str, text: str) -> str:
    """The reference of a board that was uploaded and tried."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        job = client.post("/api/boards", json={"text": text}).raise_for_status().json()
        deadline = time.monotonic() + PATIENCE
        while (found := client.get(f"/api/boards/jobs/{job['job']}").json())["stage"] != "ready":
            assert found["stage"] != "refused", found["problems"]
            assert time.monotonic() < deadline, "the board is still being tried"
            time.sleep(0.1)
    board: str = found["board"]
    return board


def replay_of(url: str, made: dict[str, Any]) -> dict[str, Any]:
    """All steps of a finished game, as a browser would get them."""
    found: dict[str, Any] = httpx.get(f"{url}/api/tables/{made['table']}/replay", timeout=PATIENCE).json()
    return found
