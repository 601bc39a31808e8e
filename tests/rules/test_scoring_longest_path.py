"""Rule E5: the longest path (Europe, USA)."""

from __future__ import annotations

import pytest

from .table import scored

LOOP = ["bruxelles-paris", "bruxelles-dieppe", "dieppe-paris"]  # 2 + 2 + 1


def path(routes, board="europe", *others):
    sheet = scored(board, {"routes": routes}, *(others or [{}])).sheets[0]
    assert len(set(sheet.longest_path_routes)) == len(sheet.longest_path_routes)
    return sheet.longest_path


@pytest.mark.known_mistake("the longest path passes no city twice")
@pytest.mark.rule("E5")
@pytest.mark.parametrize(
    "routes, length",
    [
        ([], 0),
        (["dieppe-paris"], 1),
        (["dieppe-paris", "marseille-paris"], 5),  # end to end
        (["dieppe-paris", "kyiv-smolensk"], 3),  # two pieces: the longer one
        (["brest-paris", "dieppe-paris", "marseille-paris"], 7),  # a star of three: the two longest
        (["brest-paris", "dieppe-paris", "marseille-paris", "paris-zurich"], 7),  # a star of four
        (LOOP, 5),  # round and back to the beginning
        ([*LOOP, "brest-paris"], 8),  # a loop with a tail: Paris twice
        ([*LOOP, "marseille-paris", "brest-paris"], 12),  # in, round the loop and out again
        ([*LOOP, "marseille-paris", "brest-paris", "paris-zurich"], 12),  # a third tail has to stay out
    ],
)
def test_the_path_may_cross_cities_again_but_uses_no_route_twice(routes, length):
    assert path(routes) == length


@pytest.mark.rule("E5")
def test_two_loops_that_meet_in_a_city_are_one_path():
    other_loop = ["frankfurt-paris", "frankfurt-munchen", "munchen-zurich", "paris-zurich"]  # 3 + 2 + 2 + 3
    assert path([*LOOP, *other_loop]) == 5 + 10


@pytest.mark.rule("E5")
def test_the_routes_of_the_path_are_told_in_the_order_of_travel():
    sheet = scored("europe", {"routes": [*LOOP, "brest-paris"]}, {}).sheets[0]
    order = sheet.longest_path_routes
    assert set(order) == {*LOOP, "brest-paris"}
    assert "brest-paris" in (order[0], order[-1])


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_only_the_longest_gets_the_ten_points(board):
    long, short = {
        "europe": (["marseille-paris", "brest-paris"], ["berlin-danzig"]),
        "usa": (["calgary-winnipeg", "helena-winnipeg"], ["chicago-omaha"]),
    }[board]
    sheets = scored(board, {"routes": short}, {"routes": long}, {}).sheets
    assert [sheet.longest_path_bonus for sheet in sheets] == [0, 10, 0]


@pytest.mark.known_mistake("one player alone gets the bonus of a tie")
@pytest.mark.rule("E5")
def test_all_who_tie_get_the_ten_points():
    sheets = scored(
        "europe", {"routes": ["berlin-danzig"]}, {"routes": ["marseille-paris"]}, {"routes": ["brest-paris"]}, {}
    ).sheets
    assert [sheet.longest_path for sheet in sheets] == [4, 4, 3, 0]
    assert [sheet.longest_path_bonus for sheet in sheets] == [10, 10, 0, 0]


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_nobody_with_a_route_nobody_with_the_bonus(board):
    assert [sheet.longest_path_bonus for sheet in scored(board, {}, {}, {}).sheets] == [0, 0, 0]


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["new_york", "london", "amsterdam"])
def test_the_city_boards_have_no_such_bonus(board):
    route = {
        "new_york": "chelsea-soho",
        "london": "baker_street-hyde_park",
        "amsterdam": "blauwbrug-montelbaanstoren",
    }[board]
    sheet = scored(board, {"routes": [route]}, {}).sheets[0]
    assert sheet.longest_path_bonus == 0
    assert sheet.routes == 7


@pytest.mark.rule("E5")
def test_length_is_counted_in_trains_and_not_in_routes():
    sheets = scored(
        "europe",
        {"routes": ["dieppe-paris", "bruxelles-paris", "amsterdam-bruxelles"]},
        {"routes": ["palermo-smyrna"]},
    ).sheets
    assert [sheet.longest_path for sheet in sheets] == [4, 6]
    assert [sheet.longest_path_bonus for sheet in sheets] == [0, 10]


@pytest.mark.known_mistake("an opponent's half of a double is on the path")
@pytest.mark.rule("E5")
def test_an_opponents_half_of_a_double_is_not_on_ones_path():
    seats = [{"routes": ["bruxelles-paris", "dieppe-paris"]}, {"routes": ["bruxelles-paris/2"]}, {}, {}]
    sheets = scored("europe", *seats).sheets
    assert [sheet.longest_path for sheet in sheets] == [3, 2, 0, 0]
    assert sheets[1].longest_path_routes == ("bruxelles-paris/2",)
