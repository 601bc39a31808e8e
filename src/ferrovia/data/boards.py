"""A board as plain data, with the names used in board files."""

from __future__ import annotations

from ferrovia.boards import Board
from ferrovia.data.schema import BoardData, BoardSummary


def board_summary(board: Board) -> BoardSummary:
    """The part of a board that a list of boards shows."""
    return {
        "id": board.id,
        "digest": board.digest,
        "name": board.name,
        "players": list(board.players),
        "trains": board.trains,
        "reconstructed": list(board.reconstructed),
        "words": {"vehicle": board.words.vehicle, "tickets": board.words.tickets},
    }


def board_data(board: Board) -> BoardData:
    """Everything printed on the board and in its rules."""
    merchandise = board.bonuses.merchandise
    return {
        **board_summary(board),
        "aspect": board.aspect,
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
            "merchandise": None
            if merchandise is None
            else {
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
