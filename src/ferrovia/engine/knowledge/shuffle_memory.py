"""What every player can remember of the deck's last shuffle: all of its cards were public discards.

A card that only its holder knows (*hidden*) is *old*, in the hand since before the shuffle, or *fresh*, drawn from that
deck. The memory holds while each hidden card that is shown is certainly one or the other. Once a hand with both kinds
shows one, nobody can tell, and all hidden cards count as alike until the next shuffle.
"""

from __future__ import annotations

from ..compilation.jit import kernel
from ..state import CARDS


@kernel
def hidden_count(state, seat):
    """The number of cards in a hand that only its holder knows."""
    hidden = int(state.hand_count[seat])
    for card in range(CARDS):
        hidden -= int(state.known[seat, card])
    return hidden


@kernel
def remember_shuffle(state):
    """Note the new deck, whose contents are public; it contains none of the hidden cards."""
    for card in range(CARDS):
        state.fresh[card] = state.deck[card]
    for seat in range(state.hand_count.shape[0]):
        state.old_hidden[seat] = hidden_count(state, seat)
        for card in range(CARDS):
            state.drawn_since[seat, card] = 0


@kernel
def forget_shuffle(state):
    """Treat all cards out of sight as one pile again."""
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
    """Update the memory when a hand shows hidden cards. They have already left `hands`.

    Returns False if they could be old or fresh; the caller then forgets the shuffle.
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
