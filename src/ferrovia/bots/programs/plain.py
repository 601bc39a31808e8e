"""A board and a view as plain data that fits into JSON, by the same names as in board files and records.

`view_data` takes what it says from a view alone, so it cannot tell what its seat may not know.
"""

from __future__ import annotations

from typing import Any

from ferrovia.boards import Board
from ferrovia.views import View


def board_data(board: Board) -> dict[str, Any]:
    """Everything printed on the board and in its rules."""
    merchandise = board.bonuses.merchandise
    return {
        "id": board.id,
        "name": board.name,
        "digest": board.digest,
        "players": list(board.players),
        "trains": board.trains,
        "card_colors": list(board.card_colors),
        "cards_per_color": board.cards_per_color,
        "wilds": board.wilds,
        "starting_cards": board.starting_cards,
        "starting_tickets": {
            "long": board.starting_tickets.long,
            "regular": board.starting_tickets.regular,
            "keep": board.starting_tickets.keep,
            "unkept": board.starting_tickets.unkept,
        },
        "drawn_tickets": {"count": board.drawn_tickets.count, "keep": board.drawn_tickets.keep},
        "double_routes_close_up_to": board.double_routes_close_up_to,
        "route_points": {str(length): points for length, points in sorted(board.route_points.items())},
        "stations": {"each": board.stations.each, "points_unused": board.stations.points_unused},
        "bonuses": {
            "longest_path": board.bonuses.longest_path,
            "attraction": board.bonuses.attraction,
            "districts": board.bonuses.districts,
            "merchandise": merchandise
            and {
                "cards": merchandise.cards,
                "points": {str(players): list(points) for players, points in sorted(merchandise.points.items())},
            },
        },
        "tie_breaks": list(board.tie_breaks),
        "cities": [
            {
                "id": city.id,
                "name": city.name,
                "x": city.x,
                "y": city.y,
                "attraction": city.attraction,
                "district": city.district,
            }
            for city in board.cities
        ],
        "routes": [
            {
                "id": route.id,
                "cities": [board.city(city).id for city in route.cities],
                "length": route.length,
                "color": route.color,
                "ferry": route.ferry,
                "tunnel": route.tunnel,
                "carts": route.carts,
                "twin": None if route.twin is None else board.route(route.twin).id,
                "points": route.points,
            }
            for route in board.routes
        ],
        "tickets": [
            {
                "id": ticket.id,
                "cities": [board.city(city).id for city in ticket.cities],
                "points": ticket.points,
                "long": ticket.long,
            }
            for ticket in board.tickets
        ],
    }


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
