"""The engine's record says what the board says, and its classes list every route once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ferrovia.boards import Board, board_names, engine_board, load_board, parse_board
from ferrovia.engine import layout

from .mistakes import text_of


@pytest.fixture(params=[*board_names(), "tiny"])
def board(request: pytest.FixtureRequest) -> Board:
    return parse_board(text_of("tiny")) if request.param == "tiny" else load_board(request.param)


@pytest.fixture
def record(board: Board) -> Any:
    boards = engine_board(board)
    assert isinstance(boards, np.recarray)
    assert (boards.dtype.fields, boards.shape) == (layout.BOARD.fields, (1,))
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
    unused = [0] * (layout.MAX_COLORS - len(board.card_colors))
    assert record.colors == len(board.card_colors)
    assert list(record.cards) == [board.wilds] + [board.cards_per_color] * len(board.card_colors) + unused


def test_routes_are_the_boards(board: Board, record: Any) -> None:
    for route in board.routes:
        n = route.number
        assert (record.route_from[n], record.route_to[n]) == route.cities
        assert (record.route_length[n], record.route_points[n]) == (route.length, route.points)
        assert record.route_points[n] == board.route_points[route.length]
        expected = layout.ANY_COLOR if route.color is None else 1 + board.card_colors.index(route.color)
        assert record.route_color[n] == expected
        assert (record.route_ferry[n], record.route_tunnel[n]) == (route.ferry, route.tunnel)
        assert record.route_carts[n] == route.carts
        assert record.route_twin[n] == (layout.NO_TWIN if route.twin is None else route.twin)
    assert set(record.route_twin[len(board.routes) :]) <= {layout.NO_TWIN}


def test_cities_and_tickets_are_the_boards(board: Board, record: Any) -> None:
    for city in board.cities:
        assert record.city_attraction[city.number] == city.attraction
        assert record.city_district[city.number] == (city.district or 0)
    for ticket in board.tickets:
        n = ticket.number
        assert (record.ticket_from[n], record.ticket_to[n]) == ticket.cities
        assert (record.ticket_points[n], record.ticket_long[n]) == (ticket.points, ticket.long)


def test_a_class_holds_exactly_the_routes_of_its_cost(board: Board, record: Any) -> None:
    costs = []
    for color in range(layout.CARDS):
        for k in range(record.color_first_class[color], record.color_first_class[color + 1]):
            length, ferry = record.class_length[k], record.class_ferry[k]
            routes = list(record.class_routes[record.class_first_route[k] : record.class_first_route[k + 1]])
            expected = [
                n
                for n in range(record.routes)
                if (record.route_color[n], record.route_length[n], record.route_ferry[n]) == (color, length, ferry)
            ]
            assert routes
            assert routes == expected
            costs.append((color, length, ferry))
    assert costs == sorted(set(costs)), "by colour, then length, then ferry, none twice"
    classes = record.color_first_class[layout.CARDS]
    assert len(costs) == classes
    assert record.color_first_class[0] == 0
    assert sorted(record.class_routes[: record.class_first_route[classes]]) == list(range(len(board.routes)))


def test_the_tiny_boards_classes_are_these() -> None:
    record = engine_board(parse_board(text_of("tiny")))[0]
    # gray: length 1, length 2 with a ferry; red: 2, 3; blue: 2, 4
    assert list(record.color_first_class[:4]) == [0, 2, 4, 6]
    assert list(record.class_length[:6]) == [1, 2, 2, 3, 2, 4]
    assert list(record.class_ferry[:6]) == [0, 1, 0, 0, 0, 0]
    assert list(record.class_first_route[:7]) == [0, 2, 3, 4, 5, 6, 7]
    assert list(record.class_routes[:7]) == [2, 6, 4, 0, 3, 1, 5]


def test_bonuses_and_tie_breaks_have_the_engines_numbers() -> None:
    europe, york, london, amsterdam = (
        engine_board(load_board(name))[0] for name in ("europe", "new_york", "london", "amsterdam")
    )
    assert list(europe.tie_breaks) == [
        layout.BY_TICKETS_COMPLETED,
        layout.BY_FEWEST_STATIONS,
        layout.BY_LONGEST_PATH,
    ]
    assert list(york.tie_breaks) == [layout.BY_TICKETS_COMPLETED, layout.NO_TIE_BREAK, layout.NO_TIE_BREAK]
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
