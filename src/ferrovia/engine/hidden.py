"""What a seat knows for certain, and worlds that it could be in.

`conceal` is the one place where secrets leave a state; `redeal` fills the gaps of a concealed state with a world that
the seat cannot tell from the real one. It never sees the real state, so nothing can leak through it.
"""

from __future__ import annotations

from .chance import below, set_key
from .hidden_tickets import count_bits, redeal_tickets, write_seen
from .jit import kernel
from .layout import (
    CARDS,
    DISPLAY,
    IN_TUNNEL,
    MAX_OFFER,
    MAX_PLAYERS,
    MAX_TICKETS,
    NO_CARD,
    ON_OFFER,
    OVER,
    TUNNEL_CARDS,
    UNKNOWN,
    WILD,
)


@kernel
def _conceal_chance(state):
    state.stream = 0
    state.block_number = 0
    state.block_used = 0
    for i in range(8):
        state.key[i] = 0
    for i in range(16):
        state.block[i] = 0


@kernel
def _conceal_cards(state, seat):
    """Other hands shrink to what they are known to hold; of the deck, the size stays."""
    for card in range(CARDS):
        state.deck[card] = 0
    for other in range(MAX_PLAYERS):
        if other != seat:
            for card in range(CARDS):
                state.hands[other, card] = state.known[other, card]


@kernel
def _conceal_tickets(board, state, seat):
    """Of others' choices the numbers stay; of the tickets, where one's own are."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            state.start_kept[other] = 0
            for i in range(MAX_OFFER):
                state.offer[other, i] = UNKNOWN
    for ticket in range(MAX_TICKETS):
        if ticket >= board.tickets or state.ticket_at[ticket] != seat or seat < 0:
            state.ticket_at[ticket] = UNKNOWN
        state.ticket_deck[ticket] = UNKNOWN
        state.drawn_order[ticket] = UNKNOWN
    if 0 <= seat:
        for i in range(int(state.offer_count[seat])):
            state.ticket_at[state.offer[seat, i]] = ON_OFFER
    for entry in range(int(state.ledger_count)):
        if int(state.ledger_seat[entry]) != seat:
            state.ledger_kept[entry] = (1 << count_bits(int(state.ledger_kept[entry]))) - 1


@kernel
def conceal(board, state, seat, seen, work):
    """Take out of `state` (a copy!) all that `seat` may not know (H2, H3); `seen` gets what it was ever offered."""
    write_seen(board, state, seat, seen, work)
    _conceal_chance(state)
    if state.phase == OVER:
        return  # H4
    _conceal_cards(state, seat)
    _conceal_tickets(board, state, seat)


@kernel
def unseen_cards(board, view, seat, card):
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
def _redeal_cards(board, view, seat, world):
    """All unseen cards at random into the unseen places; each hand keeps what it is known to hold."""
    unseen = 0
    for card in range(CARDS):
        world.deck[card] = unseen_cards(board, view, seat, card)
        unseen += int(world.deck[card])
    for other in range(int(view.players)):
        held = 0
        for card in range(CARDS):
            held += int(view.hands[other, card])
        for _ in range(int(view.hand_count[other]) - held):
            card = 0
            rest = below(world, unseen) - int(world.deck[0])
            while rest >= 0:
                card += 1
                rest -= int(world.deck[card])
            world.deck[card] -= 1
            world.hands[other, card] += 1
            unseen -= 1


@kernel
def redeal(board, view, seat, seen, key, stream, world, work):
    """Make `world` (which starts as a copy of the concealed `view`) complete; key and stream decide it and its future.

    Returns False if the tickets found no fitting world (see `hidden_tickets`).
    """
    set_key(world, key, stream)
    if view.phase == OVER:
        return True
    _redeal_cards(board, view, seat, world)
    return redeal_tickets(board, view, seat, seen, world, work)
