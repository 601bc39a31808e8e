"""One-Step Thinker: one ticket, one route of it, one colour at a time.

One of the playtesting styles of de Mesentier Silva, Lee, Togelius and Nealen (2017), with fixes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from ferrovia.actions import Action, DrawTickets
from ferrovia.boards import Route
from ferrovia.bots.api import Budget
from ferrovia.bots.styles.common import keep, last_resort, options, take, tunnel
from ferrovia.bots.styles.free_routes import Map, map_of, tickets_held
from ferrovia.bots.styles.payments import WILD, best_payment, card_lacking, easiest
from ferrovia.views import View

TRAINS_FOR_TICKETS: Final = 8  # every seat must have at least this many when it draws tickets


class OneStep:
    """Works on its highest open ticket, one route at a time, and draws tickets when none is open."""

    shortest: ClassVar[int] = 1  # minimum length of routes in its paths
    draws_tickets: ClassVar[bool] = True

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        found = options(legal)
        answer = tunnel(found)
        if answer is not None:
            return answer
        chart = map_of(view, shortest=self.shortest)
        if found.keeps:
            return keep(view, chart, found.keeps)
        target = ticket_target(view, chart)
        if target is None:
            if self.draws_tickets and found.tickets and min(view.trains) >= TRAINS_FOR_TICKETS:
                return DrawTickets()
            target = chart.longest_free()
        if target is None:
            return take(found, ()) or last_resort(view, found, legal)
        claim = best_payment(view.board, view.hand, found.claims.get(target.id, ()))
        if claim is not None:
            return claim
        wish = card_lacking(view.board, view.hand, target)
        return take(found, (wish, WILD) if wish else ()) or last_resort(view, found, legal)


def ticket_target(view: View, chart: Map) -> Route | None:
    """The first missing route of the highest open ticket, in a double the half that lacks fewer cards; None if none."""
    for ticket in tickets_held(view):
        missing = chart.missing(ticket)
        if missing:
            return easiest(view.board, view.hand, chart.halves(missing[0]))
    return None
