"""Deals the cards that a seat cannot see at random, old and fresh ones separately (see `shuffle_memory`).

Each hand keeps the cards it is known to hold. All ways to deal the rest are equally likely.
"""

from __future__ import annotations

import numpy as np

from ..chance import below
from ..compilation.jit import kernel
from ..state import CARDS, DISPLAY, IN_TUNNEL, NO_CARD, TUNNEL_CARDS, WILD
from .shuffle_memory import hidden_count

# Room to work in
CARD_FIELDS = [("old", np.int16, (CARDS,)), ("fresh", np.int16, (CARDS,))]


@kernel
def unseen_cards(board, view, card):
    """The number of cards of a kind that are neither visible nor known to be in a hand."""
    count = int(board.cards[card]) - int(view.discards[card])
    for other in range(view.players):
        count -= int(view.hands[other, card])
    for slot in range(DISPLAY):
        if view.display[slot] == card:
            count -= 1
    if view.phase == IN_TUNNEL:
        if card == WILD:
            count -= int(view.tunnel_wilds)
        elif card == int(view.tunnel_color):
            count -= int(board.route_length[view.tunnel_route]) - int(view.tunnel_wilds)
        for i in range(TUNNEL_CARDS):
            if view.tunnel_shown[i] != NO_CARD and view.tunnel_shown[i] == card:
                count -= 1
    return count


@kernel
def _deal(world, other, places, cards, fresh):
    """Deal cards at random from a pile, counted by kind, into places of a hand; fresh = 1: drawn since the shuffle."""
    left = 0
    for card in range(CARDS):
        left += int(cards[card])
    for _ in range(places):
        card = 0
        rest = below(world, left) - int(cards[0])
        while rest >= 0:
            card += 1
            rest -= int(cards[card])
        cards[card] -= 1
        left -= 1
        world.hands[other, card] += 1
        world.drawn_since[other, card] += fresh


@kernel
def redeal_cards(board, view, seat, world, work):
    """Fill the other hands and the deck of `world`, including what only their holders would remember."""
    for card in range(CARDS):
        fresh = int(view.fresh[card])
        if seat >= 0:
            fresh -= int(view.drawn_since[seat, card])
        work.fresh[card] = fresh
        work.old[card] = unseen_cards(board, view, card) - fresh
    for other in range(int(view.players)):
        if other != seat:
            old = int(view.old_hidden[other])
            _deal(world, other, old, work.old, 0)
            _deal(world, other, hidden_count(view, other) - old, work.fresh, 1)
    for card in range(CARDS):
        world.deck[card] = work.fresh[card]
