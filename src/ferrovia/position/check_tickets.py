"""Checks where the tickets are: in hands, on offer, put back, out of the game, or unseen in the deck."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.position.draft import Draft
from ferrovia.position.problems import PositionProblems


def check_tickets(draft: Draft, problems: PositionProblems) -> None:
    board = draft.board
    removed = board.starting_tickets.unkept == "removed"
    at: dict[int, str] = {}
    for place, tickets in _places(draft):
        for ticket in tickets:
            if ticket in at:
                reason = f"{board.ticket(ticket).id} is in {at[ticket]} already."
                problems.add("position/ticket_twice", place, reason, ticket=board.ticket(ticket).id, other=at[ticket])
            at.setdefault(ticket, place)
    for ticket in draft.returned if removed else ():
        if board.ticket(ticket).long:
            reason = f"{board.ticket(ticket).id} is a long ticket: on this board they never get under the deck (P8)."
            problems.add("position/long_ticket_in_deck", "ticket_deck.returned", reason)
    for ticket in () if removed else draft.removed:
        if not board.ticket(ticket).long:
            reason = f"{board.ticket(ticket).id} cannot have left the game: on this board only long tickets do (P8)."
            problems.add("position/removed_ticket", "ticket_deck.removed", reason)
    if draft.phase == "choosing_start":
        _check_start(draft, problems)
    else:
        _check_offers(draft, problems)


def _places(draft: Draft) -> Iterator[tuple[str, tuple[int, ...]]]:
    for i, seat in enumerate(draft.seats):
        yield f"seats[{i}].tickets", seat.tickets
        yield f"seats[{i}].offer", seat.offer
    yield "ticket_deck.returned", draft.returned
    yield "ticket_deck.removed", draft.removed


def unseen_tickets(draft: Draft) -> tuple[int, ...]:
    """The regular tickets that are nowhere else: they are unseen in the deck."""
    elsewhere = {ticket for _, tickets in _places(draft) for ticket in tickets}
    return tuple(t.number for t in draft.board.tickets if not t.long and t.number not in elsewhere)


def _check_start(draft: Draft, problems: PositionProblems) -> None:
    """S2: every seat has the full offer, the long ones first, and at least one has not chosen yet."""
    board, rules = draft.board, draft.board.starting_tickets
    expected = [True] * rules.long + [False] * rules.regular
    for i, seat in enumerate(draft.seats):
        long = [board.ticket(ticket).long for ticket in seat.offer]
        if long != expected and problems.clean(f"seats[{i}].offer"):
            parts = f"{rules.long} long and then {rules.regular} regular tickets" if rules.long else f"{rules.regular}"
            reason = f"At the start each seat is offered {parts}."
            problems.add("position/offer", f"seats[{i}].offer", reason)
        if seat.chosen is not None and problems.clean(f"seats[{i}].chosen"):
            enough = len(seat.chosen) >= max(rules.keep, 1)
            if not enough or max(seat.chosen) > len(expected):
                reason = f"At least {rules.keep} of the {len(expected)} offered tickets are kept at the start."
                problems.add("position/chosen", f"seats[{i}].chosen", reason)
        if seat.tickets or seat.routes or seat.stations:
            reason = "While start tickets are chosen no seat has tickets, routes or stations."
            problems.add("position/phase", f"seats[{i}]", reason)
    if all(seat.chosen is not None for seat in draft.seats):
        problems.add("position/chosen", "phase", "All seats have chosen, so the first turn would have begun.")
    if draft.returned or any(not board.ticket(ticket).long for ticket in draft.removed):
        reason = "While start tickets are chosen none has been put back or left the game."
        problems.add("position/phase", "ticket_deck", reason)


def _check_offers(draft: Draft, problems: PositionProblems) -> None:
    """T1: only the seat drawing tickets has an offer; it is full unless the deck ran out."""
    count = draft.board.drawn_tickets.count
    for i, seat in enumerate(draft.seats):
        place = f"seats[{i}].offer"
        if seat.chosen is not None:
            reason = f"Tickets are chosen like this at the start only; the phase is {draft.phase}."
            problems.add("position/chosen", f"seats[{i}].chosen", reason)
        if draft.phase != "choosing_tickets" or i != draft.turn:
            if seat.offer:
                reason = (
                    f"Only the seat that draws tickets has an offer, in the phase choosing_tickets, not {draft.phase}."
                )
                problems.add("position/offer", place, reason)
            continue
        left = len(unseen_tickets(draft)) + len(draft.returned)
        if not 1 <= len(seat.offer) <= count and problems.clean(place):
            problems.add("position/offer", place, f"1 to {count} tickets are drawn, and here {len(seat.offer)}.")
        elif len(seat.offer) < count and left and problems.clean(place, "ticket_deck"):
            reason = f"{count} tickets are drawn while the deck has them: it still has {left}."
            problems.add("position/offer", place, reason)
        if draft.board.starting_tickets.unkept == "removed" and any(draft.board.ticket(t).long for t in seat.offer):
            problems.add("position/offer", place, "Long tickets are offered at the start only.")
