"""Faults in a single rule of a board file: the loader rejects them."""

from __future__ import annotations

import pytest

from ferrovia.boards import BoardError, parse_board

from .mistakes import changed, refusals, text_of

START = 'starting_tickets = { regular = 2, keep = 1, unkept = "under_deck" }'
MERCHANDISE = "merchandise = { cards = 16, points = { 2 = [8, 4], 3 = [8, 5, 2], 4 = [8, 6, 4, 2] } }"

REQUIRED = [
    'id = "tiny"',
    'name = "Tiny"',
    "players = [2, 3]",
    "trains = 8",
    'card_colors = ["red", "blue"]',
    "cards_per_color = 8",
    "wilds = 4",
    "starting_cards = 2",
    START,
    "drawn_tickets = { count = 2, keep = 1 }",
    "double_routes_close_up_to = 2",
    "route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }",
    'tie_breaks = ["tickets_completed", "fewest_stations", "longest_path"]',
    "aspect = 1.5",
]

CASES = [
    ("tiny", 'id = "tiny"', 'id = "Tiny Board"', "board/bad_id", "id"),
    ("tiny", 'id = "tiny"', "id = 7", "board/wrong_type", "id"),
    ("tiny", 'name = "Tiny"', 'name = "\\u0000"', "board/bad_name", "name"),
    ("tiny", "players = [2, 3]", "players = [1, 3]", "board/out_of_range", "players"),
    ("tiny", "players = [2, 3]", "players = [2, 6]", "board/out_of_range", "players"),
    ("tiny", "players = [2, 3]", "players = [3, 2]", "board/out_of_range", "players"),
    ("tiny", "players = [2, 3]", "players = [2]", "board/wrong_count", "players"),
    ("tiny", "players = [2, 3]", "players = [2, true]", "board/wrong_type", "players"),
    ("tiny", "players = [2, 3]", "players = 2", "board/wrong_type", "players"),
    ("tiny", "trains = 8", "trains = 2", "board/out_of_range", "trains"),
    ("tiny", "trains = 8", "trains = 61", "board/out_of_range", "trains"),
    ("tiny", "trains = 8", "trains = true", "board/wrong_type", "trains"),
    ("tiny", "trains = 8", "trains = 8.0", "board/wrong_type", "trains"),
    ("tiny", '["red", "blue"]', '["red", "blue", "red"]', "board/duplicate", "card_colors"),
    ("tiny", '["red", "blue"]', '["red", "blue", "wild"]', "board/reserved_color", "card_colors"),
    ("tiny", '["red", "blue"]', '["red", "blue", "gray"]', "board/reserved_color", "card_colors"),
    ("tiny", '["red", "blue"]', '["red", "blue", "grey"]', "board/reserved_color", "card_colors"),
    ("tiny", '["red", "blue"]', '["red", "blue", "Sky Blue"]', "board/bad_id", "card_colors"),
    ("tiny", '["red", "blue"]', '["red", "blue", 3]', "board/wrong_type", "card_colors"),
    (
        "tiny",
        '["red", "blue"]',
        '["red", "blue", "c", "d", "e", "f", "g", "h", "i", "j"]',
        "board/wrong_count",
        "card_colors",
    ),
    ("tiny", "cards_per_color = 8", "cards_per_color = 0", "board/out_of_range", "cards_per_color"),
    ("tiny", "cards_per_color = 8", "cards_per_color = 41", "board/out_of_range", "cards_per_color"),
    ("tiny", "wilds = 4", "wilds = -1", "board/out_of_range", "wilds"),
    ("tiny", "wilds = 4", "wilds = 41", "board/out_of_range", "wilds"),
    ("tiny", "starting_cards = 2", "starting_cards = -1", "board/out_of_range", "starting_cards"),
    ("tiny", "regular = 2,", "regular = -1,", "board/out_of_range", "starting_tickets.regular"),
    ("tiny", "regular = 2,", "", "board/missing_key", "starting_tickets.regular"),
    ("tiny", "regular = 2,", "long = 1, regular = 6,", "board/out_of_range", "starting_tickets"),
    ("tiny", "regular = 2,", "regular = 2, lung = 1,", "board/unknown_key", "starting_tickets.lung"),
    ("tiny", "keep = 1, unkept", "keep = 0, unkept", "board/out_of_range", "starting_tickets.keep"),
    ("tiny", '"under_deck"', '"on_top"', "board/unknown_word", "starting_tickets.unkept"),
    ("tiny", START, "starting_tickets = 2", "board/wrong_type", "starting_tickets"),
    ("tiny", "count = 2", "count = 7", "board/out_of_range", "drawn_tickets.count"),
    ("tiny", "count = 2, keep = 1", "count = 2, keep = 0", "board/out_of_range", "drawn_tickets.keep"),
    ("tiny", "close_up_to = 2", "close_up_to = 6", "board/out_of_range", "double_routes_close_up_to"),
    ("tiny", "4 = 7 }", "4 = 128 }", "board/out_of_range", "route_points.4"),
    ("tiny", "4 = 7 }", "4 = -1 }", "board/out_of_range", "route_points.4"),
    ("tiny", "4 = 7 }", "4 = 7, 10 = 9 }", "board/unknown_key", "route_points.10"),
    ("tiny", "4 = 7 }", '4 = 7, "+4" = 9 }', "board/unknown_key", "route_points.+4"),
    ("tiny", "each = 2", "each = 4", "board/out_of_range", "stations.each"),
    ("tiny", "points_unused = 3", "points_unused = -1", "board/out_of_range", "stations.points_unused"),
    ("tiny", ", points_unused = 3", "", "board/missing_key", "stations.points_unused"),
    ("tiny", "longest_path_points = 5", "longest_path_points = 1001", "board/out_of_range", "longest_path_points"),
    ("tiny", '"fewest_stations"', '"most_stations"', "board/unknown_word", "tie_breaks"),
    ("tiny", '"fewest_stations"', '"none"', "board/unknown_word", "tie_breaks"),
    ("tiny", '"fewest_stations"', '"tickets_completed"', "board/duplicate", "tie_breaks"),
    ("tiny", '"fewest_stations"', "2", "board/wrong_type", "tie_breaks"),
    ("tiny", "aspect = 1.5", "aspect = nan", "board/out_of_range", "aspect"),
    ("tiny", "aspect = 1.5", "aspect = inf", "board/out_of_range", "aspect"),
    ("tiny", "aspect = 1.5", "aspect = 0", "board/out_of_range", "aspect"),
    ("tiny", "aspect = 1.5", "aspct = 1.5\naspect = 1.5", "board/unknown_key", "aspct"),
    ("amsterdam", '["tickets", "carts"]', '"tickets"', "board/wrong_type", "reconstructed"),
    ("amsterdam", '["tickets", "carts"]', '["tickets", 1]', "board/wrong_type", "reconstructed"),
    ("amsterdam", '["tickets", "carts"]', '["tickets", ""]', "board/bad_name", "reconstructed"),
    ("amsterdam", "cards = 16", "cards = 0", "board/out_of_range", "merchandise.cards"),
    ("amsterdam", "cards = 16", "cards = 101", "board/out_of_range", "merchandise.cards"),
    ("amsterdam", MERCHANDISE, "merchandise = 3", "board/wrong_type", "merchandise"),
    ("amsterdam", MERCHANDISE, "merchandise = { cards = 16 }", "board/missing_key", "merchandise.points"),
    ("amsterdam", "[8, 5, 2]", "[8, 5]", "board/wrong_count", "merchandise.points.3"),
    ("amsterdam", "[8, 5, 2]", "[8, 5, -2]", "board/out_of_range", "merchandise.points.3"),
    ("amsterdam", "2 = [8, 4]", "2 = [8, 4], 1 = [8]", "board/unknown_key", "merchandise.points.1"),
    ("london", 'district_points = "number"', 'district_points = "size"', "board/unknown_word", "district_points"),
    ("london", 'district_points = "number"', "district_points = 1", "board/wrong_type", "district_points"),
    ("new_york", "attraction_points = 1", "attraction_points = -1", "board/out_of_range", "attraction_points"),
]


@pytest.mark.parametrize("board, old, new, code, place", CASES, ids=[f"{case[4]}-{case[2]}" for case in CASES])
def test_a_bad_rule_is_refused(board: str, old: str, new: str, code: str, place: str) -> None:
    assert refusals(changed(board, (old, new))) == [(code, place)]


@pytest.mark.parametrize("line", REQUIRED)
def test_a_missing_rule_is_refused(line: str) -> None:
    problems = refusals(changed("tiny", (f"\n{line}\n", "\n")))
    assert problems[0] == ("board/missing_key", line.partition(" ")[0])
    assert {code for code, _ in problems} <= {"board/missing_key", "board/unknown_color"}


def test_rules_that_a_board_may_leave_out_are_left_out() -> None:
    text = changed(
        "tiny",
        ("stations = { each = 2, points_unused = 3 }\n", ""),
        ("longest_path_points = 5\n", ""),
        (', "fewest_stations", "longest_path"', ""),
    )
    board = parse_board(text)
    assert (board.stations.each, board.bonuses.longest_path, board.reconstructed) == (0, 0, ())


def test_a_misspelt_key_is_answered_with_the_nearest() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(changed("tiny", ("trains = 8", "train = 8")))
    assert str(caught.value) == (
        'board: train: There is no key "train" here. Did you mean "trains"?\nboard: trains: The key trains is missing.'
    )


def test_all_problems_come_at_once() -> None:
    text = changed("tiny", ("trains = 8", "trains = 99"), ("wilds = 4", "wilds = -4"), ('"elm", "ash"', '"elm", "ahs"'))
    assert refusals(text) == [
        ("board/out_of_range", "trains"),
        ("board/out_of_range", "wilds"),
        ("board/unknown_city", "routes[5] ahs-elm"),
    ]


def test_the_good_board_of_these_tests_is_good() -> None:
    assert parse_board(text_of("tiny")).id == "tiny"
