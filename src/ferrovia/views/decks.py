"""What the deck may be drawn from, as far as a seat can tell: the counterpart of `engine.hidden_cards` in numbers.

All know what the deck was last shuffled from. Cards laid down since out of what only their holder knew were old or
fresh, by the same odds as in a redeal; each way to tell them apart leaves another pile.
"""

from __future__ import annotations

from typing import Any

from ferrovia.engine.layout import CARDS

_MOST_WAYS = 5_000  # then the cards laid down are no longer told apart: all unseen cards are taken as alike

Counts = tuple[int, ...]
Way = tuple[Counts, Counts, Counts, Counts]  # old cards, fresh cards; places for them by seat


def piles_of_fresh_cards(state: Any, seat: int, unseen: Counts) -> list[tuple[float, Counts]]:
    """The piles, with their chances, of which the deck is a random part (the rest is hidden in other hands)."""
    others = [other for other in range(int(state.players)) if other != seat]
    ways: dict[Way, float] = {_at_the_last_shuffle(state, seat, others, unseen): 1.0}
    for other in others:
        for card in range(CARDS):
            for _ in range(int(state.shown_since[other, card])):
                ways = _told_apart(ways, other, card)
                if len(ways) > _MOST_WAYS:
                    return [(1.0, unseen)]
    total = sum(ways.values())
    if total == 0:
        return [(1.0, unseen)]
    return [(chance / total, fresh) for (_, fresh, _, _), chance in ways.items()]


def _at_the_last_shuffle(state: Any, seat: int, others: list[int], unseen: Counts) -> Way:
    own = state.drawn_since[seat] if seat in range(int(state.players)) else [0] * CARDS
    fresh = tuple(int(state.fresh[card]) - int(own[card]) for card in range(CARDS))
    shown = [sum(int(state.shown_since[other, card]) for other in others) for card in range(CARDS)]
    old = tuple(unseen[card] + shown[card] - fresh[card] for card in range(CARDS))
    old_places, fresh_places = [0] * int(state.players), [0] * int(state.players)
    for other in others:
        hidden = int(state.hand_count[other]) - int(state.known[other].sum())
        old_places[other] = int(state.old_hidden[other])
        fresh_places[other] = hidden + int(state.shown_since[other].sum()) - old_places[other]
    return old, fresh, tuple(old_places), tuple(fresh_places)


def _less(counts: Counts, place: int) -> Counts:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def _told_apart(ways: dict[Way, float], other: int, card: int) -> dict[Way, float]:
    """One card that a seat has shown: old or fresh, in proportion to the places and the cards of either kind."""
    found: dict[Way, float] = {}
    for (old, fresh, old_places, fresh_places), chance in ways.items():
        as_old = old_places[other] * old[card] * max(sum(fresh), 1)
        as_fresh = fresh_places[other] * fresh[card] * max(sum(old), 1)
        if as_old:
            way = (_less(old, card), fresh, _less(old_places, other), fresh_places)
            found[way] = found.get(way, 0.0) + chance * as_old / (as_old + as_fresh)
        if as_fresh:
            way = (old, _less(fresh, card), old_places, _less(fresh_places, other))
            found[way] = found.get(way, 0.0) + chance * as_fresh / (as_old + as_fresh)
    return found
