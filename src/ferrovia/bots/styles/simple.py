"""A bot that works for its tickets: claims their missing routes one by one, and draws cards for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from ferrovia.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    PayTunnel,
    TakeBack,
    TakeCard,
)
from ferrovia.boards import Route
from ferrovia.bots.api import Budget
from ferrovia.views import View

NEAR_THE_END: Final = 10  # with this many trains left, the bot stops drawing tickets
RISK: Final = 0.6  # enters a tunnel if the chance of being able to pay is at least this


class SimpleBot:
    """Claims the missing routes of its tickets, nearest first, and draws tickets when none is open."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if len(legal) == 1:
            return legal[0]
        if view.phase in ("choosing_start", "choosing_tickets"):
            return _keep(view, [action for action in legal if isinstance(action, KeepTickets)])
        if view.phase == "in_tunnel":
            payments = [action for action in legal if isinstance(action, PayTunnel)]
            return min(payments, key=lambda pay: pay.wilds) if payments else TakeBack()
        wanted = wanted_routes(view)
        if view.phase == "turn":
            claim = _claim(view, wanted, [action for action in legal if isinstance(action, ClaimRoute)])
            if claim is not None:
                return claim
            if not wanted and DrawTickets() in legal and min(view.trains) > NEAR_THE_END and rng.random() < 0.5:
                return DrawTickets()
        return _draw(view, wanted, legal, rng)


def wanted_routes(view: View) -> list[Route]:
    """The routes that the seat's tickets lack, those of several tickets first; empty if no ticket is possible."""
    count: Counter[str] = Counter()
    for ticket in view.tickets:
        outlook = view.outlook(ticket)
        if outlook.missing and (outlook.trains or 0) <= view.trains[view.seat]:
            count.update(outlook.missing)
    return [view.board.route(route) for route, _ in count.most_common()]


def _keep(view: View, choices: list[KeepTickets]) -> KeepTickets:
    """Keeps the tickets whose points are worth the trains of the network that connects them all."""

    def worth(choice: KeepTickets) -> float:
        tickets = [view.board.ticket(view.offer[place - 1]) for place in choice.places]
        missing: set[str] = set()
        for ticket in tickets:
            outlook = view.outlook(ticket.id)
            if outlook.missing is None:
                return -1000.0
            missing.update(outlook.missing)
        trains = sum(view.board.route(route).length for route in missing)
        ends = [city for ticket in tickets for city in ticket.cities]
        near = sum(a == b for a, b in combinations(ends, 2))
        spare = view.trains[view.seat] - trains
        points = sum(ticket.points for ticket in tickets)
        return points - 0.9 * trains + 2 * near if spare >= 0 else spare - points

    return max(choices, key=worth)


def _claim(view: View, wanted: list[Route], claims: list[ClaimRoute]) -> ClaimRoute | None:
    """A wanted route if affordable, longest first; otherwise a long one once nothing is wanted."""
    goal = {route.number for route in wanted} | {route.twin for route in wanted if route.twin is not None}
    needed = Counter(route.color for route in wanted if route.color)
    hand = view.hand
    useful = [c for c in claims if view.board.route(c.route).number in goal] if wanted else claims
    ending = min(view.trains) <= NEAR_THE_END
    if not wanted and not ending:
        useful = [c for c in claims if view.board.route(c.route).length >= 3]
    safe = [c for c in useful if not view.board.route(c.route).tunnel or view.tunnel_odds(c).payable >= RISK]

    def worth(claim: ClaimRoute) -> tuple[int, int, int, int]:
        route = view.board.route(claim.route)
        color = claim.color or "wild"
        spared = needed[color] if route.color is None else 0
        return (route.length, -claim.wilds, -spared, hand[color])

    return max(safe, key=worth, default=None)


def _draw(view: View, wanted: list[Route], legal: Sequence[Action], rng: np.random.Generator) -> Action:
    """A face-up card of a missing colour, otherwise an unseen one, otherwise anything."""
    lacking = lacking_cards(view.hand, wanted)
    takes = [action for action in legal if isinstance(action, TakeCard)]
    best = max(takes, key=lambda take: (lacking.get(take.card, 0), take.card), default=None)
    if best is not None and lacking.get(best.card, 0) > 0:
        return best
    if DrawCard() in legal:
        return DrawCard()
    rest: list[Action] = [action for action in legal if not isinstance(action, BuildStation)] or list(legal)
    return rest[int(rng.integers(len(rest)))]


def lacking_cards(hand: Mapping[str, int], wanted: list[Route]) -> dict[str, float]:
    """The value of a card of each colour to the hand, by the wanted routes that it helps."""
    worth: dict[str, float] = {}
    best_color = max((color for color in hand if color != "wild"), key=lambda color: hand[color])
    for place, route in enumerate(wanted):
        color = route.color or best_color
        if hand[color] < route.length:
            worth[color] = worth.get(color, 0) + 1 / (1 + place)
    if wanted and any(route.ferry > hand["wild"] for route in wanted):
        worth["wild"] = 2.0  # worth a whole turn only if nothing else will do
    return worth
