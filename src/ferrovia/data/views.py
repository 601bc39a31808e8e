"""A view as plain data: what everybody knows about a game, and what only the view's seat knows.

Both functions read only the view, so they cannot reveal what its seat may not know.
"""

from __future__ import annotations

from ferrovia.data.schema import GameView, OwnDraw, SeatView, TicketDraw, You
from ferrovia.views import View, progress


def game_view(view: View) -> GameView:
    """The public facts, the same in every view of one game."""
    return {
        "phase": view.phase,  # type: ignore[typeddict-item]
        "turn": view.turn,
        "actors": sorted(view.actors),
        "first": view.first,
        "turns_played": view.turns_played,
        "turns_left": view.turns_left,
        "display": list(view.display),
        "deck": view.deck_count,
        "discard": view.discard_count,
        "discards": view.discards,
        "unseen": view.unseen_by_all,
        "ticket_deck": view.ticket_deck_count,
        "ticket_draws": [TicketDraw(seat=d.seat, offered=d.offered, kept=d.kept) for d in view.ticket_draws],
        "merchandise_left": view.merchandise_left,
        "owners": view.owners,
        "closed": view.closed,
        "stations": view.stations,
        "tunnel": view.tunnel,  # type: ignore[typeddict-item]
        "seats": _seats(view),
    }


def _seats(view: View) -> list[SeatView]:
    rows = zip(
        view.trains, view.scores, view.hand_counts, view.ticket_counts, view.offer_counts, view.stations_left,
        view.merchandise, progress(view.board, view.owners, view.merchandise), strict=True,
    )  # fmt: skip
    return [
        {
            "seat": seat,
            "trains": trains,
            "score": score,
            "cards": cards,
            "known_cards": view.hand_known_by_all(seat),
            "tickets": tickets,
            "offered": offered,
            "stations_left": stations_left,
            "merchandise": merchandise,
            "attractions": so_far.attractions,
            "districts": {str(number): joined for number, joined in so_far.districts.items()},
            "bonus": so_far.bonus,
        }
        for seat, (trains, score, cards, tickets, offered, stations_left, merchandise, so_far) in enumerate(rows)
    ]


def own_part(view: View) -> You:
    """The private facts of the view's seat."""
    return {
        "seat": view.seat,
        "hand": view.hand,
        "tickets": list(view.tickets),
        "offer": list(view.offer),
        "ticket_draws": [
            OwnDraw(number=number, offered=list(draw.tickets), kept=None if draw.kept is None else list(draw.held))
            for number, draw in enumerate(view.ticket_draws)
            if draw.seat == view.seat
        ],
    }
