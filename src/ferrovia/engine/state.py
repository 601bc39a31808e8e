"""Every field of a board and of a state, once, with its meaning and who may know it; limits, phases, action codes.

Nothing else declares state. A change here, or to what a code means, raises `RULES_VERSION`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

RULES_VERSION: Final = 1  # records carry it; any change to rules, chance or codes raises it

# --- limits: they bound every loop and buffer, and the board loader refuses what exceeds them -----------------------
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
MAX_ROUTE_KINDS: Final = 20  # pairs of a route's colour and the wilds a ferry asks for
MAX_ROUTES_AT_A_CITY: Final = 16  # bounds the choice of what a station borrows
MAX_TURNS_EACH: Final = 500  # E2
FEW_TRAINS: Final = 2  # E1: so many or fewer begin the last round
DISPLAY: Final = 5  # face-up cards
TUNNEL_CARDS: Final = 3
LONGEST_PATH_STEPS: Final = 200_000  # search budget; `board check` refuses a board that can need more

CARDS: Final = MAX_COLORS + 1  # kinds of card; the wild is kind 0, the colours of a board follow from 1
LEDGER: Final = MAX_TICKETS + MAX_PLAYERS  # every draw of tickets takes at least one out of the deck for good

# --- sentinels ------------------------------------------------------------------------------------------------------
WILD: Final = 0
ANY_COLOR: Final = 0  # the colour of a grey route
NOBODY: Final = -1
NO_TWIN: Final = -1
NO_ROUTE: Final = -1
NO_CARD: Final = -1
NOT_YET: Final = -1
ALL_WILD: Final = 0  # the colour of a payment made of wilds alone
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

# most actions any position can list: claims and stations in every payment, draws, tickets
MAX_LEGAL: Final = MAX_ROUTES * (MAX_COLORS * MAX_LENGTH + 1) + MAX_CITIES * (MAX_COLORS * MAX_STATIONS + 1) + CARDS + 2
LIST_SIZE: Final = MAX_LEGAL + MAX_LENGTH  # of a buffer: a run may be written whole before it turns out not to count
EVERYTHING: Final = None  # list all actions (compiled apart); a number instead picks that one of the list, unwritten
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
NOTE_TICKETS_CHOSEN: Final = 13  # seat (at the start; how many it kept is told when all have chosen)
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

# --- the board: never changes, everybody knows it -------------------------------------------------------------------
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
        ("route_ferry", _byte, (MAX_ROUTES,)),  # wilds asked for
        ("route_tunnel", _byte, (MAX_ROUTES,)),
        ("route_carts", _byte, (MAX_ROUTES,)),
        ("route_twin", _short, (MAX_ROUTES,)),  # the other half of a double
        ("route_points", _byte, (MAX_ROUTES,)),
        ("ticket_from", _byte, (MAX_TICKETS,)),
        ("ticket_to", _byte, (MAX_TICKETS,)),
        ("ticket_points", _byte, (MAX_TICKETS,)),
        ("ticket_long", _byte, (MAX_TICKETS,)),
        # The same routes colour by colour (grey first), short before long, so that listing claims can stop early.
        ("by_color", _byte, (MAX_ROUTES,)),
        ("color_start", _short, (CARDS + 1,)),  # where each colour's routes begin in `by_color`
        # Routes of one colour (grey first) whose ferries ask for the same number of wilds are of one kind.
        ("kind_start", _short, (CARDS + 1,)),  # where each colour's kinds begin
        ("kind_ferry", _byte, (MAX_ROUTE_KINDS,)),
        ("route_kind", _byte, (MAX_ROUTES,)),
    ],
    align=True,
)

# --- the state: everything about a game in play ---------------------------------------------------------------------
# PUBLIC: anyone may know. SECRET: only as the comment says. `hidden.conceal` is the one place that acts on it.
STATE: Final = np.dtype(
    [
        ("stream", _long),  # SECRET: which of the key's streams deals this game
        ("key", _word, (8,)),  # SECRET: 256 bits that decide all chance
        ("block", _word, (16,)),  # SECRET: random words made and not all used
        ("block_number", _word),  # SECRET
        ("block_used", _word),  # SECRET
        ("turns", _short),  # PUBLIC: turns finished by all together
        ("deck_count", _short),  # PUBLIC
        ("discard_count", _short),  # PUBLIC
        ("tunnel_route", _short),  # PUBLIC: NO_ROUTE outside a tunnel
        ("hand_count", _short, (MAX_PLAYERS,)),  # PUBLIC
        ("score", _short, (MAX_PLAYERS,)),  # PUBLIC: points of routes
        ("old_hidden", _short, (MAX_PLAYERS,)),  # PUBLIC: hidden cards of each hand from before the last shuffle
        ("players", _byte),  # PUBLIC
        ("first", _byte),  # PUBLIC: the seat that began
        ("phase", _byte),  # PUBLIC
        ("turn", _byte),  # PUBLIC: whose turn it is (the first seat's while tickets are chosen at the start)
        ("turns_left", _byte),  # PUBLIC: E1, NOT_YET before the last round
        ("passes", _byte),  # PUBLIC: turns passed in a row, E2
        ("ended_by", _byte),  # PUBLIC
        ("chosen", _byte),  # PUBLIC: bit mask of the seats that have chosen their start tickets
        ("merchandise_left", _byte),  # PUBLIC
        ("tunnel_color", _byte),  # PUBLIC: ALL_WILD if only wilds were laid down
        ("tunnel_wilds", _byte),  # PUBLIC
        ("tunnel_extra", _byte),  # PUBLIC
        ("tunnel_shown", _byte, (TUNNEL_CARDS,)),  # PUBLIC
        ("display", _byte, (DISPLAY,)),  # PUBLIC
        ("trains", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("stations_left", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("merchandise", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("tickets_held", _byte, (MAX_PLAYERS,)),  # PUBLIC: T3
        ("discards", _byte, (CARDS,)),  # PUBLIC: all were seen
        ("deck", _byte, (CARDS,)),  # SECRET to all: cards by kind; nobody ever learns an order, so there is none
        ("hands", _byte, (MAX_PLAYERS, CARDS)),  # SECRET to the other seats
        ("known", _byte, (MAX_PLAYERS, CARDS)),  # PUBLIC: what each hand certainly holds, by what all have seen
        # What all remember of the deck's last shuffle (the opening deal is one): it was made of discards all had seen.
        ("fresh", _byte, (CARDS,)),  # PUBLIC: its cards, less those that all have seen since
        ("drawn_since", _byte, (MAX_PLAYERS, CARDS)),  # SECRET to the other seats: hidden cards drawn from it since
        ("owner", _byte, (MAX_ROUTES,)),  # PUBLIC
        ("station_owner", _byte, (MAX_CITIES,)),  # PUBLIC
        # Tickets. Those never seen lie unordered at the back of `ticket_deck` (drawing one at random is exact);
        # those put back lie in order at its front, under all the others.
        ("unseen_tickets", _byte),  # PUBLIC
        ("returned_tickets", _byte),  # PUBLIC
        ("drawn_tickets", _byte),  # PUBLIC: how many have ever left the deck
        ("ledger_count", _byte),  # PUBLIC
        ("has_history", _byte),  # PUBLIC: 0 in a position set up without its ledger, which then stays empty
        ("offer_count", _byte, (MAX_PLAYERS,)),  # PUBLIC
        ("start_kept", _byte, (MAX_PLAYERS,)),  # SECRET to the other seats: bit mask chosen at the start
        ("offer", _byte, (MAX_PLAYERS, MAX_OFFER)),  # SECRET to the other seats
        ("ticket_deck", _byte, (MAX_TICKETS,)),  # SECRET to all, but for what a seat itself put back
        ("ticket_at", _byte, (MAX_TICKETS,)),  # SECRET but for one's own
        ("drawn_order", _byte, (MAX_TICKETS,)),  # SECRET but for what a seat was offered: tickets as they first came
        ("ledger_seat", _byte, (LEDGER,)),  # PUBLIC: who drew tickets
        ("ledger_size", _byte, (LEDGER,)),  # PUBLIC: how many
        ("ledger_kept", _byte, (LEDGER,)),  # SECRET to the other seats (its number of bits is public): which were kept
        ("filling", _byte, (2,)),  # PUBLIC: always 0; no byte may lie between fields, because copies would fill it
        # From here on derived from the above, for speed; digests stop before it.
        ("free_end", _short, (CARDS,)),  # PUBLIC: where each colour's routes that somebody may still claim end in ...
        ("free_routes", _byte, (MAX_ROUTES,)),  # PUBLIC: ... the board's `by_color` without those that nobody may
        ("free_up_to", _short, (MAX_ROUTE_KINDS, MAX_LENGTH + 1)),  # PUBLIC: how many of each kind and at most a length
        ("open_to", _byte, (MAX_ROUTES,)),  # PUBLIC: bit mask of the seats that may still claim the route (R6)
        # Free halves of doubles whose other half is taken, by number: not open to the owner of the latter.
        ("half_count", _byte),  # PUBLIC
        ("halves", _byte, (MAX_ROUTES // 2,)),  # PUBLIC
        ("end", _byte, (3,)),  # PUBLIC: likewise
    ],
    align=True,
)

_derived: Any = STATE.fields["free_end"] if STATE.fields else None
DIGESTED_WORDS: Final = int(_derived[1]) // 4  # of 32 bits, at the beginning of a state

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
        ("decided_by", _byte, (MAX_PLAYERS,)),  # the tie-break that set a seat behind the one above it on equal points
        ("exact", _byte),  # 0 if the longest path ran out of its step budget (a board that `board check` refuses)
        ("ticket_done", _byte, (MAX_TICKETS,)),
        ("borrowed", _short, (MAX_PLAYERS, MAX_STATIONS)),  # by the seat's stations in order of city; NO_ROUTE = none
        ("on_longest_path", _byte, (MAX_ROUTES,)),  # 1 = part of its owner's longest path
    ],
    align=True,
)


def new_records(kind: np.dtype[Any], count: int = 1) -> Any:
    """An array of empty boards, states or sheets; a recarray, so that the kernels' source runs without the compiler."""
    return np.zeros(count, dtype=kind).view(np.recarray)
