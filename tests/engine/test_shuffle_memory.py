"""What all remember of the last shuffle: certain as long as it lasts, and forgotten when it no longer is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.kit.walks import TINY

from ferrovia import SPECTATOR, Game, View, from_position
from ferrovia.actions import ClaimRoute
from ferrovia.engine import bridge
from ferrovia.engine.compilation.jit import COMPILED


def worlds(game: Game, seat: int, count: int = 60) -> list[Any]:
    view = View(game.board, game.states, seat)
    found = []
    for seed in range(count):
        world = view.redeal(np.random.default_rng(seed))
        assert bridge.faults(view._boards, world.states, 0) == 0
        assert View(game.board, world.states, seat) == view
        found.append(world.states[0])
    return found


def reshuffled() -> Game:
    """Seat 1 hides four blue and two wild cards from before; the new deck was made of seven red ones."""
    return from_position(
        {
            "players": 2,
            "seats": [{"hand": {"red": 1}}, {"hand": {"blue": 4, "wild": 2}, "drawn_since": {}}],
            "display": ["blue", "blue", "blue", "wild", "wild"],
            "discards": {"blue": 1},
            "turn": 1,
        },
        board=TINY,
    )


def blue_claim(game: Game) -> ClaimRoute:
    claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    return next(claim for claim in claims if claim.color == "blue" and claim.wilds == 0)


@pytest.mark.rule("H1")
def test_hidden_cards_from_before_the_shuffle_are_none_of_the_new_deck() -> None:
    game = reshuffled()
    for world in worlds(game, 0):
        assert world.hands[1, 1] == 0, "all red cards are in the new deck or in sight"


@pytest.mark.rule("H1")
def test_a_card_shown_before_any_was_drawn_is_an_old_one() -> None:
    game = reshuffled()
    before = game.states[0].fresh.copy()
    game.play(blue_claim(game))
    assert game.states[0].old_hidden[1] < 6
    assert (game.states[0].fresh == before).all()


def with_old_and_new(**seat: Any) -> Game:
    return from_position({"board": "europe", "players": 2, "seats": [seat, {"hand": {"red": 1}}]})


@pytest.mark.rule("H1")
def test_when_old_and_new_can_no_longer_be_told_apart_all_hidden_cards_are_alike() -> None:
    game = with_old_and_new(hand={"red": 2, "blue": 2}, drawn_since={"red": 1})
    state = game.states[0]
    assert state.old_hidden[0] == 3
    game.play("claim bruxelles-paris red*2")
    assert state.old_hidden[0] == 0
    assert state.fresh[2] == state.deck[2] + 2, "the blue cards are in one pile with the deck"
    assert len({tuple(world.hands[0]) for world in worlds(game, 1)}) > 5


@pytest.mark.rule("H1")
@pytest.mark.parametrize("seen, unseen", [("wild", "red"), ("red", "wild")])
def test_one_hidden_card_of_a_mixed_payment_is_enough_to_forget(seen: str, unseen: str) -> None:
    hand = {"red": 1, "wild": 1, "blue": 2}
    game = with_old_and_new(hand=hand, known={seen: 1}, drawn_since={unseen: 1})
    assert game.states[0].old_hidden[0] == 2
    game.play("claim bruxelles-paris red*1+wild*1")
    assert game.states[0].old_hidden[0] == 0


@pytest.mark.rule("H1")
def test_a_card_shown_by_a_hand_without_old_ones_came_from_the_new_deck() -> None:
    game = with_old_and_new(hand={"red": 2, "blue": 1})
    state = game.states[0]
    fresh = int(state.fresh[8])
    game.play("claim bruxelles-paris red*2")
    assert state.fresh[8] == fresh - 2
    assert state.drawn_since[0, 8] == 0


@pytest.mark.rule("H1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_within_worlds_stay_sound(players: int) -> None:
    """A world redealt for one seat is redealt for every other, over and over, whatever was remembered or forgotten."""
    for seed in range(6 if COMPILED else 1):
        game, rng = Game("new_york", players=players, seed=seed), np.random.default_rng(seed)
        while not game.is_over:
            seat = min(game.actors)
            codes = game.legal_codes(seat)
            game.play(int(codes[rng.integers(len(codes))]), seat=seat)
            world = game
            for viewer in (seat, SPECTATOR, (seat + 1) % players):
                view = View(world.board, world.states, viewer)
                world = Game.of_world(view.redeal(rng))
                assert bridge.faults(view._boards, world.states, 0) == 0
                assert View(world.board, world.states, viewer) == view
