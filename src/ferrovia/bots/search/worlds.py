"""Worlds that a seat could be in, the likelier ones more often: what others built tells which tickets they have.

A redealt world gives the tickets that the seat never saw to the others at random. As they are all alike to it, any two
of a kind may change places; so every such ticket that somebody holds is drawn again from those that nobody holds and
itself, by how well they fit the holder. How many long tickets somebody kept stays as it was dealt.
"""

from __future__ import annotations

import math

from ferrovia.bots.planner.rival_goals import look_at_ticket, price_in_trains
from ferrovia.engine import face, kernel, redeal, roll, seed_dice
from ferrovia.engine.state import LEDGER, MAX_OFFER, MAX_TICKETS, UNKNOWN

# Planners' games say: the odds that somebody holds a ticket grow so with the share of its trains that are laid.
BELIEF_BY_SHARE = 4.0
BELIEF_IN_JOINED = 2.0  # and by so much more for one that is joined
KNOWN = 0.0  # belief in tickets that the seat has seen: they stay where they are
SWEEPS = 8  # times that every ticket is drawn again: after two a likely one is still held too often
DICE = 1 << 20


@kernel
def find_beliefs(board, roads, view, seat, seen, mind, beliefs):
    """Write beliefs[other, ticket]: how well each never-seen ticket fits what the other built; KNOWN for the rest."""
    for other in range(view.players):
        price_in_trains(board, view, other, mind)
        for ticket in range(board.tickets):
            beliefs[other, ticket] = KNOWN
            if other != seat and view.ticket_at[ticket] == UNKNOWN:
                lacking, share = look_at_ticket(board, roads, mind, ticket)
                joined = BELIEF_IN_JOINED if lacking <= 0.0 else 0.0
                beliefs[other, ticket] = math.exp(BELIEF_BY_SHARE * share + joined)
    for entry in range(LEDGER):
        for i in range(MAX_OFFER):
            if seen[entry, i] != UNKNOWN:
                for other in range(view.players):
                    beliefs[other, int(seen[entry, i])] = KNOWN


@kernel
def _change_places(world, one, other):
    """Two tickets take each other's places in a world."""
    world.ticket_at[one], world.ticket_at[other] = world.ticket_at[other], world.ticket_at[one]
    for i in range(MAX_TICKETS):
        if world.ticket_deck[i] == one:
            world.ticket_deck[i] = other
        elif world.ticket_deck[i] == other:
            world.ticket_deck[i] = one
        if world.drawn_order[i] == one:
            world.drawn_order[i] = other
        elif world.drawn_order[i] == other:
            world.drawn_order[i] = one
    for seat in range(world.players):
        for i in range(int(world.offer_count[seat])):
            if world.offer[seat, i] == one:
                world.offer[seat, i] = other
            elif world.offer[seat, i] == other:
                world.offer[seat, i] = one


@kernel
def _fit_instead(board, world, beliefs, ticket, other):
    """How well another ticket would fit the holder of this one. Only itself and tickets that nobody holds can be drawn:
    the same ones whichever of them lies there, or the likely ones would be drawn too often."""
    holder = int(world.ticket_at[ticket])
    if other == ticket:
        return beliefs[holder, ticket]
    if board.ticket_long[ticket] != board.ticket_long[other] or 0 <= world.ticket_at[other] < world.players:
        return 0.0
    return beliefs[holder, other]


@kernel
def _draw_again(board, world, beliefs, ticket, dice):
    """Put one of the tickets like this in its place, each as likely as the world then fits; dice from 0 to 1."""
    total = 0.0
    for other in range(board.tickets):
        total += _fit_instead(board, world, beliefs, ticket, other)
    rest = dice * total
    for other in range(board.tickets):
        rest -= _fit_instead(board, world, beliefs, ticket, other)
        if rest < 0.0:
            if other != ticket:
                _change_places(world, ticket, other)
            return other
    return ticket


@kernel
def _list_held(board, world, seat, beliefs, held):
    """The tickets that others hold and the seat never saw; returns how many."""
    count = 0
    for ticket in range(board.tickets):
        holder = int(world.ticket_at[ticket])
        if 0 <= holder < world.players and holder != seat and beliefs[holder, ticket] != KNOWN:
            held[count] = ticket
            count += 1
    return count


@kernel
def imagine_world(board, view, seat, seen, beliefs, key, number, world, work):
    """Make `world`, a copy of the view, its world `number`, by what the others built; key and number decide all."""
    if not redeal(board, view, seat, seen, key, number, world, work):
        return  # a history so long that no world fits it all: this one is as good as can be
    held = work.free
    count = _list_held(board, world, seat, beliefs, held)
    word = seed_dice(int(key[0]), number)
    for _ in range(SWEEPS):
        for i in range(count):
            word = roll(word)
            held[i] = _draw_again(board, world, beliefs, int(held[i]), face(word, DICE) / DICE)
