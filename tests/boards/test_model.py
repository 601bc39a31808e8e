"""Ids that people can read, and looking things up by them."""

from __future__ import annotations

import pickle

import pytest

from ferrovia.boards import Board, NotOnBoardError, board_names, load_board, parse_board

from .mistakes import changed, text_of


@pytest.fixture
def tiny() -> Board:
    return parse_board(text_of("tiny"))


def test_a_route_is_named_by_its_cities_in_alphabetical_order(tiny: Board) -> None:
    assert tiny.routes[3].id == "cedar-dogwood"
    assert tiny.routes[3].cities == (3, 2), "the order of the file is kept"


def test_the_second_half_of_a_double_has_a_number_and_each_knows_the_other(tiny: Board) -> None:
    first, second = tiny.routes[:2]
    assert (first.id, second.id) == ("ash-birch", "ash-birch/2")
    assert (first.twin, second.twin) == (1, 0)
    assert tiny.routes[2].twin is None


def test_a_double_is_found_whatever_the_order_of_its_cities() -> None:
    board = parse_board(
        changed(
            "tiny",
            (
                '{ cities = ["ash", "birch"], length = 2, color = "b',
                '{ cities = ["birch", "ash"], length = 2, color = "b',
            ),
        )
    )
    assert [route.id for route in board.routes[:2]] == ["ash-birch", "ash-birch/2"]
    assert [route.twin for route in board.routes[:2]] == [1, 0]


def test_a_ticket_is_named_by_its_cities_as_printed(tiny: Board) -> None:
    assert tiny.tickets[4].id == "elm-cedar"


def test_tickets_of_the_same_cities_are_numbered_in_either_order() -> None:
    board = parse_board(changed("tiny", ('["ash", "elm"], points', '["cedar", "ash"], points')))
    assert [board.tickets[0].id, board.tickets[2].id] == ["ash-cedar", "cedar-ash/2"]
    assert board.ticket("ash-cedar/2").number == 2
    assert board.ticket("cedar-ash").number == 0


@pytest.mark.parametrize("name", board_names())
def test_every_id_and_number_finds_its_entry_on_every_board(name: str) -> None:
    board = load_board(name)
    assert all(board.city(city.id) is board.city(city.number) is city for city in board.cities)
    assert all(board.route(route.id) is board.route(route.number) is route for route in board.routes)
    assert all(board.ticket(ticket.id) is board.ticket(ticket.number) is ticket for ticket in board.tickets)
    assert [entry.number for entry in board.routes] == list(range(len(board.routes)))


def test_a_route_is_found_with_its_cities_in_the_other_order() -> None:
    europe = load_board("europe")
    assert europe.route("paris-dieppe") is europe.route("dieppe-paris")
    assert europe.route("paris-frankfurt/2") is europe.route("frankfurt-paris/2")
    assert europe.route("frankfurt-paris/2").color == "white"


def test_the_wild_is_card_0_and_the_colors_follow_in_the_order_of_the_file(tiny: Board) -> None:
    assert [tiny.color_number(color) for color in ("wild", "red", "blue")] == [0, 1, 2]
    assert [tiny.color_name(number) for number in range(3)] == ["wild", "red", "blue"]


@pytest.mark.parametrize(
    "kind, which", [("city", "asj"), ("city", 5), ("city", -1), ("route", "ash-birch/3"), ("ticket", 8), ("route", "")]
)
def test_an_entry_that_is_not_on_the_board_is_rejected_with_a_code(tiny: Board, kind: str, which: str | int) -> None:
    with pytest.raises(NotOnBoardError) as caught:
        getattr(tiny, kind)(which)
    assert caught.value.code == f"board/no_such_{kind}"


def test_a_lookup_that_fails_suggests_the_nearest(tiny: Board) -> None:
    with pytest.raises(NotOnBoardError, match='Did you mean "birch"'):
        tiny.city("brich")


@pytest.mark.parametrize("number", [-1, 3])
def test_a_color_number_that_is_not_on_the_board_is_refused(tiny: Board, number: int) -> None:
    with pytest.raises(NotOnBoardError, match="no card colour number"):
        tiny.color_name(number)
    with pytest.raises(NotOnBoardError, match='Did you mean "red"'):
        tiny.color_number("rad")


def test_boards_are_equal_when_their_texts_are(tiny: Board) -> None:
    again, other = parse_board(text_of("tiny")), parse_board(text_of("tiny") + "# a remark\n")
    assert again == tiny
    assert hash(again) == hash(tiny)
    assert other != tiny
    assert tiny != "tiny"


def test_a_board_can_be_sent_to_another_process(tiny: Board) -> None:
    tiny.route("ash-birch")
    copy = pickle.loads(pickle.dumps(tiny))
    assert copy == tiny
    assert copy.routes == tiny.routes
