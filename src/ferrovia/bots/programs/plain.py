"""A view as plain data that fits into JSON, by the same names as in board files and records.

It takes what it says from a view alone, so it cannot tell what its seat may not know.
"""

from __future__ import annotations

from typing import Any

from ferrovia.views import View


def view_data(view: View) -> dict[str, Any]:
    """What the seat of the view may know."""
    return {
        "seat": view.seat,
        "players": view.players,
        "phase": view.phase,
        "first": view.first,
        "turn": view.turn,
        "turns_played": view.turns_played,
        "turns_left": view.turns_left,
        "display": list(view.display),
        "deck": view.deck_count,
        "discards": view.discards,
        "unseen": view.unseen,
        "hand": view.hand,
        "tickets": list(view.tickets),
        "offer": list(view.offer),
        "ticket_deck": view.ticket_deck_count,
        "ticket_draws": _ticket_draws(view),
        "merchandise_left": view.merchandise_left,
        "owners": view.owners,
        "stations": view.stations,
        "tunnel": view.tunnel,
        "seats": [_seat(view, seat) for seat in range(view.players)],
    }


def _seat(view: View, seat: int) -> dict[str, Any]:
    """What everybody may know of a seat, and all of one's own cards."""
    return {
        "trains": view.trains[seat],
        "score": view.scores[seat],
        "cards": view.hand_counts[seat],
        "known_cards": view.known_hand(seat),
        "tickets": view.ticket_counts[seat],
        "offered": view.offer_counts[seat],
        "stations_left": view.stations_left[seat],
        "merchandise": view.merchandise[seat],
    }


def _ticket_draws(view: View) -> list[dict[str, Any]]:
    """Every draw of tickets so far: by others how many, by oneself which."""
    state, draws = view.states[0], []
    for number in range(int(state.ledger_count)):
        seat, size, mask = (
            int(state.ledger_seat[number]),
            int(state.ledger_size[number]),
            int(state.ledger_kept[number]),
        )
        offered = kept = None
        if seat == view.seat:
            offered = [view.board.ticket(int(ticket)).id for ticket in view.seen[number][:size]]
            kept = [ticket for place, ticket in enumerate(offered) if mask >> place & 1] if mask else None
        draws.append(
            {
                "seat": seat,
                "count": size,
                "kept_count": mask.bit_count() or None,  # at least one is always kept, so none means: not yet
                "offered": offered,
                "kept": kept,
            }
        )
    return draws
