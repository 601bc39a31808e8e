"""The kernels' knowledge of a board: where each section of an observation starts, and the neighbours of each city.

This module only numbers the sections; `encoding` defines their meaning and width, and fills the plan.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ferrovia.engine import inlined
from ferrovia.engine.state import CARDS, MAX_CITIES, MAX_LENGTH, MAX_PLAYERS, MAX_ROUTES, MAX_TICKETS

# --- sections of an observation, in their order -----------------------------------------------------------------------
PHASE: Final = 0
TO_ACT: Final = 1
TURN_OF: Final = 2
FIRST: Final = 3
ROUND: Final = 4
LAST_ROUND: Final = 5
TURNS_LEFT: Final = 6
PASSES: Final = 7
DECK: Final = 8
DISCARDED: Final = 9
TICKET_DECK: Final = 10
MERCHANDISE_LEFT: Final = 11
POINTS_JOINED: Final = 12
POINTS_OPEN: Final = 13
TUNNEL_EXTRA: Final = 14
TUNNEL_WILDS: Final = 15
HAND: Final = 16
DISPLAYED: Final = 17
DISCARDS: Final = 18
UNSEEN: Final = 19
PILE: Final = 20
TUNNEL_COLOR: Final = 21
TUNNEL_SHOWN: Final = 22
TRAINS: Final = 23
SCORE: Final = 24
HAND_COUNT: Final = 25
HIDDEN: Final = 26
TICKETS_HELD: Final = 27
OFFERED: Final = 28
CHOSEN: Final = 29
STATIONS_LEFT: Final = 30
MERCHANDISE: Final = 31
KNOWN: Final = 32
OWNER: Final = 33
OPEN: Final = 34
AFFORDABLE: Final = 35
WANTED: Final = 36
IN_TUNNEL_NOW: Final = 37
REACHED: Final = 38
GOAL: Final = 39
STATION: Final = 40
HELD: Final = 41
SLOT: Final = 42
JOINED: Final = 43
MISSING: Final = 44
HOPELESS: Final = 45
OFFER_POINTS: Final = 46
OFFER_JOINED: Final = 47
OFFER_MISSING: Final = 48
OFFER_HOPELESS: Final = 49
SECTIONS: Final = 50

LARGEST: Final = 255  # of a value in an observation; larger ones are clipped

# --- rewards ----------------------------------------------------------------------------------------------------------
WIN: Final = 0
RANK: Final = 1
MARGIN: Final = 2
REWARDS: Final = ("win", "rank", "margin")

_byte, _short, _word, _small = np.int8, np.int16, np.int32, np.uint8

MOST_CITIES: Final = 63  # sets of cities are the bits of one number
# A de Bruijn sequence: every run of six bits occurs once, so the top six bits after a shift identify the shift.
SEQUENCE: Final = 0x03F79D71B4CB0A89
NUMBER_OF_BIT: Final = np.argsort([(SEQUENCE << k >> 58) & 63 for k in range(64)]).astype(np.uint8)
PART_BITS: Final = 60  # routes per number of a set of routes, with room for the sign
PARTS: Final = -(-MAX_ROUTES // PART_BITS)
MOST_PAYMENTS: Final = 64  # of a small board, as bits
MOST_CLAIMS: Final = 512
ANY_ROUTE: Final = CARDS  # in place of a colour: all routes

PLAN: Final = np.dtype(
    [
        ("at", _word, (SECTIONS,)),  # where each section starts
        ("kept_at", _word, (SECTIONS,)),  # where the kept sections start in a graph's `row`
        ("kept", _word),  # length of that row
        ("size", _word),  # of an observation
        ("actions", _word),  # of the action space
        ("fewest", _word),  # 1 = one payment per colour
        ("reward", _word),
        ("every_step", _word),  # 1 = rewards come as points are scored, not only at the end
        ("tunnels", _word),  # 1 = the board has some
        ("stations", _word),
        ("ends", np.int64, (MAX_CITIES, PARTS)),  # bits of the routes that end in a city
        ("number_of_bit", _small, (64,)),
        # Bits of the routes of a colour (or ANY_ROUTE, with wilds alone) that some wilds and a number of cards pay for.
        ("most_ferry", _word),  # wilds that any ferry requires
        ("payable", np.int64, (MAX_LENGTH + 1, CARDS + 1, MAX_LENGTH + 1, PARTS)),
        ("parts", _word),  # of such a set
        # Small boards: each claim's kind of payment (colour, cards of it, wilds) and route, by `ActionSpace.describe`.
        ("claims", _word),  # their number; 0 on other boards
        ("first_claim", _word),
        ("claim_payment", _small, (MOST_CLAIMS,)),
        ("claim_route", _small, (MOST_CLAIMS,)),
        ("longest", _word),  # the first payments are those with 1, 2, ... wilds alone, then come those of each colour
        ("mixes", _word),  # payments of one colour
        ("mix", np.int64, (MAX_LENGTH + 1, MAX_LENGTH + 1, MAX_LENGTH + 1)),  # bits of them by trains, wilds and cards
        ("lengths", _word),  # number of different lengths of routes
        ("length", _byte, (MAX_LENGTH,)),
        # What holds on an empty board, written by `paths.look_ahead`.
        ("near", np.int64, (MAX_CITIES, MAX_LENGTH)),  # bits of the cities at a road of each of these lengths
        ("distance", _short, (MAX_TICKETS,)),
        ("path", np.int64, (MAX_TICKETS, PARTS)),
    ],
    align=True,
)

# --- a seat's routes and tickets; recomputed only where routes or tickets changed -------------------------------------
CLOSED: Final = 100  # in place of the cost of a route closed to the seat
NOT_LOOKED_AT: Final = 0
LOOKED_AT_OFFER: Final = 1
LOOKED_AT_HELD: Final = 2
# The sections OWNER to HOPELESS change only with routes, stations and tickets: a graph keeps them as they are written.
KEPT_NUMBERS: Final = MAX_ROUTES * (MAX_PLAYERS + 4) + MAX_CITIES * (MAX_PLAYERS + 2) + MAX_TICKETS * 5
GRAPH: Final = np.dtype(
    [
        ("stamp", _word),  # of the routes it was computed for; NO_STAMP = none
        ("held", _word),  # the seat's tickets then, offered ones included
        ("stations", _word),  # not built yet then, of all seats
        ("points_joined", _short),
        ("points_open", _short),
        ("own_routes", _short),
        ("listed_held", _byte),  # number of listed tickets that are held; the others are on offer
        ("listed", _byte),
        ("list", _small, (MAX_TICKETS,)),  # the tickets that the seat holds, then those on offer to it
        ("open", np.int64, (PARTS,)),  # bits of the routes that the seat may claim
        ("owner", _byte, (MAX_ROUTES,)),
        ("cost", _byte, (MAX_ROUTES,)),  # trains that a route costs the seat
        ("looked", _byte, (MAX_TICKETS,)),  # whether a ticket has been computed, and as what
        ("row", _small, (KEPT_NUMBERS,)),  # the kept sections; the answers for tickets are nowhere else
        ("path", np.int64, (MAX_TICKETS, PARTS)),  # bits of the routes on its cheapest paths
        ("free", np.int64, (MAX_CITIES,)),  # bits of the cities reached by a road that the seat may claim
        ("own", np.int64, (MAX_CITIES,)),  # bits of the cities joined by own routes, the city itself included
    ],
    align=True,
)
NO_STAMP: Final = -1

# --- scratch space ------------------------------------------------------------------------------------------------
FAR: Final = 10_000
NOWHERE: Final = -1
LEVELS: Final = 16  # more than a route is long; a power of two
FROM_START: Final = 0  # distances from a ticket's start ...
AROUND: Final = 1  # ... and from the route that the seat has just claimed
SEARCH: Final = np.dtype(
    [
        ("waiting", np.int64, (LEVELS,)),  # sets of cities by distance
        ("distance", _short, (2, MAX_CITIES)),
        # The same as sets of cities, after MAX_LENGTH empty ones: `at[..., MAX_LENGTH + 3]` are those at distance 3.
        ("at", np.int64, (2, MAX_LENGTH + MOST_CITIES * MAX_LENGTH + LEVELS)),
        ("closed", np.int64, (PARTS,)),  # bits of the routes closed to the seat since the last refresh
        ("open", np.int64, (PARTS,)),
        ("wanted", _word),  # not 0 if a held ticket had a cheapest path over one of the closed routes
    ],
    align=True,
)


def offset_of(record: np.dtype[Any], field: str) -> int:
    assert record.fields is not None
    return int(record.fields[field][1])


def new_search() -> Any:
    return np.zeros(1, dtype=SEARCH).view(np.recarray)


@inlined
def lowest(plan, bits):
    """The number of the lowest bit of a non-empty set; `bits & (bits - 1)` removes it."""
    return int(plan.number_of_bit[(int(bits & -bits) * SEQUENCE >> 58) & 63])


@inlined
def kept_at(plan, section):
    """Where a section starts in a graph's row. (A kernel on a GPU cannot return the section itself.)"""
    return int(plan.kept_at[section])
