"""Hungry: as many tickets as its trains can connect in one network, and any planned route that it can pay.

One of the playtesting styles of de Mesentier Silva, Lee, Togelius and Nealen (2017), with fixes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np

from ferrovia.actions import Action, ClaimRoute, DrawTickets, KeepTickets
from ferrovia.boards import Board, Route, Ticket
from ferrovia.bots.api import Budget
from ferrovia.bots.styles.common import Options, last_resort, offered, options, take, tunnel
from ferrovia.bots.styles.free_routes import Map, map_of, tickets_held
from ferrovia.bots.styles.payments import WILD, best_payment, easiest, most_held
from ferrovia.bots.styles.ticket_network import Joiner
from ferrovia.views import View

SPARE_WHEN_KEEPING: Final = 5  # trains to spare after the plan for tickets to keep
SPARE_WHEN_DRAWING: Final = 8  # draws tickets if the plan leaves more than this many


@dataclass(frozen=True, slots=True)
class Plan:
    """Routes still to claim for the seat's tickets; `complete` unless a ticket was dropped for lack of trains."""

    routes: tuple[Route, ...]
    complete: bool


class Hungry:
    """Keeps the tickets with the best points per train, and draws more while trains are left over."""

    def __init__(self) -> None:
        self._planned: tuple[object, Plan] | None = (
            None  # the last plan and its inputs, cached because planning takes most of the time
        )

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        found = options(legal)
        answer = tunnel(found)
        if answer is not None:
            return answer
        chart = map_of(view)
        if found.keeps:
            return best_subset(view, chart, found.keeps)
        plan = self._plan(view, chart)
        spare = chart.trains - sum(route.length for route in plan.routes)
        if found.tickets and plan.complete and spare > SPARE_WHEN_DRAWING:
            return DrawTickets()
        longest = chart.longest_free()
        planned = plan.routes or ((longest,) if longest else ())  # without open tickets it still has to continue
        routes = [easiest(view.board, view.hand, chart.halves(route)) for route in planned]
        claim = best_claim(view.board, view.hand, found, routes)
        if claim is not None:
            return claim
        needs = needed_cards(view.board, view.hand, routes)
        wishes = sorted((card for card in needs if needs[card] > 0), key=lambda card: -needs[card])
        return take(found, wishes) or last_resort(view, found, legal)

    def _plan(self, view: View, chart: Map) -> Plan:
        """Makes a new plan if a route was claimed or the tickets have changed."""
        rests_on = (view.board, view.seat, view.players, view.tickets, view.states[0].owner.tobytes())
        if self._planned is None or self._planned[0] != rests_on:
            self._planned = (rests_on, make_plan(chart, tickets_held(view)))
        return self._planned[1]


def make_plan(chart: Map, tickets: Sequence[Ticket]) -> Plan:
    """Connects the cities of all open tickets; while that needs too many trains, drops the ticket with fewest
    points.
    """
    joiner = Joiner(chart)
    wanted = [ticket for ticket in tickets if joiner.is_open(ticket)]
    complete = True
    while True:
        routes = joiner.join(wanted)
        if sum(route.length for route in routes) <= chart.trains:
            return Plan(routes, complete)
        wanted = wanted[:-1]  # they are sorted, highest first
        complete = False


# --- tickets ----------------------------------------------------------------------------------------------------------
def best_subset(view: View, chart: Map, choices: Sequence[KeepTickets]) -> KeepTickets:
    """The tickets that, with those held, give the most ticket and route points per train and leave some trains.

    If none do: those that need the fewest trains; if all need too many, those with the fewest points.
    """
    joiner, offer = Joiner(chart), offered(view)
    held = [ticket for ticket in tickets_held(view) if joiner.is_open(ticket)]

    def worth(choice: KeepTickets) -> tuple[int, float, int]:
        kept = [offer[place - 1] for place in choice.places]
        points = sum(ticket.points for ticket in kept)
        routes = joiner.join([*held, *(ticket for ticket in kept if joiner.is_open(ticket))])
        trains = sum(route.length for route in routes)
        if trains > chart.trains or not all(joiner.is_possible(ticket) for ticket in kept):
            return 0, -points, 0
        if trains > chart.trains - SPARE_WHEN_KEEPING:
            return 1, -trains, points
        total = points + sum(ticket.points for ticket in held) + sum(route.points for route in routes)
        return 2, total / trains if trains else inf, points

    return max(choices, key=worth)


# --- cards ------------------------------------------------------------------------------------------------------------
def best_claim(board: Board, hand: Mapping[str, int], found: Options, routes: Sequence[Route]) -> ClaimRoute | None:
    """The affordable planned route with most points, a grey one only in colours that no other route needs."""
    needed = {route.color for route in routes if route.color}
    for route in sorted(routes, key=lambda route: (-route.points, route.number)):
        claims = found.claims.get(route.id, ())
        if route.color is None:
            claims = [claim for claim in claims if claim.color not in needed]
        claim = best_payment(board, hand, claims)
        if claim is not None:
            return claim
    return None


def needed_cards(board: Board, hand: Mapping[str, int], routes: Sequence[Route]) -> dict[str, int]:
    """How many cards of each kind the routes need beyond the hand; wilds only for ferries.

    Each grey route, longest first, uses the colour with most cards left that no other route needs.
    """
    left = dict(hand)
    for route in routes:
        left[WILD] -= route.ferry
        if route.color:
            left[route.color] -= route.length - route.ferry
    needed = {route.color for route in routes if route.color}
    for route in sorted(routes, key=lambda route: (-route.length, route.number)):
        color = None if route.color else most_held(board, left, but=needed)
        if color:
            left[color] -= route.length - route.ferry
    return {card: -count for card, count in left.items()}
