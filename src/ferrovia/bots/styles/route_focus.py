"""Route Focus: claims the routes of its starting tickets, most valuable first, and nothing else before they are done.

One of the playtesting styles of de Mesentier Silva, Lee, Togelius and Nealen (2017), with fixes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ferrovia.actions import Action
from ferrovia.boards import Route
from ferrovia.bots.api import Budget
from ferrovia.bots.styles.common import keep, last_resort, options, take, tunnel
from ferrovia.bots.styles.free_routes import Map, map_of, tickets_held
from ferrovia.bots.styles.payments import best_payment, card_lacking
from ferrovia.views import View


class RouteFocus:
    """Keeps three tickets, never draws more, and claims the routes they need in order of points."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        found = options(legal)
        answer = tunnel(found)
        if answer is not None:
            return answer
        chart, board, hand = map_of(view), view.board, view.hand
        if found.keeps:
            return keep(view, chart, found.keeps)
        order = routes_in_order(view, chart)
        for route in order:
            claim = best_payment(board, hand, found.claims.get(route.id, ()))
            if claim is not None:
                return claim
        # The first of two cards may have completed the payment for the top route; the second is then for the next one.
        wish = next((card for route in order if (card := card_lacking(board, hand, route))), None)
        return take(found, (wish,)) or last_resort(view, found, legal)


def routes_in_order(view: View, chart: Map) -> list[Route]:
    """The free routes on shortest paths of open tickets, by route points + 2 × ticket points; if none, all by points.

    A route of several tickets counts with the highest. Both halves of a double are included; the lower number comes
    first.
    """
    worth: dict[int, int] = {}
    for ticket in tickets_held(view):
        for route in chart.missing(ticket) or ():
            for half in chart.halves(route):
                worth.setdefault(half.number, half.points + 2 * ticket.points)
    if not worth:
        worth = {route.number: route.points for route in chart.free}
    return [chart.board.routes[number] for number in sorted(worth, key=lambda number: (-worth[number], number))]
