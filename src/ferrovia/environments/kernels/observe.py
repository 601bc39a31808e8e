"""What a seat may know, written as a row of small integers. `encoding` defines their meaning.

Reads the state directly, for speed, but only what the seat may know: public fields, its own hand, tickets and offer.
Seats are in turn order from the observer on. A change of meaning increments `encoding.VERSION`.
"""

from __future__ import annotations

from ferrovia.engine import inlined, kernel, may_act
from ferrovia.engine.state import (
    ANY_COLOR,
    CARDS,
    DISPLAY,
    IN_TUNNEL,
    MAX_LENGTH,
    NO_CARD,
    NOT_YET,
    PHASES,
    TUNNEL_CARDS,
    WILD,
)

from . import sections as section
from .paths import refresh
from .sections import ANY_ROUTE, LARGEST, PART_BITS

PHASE_COUNT = len(PHASES)


@inlined
def _at(plan, section):
    """Where a section starts. Loops run over a part of the row from there: its indices need no check."""
    return int(plan.at[section])


@inlined
def _next_seat(seat, k, players):
    """The seat `k` places to the left; a division would take longer than the rest of the loop."""
    other = seat + k
    return other - players if other >= players else other


# Neighbouring sections of equal width are written as one part of the row, in which each has its place.
@kernel
def _write_table(board, plan, state, seat, graph, out):
    """Write the phase, whose turn it is, the progress of the game, and what is on the table."""
    players = int(state.players)
    phases = out[_at(plan, section.PHASE) :]
    for phase in range(PHASE_COUNT):
        phases[phase] = 0
    phases[int(state.phase)] = 1
    out[plan.at[section.TO_ACT]] = 1 if may_act(state, seat) else 0
    turns = out[_at(plan, section.TURN_OF) :]
    for k in range(players):
        other = _next_seat(seat, k, players)
        turns[k] = 1 if state.turn == other else 0
        turns[players + k] = 1 if state.first == other else 0
    table = out[_at(plan, section.ROUND) :]
    left = int(state.turns_left)
    table[0] = min(int(state.turns) // players, LARGEST)
    table[section.LAST_ROUND - section.ROUND] = 0 if left == NOT_YET else 1
    table[section.TURNS_LEFT - section.ROUND] = 0 if left == NOT_YET else left
    table[section.PASSES - section.ROUND] = int(state.passes)
    table[section.DECK - section.ROUND] = min(int(state.deck_count), LARGEST)
    table[section.DISCARDED - section.ROUND] = min(int(state.discard_count), LARGEST)
    table[section.TICKET_DECK - section.ROUND] = int(state.unseen_tickets) + int(state.returned_tickets)
    table[section.MERCHANDISE_LEFT - section.ROUND] = int(state.merchandise_left)
    table[section.POINTS_JOINED - section.ROUND] = min(int(graph.points_joined), LARGEST)
    table[section.POINTS_OPEN - section.ROUND] = min(int(graph.points_open), LARGEST)


@kernel
def _write_hand(board, plan, state, seat, out):
    """Write the own hand, the visible cards, and, by counting, the unseen ones."""
    kinds, players = int(board.colors) + 1, int(state.players)
    on_display = 0  # four bits per kind: counting in memory would wait for every write
    one = 1
    for slot in range(DISPLAY):
        on_display += one << (4 * (int(state.display[slot]) & 15))  # NO_CARD counts beyond all kinds
    # Loops over CARDS need no branches. What they write beyond the board's kinds is overwritten by the next section.
    cards = out[_at(plan, section.HAND) :]
    unseen = cards[(section.UNSEEN - section.HAND) * kinds :]
    for card in range(CARDS):
        cards[card] = state.hands[seat, card]
    for card in range(CARDS):
        cards[(section.DISPLAYED - section.HAND) * kinds + card] = (on_display >> (4 * card)) & 15
    for card in range(CARDS):
        cards[(section.DISCARDS - section.HAND) * kinds + card] = state.discards[card]
    for card in range(CARDS):
        visible = int(state.hands[seat, card]) + int(state.discards[card]) + ((on_display >> (4 * card)) & 15)
        unseen[card] = int(board.cards[card]) - visible
    for k in range(1, players):
        other = _next_seat(seat, k, players)
        for card in range(kinds):
            unseen[card] -= int(state.known[other, card])
    for card in range(CARDS):
        pile = int(state.fresh[card]) - int(state.drawn_since[seat, card])
        cards[(section.PILE - section.HAND) * kinds + card] = min(pile, LARGEST)


@kernel
def _write_tunnel(board, plan, state, out):
    """Write the open tunnel; its cards are visible, so they are not unseen."""
    kinds = int(board.colors) + 1
    color, shown = out[_at(plan, section.TUNNEL_COLOR) :], out[_at(plan, section.TUNNEL_SHOWN) :]
    for card in range(kinds):
        color[card] = 0
        shown[card] = 0
    out[plan.at[section.TUNNEL_EXTRA]] = 0
    out[plan.at[section.TUNNEL_WILDS]] = 0
    if state.phase != IN_TUNNEL:
        return
    route = int(state.tunnel_route)
    wilds = int(state.tunnel_wilds)
    unseen = out[_at(plan, section.UNSEEN) :]
    out[int(plan.at[section.IN_TUNNEL_NOW]) + route] = 1
    out[plan.at[section.TUNNEL_EXTRA]] = int(state.tunnel_extra)
    out[plan.at[section.TUNNEL_WILDS]] = wilds
    color[int(state.tunnel_color)] = 1
    unseen[WILD] -= wilds
    unseen[int(state.tunnel_color)] -= int(board.route_length[route]) - wilds
    for i in range(TUNNEL_CARDS):
        card = int(state.tunnel_shown[i])
        if card != NO_CARD:
            shown[card] += 1
            unseen[card] -= 1


@kernel
def _write_players(board, plan, state, seat, out):
    players = int(state.players)
    kinds = int(board.colors) + 1
    each = out[_at(plan, section.TRAINS) :]
    for k in range(players):
        other = _next_seat(seat, k, players)
        each[k] = int(state.trains[other])
        each[(section.SCORE - section.TRAINS) * players + k] = min(int(state.score[other]), LARGEST)
        each[(section.HAND_COUNT - section.TRAINS) * players + k] = min(int(state.hand_count[other]), LARGEST)
        each[(section.TICKETS_HELD - section.TRAINS) * players + k] = int(state.tickets_held[other])
        each[(section.OFFERED - section.TRAINS) * players + k] = int(state.offer_count[other])
        each[(section.CHOSEN - section.TRAINS) * players + k] = (int(state.chosen) >> other) & 1
        each[(section.STATIONS_LEFT - section.TRAINS) * players + k] = int(state.stations_left[other])
        each[(section.MERCHANDISE - section.TRAINS) * players + k] = int(state.merchandise[other])
        known = out[_at(plan, section.KNOWN) + k * kinds :]
        hidden = int(state.hand_count[other])
        for card in range(CARDS):
            known[card] = state.known[other, card]
            hidden -= int(state.known[other, card])
        each[(section.HIDDEN - section.TRAINS) * players + k] = min(hidden, LARGEST)


@kernel
def _write_kept(plan, graph, out):
    """Copy the sections that change only with routes, stations and tickets. All flags of an open tunnel are 0 there."""
    count = int(plan.kept)
    part, row = out[_at(plan, section.OWNER) :], graph.row
    for i in range(count):
        part[i] = row[i]


@kernel
def _write_affordable(board, plan, state, seat, graph, out):
    """Flag the routes that the seat could claim with its hand and trains, whoever's turn it is (R1 to R3, R8)."""
    wilds, trains = int(state.hands[seat, WILD]), int(state.trains[seat])
    payable = plan.payable[min(wilds, int(plan.most_ferry))]
    most = 0
    for color in range(1, int(board.colors) + 1):
        most = max(most, int(state.hands[seat, color]))
    routes = int(board.routes)
    flags = out[_at(plan, section.AFFORDABLE) :]
    for part in range(int(plan.parts)):
        bits = int(payable[ANY_ROUTE, min(wilds, trains, MAX_LENGTH), part])
        bits |= int(payable[ANY_COLOR, min(most + wilds, trains, MAX_LENGTH), part])
        for color in range(1, int(board.colors) + 1):
            bits |= int(payable[color, min(int(state.hands[seat, color]) + wilds, trains, MAX_LENGTH), part])
        bits &= int(graph.open[part])
        first = part * PART_BITS
        for i in range(min(routes - first, PART_BITS)):
            flags[first + i] = (bits >> i) & 1


@kernel
def _write_offers(board, plan, state, seat, graph, out):
    offers = int(plan.at[section.OFFER_POINTS])
    for i in range(offers, int(plan.size)):
        out[i] = 0
    for i in range(int(state.offer_count[seat])):
        ticket = int(state.offer[seat, i])
        out[offers + i] = int(board.ticket_points[ticket])
        out[plan.at[section.OFFER_JOINED] + i] = out[plan.at[section.JOINED] + ticket]
        out[plan.at[section.OFFER_MISSING] + i] = out[plan.at[section.MISSING] + ticket]
        out[plan.at[section.OFFER_HOPELESS] + i] = out[plan.at[section.HOPELESS] + ticket]


@inlined
def write_cards(board, plan, state, seat, graph, out):
    """Write the sections before the kept ones. Their last numbers reach into those, which have to be written next."""
    _write_table(board, plan, state, seat, graph, out)
    _write_hand(board, plan, state, seat, out)
    _write_players(board, plan, state, seat, out)


@inlined
def write_choices(board, plan, state, seat, graph, out):
    """Write what depends on kept sections: affordable routes, an open tunnel, tickets on offer."""
    _write_affordable(board, plan, state, seat, graph, out)
    if plan.tunnels:
        _write_tunnel(board, plan, state, out)
    _write_offers(board, plan, state, seat, graph, out)


@kernel
def write_row(board, plan, state, seat, graph, out):
    """Write everything `seat` may know into the row `out`; its graph must be up to date."""
    write_cards(board, plan, state, seat, graph, out)
    _write_kept(plan, graph, out)
    write_choices(board, plan, state, seat, graph, out)


@kernel
def observe(board, plan, state, seat, graph, search, out):
    """Bring the graph of `seat` up to date and write its row."""
    refresh(board, plan, state, seat, graph, search)
    write_row(board, plan, state, seat, graph, out)
