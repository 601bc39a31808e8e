"""The mind of a planning player, and the numbers that make its style. Nothing here is state of a game.

A mind belongs to one seat. Kernels read of a state only what that seat may know: the table, its own hand and tickets.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ferrovia.engine.state import CARDS, MAX_CITIES, MAX_LENGTH, MAX_ROUTES, MAX_TICKETS, new_records

BLOCKED: Final = 1e6  # the price of a way that cannot be had
NO_ACTION: Final = -1

# what a route is in a plan
NOT_PLANNED: Final = 0
NEEDED: Final = 1  # on the way of a ticket
BORROWED: Final = 2  # an opponent's, to be had by a station
FILLER: Final = 3  # for its points

MAX_PLAN: Final = 64  # routes
MAX_GOALS: Final = MAX_TICKETS + MAX_CITIES  # tickets, held or offered, and the places of districts

_real, _short, _byte = np.float64, np.int16, np.int8

# The board's roads by city, so that ways are found quickly; a function of the board alone.
ROADS: Final = np.dtype(
    [
        ("start", _short, (MAX_CITIES + 1,)),  # where each city's roads begin in the two lists
        ("route", _short, (2 * MAX_ROUTES,)),
        ("to", _byte, (2 * MAX_ROUTES,)),
        ("ticket_trains", _short, (MAX_TICKETS,)),  # that a ticket takes on an empty board
    ],
    align=True,
)

MIND: Final = np.dtype(
    [
        # prices: points that a route costs beyond what it scores, see `price_routes`
        ("price", _real, (MAX_ROUTES,)),  # as a plan grows, 0 for what it holds already
        ("full_price", _real, (MAX_ROUTES,)),  # before any plan
        ("turns", _real, (MAX_ROUTES,)),  # that a route would take
        ("grey", _real, (MAX_LENGTH + 1,)),  # turns that so many cards of one colour cost, whichever is cheapest
        ("score", _real, (MAX_ROUTES,)),  # points that a route brings, bonuses counted in
        # the last way found
        ("cost", _real, (MAX_CITIES,)),
        ("by_route", _short, (MAX_CITIES,)),
        ("settled", _byte, (MAX_CITIES,)),
        # the plan
        ("value", _real),
        ("plan_turns", _real),
        ("plan", _short, (MAX_PLAN,)),
        ("plan_count", _short),
        ("plan_trains", _short),
        ("plan_stations", _short),
        ("role", _byte, (MAX_ROUTES,)),
        ("goal_from", _byte, (MAX_GOALS,)),
        ("goal_to", _byte, (MAX_GOALS,)),
        ("goal_points", _real, (MAX_GOALS,)),
        ("goal_lost", _byte, (MAX_GOALS,)),
        ("goal_count", _short),
        ("open_goals", _short),  # pursued and not yet joined when the plan was made
        ("touched", _byte, (MAX_CITIES,)),  # cities at own routes
        ("rivals", _byte, (MAX_CITIES,)),  # routes of others at a city
        ("wanted", _real, (MAX_ROUTES,)),  # how much others seem to want a route, see `rivals` ...
        ("wanted_when", np.int64),  # ... in the position that this stands for
        # cards
        ("lacking", _real, (CARDS,)),  # cards the plan still asks for
        ("filling", _real, (CARDS,)),  # cards its fillers ask for
        ("shown", _short, (CARDS,)),  # cards face up
        ("rest", _short, (CARDS,)),  # cards in hand that the plan does not ask for
        ("set_color", _byte, (MAX_ROUTES,)),  # the colour that a planned route is to be paid in ...
        ("set_count", _byte, (MAX_ROUTES,)),  # ... and how many cards of the hand are set aside for it
        ("worth", _real, (CARDS,)),  # of one more card of each kind, in useful cards
        # when the plan was made
        ("is_made", _byte),
        ("asked_tickets", _byte),  # whether drawing tickets was thought of since
        ("tickets", _byte),
        ("worth_of_ticket", _real, (MAX_TICKETS,)),
    ],
    align=True,
)

# The numbers of a style. Defaults are the planner's, found by play against itself (see `benchmarks/learn.py`).
STYLE_DEFAULTS: Final[dict[str, float]] = {
    "turn": 2.022,  # points that a turn is worth
    "train": 0.5,  # points that a train is worth
    "missing": 0.62,  # turns a card costs that is still missing
    "held": 0.458,  # turns a card is worth that is held already
    "ferry_wild": 0.9,  # turns a missing wild costs
    "tunnel": 0.35,  # turns of expected extra cards
    "station": 2.549,  # points for the trouble of a station, beyond its cards and what an unused one scores
    "least_price": 0.108,  # of a route, by its length
    "risk": 0.025,  # chance to lose a ticket, by missing route
    "contested": 0.1,  # points that a rival at the end of a route makes it dearer
    "danger": 2.105,  # weight of a rival at the end of a route when claims are ordered
    "length": 1.065,  # weight of length likewise
    "shown": 0.6,  # of a card in hand, that a shown one counts when a colour is chosen
    "shown_price": 0.8,  # of a missing card's turns, where one is shown
    "filler": 0.5,  # weight of a card for a filler
    "spare": 0.162,  # weight of a card for nothing in particular
    "blind": 0.05,  # extra worth of an unseen card, for hiding it
    "wild": 0.725,  # worth of a wild
    "wild_up": 1.0,  # of that, for a shown one, which takes the whole turn
    "patience": 50.0,  # cost of a payment, in cards and wilds, above which a planned route waits for better cards
    "hurry": 4.0,  # turns ahead below which nothing waits
    "filler_bar": 0.0,  # what a filler must bring beyond its turns
    "filler_turn": 2.022,  # points that a turn is worth when fillers are chosen
    "filler_late": 4.0,  # how much a filler's claim stands behind the tickets'
    "fresh": 0.0,  # 1 = every decision begins with a new plan
    "longest": 1.464,  # points for a filler at the end of the own network
    "ticket_gain": -1.0,  # points that drawing tickets must bring beyond a turn
    "ticket_share": 1.0,  # of the mean worth of the best offered ticket that is believed
    "ticket_ahead": 8.0,  # turns ahead below which tickets are never drawn
    "finish": 0.3,  # extra worth of a card that makes a planned route payable
    "orders": 1.0,  # orders in which tickets are planned
    "pace": 4.694,  # trains others lay by claim
    "waste": 1.041,  # cards others draw for one they use
    "cart": 1.5,  # points a merchandise card is worth
    "slack": 0.474,  # turns by which a plan may be longer than the game is thought to last
    "keep_more": 0.0,  # points asked of a further ticket at the start
    "hold_wilds": 0.684,  # wilds spent on a filler, in cards
    "dare": 1.0,  # chance to fail in a tunnel above which the claim waits for more cards
    "close": 0.0,  # trains at which any route that can be paid is claimed once the tickets need none
    "filler_missing": 0.62,  # turns a card costs that a filler is missing
    "filler_held": 0.458,  # turns a card is worth that a filler takes of the hand
    "reserve": 0.0,  # trains that fillers leave alone while tickets are open
    "block": 0.0,  # points for a filler that others want, by how much they want it
    "avoid": 0.0,  # points that it makes a route dearer on the way of a ticket
    "urgent": 0.0,  # weight of it when claims are ordered
    "single": 0.0,  # turns that a card costs besides if it is of the colour that is lacked most
    "rare": 0.0,  # weight of that when cards are drawn
    "tunnel_last": 0.0,  # how much a claim stands behind others by its chance to fail
}
STYLE: Final = np.dtype([(name, _real) for name in STYLE_DEFAULTS], align=True)


def new_style(**changes: float) -> Any:
    """The default style with some numbers changed, as an array of one record."""
    styles = new_records(STYLE)
    for name, value in (STYLE_DEFAULTS | changes).items():
        styles[name] = value
    return styles
