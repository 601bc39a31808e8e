"""Tunnels: the risk that one fails, and how to pay the extra cards."""

from __future__ import annotations

from ferrovia.engine import kernel
from ferrovia.engine.state import ALL_WILD, CLAIM, COLOR_STRIDE, PAY_EXTRA, ROUTE_STRIDE, TAKE_BACK, TUNNEL_CARDS, WILD


@kernel
def chance_to_fail(board, state, seat, color, spare):
    """R10: the chance that three cards of the deck require more extra cards than are spare, given the unseen cards."""
    if spare >= TUNNEL_CARDS:
        return 0.0
    matching, others = 0.0, 0.0
    for card in range(board.colors + 1):
        unseen = float(state.fresh[card]) - float(state.drawn_since[seat, card])  # the deck is a random subset of these
        if card == WILD or card == color:
            matching += unseen
        else:
            others += unseen
    total = matching + others
    if total < TUNNEL_CARDS:
        return 0.0
    ways = total * (total - 1.0) * (total - 2.0)
    if spare == 0:
        return 1.0 - others * (others - 1.0) * (others - 2.0) / ways
    all_match = matching * (matching - 1.0) * (matching - 2.0) / ways
    if spare == 1:
        return all_match + 3.0 * matching * (matching - 1.0) * others / ways
    return all_match


@kernel
def risk_of_claim(board, state, seat, route, action):
    """The chance that a claim fails because its tunnel requires more than the hand has left; 0 without a tunnel."""
    if not board.route_tunnel[route]:
        return 0.0
    payment = (action - CLAIM) % ROUTE_STRIDE
    color, wilds = payment // COLOR_STRIDE, payment % COLOR_STRIDE
    spare = int(state.hands[seat, WILD]) - wilds
    if color != ALL_WILD:
        spare += int(state.hands[seat, color]) - (int(board.route_length[route]) - wilds)
    return chance_to_fail(board, state, seat, color, spare)


@kernel
def pay_tunnel(state, seat):
    """R10: pay with colour cards first, or take the payment back if the hand cannot pay."""
    color = int(state.tunnel_color)
    extra = int(state.tunnel_extra)
    wilds = extra if color == ALL_WILD else max(extra - int(state.hands[seat, color]), 0)
    return PAY_EXTRA + wilds if wilds <= state.hands[seat, WILD] else TAKE_BACK
