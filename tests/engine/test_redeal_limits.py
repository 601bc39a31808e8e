"""What a redeal does where its first way of looking takes too long. The limits are lowered, so the plain lane only."""

from __future__ import annotations

import numpy as np
import pytest

from ferrovia import Game, View, World, load_board
from ferrovia.engine import doors, hidden_cards, hidden_tickets, jit, layout
from ferrovia.engine.hidden_tickets import EVERY_ENTRY

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
    monkeypatch.setattr(hidden_tickets, "EXACT_TRIES", 0)
    monkeypatch.setattr(hidden_tickets, "TRIES_FROM_A_PREFIX", 2)
    game = ticket_lovers(3, 30)
    for seat in range(3):
        view = game.view(seat)
        for seed in range(10):
            assert is_the_same_to(view, view.redeal(np.random.default_rng(seed)))


def test_where_no_choice_fits_the_view_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_tickets, "_fits", lambda *_: 0)
    monkeypatch.setattr(hidden_tickets, "MOST_TRIES", 3)
    assert EVERY_ENTRY != 0
    with pytest.raises(RuntimeError, match="fits what this seat has seen"):
        ticket_lovers(2, 4).view(0).redeal(np.random.default_rng(1))


def after_a_reshuffle() -> Game:
    """Four seats draw and claim on New York until the discards have been shuffled in and cards were shown since."""
    for seed in range(40):
        game = Game(load_board("new_york"), players=4, seed=seed)
        rng = np.random.default_rng(seed)
        while not game.is_over:
            seat = min(game.actors)
            codes = game.legal_codes(seat)
            game.play(int(codes[rng.integers(len(codes))]), seat=seat)
            state = game.states[0]
            seats_with_both = (state.shown_since.sum(axis=1) > 0) & (state.old_hidden > 0)
            if state.phase == layout.TURN and seats_with_both.sum() > 1:
                return game
    raise AssertionError("no such game")


def test_cards_shown_since_a_reshuffle_may_have_been_old_or_new() -> None:
    game = after_a_reshuffle()
    for seat in (0, 1, 2, layout.SPECTATOR):
        view = game.spectator_view() if seat == layout.SPECTATOR else game.view(seat)
        for seed in range(20):
            world = view.redeal(np.random.default_rng(seed))
            assert doors.faults(view._boards, world.states, 0) == 0
            again = Game.of_world(world)
            assert (again.spectator_view() if seat == layout.SPECTATOR else again.view(seat)) == view


def test_where_the_last_shuffle_cannot_be_squared_all_unseen_cards_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_cards, "_settle_one", lambda *_: False)
    monkeypatch.setattr(hidden_cards, "MOST_TRIES", 2)
    game = after_a_reshuffle()
    world = game.view(0).redeal(np.random.default_rng(1))
    cards = world.states[0].deck + world.states[0].hands.sum(axis=0)
    assert (cards == game.states[0].deck + game.states[0].hands.sum(axis=0)).all()
    assert world.states[0].deck.sum() == game.states[0].deck_count
