"""What a redeal does where its first way of looking takes too long. The limits are lowered, so the plain lane only."""

from __future__ import annotations

import numpy as np
import pytest

from ferrovia import Game, View, World
from ferrovia.engine.compilation import jit
from ferrovia.engine.knowledge import tickets
from ferrovia.engine.knowledge.tickets import EVERY_ENTRY

pytestmark = pytest.mark.skipif(jit.COMPILED, reason="compiled kernels have their limits built in")


def ticket_lovers(players: int, draws: int) -> Game:
    """Everybody draws tickets and keeps the first of each offer, until many have come back from under the deck."""
    game = Game("new_york", players=players, seed=3)
    while game.actors and len(game.moves) < draws:
        seat = min(game.actors)
        texts = ("keep 1", "tickets", "draw")
        game.play(next(text for text in texts if game.why_not(text, seat=seat) is None), seat=seat)
    return game


def is_the_same_to(view: View, world: World) -> bool:
    return Game.of_world(world).view(view.seat) == view


def test_a_fitting_world_is_found_from_choices_that_fit_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "EXACT_TRIES", 0)
    monkeypatch.setattr(tickets, "TRIES_FROM_A_PREFIX", 2)
    game = ticket_lovers(3, 30)
    for seat in range(3):
        view = game.view(seat)
        for seed in range(10):
            assert is_the_same_to(view, view.redeal(np.random.default_rng(seed)))


def test_where_no_choice_fits_the_view_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "_fits", lambda *_: 0)
    monkeypatch.setattr(tickets, "MOST_TRIES", 3)
    assert EVERY_ENTRY != 0
    with pytest.raises(RuntimeError, match="fits what this seat has seen"):
        ticket_lovers(2, 4).view(0).redeal(np.random.default_rng(1))
