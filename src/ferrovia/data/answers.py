"""A seat's questions about its tickets and tunnels, answered as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ferrovia.actions import ClaimRoute
from ferrovia.views import View


def outlook_data(view: View, ticket: str) -> dict[str, Any]:
    """The outlook of a ticket, with the routes that the seat's stations would borrow for it."""
    found = view.outlook(ticket)
    borrowing = [asdict(borrowed) for borrowed in view.borrowing(ticket)]
    return {**asdict(found), "possible": found.possible, "borrowing": borrowing}


def odds_data(view: View, claim: ClaimRoute) -> dict[str, Any]:
    """The chances of extra cards in a tunnel."""
    return asdict(view.tunnel_odds(claim))
