"""What all can remember of the deck's last shuffle: it was made of discards that everybody had seen.

So a card that only its holder knows (*hidden*) is *old*, in the hand since before, or *fresh*, drawn from that deck. As
long as it is certain which of the two a hidden card was when it is shown, the memory holds; once a hand that has both
kinds shows one, nobody can tell any more, and all hidden cards are taken as alike until the next shuffle.
"""

from __future__ import annotations

from ..compilation.jit import kernel
from ..state import CARDS


@kernel
def hidden_count(state, seat):
    """How many cards of a hand only its holder knows."""
    hidden = int(state.hand_count[seat])
    for card in range(CARDS):
        hidden -= int(state.known[seat, card])
    return hidden


@kernel
def remember_shuffle(state):
    """All know what is in a new deck; what hands hide is not in it."""
    for card in range(CARDS):
        state.fresh[card] = state.deck[card]
    for seat in range(state.hand_count.shape[0]):
        state.old_hidden[seat] = hidden_count(state, seat)
        for card in range(CARDS):
            state.drawn_since[seat, card] = 0


@kernel
def forget_shuffle(state):
    """All cards that nobody has in sight are one pile again."""
    for card in range(CARDS):
        state.fresh[card] = state.deck[card]
    for seat in range(state.hand_count.shape[0]):
        state.old_hidden[seat] = 0
        for card in range(CARDS):
            hidden = int(state.hands[seat, card]) - int(state.known[seat, card])
            state.drawn_since[seat, card] = hidden
            state.fresh[card] += hidden


@kernel
def show_hidden(state, seat, card, count):
    """Cards that were hidden in a hand are laid down. They have left `hands`, but not yet this memory.

    Returns whether it is certain which ones they were; if not, the shuffle is to be forgotten.
    """
    old = int(state.old_hidden[seat])
    if old == 0:
        state.drawn_since[seat, card] -= count
        state.fresh[card] -= count
        return True
    if state.fresh[card] == 0 or hidden_count(state, seat) + count == old:
        state.old_hidden[seat] = old - count
        return True
    return False
