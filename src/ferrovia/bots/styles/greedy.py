"""The bot that always takes the most points at once and ignores its tickets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ferrovia.actions import Action, ClaimRoute, DrawCard, KeepTickets, PayTunnel, TakeBack, TakeCard
from ferrovia.bots.api import Budget
from ferrovia.views import View


class GreedyBot:
    """Claims the affordable route with most points; otherwise draws the colour it holds most of."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        claims = [action for action in legal if isinstance(action, ClaimRoute)]
        if claims:
            return max(claims, key=lambda claim: (view.board.route(claim.route).points, -claim.wilds))
        keeps = [action for action in legal if isinstance(action, KeepTickets)]
        if keeps:
            return min(keeps, key=lambda keep: (len(keep.places), self._points(view, keep)))
        pays = [action for action in legal if isinstance(action, PayTunnel)]
        if pays:
            return min(pays, key=lambda pay: pay.wilds)
        return self._draw(view, legal)

    def _points(self, view: View, keep: KeepTickets) -> int:
        """The cost of the kept tickets: the bot does not intend to complete them."""
        return sum(view.board.ticket(view.offer[place - 1]).points for place in keep.places)

    def _draw(self, view: View, legal: Sequence[Action]) -> Action:
        hand = view.hand
        takes = [action for action in legal if isinstance(action, TakeCard) and action.card != "wild"]
        wanted = [take for take in takes if hand[take.card] == max(hand[other.card] for other in takes)]
        if wanted and hand[wanted[0].card] > 0:
            return wanted[0]
        return next((action for action in legal if isinstance(action, DrawCard | TakeBack)), legal[0])
