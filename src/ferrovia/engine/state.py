"""Every field of a board and of a state, with its meaning and who may know it; limits, phases, action codes.

No other module declares state. A change here, or to the meaning of a code, increments `RULES_VERSION`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

RULES_VERSION: Final = 1  # stored in records; any change to rules, chance or codes increments it

# --- limits: they bound every loop and buffer; the board loader rejects boards beyond them --------------------------
MAX_PLAYERS: Final = 5
MAX_CITIES: Final = 64
MAX_ROUTES: Final = 128
MAX_TICKETS: Final = 72
MAX_COLORS: Final = 9
MAX_LENGTH: Final = 9  # spaces of one route
MAX_TRAINS: Final = 60
MAX_STATIONS: Final = 3
MAX_OFFER: Final = 6  # tickets offered at once
MAX_DISTRICTS: Final = 12
MAX_CARDS_OF_A_KIND: Final = 40
MAX_ROUTE_KINDS: Final = 20  # pairs of a route's colour and its ferry's number of wilds
MAX_ROUTES_AT_A_CITY: Final = 16  # bounds the search for what stations borrow
MAX_TURNS_EACH: Final = 500  # E2
FEW_TRAINS: Final = 2  # E1: this many or fewer start the last round
DISPLAY: Final = 5  # face-up cards
TUNNEL_CARDS: Final = 3
LONGEST_PATH_STEPS: Final = 200_000  # search budget; `board check` rejects a board that could need more

CARDS: Final = MAX_COLORS + 1  # kinds of card; the wild is kind 0, the colours of a board follow from 1
LEDGER: Final = MAX_TICKETS + MAX_PLAYERS  # every draw of tickets removes at least one from the deck for good

# --- sentinels ------------------------------------------------------------------------------------------------------
WILD: Final = 0
ANY_COLOR: Final = 0  # the colour of a grey route
NOBODY: Final = -1
NO_TWIN: Final = -1
NO_ROUTE: Final = -1
NO_CARD: Final = -1
NOT_YET: Final = -1
ALL_WILD: Final = 0  # the colour of a payment with wilds alone
SPECTATOR: Final = -1
RANDOM_FIRST: Final = -1

# where a ticket is: a seat number, or
IN_DECK: Final = -1
ON_OFFER: Final = -2
OUT_OF_GAME: Final = -3
UNKNOWN: Final = -4  # in a concealed state only

# --- phases ---------------------------------------------------------------------------------------------------------
CHOOSING_START: Final = 0  # S2: all seats at once
TURN: Final = 1  # one of D, R, T, B
SECOND_CARD: Final = 2  # D1
IN_TUNNEL: Final = 3  # R10: pay more or take back
CHOOSING_TICKETS: Final = 4  # T1
OVER: Final = 5
PHASES: Final = ("choosing_start", "turn", "second_card", "in_tunnel", "choosing_tickets", "over")

# --- action codes: arithmetic on the limits, the same formula on every board -----------------------------------------
DRAW_UNSEEN: Final = 0
TAKE_CARD: Final = 1  # + kind of card
DRAW_TICKETS: Final = TAKE_CARD + CARDS
PASS: Final = DRAW_TICKETS + 1
TAKE_BACK: Final = PASS + 1
PAY_EXTRA: Final = TAKE_BACK + 1  # + wilds among the extra cards
KEEP_TICKETS: Final = PAY_EXTRA + TUNNEL_CARDS + 1  # + bit mask of the offered tickets
CLAIM: Final = KEEP_TICKETS + (1 << MAX_OFFER)  # + route * ROUTE_STRIDE + color * COLOR_STRIDE + wilds
COLOR_STRIDE: Final = MAX_LENGTH + 1
ROUTE_STRIDE: Final = CARDS * COLOR_STRIDE
STATION: Final = CLAIM + MAX_ROUTES * ROUTE_STRIDE  # + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + wilds
STATION_COLOR_STRIDE: Final = MAX_STATIONS + 1
CITY_STRIDE: Final = CARDS * STATION_COLOR_STRIDE
ACTION_CODES: Final = STATION + MAX_CITIES * CITY_STRIDE

# most actions of any position: claims and stations with every payment, draws, tickets
MAX_LEGAL: Final = MAX_ROUTES * (MAX_COLORS * MAX_LENGTH + 1) + MAX_CITIES * (MAX_COLORS * MAX_STATIONS + 1) + CARDS + 2
LIST_SIZE: Final = MAX_LEGAL + MAX_LENGTH  # buffer size: a run may be written whole before it turns out not to count
EVERYTHING: Final = None  # list all actions (compiled separately); a number picks that action without writing the list
COUNT_ONLY: Final = -2

# --- tie-breaks, P15 ------------------------------------------------------------------------------------------------
NO_TIE_BREAK: Final = 0
BY_TICKETS_COMPLETED: Final = 1
BY_FEWEST_STATIONS: Final = 2
BY_LONGEST_PATH: Final = 3
TIE_BREAKS: Final = ("none", "tickets_completed", "fewest_stations", "longest_path")
MAX_TIE_BREAKS: Final = 3

# --- notes: what happened, written by the rules for whoever wants to know; columns are kind, then up to five numbers --
NOTE_WIDTH: Final = 6
NOTE_CARD_DRAWN: Final = 1  # seat, card
NOTE_CARD_TAKEN: Final = 2  # seat, card, slot
NOTE_DISPLAY_FILLED: Final = 3  # slot, card
NOTE_DISPLAY_RESET: Final = 4
NOTE_DECK_RESHUFFLED: Final = 5  # cards in the new deck
NOTE_ROUTE_CLAIMED: Final = 6  # seat, route, color, cards of that color and wilds paid (a tunnel's extra ones too)
NOTE_TUNNEL_ENTERED: Final = 7  # seat, route, color, wilds
NOTE_TUNNEL_CARD: Final = 8  # card
NOTE_TUNNEL_PRICED: Final = 9  # seat, extra cards asked
NOTE_TUNNEL_LEFT: Final = 10  # seat, route
NOTE_STATION_BUILT: Final = 11  # seat, city, color, wilds, cost
NOTE_TICKET_OFFERED: Final = 12  # seat, ticket
NOTE_TICKETS_CHOSEN: Final = 13  # seat (at the start; the number kept becomes public when all have chosen)
NOTE_TICKETS_KEPT: Final = 14  # seat, kept, offered; after one NOTE_TICKET_KEPT for each
NOTE_MERCHANDISE_TAKEN: Final = 15  # seat
NOTE_LAST_ROUND: Final = 16  # seat
NOTE_TURN_STARTED: Final = 17  # seat
NOTE_PASSED: Final = 18  # seat
NOTE_GAME_ENDED: Final = 19  # reason
NOTE_CARD_DEALT: Final = 20  # seat, card
NOTE_TICKET_KEPT: Final = 21  # seat, ticket

ENDED_BY_LAST_ROUND: Final = 0
ENDED_BY_PASSES: Final = 1
ENDED_BY_TURN_LIMIT: Final = 2
ENDINGS: Final = ("last_round", "passes", "turn_limit")

_byte, _short, _word, _long = np.int8, np.int16, np.int32, np.int64

# --- the board: constant and public -------------------------------------------------------------------------------
BOARD: Final = np.dtype(
    [
        ("cities", _short),
        ("routes", _short),
        ("tickets", _short),
        ("colors", _short),
        ("min_players", _short),
        ("max_players", _short),
        ("trains", _short),
        ("starting_cards", _short),
        ("start_long", _short),  # P7: long tickets offered to each at the start
        ("start_regular", _short),
        ("start_keep", _short),
        ("start_removed", _short),  # P8: 1 = unkept start tickets leave the game, 0 = under the deck
        ("draw_tickets", _short),  # P9
        ("draw_keep", _short),
        ("doubles_close_up_to", _short),  # P10: players
        ("stations", _short),  # P12
        ("station_points", _short),
        ("longest_path_points", _short),  # P14
        ("attraction_points", _short),
        ("districts", _short),  # 1 = a completed district scores its number
        ("merchandise_cards", _short),
        ("merchandise_points", _short, (MAX_PLAYERS + 1, MAX_PLAYERS)),  # by players, rank
        ("tie_breaks", _short, (MAX_TIE_BREAKS,)),
        ("cards", _short, (CARDS,)),  # how many of each kind are in the game
        ("city_attraction", _byte, (MAX_CITIES,)),
        ("city_district", _byte, (MAX_CITIES,)),  # 0 = none
        ("route_from", _byte, (MAX_ROUTES,)),
        ("route_to", _byte, (MAX_ROUTES,)),
        ("route_length", _byte, (MAX_ROUTES,)),
        ("route_color", _byte, (MAX_ROUTES,)),  # ANY_COLOR = grey
        ("route_ferry", _byte, (MAX_ROUTES,)),  # wilds required
        ("route_tunnel", _byte, (MAX_ROUTES,)),
        ("route_carts", _byte, (MAX_ROUTES,)),
        ("route_twin", _short, (MAX_ROUTES,)),  # the other half of a double
        ("route_points", _byte, (MAX_ROUTES,)),
        ("ticket_from", _byte, (MAX_TICKETS,)),
        ("ticket_to", _byte, (MAX_TICKETS,)),
        ("ticket_points", _byte, (MAX_TICKETS,)),
        ("ticket_long", _byte, (MAX_TICKETS,)),
        # The same routes by colour (grey first), short before long, so that listing claims can stop early.
        ("by_color", _byte, (MAX_ROUTES,)),
        ("color_start", _short, (CARDS + 1,)),  # where each colour's routes start in `by_color`
        # A kind is the routes of one colour (grey first) whose ferries require the same number of wilds.
        ("kind_start", _short, (CARDS + 1,)),  # where each colour's kinds start
        ("kind_ferry", _byte, (MAX_ROUTE_KINDS,)),
        ("route_kind", _byte, (MAX_ROUTES,)),
    ],
    align=True,
)

# --- the state: everything about a game in play ---------------------------------------------------------------------
# PUBLIC: anyone may know. SECRET: as the comment says. Only `knowledge.redeal.conceal` enforces it.
STATE: Final = np.dtype(
    [
        ("stream", _long),  # SECRET: which of the key's streams deals this game
        ("key", _word, (8,)),  # SECRET: 256 bits that determine all chance
        ("block", _word, (16,)),  # SECRET: generated random words, not all used
        ("block_number", _word),  # SECRET
        ("block_used", _word),  # SECRET
        ("turns", _short),  # PUBLIC: turns finished by all seats together
        ("deck_count", _short),  # PUBLIC
        ("discard_count", _short),  # PUBLIC
        ("tunnel_route", _short),  # PUBLIC: NO_ROUTE outside a tunnel
        ("hand_count", _short, (MAX_PLAYERS,)),  # PUBLIC
        ("score", _short, (MAX_PLAYERS,)),  # PUBLIC: points of routes
        ("old_hidden", _short, (MAX_PLAYERS,)),  # PUBLIC: hidden cards of each hand from before the last shuffle
        ("players", _byte),  # PUBLIC
        ("first", _byte),  # PUBLIC: the seat that started
        ("phase", _byte),  # PUBLIC
        ("turn", _byte),  # PUBLIC: whose turn it is (the first seat's while tickets are chosen at the start)
        ("turns_left", _byte),  # PUBLIC: E1, NOT_YET before the last round
        ("passes", _byte),  # PUBLIC: turns passed in a row, E2
        ("ended_by", _byte),  # PUBLIC
        ("chosen", _byte),  # PUBLIC: bit mask of the seats that have chosen their start tickets
        ("merchandise_left", _byte),  # PUBLIC
        ("tunnel_color", _byte),  # PUBLIC: ALL_WILD if the payment is wilds only
        ("tunnel_wilds", _byte),  # PUBLIC
        ("tunnel_extra", _byte),  # PUBLIC
        ("tunnel_shown", _byte, (TUNNEL_CARDS,)),  # PUBLIC
        ("display", _byte, (DISPLAY,)),  # PUBLIC
        ("trains", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("stations_left", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("merchandise", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("tickets_held", _byte, (MAX_PLAYERS,)),  # PUBLIC: T3
        ("discards", _byte, (CARDS,)),  # PUBLIC: all players saw them
        ("deck", _byte, (CARDS,)),  # SECRET to all: cards by kind; the order is never observable, so there is none
        ("hands", _byte, (MAX_PLAYERS, CARDS)),  # SECRET to the other seats
        ("known", _byte, (MAX_PLAYERS, CARDS)),  # PUBLIC: the cards each hand certainly holds, from public events
        # What players remember of the last shuffle (the opening deal is one): its cards were public discards.
        ("fresh", _byte, (CARDS,)),  # PUBLIC: its cards, minus those made public since
        ("drawn_since", _byte, (MAX_PLAYERS, CARDS)),  # SECRET to the other seats: hidden cards drawn from it since
        ("owner", _byte, (MAX_ROUTES,)),  # PUBLIC
        ("station_owner", _byte, (MAX_CITIES,)),  # PUBLIC
        # Tickets. Unseen ones are at the back of `ticket_deck`, unordered (drawing one at random is exact);
        # those put back are at its front, in order, under all the others.
        ("unseen_tickets", _byte),  # PUBLIC
        ("returned_tickets", _byte),  # PUBLIC
        ("drawn_tickets", _byte),  # PUBLIC: the number that ever left the deck
        ("ledger_count", _byte),  # PUBLIC
        ("has_history", _byte),  # PUBLIC: 0 in a position set up without a ledger, which then stays empty
        ("offer_count", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("start_kept", _byte, (MAX_PLAYERS,)),  # SECRET to the other seats: bit mask chosen at the start
        ("offer", _byte, (MAX_PLAYERS, MAX_OFFER)),  # SECRET to the other seats
        ("ticket_deck", _byte, (MAX_TICKETS,)),  # SECRET to all, except what a seat itself put back
        ("ticket_at", _byte, (MAX_TICKETS,)),  # SECRET except the seat's own
        ("drawn_order", _byte, (MAX_TICKETS,)),  # SECRET except what a seat was offered: tickets in order of appearance
        ("ledger_seat", _byte, (LEDGER,)),  # PUBLIC: the seat that drew tickets
        ("ledger_size", _byte, (LEDGER,)),  # PUBLIC: how many
        ("ledger_kept", _byte, (LEDGER,)),  # SECRET to the other seats (the number of bits is public): which were kept
        ("filling", _byte, (2,)),  # PUBLIC: always 0; stands for padding, which copies would fill with garbage
        # The fields below are derived from the above, for speed; digests exclude them.
        ("free_end", _short, (CARDS,)),  # PUBLIC: where each colour's claimable routes end in ...
        ("free_routes", _byte, (MAX_ROUTES,)),  # PUBLIC: ... the board's `by_color` without routes closed to all
        ("free_up_to", _short, (MAX_ROUTE_KINDS, MAX_LENGTH + 1)),  # PUBLIC: the number of each kind up to each length
        ("open_to", _byte, (MAX_ROUTES,)),  # PUBLIC: bit mask of the seats that may still claim the route (R6)
        # Free halves of doubles whose other half is taken, by number: closed to the owner of that half.
        ("half_count", _byte),  # PUBLIC
        ("halves", _byte, (MAX_ROUTES // 2,)),  # PUBLIC
        ("end", _byte, (3,)),  # PUBLIC: the same
    ],
    align=True,
)

_derived: Any = STATE.fields["free_end"] if STATE.fields else None
DIGESTED_WORDS: Final = int(_derived[1]) // 4  # 32-bit words at the start of a state

# --- the final score sheet --------------------------------------------------------------------------------------------
SHEET: Final = np.dtype(
    [
        ("total", _short, (MAX_PLAYERS,)),
        ("routes", _short, (MAX_PLAYERS,)),
        ("tickets_won", _short, (MAX_PLAYERS,)),  # points
        ("tickets_lost", _short, (MAX_PLAYERS,)),
        ("tickets_completed", _short, (MAX_PLAYERS,)),  # how many
        ("stations_unused", _short, (MAX_PLAYERS,)),  # points
        ("stations_built", _short, (MAX_PLAYERS,)),  # how many
        ("longest_path", _short, (MAX_PLAYERS,)),  # trains
        ("longest_path_bonus", _short, (MAX_PLAYERS,)),
        ("attractions", _short, (MAX_PLAYERS,)),  # points
        ("districts", _short, (MAX_PLAYERS,)),
        ("merchandise", _short, (MAX_PLAYERS,)),
        ("rank", _byte, (MAX_PLAYERS,)),  # 0 = winner
        ("decided_by", _byte, (MAX_PLAYERS,)),  # the tie-break lost to the seat ranked above on equal points
        ("exact", _byte),  # 0 if the longest path ran out of steps (on a board that `board check` rejects)
        ("ticket_done", _byte, (MAX_TICKETS,)),
        ("borrowed", _short, (MAX_PLAYERS, MAX_STATIONS)),  # by the seat's stations in order of city; NO_ROUTE = none
        ("on_longest_path", _byte, (MAX_ROUTES,)),  # 1 = part of its owner's longest path
    ],
    align=True,
)


@cache
def _record_type(kind: np.dtype[Any]) -> Any:
    return np.zeros(0, dtype=kind).view(np.recarray).dtype


def new_records(kind: np.dtype[Any], count: int = 1) -> Any:
    """An array of empty boards, states or sheets; a recarray, so that kernels also run as plain Python.

    All arrays of a kind share one dtype object, which Numba recognises by identity; it compares others field by field
    (4 µs each time).
    """
    return np.zeros(count, dtype=_record_type(kind)).view(np.recarray)
