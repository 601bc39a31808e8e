"""Random games to take positions from, and what makes two states the same position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ferrovia import Game
from ferrovia.engine.state import MAX_TICKETS, STATE

CHANCE = ("stream", "key", "block", "block_number", "block_used")


def walk(game: Game, seed: int, *, steps: int = 10_000) -> Iterator[Game]:
    """Play at random, kinds of action before actions so that rare ones come often; the game after each step."""
    rng = random.Random(seed)
    yield game
    while not game.is_over and steps > 0:
        seat = rng.choice(sorted(game.actors))
        kinds: dict[str, list[Any]] = {}
        for action in game.legal_actions(seat):
            kinds.setdefault(type(action).__name__, []).append(action)
        game.play(rng.choice(kinds[rng.choice(sorted(kinds))]), seat=seat)
        steps -= 1
        yield game


def differences(one: Game, other: Game) -> list[str]:
    """The fields in which two states differ, but for chance and for the order of tickets that have none."""
    first, second = one.states[0], other.states[0]
    found = [name for name in STATE.names or () if name not in (*CHANCE, "ticket_deck")]
    found = [name for name in found if (first[name] != second[name]).any()]
    return found + (["ticket_deck"] if _ticket_deck(first) != _ticket_deck(second) else [])


def _ticket_deck(state: Any) -> tuple[list[int], list[int]]:
    deck = state.ticket_deck.tolist()
    return deck[: int(state.returned_tickets)], sorted(deck[MAX_TICKETS - int(state.unseen_tickets) :])
