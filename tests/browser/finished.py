"""Finished games to look at: played by bots alone, in seconds."""

from __future__ import annotations

import time
from typing import Any

import httpx
from tests.browser.people import VALUE

PATIENCE = 60.0  # seconds for a whole game of bots


def finished_game(url: str, board: str, *, players: int = 3) -> dict[str, Any]:
    """What the server said when the table was made; the game is over."""
    seats = [{"kind": "bot", "level": "easy"}] * players
    wish = {"board": board, "seats": seats, "pace": 0, "start": True, "value": VALUE, "public": True}
    made: dict[str, Any] = httpx.post(f"{url}/api/tables", json=wish, timeout=30).raise_for_status().json()
    deadline = time.monotonic() + PATIENCE
    while httpx.get(f"{url}/api/tables/{made['table']}").json()["status"] != "over":
        assert time.monotonic() < deadline, "the bots are still playing"
        time.sleep(0.1)
    return made
