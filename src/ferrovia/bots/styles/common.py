"""Shared behaviour of the four playtesting styles: pay tunnels, build no stations, keep tickets, and last resorts.

The styles come from de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board games"
(2017). They ignore bonuses, and remember nothing beyond the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from ferrovia.actions import Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, PayTunnel, TakeBack, TakeCard
from ferrovia.boards import Ticket
from ferrovia.bots.styles.free_routes import Map
from ferrovia.bots.styles.payments import best_payment
from ferrovia.views import View

KEPT_AT_THE_START: Final = 3


@dataclass(slots=True)
class Options:
    """The legal actions by kind; there are many, so they are sorted once."""

    claims: dict[str, list[ClaimRoute]] = field(default_factory=dict)  # every way to pay, by route
    keeps: list[KeepTickets] = field(default_factory=list)
    payments: list[PayTunnel] = field(default_factory=list)
    face_up: set[str] = field(default_factory=set)
    others: set[Action] = field(default_factory=set)

    @property
    def tickets(self) -> bool:
        """Whether tickets can be drawn."""
        return DrawTickets() in self.others


def options(legal: Sequence[Action]) -> Options:
    found = Options()
    for action in legal:
        match action:
            case ClaimRoute():
                found.claims.setdefault(action.route, []).append(action)
            case KeepTickets():
                found.keeps.append(action)
            case PayTunnel():
                found.payments.append(action)
            case TakeCard():
                found.face_up.add(action.card)
            case DrawCard() | DrawTickets() | TakeBack() | Pass():
                found.others.add(action)
            case _:
                pass  # a station is built only if `last_resort` finds nothing else
    return found


def tunnel(found: Options) -> Action | None:
    """The answer to an open tunnel: pay with the fewest wilds, or take back; None if none is open."""
    if found.payments:
        return min(found.payments, key=lambda payment: payment.wilds)
    return TakeBack() if TakeBack() in found.others else None


def take(found: Options, wishes: Iterable[str | None]) -> Action | None:
    """The first wish that is face up, otherwise an unseen card; None if no card is available."""
    for card in wishes:
        if card in found.face_up:
            return TakeCard(card)
    return DrawCard() if DrawCard() in found.others else None


def last_resort(view: View, found: Options, legal: Sequence[Action]) -> Action:
    """Without cards to draw: the affordable route with most points, then tickets, then anything."""
    routes = [view.board.route(route) for route in found.claims]
    if routes:
        best = max(routes, key=lambda route: (route.points, -route.number))
        return best_payment(view.board, view.hand, found.claims[best.id]) or legal[0]
    return next((action for action in (DrawTickets(), Pass()) if action in found.others), legal[0])


def offered(view: View) -> list[Ticket]:
    """The offered tickets, in the order in which `KeepTickets` counts them."""
    return [view.board.ticket(ticket) for ticket in view.offer]


def keep(view: View, chart: Map, choices: Sequence[KeepTickets]) -> KeepTickets:
    """At the start the three tickets with most points; later as few as allowed, with the best points per train that
    fit.
    """
    offer = offered(view)
    fewest = min(len(choice.places) for choice in choices)
    if view.phase == "choosing_start":
        count = max(fewest, min(KEPT_AT_THE_START, len(offer)))
        ranks = [float(ticket.points) for ticket in offer]
    else:
        count = fewest
        ranks = [_points_per_train(chart, ticket) for ticket in offer]
    best = sorted(range(len(offer)), key=lambda place: (-ranks[place], -offer[place].points, place))[:count]
    wanted = tuple(sorted(place + 1 for place in best))
    return next((choice for choice in choices if choice.places == wanted), choices[0])


def _points_per_train(chart: Map, ticket: Ticket) -> float:
    """Infinite if the cities are connected; negative, by the points at stake, if no path fits."""
    missing = chart.missing(ticket)
    if missing is None:
        return -float(ticket.points)
    trains = sum(route.length for route in missing)
    return ticket.points / trains if trains else inf
