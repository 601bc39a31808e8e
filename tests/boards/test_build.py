"""The engine's record matches the board and lists every route once, in order of price."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ferrovia.boards import Board, board_names, engine_board, load_board, parse_board
from ferrovia.engine import state

from .mistakes import text_of


@pytest.fixture(params=[*board_names(), "tiny"])
def board(request: pytest.FixtureRequest) -> Board:
    return parse_board(text_of("tiny")) if request.param == "tiny" else load_board(request.param)


@pytest.fixture
def record(board: Board) -> Any:
    boards = engine_board(board)
    assert isinstance(boards, np.recarray)
    assert (boards.dtype.fields, boards.shape) == (state.BOARD.fields, (1,))
    return boards[0]


def test_counts_and_rules_are_the_boards(board: Board, record: Any) -> None:
    assert (record.cities, record.routes, record.tickets) == (len(board.cities), len(board.routes), len(board.tickets))
    assert (record.min_players, record.max_players) == board.players
    assert (record.trains, record.starting_cards) == (board.trains, board.starting_cards)
    start, drawn = board.starting_tickets, board.drawn_tickets
    assert (record.start_long, record.start_regular, record.start_keep) == (start.long, start.regular, start.keep)
    assert record.start_removed == (1 if start.unkept == "removed" else 0)
    assert (record.draw_tickets, record.draw_keep) == (drawn.count, drawn.keep)
    assert record.doubles_close_up_to == board.double_routes_close_up_to
    assert (record.stations, record.station_points) == (board.stations.each, board.stations.points_unused)


def test_cards_are_the_wilds_and_then_each_color(board: Board, record: Any) -> None:
    unused = [0] * (state.MAX_COLORS - len(board.card_colors))
    assert record.colors == len(board.card_colors)
    assert list(record.cards) == [board.wilds] + [board.cards_per_color] * len(board.card_colors) + unused


def test_routes_are_the_boards(board: Board, record: Any) -> None:
    for route in board.routes:
        n = route.number
        assert (record.route_from[n], record.route_to[n]) == route.cities
        assert (record.route_length[n], record.route_points[n]) == (route.length, route.points)
        assert record.route_points[n] == board.route_points[route.length]
        expected = state.ANY_COLOR if route.color is None else 1 + board.card_colors.index(route.color)
        assert record.route_color[n] == expected
        assert (record.route_ferry[n], record.route_tunnel[n]) == (route.ferry, route.tunnel)
        assert record.route_carts[n] == route.carts
        assert record.route_twin[n] == (state.NO_TWIN if route.twin is None else route.twin)
    assert set(record.route_twin[len(board.routes) :]) <= {state.NO_TWIN}


def test_cities_and_tickets_are_the_boards(board: Board, record: Any) -> None:
    for city in board.cities:
        assert record.city_attraction[city.number] == city.attraction
        assert record.city_district[city.number] == (city.district or 0)
    for ticket in board.tickets:
        n = ticket.number
        assert (record.ticket_from[n], record.ticket_to[n]) == ticket.cities
        assert (record.ticket_points[n], record.ticket_long[n]) == (ticket.points, ticket.long)


def test_routes_are_ordered_by_colour_then_length(board: Board, record: Any) -> None:
    assert record.color_start[0] == 0
    for color in range(state.CARDS):
        group = [int(n) for n in record.by_color[record.color_start[color] : record.color_start[color + 1]]]
        lengths = [int(record.route_length[n]) for n in group]
        assert sorted(group) == [n for n in range(record.routes) if record.route_color[n] == color]
        assert lengths == sorted(lengths)
    assert record.color_start[state.CARDS] == len(board.routes)


def test_the_tiny_boards_routes_are_in_this_order() -> None:
    record = engine_board(parse_board(text_of("tiny")))[0]
    # gray: two of length 1, then 2 with a ferry; red: 2, 3; blue: 2, 4
    assert list(record.color_start[:4]) == [0, 3, 5, 7]
    assert list(record.by_color[:7]) == [2, 6, 4, 0, 3, 1, 5]


def test_bonuses_and_tie_breaks_have_the_engines_numbers() -> None:
    europe, york, london, amsterdam = (
        engine_board(load_board(name))[0] for name in ("europe", "new_york", "london", "amsterdam")
    )
    assert list(europe.tie_breaks) == [
        state.BY_TICKETS_COMPLETED,
        state.BY_FEWEST_STATIONS,
        state.BY_LONGEST_PATH,
    ]
    assert list(york.tie_breaks) == [state.BY_TICKETS_COMPLETED, state.NO_TIE_BREAK, state.NO_TIE_BREAK]
    assert (europe.longest_path_points, york.longest_path_points) == (10, 0)
    assert (europe.attraction_points, york.attraction_points) == (0, 1)
    assert (europe.districts, london.districts) == (0, 1)
    assert (europe.merchandise_cards, amsterdam.merchandise_cards) == (0, 16)
    assert amsterdam.merchandise_points.tolist() == [
        [0] * 5,
        [0] * 5,
        [8, 4, 0, 0, 0],
        [8, 5, 2, 0, 0],
        [8, 6, 4, 2, 0],
        [0] * 5,
    ]
