"""What a seat may know, written as a row of small integers. `encoding` defines their meaning.

Reads the state directly, for speed, but only what the seat may know: public fields, its own hand, tickets and offer.
Seats are in turn order from the observer on. A change of meaning increments `encoding.VERSION`.
"""

from __future__ import annotations

import numpy as np

from ferrovia.engine import hidden_count, inlined, kernel, may_act
from ferrovia.engine.state import ANY_COLOR, DISPLAY, IN_TUNNEL, NO_CARD, NOT_YET, PHASES, TUNNEL_CARDS, WILD

from . import sections as section
from .paths import refresh
from .sections import LARGEST

PHASE_COUNT = len(PHASES)


@inlined
def _put(out, at, value):
    out[at] = min(value, LARGEST)


@inlined
def _place(plan, section):
    """Where a section starts. Call it before a loop: the compiler cannot know that writing a row keeps the plan."""
    return int(plan.at[section])


@inlined
def _clear(out, at, count):
    part = out[at : at + count]
    for i in range(count):
        part[i] = 0


@inlined
def _next_seat(seat, k, players):
    """The seat `k` places to the left; a division would take longer than the rest of the loop."""
    other = seat + k
    return other - players if other >= players else other


@kernel
def _write_table(board, plan, state, seat, graph, out):
    """Write the phase, whose turn it is, the progress of the game, and what is on the table."""
    players = int(state.players)
    at = int(plan.at[section.PHASE])
    for phase in range(PHASE_COUNT):
        out[at + phase] = 0
    out[at + int(state.phase)] = 1
    out[plan.at[section.TO_ACT]] = 1 if may_act(state, seat) else 0
    for k in range(players):
        other = _next_seat(seat, k, players)
        out[plan.at[section.TURN_OF] + k] = 1 if state.turn == other else 0
        out[plan.at[section.FIRST] + k] = 1 if state.first == other else 0
    _put(out, plan.at[section.ROUND], int(state.turns) // players)
    left = int(state.turns_left)
    out[plan.at[section.LAST_ROUND]] = 0 if left == NOT_YET else 1
    out[plan.at[section.TURNS_LEFT]] = 0 if left == NOT_YET else left
    out[plan.at[section.PASSES]] = int(state.passes)
    _put(out, plan.at[section.DECK], int(state.deck_count))
    _put(out, plan.at[section.DISCARDED], int(state.discard_count))
    out[plan.at[section.TICKET_DECK]] = int(state.unseen_tickets) + int(state.returned_tickets)
    out[plan.at[section.MERCHANDISE_LEFT]] = int(state.merchandise_left)
    _put(out, plan.at[section.POINTS_JOINED], int(graph.points_joined))
    _put(out, plan.at[section.POINTS_OPEN], int(graph.points_open))


@kernel
def _write_cards(board, plan, state, seat, out):
    """Write the own hand, the visible cards, and, by counting, the unseen ones."""
    kinds = int(board.colors) + 1
    players = int(state.players)
    hands, discarded, pile = _place(plan, section.HAND), _place(plan, section.DISCARDS), _place(plan, section.PILE)
    displayed, unseen = _place(plan, section.DISPLAYED), _place(plan, section.UNSEEN)
    for card in range(kinds):
        out[displayed + card] = 0
    for slot in range(DISPLAY):
        if state.display[slot] != NO_CARD:
            out[displayed + int(state.display[slot])] += 1
    for card in range(kinds):
        hand = int(state.hands[seat, card])
        discards = int(state.discards[card])
        out[hands + card] = hand
        out[discarded + card] = discards
        _put(out, pile + card, int(state.fresh[card]) - int(state.drawn_since[seat, card]))
        out[unseen + card] = int(board.cards[card]) - hand - discards - int(out[displayed + card])
    for k in range(1, players):
        other = _next_seat(seat, k, players)
        for card in range(kinds):
            out[unseen + card] -= int(state.known[other, card])


@kernel
def _write_tunnel(board, plan, state, out):
    """Write the open tunnel; its cards are visible, so they are not unseen."""
    kinds = int(board.colors) + 1
    color, shown = _place(plan, section.TUNNEL_COLOR), _place(plan, section.TUNNEL_SHOWN)
    route_at, unseen = _place(plan, section.IN_TUNNEL_NOW), _place(plan, section.UNSEEN)
    _clear(out, color, kinds)
    _clear(out, shown, kinds)
    _clear(out, route_at, int(board.routes))
    out[plan.at[section.TUNNEL_EXTRA]] = 0
    out[plan.at[section.TUNNEL_WILDS]] = 0
    if state.phase != IN_TUNNEL:
        return
    route = int(state.tunnel_route)
    wilds = int(state.tunnel_wilds)
    out[route_at + route] = 1
    out[plan.at[section.TUNNEL_EXTRA]] = int(state.tunnel_extra)
    out[plan.at[section.TUNNEL_WILDS]] = wilds
    out[color + int(state.tunnel_color)] = 1
    out[unseen + WILD] -= wilds
    out[unseen + int(state.tunnel_color)] -= int(board.route_length[route]) - wilds
    for i in range(TUNNEL_CARDS):
        card = int(state.tunnel_shown[i])
        if card != NO_CARD:
            out[shown + card] += 1
            out[unseen + card] -= 1


@kernel
def _write_players(board, plan, state, seat, out):
    players = int(state.players)
    kinds = int(board.colors) + 1
    known = _place(plan, section.KNOWN)
    for k in range(players):
        other = _next_seat(seat, k, players)
        out[plan.at[section.TRAINS] + k] = int(state.trains[other])
        _put(out, plan.at[section.SCORE] + k, int(state.score[other]))
        _put(out, plan.at[section.HAND_COUNT] + k, int(state.hand_count[other]))
        _put(out, plan.at[section.HIDDEN] + k, hidden_count(state, other))
        out[plan.at[section.TICKETS_HELD] + k] = int(state.tickets_held[other])
        out[plan.at[section.OFFERED] + k] = int(state.offer_count[other])
        out[plan.at[section.CHOSEN] + k] = (int(state.chosen) >> other) & 1
        out[plan.at[section.STATIONS_LEFT] + k] = int(state.stations_left[other])
        out[plan.at[section.MERCHANDISE] + k] = int(state.merchandise[other])
        for card in range(kinds):
            out[known + k * kinds + card] = int(state.known[other, card])


# From here on loops run over parts of the row, whose indices need no check, and compare bytes with bytes (arguments are
# 64 bits wide, so they are made bytes first): the compiler then does many at once.
@inlined
def _copy(out, at, count, numbers):
    part = out[at : at + count]
    for i in range(count):
        part[i] = numbers[i]


@inlined
def _flag(out, at, count, numbers, mask, value):
    """1 where the masked bits of a number equal the value."""
    part = out[at : at + count]
    bits, wanted, yes, no = np.int8(mask), np.int8(value), np.uint8(1), np.uint8(0)
    for i in range(count):
        part[i] = yes if (numbers[i] & bits) == wanted else no


@inlined
def _flag_seats(out, at, count, players, seat, owners):
    """Write one plane per player, from the observer on: 1 where that seat is the owner."""
    for k in range(players):
        _flag(out, at + k * count, count, owners, -1, _next_seat(seat, k, players))


@kernel
def _write_routes(board, plan, state, seat, graph, out):
    routes = int(board.routes)
    _flag_seats(out, int(plan.at[section.OWNER]), routes, int(state.players), seat, state.owner)
    _flag(out, int(plan.at[section.OPEN]), routes, state.open_to, 1 << seat, 1 << seat)
    _copy(out, int(plan.at[section.WANTED]), routes, graph.wanted)


@kernel
def _write_affordable(board, plan, state, seat, graph, out):
    """Flag the routes that the seat could claim with its hand and trains, whoever's turn it is (R1 to R3, R8)."""
    kinds, lengths, opened, reach = board.route_kind, board.route_length, state.open_to, graph.reach
    wilds, trains = int(state.hands[seat, WILD]), int(state.trains[seat])
    most = 0
    for color in range(1, int(board.colors) + 1):
        most = max(most, int(state.hands[seat, color]))
    for color in range(int(board.colors) + 1):
        held = most if color == ANY_COLOR else int(state.hands[seat, color])
        for kind in range(int(board.kind_start[color]), int(board.kind_start[color + 1])):
            reach[kind] = min(held + wilds, trains) if board.kind_ferry[kind] <= wilds else 0
    routes = int(board.routes)
    at = _place(plan, section.AFFORDABLE)
    part = out[at : at + routes]
    for route in range(routes):
        part[route] = int(lengths[route] <= reach[np.uint8(kinds[route])]) & (int(opened[route]) >> seat)


@kernel
def _write_cities(board, plan, state, seat, graph, out):
    cities = int(board.cities)
    _copy(out, int(plan.at[section.REACHED]), cities, graph.reached)
    _copy(out, int(plan.at[section.GOAL]), cities, graph.goal)
    if plan.stations:
        _flag_seats(out, int(plan.at[section.STATION]), cities, int(state.players), seat, state.station_owner)


@kernel
def _write_tickets(board, plan, state, seat, graph, out):
    tickets = int(board.tickets)
    joined, missing, hopeless = graph.joined, graph.missing, graph.hopeless
    slots = int(plan.at[section.SLOT])
    _flag(out, int(plan.at[section.HELD]), tickets, state.ticket_at, -1, seat)
    _clear(out, slots, tickets)
    _copy(out, int(plan.at[section.JOINED]), tickets, joined)
    _copy(out, int(plan.at[section.MISSING]), tickets, missing)
    _copy(out, int(plan.at[section.HOPELESS]), tickets, hopeless)
    offers = int(plan.at[section.OFFER_POINTS])
    _clear(out, offers, int(plan.size) - offers)
    for i in range(int(state.offer_count[seat])):
        ticket = int(state.offer[seat, i])
        out[slots + ticket] = i + 1
        out[plan.at[section.OFFER_POINTS] + i] = int(board.ticket_points[ticket])
        out[plan.at[section.OFFER_JOINED] + i] = joined[ticket]
        out[plan.at[section.OFFER_MISSING] + i] = missing[ticket]
        out[plan.at[section.OFFER_HOPELESS] + i] = hopeless[ticket]


@kernel
def write_row(board, plan, state, seat, graph, out):
    """Write everything `seat` may know into the row `out`; its graph must be up to date."""
    _write_table(board, plan, state, seat, graph, out)
    _write_cards(board, plan, state, seat, out)
    if plan.tunnels:
        _write_tunnel(board, plan, state, out)
    _write_players(board, plan, state, seat, out)
    _write_routes(board, plan, state, seat, graph, out)
    _write_affordable(board, plan, state, seat, graph, out)
    _write_cities(board, plan, state, seat, graph, out)
    _write_tickets(board, plan, state, seat, graph, out)


@kernel
def observe(board, plan, state, seat, graph, search, out):
    """Bring the graph of `seat` up to date and write its row."""
    refresh(board, plan, state, seat, graph, search)
    write_row(board, plan, state, seat, graph, out)
