"""Turns a board into the fixed record that the engine plays on. Only this module fills `state.BOARD`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ferrovia.boards.model import Board, Route
from ferrovia.engine import state


@lru_cache(maxsize=64)
def engine_board(board: Board) -> Any:
    """Returns a recarray of one `state.BOARD` record with the board's own numbers. It is shared: do not modify it."""
    boards = state.new_records(state.BOARD)
    record = boards[0]
    _fill_rules(record, board)
    _fill_bonuses(record, board)
    _fill_map(record, board)
    _fill_order(record, board)
    return boards


def _fill_rules(record: Any, board: Board) -> None:
    record.cities = len(board.cities)
    record.routes = len(board.routes)
    record.tickets = len(board.tickets)
    record.colors = len(board.card_colors)
    record.min_players, record.max_players = board.players
    record.trains = board.trains
    record.starting_cards = board.starting_cards
    record.start_long = board.starting_tickets.long
    record.start_regular = board.starting_tickets.regular
    record.start_keep = board.starting_tickets.keep
    record.start_removed = board.starting_tickets.unkept == "removed"
    record.draw_tickets = board.drawn_tickets.count
    record.draw_keep = board.drawn_tickets.keep
    record.doubles_close_up_to = board.double_routes_close_up_to
    record.cards[state.WILD] = board.wilds
    for color in board.card_colors:
        record.cards[board.color_number(color)] = board.cards_per_color


def _fill_bonuses(record: Any, board: Board) -> None:
    record.stations = board.stations.each
    record.station_points = board.stations.points_unused
    record.longest_path_points = board.bonuses.longest_path
    record.attraction_points = board.bonuses.attraction
    record.districts = board.bonuses.districts
    if board.bonuses.merchandise is not None:
        record.merchandise_cards = board.bonuses.merchandise.cards
        for players, ranks in board.bonuses.merchandise.points.items():
            record.merchandise_points[players, : len(ranks)] = ranks
    record.tie_breaks[:] = state.NO_TIE_BREAK
    for place, word in enumerate(board.tie_breaks):
        record.tie_breaks[place] = state.TIE_BREAKS.index(word)


def _fill_map(record: Any, board: Board) -> None:
    for city in board.cities:
        record.city_attraction[city.number] = city.attraction
        record.city_district[city.number] = city.district or 0
    record.route_twin[:] = state.NO_TWIN
    for route in board.routes:
        record.route_from[route.number], record.route_to[route.number] = route.cities
        record.route_length[route.number] = route.length
        record.route_color[route.number] = _color_of(board, route)
        record.route_ferry[route.number] = route.ferry
        record.route_tunnel[route.number] = route.tunnel
        record.route_carts[route.number] = route.carts
        record.route_points[route.number] = route.points
        if route.twin is not None:
            record.route_twin[route.number] = route.twin
    for ticket in board.tickets:
        record.ticket_from[ticket.number], record.ticket_to[ticket.number] = ticket.cities
        record.ticket_points[ticket.number] = ticket.points
        record.ticket_long[ticket.number] = ticket.long


def _fill_order(record: Any, board: Board) -> None:
    """Orders the routes by colour (gray first), then length, and notes where each colour begins."""
    ordered = sorted(board.routes, key=lambda route: (_color_of(board, route), route.length, route.number))
    record.by_color[: len(ordered)] = [route.number for route in ordered]
    for color in range(state.CARDS + 1):
        record.color_start[color] = sum(_color_of(board, route) < color for route in board.routes)
    kinds = _route_kinds(board)
    for route in board.routes:
        record.route_kind[route.number] = kinds.index((_color_of(board, route), route.ferry))
    record.kind_ferry[: len(kinds)] = [ferry for _, ferry in kinds]
    for color in range(state.CARDS + 1):
        record.kind_start[color] = sum(other < color for other, _ in kinds)


def _route_kinds(board: Board) -> list[tuple[int, int]]:
    """The pairs of colour and ferry wilds that occur on the board, in order."""
    return sorted({(_color_of(board, route), route.ferry) for route in board.routes})


def _color_of(board: Board, route: Route) -> int:
    return state.ANY_COLOR if route.color is None else board.color_number(route.color)
