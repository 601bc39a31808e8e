"""Decides which parts of an event or action a viewer may see; no other module does. A viewer is a seat or SPECTATOR.

Dealt and drawn cards, offered tickets and kept tickets belong to their seat (H1, H2). `None` replaces hidden values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ferrovia.actions import Action, KeepTickets
from ferrovia.events import CardDealt, CardDrawn, Event, TicketOffered, TicketsKept


def event_for(event: Event, viewer: int) -> Event:
    """The event as the viewer may see it."""
    match event:
        case CardDealt() | CardDrawn() if event.seat != viewer:
            return replace(event, card=None)
        case TicketOffered() if event.seat != viewer:
            return replace(event, ticket=None)
        case TicketsKept() if event.seat != viewer:
            return replace(event, tickets=None)
    return event


def action_for(action: Action, seat: int | None, viewer: int) -> Action | None:
    """The action of `seat` as the viewer may see it; None if it reveals which tickets another seat keeps."""
    return None if isinstance(action, KeepTickets) and seat != viewer else action


def seats_that_know_more(events: Iterable[Event]) -> frozenset[int]:
    """The seats that see more of these events than spectators do."""
    secret = CardDealt | CardDrawn | TicketOffered | TicketsKept
    return frozenset(event.seat for event in events if isinstance(event, secret))
