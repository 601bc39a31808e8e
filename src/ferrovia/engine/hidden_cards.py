"""Cards that a seat cannot see: all of them at random into the unseen places, as far as what it saw allows.

Each hand keeps what it is known to hold. Beyond that all remember the last shuffle: the new deck was made of discards
that everybody had seen, so a card hidden in a hand is *old* (in the hand since before) or *fresh* (drawn from that
deck). Of hidden cards laid down since, nobody can say which they were; that is drawn by its odds, hand by hand.
"""

from __future__ import annotations

import numpy as np

from .chance import below, hidden_cards
from .jit import kernel
from .layout import CARDS, DISPLAY, IN_TUNNEL, MAX_PLAYERS, NO_CARD, TUNNEL_CARDS, WILD

MOST_TRIES = 200  # then the last shuffle is forgotten: all unseen cards are alike

# Room to work in
CARD_FIELDS = [
    ("old", np.int16, (CARDS,)),
    ("fresh", np.int16, (CARDS,)),
    ("old_places", np.int16, (MAX_PLAYERS,)),
    ("fresh_places", np.int16, (MAX_PLAYERS,)),
]


@kernel
def unseen_cards(board, view, card):
    """How many cards of a kind are neither in sight nor known to be in a hand."""
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
def _count(cards):
    total = 0
    for card in range(CARDS):
        total += int(cards[card])
    return total


@kernel
def _sort_out(board, view, seat, world, work):
    """What the others' hands and the deck held right after the last shuffle, old and fresh, and in how many places."""
    for other in range(int(view.players)):
        for card in range(CARDS):
            world.drawn_since[other, card] = view.drawn_since[other, card]
        work.old_places[other] = 0
        work.fresh_places[other] = 0
        if other != seat:
            work.old_places[other] = view.old_hidden[other]
            drawn = hidden_cards(view, other) - int(view.old_hidden[other])
            work.fresh_places[other] = drawn + _count(view.shown_since[other])
    for card in range(CARDS):
        shown = 0
        for other in range(int(view.players)):
            if other != seat:
                shown += int(view.shown_since[other, card])
        fresh = int(view.fresh[card])
        if seat >= 0:
            fresh -= int(view.drawn_since[seat, card])
        work.fresh[card] = fresh
        work.old[card] = unseen_cards(board, view, card) + shown - fresh


@kernel
def _settle_one(world, other, card, work):
    """Say whether one card that a seat has shown was old or fresh; False if it can be neither any more."""
    old_cards = _count(work.old)
    fresh_cards = _count(work.fresh)
    as_old = int(work.old_places[other]) * int(work.old[card]) * max(fresh_cards, 1)
    as_fresh = int(work.fresh_places[other]) * int(work.fresh[card]) * max(old_cards, 1)
    if as_old + as_fresh == 0:
        return False
    if below(world, as_old + as_fresh) < as_old:
        work.old_places[other] -= 1
        work.old[card] -= 1
    else:
        work.fresh_places[other] -= 1
        work.fresh[card] -= 1
        world.drawn_since[other, card] += 1
    return True


@kernel
def _settle_shown(view, seat, world, work):
    for other in range(int(view.players)):
        if other == seat:
            continue
        for card in range(CARDS):
            for _ in range(int(view.shown_since[other, card])):
                if not _settle_one(world, other, card, work):
                    return False
    return True


@kernel
def _forget_shuffle(board, view, seat, work):
    for card in range(CARDS):
        work.fresh[card] = unseen_cards(board, view, card)
        work.old[card] = 0
    for other in range(int(view.players)):
        work.old_places[other] = 0
        work.fresh_places[other] = hidden_cards(view, other) if other != seat else 0


@kernel
def _deal(world, other, places, cards, fresh):
    """Deal cards at random out of a pile, counted by kind, into so many places of a hand; fresh = 1: drawn since."""
    left = _count(cards)
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
    """Fill the other hands and the deck of `world`, and write what only their holders would remember."""
    tries = 0
    settled = False
    while not settled and tries < MOST_TRIES:
        _sort_out(board, view, seat, world, work)
        settled = _settle_shown(view, seat, world, work)
        tries += 1
    if not settled:
        _forget_shuffle(board, view, seat, work)
    for other in range(int(view.players)):
        if other != seat:
            _deal(world, other, int(work.old_places[other]), work.old, 0)
            _deal(world, other, int(work.fresh_places[other]), work.fresh, 1)
    for card in range(CARDS):
        world.deck[card] = work.fresh[card]
