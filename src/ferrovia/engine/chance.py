"""All randomness of the rules. No other module may read or write the state's key, stream and block.

The generator is ChaCha with eight rounds: seen cards do not help to predict later ones. Words of 32 bits are held in
64-bit integers and masked, so that compiled code, plain Python and a GPU agree bit by bit. Chance can be scripted:
`script` is an array of [next, end, outcome, outcome, ...]; while next < end, outcomes come from it. With None, kernels
are compiled without scripts.
"""

from __future__ import annotations

import numpy as np

from .compilation.jit import kernel
from .event_buffer import note
from .knowledge.shuffle_memory import remember_shuffle
from .state import CARDS, MAX_TICKETS, NO_CARD, NOTE_DECK_RESHUFFLED

MASK = 0xFFFFFFFF
SIGN = 0x80000000
SCRIPT_HEADER = 2
SCRIPT_BROKEN = -1  # script[1] after an outcome that is impossible
NO_SCRIPT = np.zeros(0, dtype=np.int16)


@kernel
def _signed(word):
    return (word ^ SIGN) - SIGN


@kernel
def _quarter(a, b, c, d):
    a = (a + b) & MASK
    d ^= a
    d = ((d << 16) | (d >> 16)) & MASK
    c = (c + d) & MASK
    b ^= c
    b = ((b << 12) | (b >> 20)) & MASK
    a = (a + b) & MASK
    d ^= a
    d = ((d << 8) | (d >> 24)) & MASK
    c = (c + d) & MASK
    b ^= c
    b = ((b << 7) | (b >> 25)) & MASK
    return a, b, c, d


@kernel
def _fill_block(state):
    k0 = int(state.key[0]) & MASK
    k1 = int(state.key[1]) & MASK
    k2 = int(state.key[2]) & MASK
    k3 = int(state.key[3]) & MASK
    k4 = int(state.key[4]) & MASK
    k5 = int(state.key[5]) & MASK
    k6 = int(state.key[6]) & MASK
    k7 = int(state.key[7]) & MASK
    number = int(state.block_number) & MASK
    low = int(state.stream) & MASK
    high = (int(state.stream) >> 32) & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = number, 0, low, high
    for _ in range(4):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    state.block[0] = _signed((a0 + 0x61707865) & MASK)
    state.block[1] = _signed((a1 + 0x3320646E) & MASK)
    state.block[2] = _signed((a2 + 0x79622D32) & MASK)
    state.block[3] = _signed((a3 + 0x6B206574) & MASK)
    state.block[4] = _signed((b0 + k0) & MASK)
    state.block[5] = _signed((b1 + k1) & MASK)
    state.block[6] = _signed((b2 + k2) & MASK)
    state.block[7] = _signed((b3 + k3) & MASK)
    state.block[8] = _signed((c0 + k4) & MASK)
    state.block[9] = _signed((c1 + k5) & MASK)
    state.block[10] = _signed((c2 + k6) & MASK)
    state.block[11] = _signed((c3 + k7) & MASK)
    state.block[12] = _signed((d0 + number) & MASK)
    state.block[13] = _signed(d1)
    state.block[14] = _signed((d2 + low) & MASK)
    state.block[15] = _signed((d3 + high) & MASK)
    state.block_number += 1


@kernel
def set_key(state, key, stream):
    """Start the stream of random words named by `key` (eight words) and `stream`."""
    for i in range(8):
        state.key[i] = key[i]
    state.stream = stream
    state.block_number = 0
    state.block_used = 16


@kernel
def next_word(state):
    used = int(state.block_used)
    if used == 16:
        _fill_block(state)
        used = 0
    state.block_used = used + 1
    return int(state.block[used]) & MASK


@kernel
def below(state, limit):
    """A number from 0 to limit − 1, all equally likely (draws another word where one would be biased)."""
    while True:
        product = next_word(state) * limit
        rest = product & MASK
        if rest >= limit or rest >= (MASK + 1 - limit) % limit:
            return product >> 32


@kernel
def _scripted(script):
    return script.shape[0] > 0 and script[0] < script[1]


@kernel
def _from_script(script):
    outcome = int(script[SCRIPT_HEADER + script[0]])
    script[0] += 1
    return outcome


@kernel
def first_seat(state, script):
    """P16: the seat that starts."""
    if script is not None and _scripted(script):
        seat = _from_script(script)
        if 0 <= seat < state.players:
            return seat
        script[1] = SCRIPT_BROKEN
    return below(state, int(state.players))


@kernel
def can_draw(state):
    """D9: whether deck or discards hold a card."""
    return state.deck_count + state.discard_count > 0


@kernel
def draw_card(state, notes, script):
    """Take the top card of the deck, shuffling the discards into a new one if it is empty (D7). NO_CARD if none."""
    if state.deck_count == 0:
        if state.discard_count == 0:
            return NO_CARD
        for card in range(CARDS):
            state.deck[card] = state.discards[card]
            state.discards[card] = 0
        state.deck_count = state.discard_count
        state.discard_count = 0
        remember_shuffle(state)
        note(notes, NOTE_DECK_RESHUFFLED, int(state.deck_count), 0, 0, 0, 0)
    drawn = NO_CARD
    if script is not None and _scripted(script):
        drawn = _from_script(script)
        if drawn < 0 or drawn >= CARDS or state.deck[drawn] == 0:
            script[1] = SCRIPT_BROKEN
            drawn = NO_CARD
    if drawn == NO_CARD:
        place = below(state, int(state.deck_count))
        drawn = 0  # counted instead of branching: the processor cannot predict the number
        for card in range(CARDS):
            place -= int(state.deck[card])
            drawn += int(place >= 0)
    state.deck[drawn] -= 1
    state.deck_count -= 1
    return drawn


@kernel
def draw_ticket(state, script):
    """Take the top ticket of the deck, which must not be empty: an unseen one, or else the first put back."""
    if state.unseen_tickets == 0:
        ticket = int(state.ticket_deck[0])
        state.returned_tickets -= 1
        for i in range(int(state.returned_tickets)):
            state.ticket_deck[i] = state.ticket_deck[i + 1]
        return ticket
    unseen = int(state.unseen_tickets)
    front = MAX_TICKETS - unseen
    place = -1
    if script is not None and _scripted(script):
        wanted = _from_script(script)
        for i in range(front, MAX_TICKETS):
            if state.ticket_deck[i] == wanted:
                place = i
        if place < 0:
            script[1] = SCRIPT_BROKEN
    if place < 0:
        place = front + below(state, unseen)
    ticket = int(state.ticket_deck[place])
    state.ticket_deck[place] = state.ticket_deck[front]
    state.unseen_tickets -= 1
    state.drawn_order[state.drawn_tickets] = ticket
    state.drawn_tickets += 1
    return ticket
