"""Seats at a real server's table, and programs that play in them."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.serving import sensible

from ferrovia.client import AsyncTable, Server, Table
from ferrovia.client.requests import SeatWish

ME: SeatWish = {"kind": "me", "name": "Ana"}
PERSON: SeatWish = {"kind": "person"}
BOT: SeatWish = {"kind": "bot", "level": "easy"}

Connect = Callable[[str], Server]


def started(server: Server, *seats: SeatWish, **settings: object) -> Table:
    made = server.create("new_york", seats, pace=0, first=0, **settings)
    table = server.open(made.seats[0])
    table.start()
    return table


def choose(table: Table | AsyncTable) -> int:
    return int(sensible(dict(table.update))["code"])


def play_out(table: Table) -> None:
    for turn in table.turns():
        turn.play(choose(turn))
