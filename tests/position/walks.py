"""Random games to take positions from, and what makes two states the same position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kit.walks import any_kind, walk

from ferrovia import Game
from ferrovia.engine.state import MAX_TICKETS, STATE

CHANCE = ("stream", "key", "block", "block_number", "block_used")


def positions(game: Game, seed: int, *, steps: int = 10_000) -> Iterator[Game]:
    """The game in every position of a random walk, the last one included."""
    for _ in walk(game, seed, any_kind, steps=steps):
        yield game
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
