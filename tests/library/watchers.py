"""All viewers of a game, everything they can ask, and a tally of the views compared."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ferrovia import SPECTATOR, Game, View
from ferrovia.actions import ClaimRoute


def view_of(game: Game, viewer: int) -> View:
    return game.spectator_view() if viewer == SPECTATOR else game.view(viewer)


def everybody(game: Game) -> tuple[int, ...]:
    return (*range(game.players), SPECTATOR)


def redealt(game: Game, viewer: int, rng: np.random.Generator, script: tuple[int, ...] = ()) -> Game:
    return Game.of_world(view_of(game, viewer).redeal(rng), script=script)


class Tally:
    """Counts what the leak tests compare; `conftest.py` shows the sum after the tests."""

    def __init__(self) -> None:
        self.views = self.bytes = 0

    def same(self, real: View, other: View) -> bool:
        """Whether both views are equal, byte for byte."""
        self.views += 1
        self.bytes += len(real._bytes())
        return real == other


def answers(view: View) -> Iterator[tuple[str, Any]]:
    """Everything a view says, by question."""
    for name, member in inspect.getmembers_static(View):
        if isinstance(member, property | cached_property) and name[0] != "_":
            value = getattr(view, name)
            yield name, view._bytes() if isinstance(value, np.ndarray) else value
    board = view.board
    for seat in range(view.players):
        yield f"known_hand {seat}", view.known_hand(seat)
        yield f"hand_known_by_all {seat}", view.hand_known_by_all(seat)
        yield f"tickets_of {seat}", view.tickets_of(seat)
    yield "digest", view.digest()
    yield "legal_actions", view.legal_actions()
    yield "legal_codes", view.legal_codes()
    yield "repr", repr(view)
    for what in (*board.routes, *board.cities):
        yield f"why_not {what.id}", view.why_not(what.id)
    cards = [f"take {card}" for card in ("wild", *board.card_colors)]
    for text in (*cards, "draw", "tickets", "pass", "back", "keep 1", "keep 1 2 3", "pay wild*0", "pay wild*1"):
        yield f"why_not {text}", view.why_not(text)
    if view.seat != SPECTATOR:
        yield "completed", view.completed()
        for ticket in board.tickets[::3]:
            yield f"outlook {ticket.id}", view.outlook(ticket.id)
            yield f"borrowing {ticket.id}", view.borrowing(ticket.id)
        for route in board.routes:
            for color in (None, *board.card_colors) if route.tunnel else ():
                claim = ClaimRoute(route.id, color, route.length if color is None else 0)
                needed = route.length
                if view.hand["wild" if color is None else color] >= needed:
                    yield f"odds {claim}", view.tunnel_odds(claim)
