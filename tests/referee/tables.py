"""Final positions that people could find on a real table, for the referee's tests."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from ferrovia import Board, from_position, load_board


def random_final(board: Board, rng: random.Random) -> dict[str, Any]:
    """Routes, stations and tickets dealt out at random, as full as trains and doubles allow."""
    players = rng.randint(*board.players)
    seats: list[dict[str, Any]] = [{"routes": [], "stations": [], "tickets": []} for _ in range(players)]
    trains = [board.trains] * players
    owner: dict[int, int] = {}
    dense = rng.random()
    for route in rng.sample(board.routes, len(board.routes)):
        seat = rng.randrange(players)
        twin = owner.get(route.twin) if route.twin is not None else None
        closed = twin == seat or (twin is not None and players <= board.double_routes_close_up_to)
        if route.length <= trains[seat] and not closed and rng.random() < 0.3 + 0.7 * dense:
            owner[route.number] = seat
            trains[seat] -= route.length
            seats[seat]["routes"].append(route.id)
    if board.stations.each:
        for city in rng.sample(board.cities, rng.randint(0, min(board.stations.each * players, len(board.cities)))):
            seat = rng.randrange(players)
            if len(seats[seat]["stations"]) < board.stations.each:
                seats[seat]["stations"].append(city.id)
    for ticket in rng.sample(board.tickets, rng.randint(0, len(board.tickets))):
        seats[rng.randrange(players)]["tickets"].append(ticket.id)
    merchandise = board.bonuses.merchandise
    if merchandise is not None:
        left = merchandise.cards
        for data in seats:
            carts = sum(board.route(id).carts for id in data["routes"])
            data["merchandise"] = min(left, carts)
            left -= data["merchandise"]
    return {"board": board.id, "seats": seats}


def engine_sheets(position: dict[str, Any], board: Board | None = None) -> list[dict[str, Any]]:
    """What the engine says at the end of a game in this position."""
    game = from_position({**position, "phase": "over", "ended_by": _ended_by(position, board)}, seed=1, board=board)
    return [asdict(sheet) for sheet in game.result().sheets]


def _ended_by(position: dict[str, Any], board: Board | None) -> str:
    found = board or load_board(position["board"])
    left = [found.trains - sum(found.route(id).length for id in seat["routes"]) for seat in position["seats"]]
    return "last_round" if min(left) <= 2 else "passes"
