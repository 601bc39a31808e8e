"""Tickets that a seat cannot see: draws, at random, one of the worlds consistent with what it was offered.

Tickets get numbers before their identity is known: *sign* n is the n-th ticket that ever left the deck. The ledger is
public: each seat's draws and how many tickets it kept. Unkept tickets go under the deck in order, so a choice of which
tickets were kept determines the signs of every offer. A world is such a choice for all other seats (all equally likely)
plus a ticket for each sign (all equally likely). It is consistent if it yields the seat's own offers. Choices are drawn
until they are consistent, which keeps the consistent ones equally likely. If that takes too long (a player who does
little but draw tickets), choices consistent with the seat's first offers are kept and only the later ones drawn again:
the world is still consistent, but no longer exactly uniform.
"""

from __future__ import annotations

import numpy as np

from ..chance import below
from ..compilation.jit import kernel
from ..state import (
    CHOOSING_START,
    CHOOSING_TICKETS,
    IN_DECK,
    LEDGER,
    MAX_OFFER,
    MAX_TICKETS,
    ON_OFFER,
    OUT_OF_GAME,
    UNKNOWN,
)
from .cards import CARD_FIELDS

EXACT_TRIES = 2_000  # real games need a handful
TRIES_FROM_A_PREFIX = 100
MOST_TRIES = 1_000_000
EVERY_ENTRY = LEDGER

# Scratch space, and `seen`: the tickets a seat was offered, by entry of the ledger.
SEEN_SHAPE = (LEDGER, MAX_OFFER)
REDEAL_WORK = np.dtype(
    [
        ("batch", np.int8, SEEN_SHAPE),  # signs offered, by entry of the ledger
        ("kept", np.int8, (LEDGER,)),
        ("queue", np.int8, (MAX_TICKETS,)),  # signs under the deck
        ("ticket_of", np.int8, (MAX_TICKETS,)),
        ("sign_of", np.int8, (MAX_TICKETS,)),
        ("free", np.int8, (MAX_TICKETS,)),
        *CARD_FIELDS,
    ],
    align=True,
)


@kernel
def count_bits(mask):
    bits = 0
    while mask > 0:
        bits += mask & 1
        mask >>= 1
    return bits


@kernel
def _regular_tickets(board):
    count = 0
    for ticket in range(board.tickets):
        if board.ticket_long[ticket] == 0:
            count += 1
    return count


@kernel
def walk_ledger(board, state, work):
    """Find the signs of every offer and of the tickets under the deck, given work.kept; return how many those are."""
    players = int(state.players)
    long, regular = int(board.start_long), int(board.start_regular)
    next_sign = players * (long + regular)
    unseen = _regular_tickets(board) - players * regular
    waiting = 0
    for entry in range(int(state.ledger_count)):
        kept = int(work.kept[entry])
        for i in range(int(state.ledger_size[entry])):
            if entry < players and i < long:
                sign = entry * long + i
            elif entry < players:
                sign = players * long + entry * regular + i - long
            elif unseen > 0:
                sign = next_sign
                next_sign += 1
                unseen -= 1
            else:
                sign = int(work.queue[0])
                waiting -= 1
                for k in range(waiting):
                    work.queue[k] = work.queue[k + 1]
            work.batch[entry, i] = sign
        if kept != 0 and not (entry < players and board.start_removed):
            for i in range(int(state.ledger_size[entry])):
                if (kept >> i) & 1 == 0:
                    work.queue[waiting] = work.batch[entry, i]
                    waiting += 1
    return waiting


@kernel
def write_seen(board, state, seat, seen, work):
    """Write what `seat` was offered, entry by entry, from the real state; UNKNOWN elsewhere."""
    for entry in range(LEDGER):
        work.kept[entry] = state.ledger_kept[entry]
        for i in range(MAX_OFFER):
            seen[entry, i] = UNKNOWN
    walk_ledger(board, state, work)
    for entry in range(int(state.ledger_count)):
        if int(state.ledger_seat[entry]) == seat:
            for i in range(int(state.ledger_size[entry])):
                seen[entry, i] = state.drawn_order[work.batch[entry, i]]


@kernel
def _random_subset(state, size, wanted):
    """A random bit mask of `wanted` out of `size` bits, uniform."""
    mask = 0
    left = wanted
    for i in range(size):
        if below(state, size - i) < left:
            mask |= 1 << i
            left -= 1
    return mask


@kernel
def _imagine_choices(view, world, seat, first, work):
    """Draw choices of the other seats for all entries from `first` on."""
    for entry in range(first, int(view.ledger_count)):
        kept = int(view.ledger_kept[entry])
        if kept != 0 and int(view.ledger_seat[entry]) != seat:
            kept = _random_subset(world, int(view.ledger_size[entry]), count_bits(kept))
        work.kept[entry] = kept


@kernel
def _fits(view, seat, seen, work):
    """Give the signs of the seat's own offers their tickets; return the first entry where that is impossible."""
    for i in range(MAX_TICKETS):
        work.ticket_of[i] = UNKNOWN
        work.sign_of[i] = UNKNOWN
    for entry in range(int(view.ledger_count)):
        if int(view.ledger_seat[entry]) != seat:
            continue
        for i in range(int(view.ledger_size[entry])):
            sign = int(work.batch[entry, i])
            ticket = int(seen[entry, i])
            if work.ticket_of[sign] == UNKNOWN and work.sign_of[ticket] == UNKNOWN:
                work.ticket_of[sign] = ticket
                work.sign_of[ticket] = sign
            elif work.ticket_of[sign] != ticket:
                return entry
    return EVERY_ENTRY


@kernel
def _after_own_entry(view, seat, entry):
    """The entry after the seat's last own entry before `entry`: choices up to there are consistent."""
    entry = min(entry, int(view.ledger_count)) - 1
    while entry >= 0 and int(view.ledger_seat[entry]) != seat:
        entry -= 1
    return entry + 1


@kernel
def _name_signs(board, world, first, last, long, work):
    """Give the unnamed signs from `first` to `last` random tickets from those (long or regular) left."""
    free = 0
    for ticket in range(board.tickets):
        if int(board.ticket_long[ticket]) == long and work.sign_of[ticket] == UNKNOWN:
            work.free[free] = ticket
            free += 1
    for sign in range(first, last):
        if work.ticket_of[sign] == UNKNOWN:
            pick = below(world, free)
            ticket = int(work.free[pick])
            free -= 1
            work.free[pick] = work.free[free]
            work.ticket_of[sign] = ticket
            work.sign_of[ticket] = sign


@kernel
def _lay_out(board, view, world, waiting, work):
    """Write the world's tickets: held, offered, put back, out of the game, and unseen."""
    players = int(view.players)
    pending = int(view.phase) == CHOOSING_TICKETS
    for ticket in range(MAX_TICKETS):
        world.ticket_at[ticket] = OUT_OF_GAME
    for sign in range(int(view.drawn_tickets)):
        world.drawn_order[sign] = work.ticket_of[sign]
    for entry in range(int(view.ledger_count)):
        owner = int(view.ledger_seat[entry])
        kept = int(work.kept[entry])
        world.ledger_kept[entry] = kept
        on_offer = int(view.phase) == CHOOSING_START or (pending and entry == int(view.ledger_count) - 1)
        for i in range(int(view.ledger_size[entry])):
            ticket = int(work.ticket_of[work.batch[entry, i]])
            if on_offer:
                world.offer[owner, i] = ticket
                world.ticket_at[ticket] = ON_OFFER
            elif (kept >> i) & 1:
                world.ticket_at[ticket] = owner
            elif not (entry < players and board.start_removed):
                world.ticket_at[ticket] = IN_DECK
    for i in range(waiting):
        ticket = int(work.ticket_of[work.queue[i]])
        world.ticket_deck[i] = ticket
        world.ticket_at[ticket] = IN_DECK
    unseen = 0
    for ticket in range(board.tickets):
        if board.ticket_long[ticket] == 0 and work.sign_of[ticket] == UNKNOWN:
            unseen += 1
            world.ticket_deck[MAX_TICKETS - unseen] = ticket
            world.ticket_at[ticket] = IN_DECK


@kernel
def _imagine_start_choices(board, view, world, seat):
    """S2: the other seats that have chosen kept some legal subset, of unknown size."""
    if int(view.phase) != CHOOSING_START:
        return
    for other in range(int(view.players)):
        if other != seat and (int(view.chosen) >> other) & 1:
            offered = int(view.offer_count[other])
            mask = 0
            while count_bits(mask) < int(board.start_keep):
                mask = below(world, 1 << offered)
            world.start_kept[other] = mask


@kernel
def _shuffle_free(world, first, last, work):
    for i in range(first, last - 1):
        pick = i + below(world, last - i)
        ticket = int(work.free[pick])
        work.free[pick] = work.free[i]
        work.free[i] = ticket


@kernel
def _redeal_without_history(board, view, seat, world, work):
    """For a position set up by a caller: redeal all tickets but the seat's own, keeping the numbers in each place.

    Assumes that the deck has regular tickets only. Other seats may hold long ones; the rest is out of the game.
    """
    free = 0
    for long in range(2):
        for ticket in range(board.tickets):
            if view.ticket_at[ticket] == UNKNOWN and int(board.ticket_long[ticket]) == long:
                work.free[free] = ticket
                free += 1
        if long == 0:
            _shuffle_free(world, 0, free, work)
    for ticket in range(MAX_TICKETS):
        if view.ticket_at[ticket] == UNKNOWN:
            world.ticket_at[ticket] = OUT_OF_GAME
    used = 0
    for i in range(int(view.returned_tickets)):
        world.ticket_deck[i] = work.free[used]
        world.ticket_at[work.free[used]] = IN_DECK
        used += 1
    for i in range(int(view.unseen_tickets)):
        world.ticket_deck[MAX_TICKETS - 1 - i] = work.free[used]
        world.ticket_at[work.free[used]] = IN_DECK
        used += 1
    _shuffle_free(world, used, free, work)
    for other in range(int(view.players)):
        if other == seat:
            continue
        for _ in range(int(view.tickets_held[other])):
            world.ticket_at[work.free[used]] = other
            used += 1
        for i in range(int(view.offer_count[other])):
            world.offer[other, i] = work.free[used]
            world.ticket_at[work.free[used]] = ON_OFFER
            used += 1


@kernel
def redeal_tickets(board, view, seat, seen, world, work):
    """Fill in all tickets the seat cannot know. False if the draws found no consistent choice, although one exists."""
    if not view.has_history:
        _redeal_without_history(board, view, seat, world, work)
        _imagine_start_choices(board, view, world, seat)
        return True
    waiting = 0
    fits_to = 0
    first = 0  # entries before it keep their choices
    in_vain = 0
    tries = 0
    while fits_to != EVERY_ENTRY and tries < MOST_TRIES:
        _imagine_choices(view, world, seat, first, work)
        waiting = walk_ledger(board, view, work)
        fits_to = _fits(view, seat, seen, work)
        tries += 1
        if tries > EXACT_TRIES:
            in_vain += 1
            reached = _after_own_entry(view, seat, fits_to)
            if reached > first:
                first = reached
                in_vain = 0
            elif in_vain > TRIES_FROM_A_PREFIX:
                first = 0
                in_vain = 0
    long_signs = int(view.players) * int(board.start_long)
    _name_signs(board, world, 0, long_signs, 1, work)
    _name_signs(board, world, long_signs, int(view.drawn_tickets), 0, work)
    _lay_out(board, view, world, waiting, work)
    _imagine_start_choices(board, view, world, seat)
    return fits_to == EVERY_ENTRY
