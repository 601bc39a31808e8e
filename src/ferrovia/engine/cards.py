"""Cards moving between deck, display, hands and discards (rules S1 and D), and what is public about each hand."""

from __future__ import annotations

from .chance import draw_card
from .compilation.jit import kernel
from .event_buffer import note
from .knowledge.shuffle_memory import forget_shuffle, show_hidden
from .state import (
    CARDS,
    DISPLAY,
    DRAW_UNSEEN,
    NO_CARD,
    NOTE_CARD_DEALT,
    NOTE_CARD_DRAWN,
    NOTE_CARD_TAKEN,
    NOTE_DISPLAY_FILLED,
    NOTE_DISPLAY_RESET,
    TAKE_CARD,
    WILD,
)

TOO_MANY_WILDS = 3


@kernel
def _into_hand(state, seat, card):
    state.hands[seat, card] += 1
    state.hand_count[seat] += 1
    state.drawn_since[seat, card] += 1


@kernel
def _into_display(state, slot, card, notes):
    """Put a card from the deck into the display, or NO_CARD if there is none."""
    if card != NO_CARD:
        state.fresh[card] -= 1
    state.display[slot] = card
    note(notes, NOTE_DISPLAY_FILLED, slot, card, 0, 0, 0)


@kernel
def turn_up(state, notes, script):
    """Draw a card face up; NO_CARD if there is none."""
    card = draw_card(state, notes, script)
    if card != NO_CARD:
        state.fresh[card] -= 1
    return card


@kernel
def deal_card(state, seat, notes, script):
    card = draw_card(state, notes, script)
    _into_hand(state, seat, card)
    note(notes, NOTE_CARD_DEALT, seat, card, 0, 0, 0)


@kernel
def fill_display(state, slot, notes, script):
    _into_display(state, slot, draw_card(state, notes, script), notes)


@kernel
def _display_wilds(state):
    wilds = 0
    for slot in range(DISPLAY):
        if state.display[slot] == WILD:
            wilds += 1
    return wilds


@kernel
def settle_display(state, notes, script):
    """D6: replace the display while it shows three wilds and the remaining cards can make a better one."""
    wilds = _display_wilds(state)
    while wilds >= TOO_MANY_WILDS:
        colored = DISPLAY - wilds
        for card in range(1, CARDS):
            colored += int(state.deck[card]) + int(state.discards[card])
        if colored < TOO_MANY_WILDS:
            return  # the display stays, and is checked again after every discard
        note(notes, NOTE_DISPLAY_RESET, 0, 0, 0, 0, 0)
        for slot in range(DISPLAY):
            state.discards[state.display[slot]] += 1
        state.discard_count += DISPLAY
        for slot in range(DISPLAY):
            state.display[slot] = NO_CARD
        for slot in range(DISPLAY):
            fill_display(state, slot, notes, script)
        wilds = _display_wilds(state)


@kernel
def draw(state, seat, action, notes, script):
    """D1, D2, D4: draw the top card of the deck, secretly, or a display card, which is replaced at once."""
    slot = 0
    if action != DRAW_UNSEEN:
        taken = action - TAKE_CARD
        for i in range(DISPLAY - 1, -1, -1):  # the first slot with this card
            slot = i if state.display[i] == taken else slot
        state.hands[seat, taken] += 1
        state.known[seat, taken] += 1  # it is now public that this hand holds it
        state.hand_count[seat] += 1
        note(notes, NOTE_CARD_TAKEN, seat, taken, slot, 0, 0)
    card = draw_card(state, notes, script)
    if action == DRAW_UNSEEN:
        _into_hand(state, seat, card)
        note(notes, NOTE_CARD_DRAWN, seat, card, 0, 0, 0)
    else:
        _into_display(state, slot, card, notes)


@kernel
def _lay_down_kind(state, seat, card, count):
    known = int(state.known[seat, card])
    state.hands[seat, card] -= count
    state.hand_count[seat] -= count
    state.known[seat, card] = max(known - count, 0)
    return count <= known or show_hidden(state, seat, card, count - known)


@kernel
def lay_down(state, seat, color, cards, wilds):
    """Take `cards` cards, `wilds` of them wild, out of a hand, face up; the caller places them."""
    is_certain = _lay_down_kind(state, seat, WILD, wilds)
    if cards > wilds:
        is_certain = _lay_down_kind(state, seat, color, cards - wilds) and is_certain
    if not is_certain:
        forget_shuffle(state)


@kernel
def discard(state, card, count):
    state.discards[card] += count
    state.discard_count += count


@kernel
def discard_payment(state, color, cards, wilds):
    discard(state, WILD, wilds)
    discard(state, color, cards - wilds)


@kernel
def take_back(state, seat, card, count):
    """R10, H1: laid-down cards return to the hand, which is now known to hold them."""
    state.hands[seat, card] += count
    state.hand_count[seat] += count
    state.known[seat, card] += count
