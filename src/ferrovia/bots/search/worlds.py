"""Worlds consistent with a seat's view, likelier ones more often: opponents' routes hint at their tickets.

A redealt world gives opponents random tickets among those the seat never saw. To the seat they are all alike, so two of
a kind may swap places. Each such ticket in an opponent's hand is therefore drawn again from itself and the tickets that
no one holds, weighted by how well they fit the holder. The number of long tickets per player stays as dealt.
"""

from __future__ import annotations

import math

from ferrovia.bots.planner.rival_goals import look_at_ticket, price_in_trains
from ferrovia.engine import face, kernel, redeal, roll, seed_dice
from ferrovia.engine.state import LEDGER, MAX_OFFER, MAX_TICKETS, UNKNOWN

# Fitted on planners' games: how the odds that a player holds a ticket grow with the share of its path it has claimed,
BELIEF_BY_SHARE = 4.0
BELIEF_IN_JOINED = 2.0  # and how much more if it is complete
KNOWN = 0.0  # belief in tickets that the seat has seen: they keep their places
SWEEPS = 8  # times every ticket is drawn again: after two, likely ones are still held too often
DICE = 1 << 20


@kernel
def find_beliefs(board, roads, view, seat, seen, mind, beliefs):
    """Write beliefs[other, ticket]: how well each unseen ticket fits the other's routes; KNOWN for the rest."""
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
    """Swap two tickets in a world."""
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
    """The fit of another ticket to the holder of this one. Only this ticket and tickets that no one holds can be
    drawn: the same set whichever of them is there; otherwise likely tickets would be drawn too often."""
    holder = int(world.ticket_at[ticket])
    if other == ticket:
        return beliefs[holder, ticket]
    if board.ticket_long[ticket] != board.ticket_long[other] or 0 <= world.ticket_at[other] < world.players:
        return 0.0
    return beliefs[holder, other]


@kernel
def _draw_again(board, world, beliefs, ticket, dice):
    """Replace a ticket by one of its kind, each as likely as the resulting world fits; dice from 0 to 1."""
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
    """List the tickets that others hold and the seat never saw; return their number."""
    count = 0
    for ticket in range(board.tickets):
        holder = int(world.ticket_at[ticket])
        if 0 <= holder < world.players and holder != seat and beliefs[holder, ticket] != KNOWN:
            held[count] = ticket
            count += 1
    return count


@kernel
def imagine_world(board, view, seat, seen, beliefs, key, number, world, work):
    """Turn `world`, a copy of the view, into world `number`, weighted by others' routes; key and number fix it."""
    if not redeal(board, view, seat, seen, key, number, world, work):
        return  # the history is too long for an exact fit: this world is the best there is
    held = work.free
    count = _list_held(board, world, seat, beliefs, held)
    word = seed_dice(int(key[0]), number)
    for _ in range(SWEEPS):
        for i in range(count):
            word = roll(word)
            held[i] = _draw_again(board, world, beliefs, int(held[i]), face(word, DICE) / DICE)
