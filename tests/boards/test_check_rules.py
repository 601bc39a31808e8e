"""Rules under which a game could not be set up, played or scored: the loader rejects them."""

from __future__ import annotations

import pytest

from ferrovia.boards import parse_board

from .mistakes import changed, refusals, text_of

CARTS = ", carts = true"


def test_too_few_cards_for_hands_and_display_are_refused() -> None:
    # 20 cards: 3 x 4 in hands, 5 in the display, 1 to draw make 18; one more each makes 21.
    assert parse_board(changed("tiny", ("starting_cards = 2", "starting_cards = 4"))).starting_cards == 4
    text = changed("tiny", ("starting_cards = 2", "starting_cards = 5"))
    assert refusals(text) == [("board/too_few_cards", "cards_per_color")]


def test_too_few_cards_that_are_not_wild_for_a_display_are_refused() -> None:
    text = changed("tiny", ("cards_per_color = 8\nwilds = 4", "cards_per_color = 2\nwilds = 20"))
    assert refusals(text) == [("board/too_few_cards", "cards_per_color")]


@pytest.mark.parametrize(
    "old, new, place",
    [
        ("regular = 2, keep = 1", "regular = 2, keep = 3", "starting_tickets.keep"),
        ("regular = 2, keep = 1", "regular = 0, keep = 1", "starting_tickets.keep"),
        ("count = 2, keep = 1", "count = 2, keep = 3", "drawn_tickets.keep"),
    ],
)
def test_keeping_more_tickets_than_are_offered_is_refused(old: str, new: str, place: str) -> None:
    assert refusals(changed("tiny", (old, new))) == [("board/keep_too_many", place)]


def test_too_few_regular_tickets_for_all_players_are_refused() -> None:
    text = changed("tiny", ("regular = 2", "regular = 3"))
    assert refusals(text) == [("board/too_few_tickets", "starting_tickets.regular")]


def test_too_few_long_tickets_for_all_players_are_refused() -> None:
    text = changed("tiny", ("{ regular = 2", "{ long = 1, regular = 2"))
    assert refusals(text) == [("board/too_few_tickets", "starting_tickets.long")]


def test_long_tickets_that_are_never_offered_are_rejected() -> None:
    text = changed("tiny", ("points = 5 }", "points = 5, long = true }"))
    assert refusals(text) == [("board/unused_long_tickets", "starting_tickets.long")]


def test_attractions_without_points_and_points_without_attractions_are_refused() -> None:
    without = refusals(changed("new_york", ("attraction_points = 1\n", "")))
    assert without[0] == ("board/places_without_bonus", "cities[1] central_park")
    assert len(without) == 9
    text = text_of("new_york").replace(", attraction = true", "")
    assert refusals(text) == [("board/bonus_without_places", "attraction_points")]


def test_districts_without_points_and_points_without_districts_are_refused() -> None:
    without = refusals(changed("london", ('district_points = "number"', "")))
    assert without[0] == ("board/places_without_bonus", "cities[0] regents_park")
    assert len(without) == 17
    text = changed("tiny", ("aspect = 1.5", 'aspect = 1.5\ndistrict_points = "number"'))
    assert refusals(text) == [("board/bonus_without_places", "district_points")]


def test_a_district_of_a_single_city_is_refused() -> None:
    text = changed("london", ("district = 1 }", "district = 6 }"))
    lonely = "board/lonely_district"
    assert refusals(text) == [(lonely, "cities[3] british_museum"), (lonely, "cities[8] covent_garden")]


def test_carts_without_merchandise_and_merchandise_without_carts_are_refused() -> None:
    text = changed("tiny", ('"elm"], length = 1, color = "gray"', f'"elm"], length = 1, color = "gray"{CARTS}'))
    assert refusals(text) == [("board/places_without_bonus", "routes[6] birch-elm")]
    text = text_of("amsterdam").replace(CARTS, "")
    assert refusals(text) == [("board/bonus_without_places", "merchandise")]


@pytest.mark.parametrize(
    "old, new, place",
    [
        (", 3 = [8, 5, 2]", "", "merchandise.points.3"),
        ("[8, 5, 2]", "[8, 2, 5]", "merchandise.points.3"),
        ("2 = [8, 4]", "2 = [8, 4], 5 = [8, 6, 4, 2, 1]", "merchandise.points.5"),
    ],
)
def test_merchandise_points_that_do_not_fit_the_players_are_refused(old: str, new: str, place: str) -> None:
    assert refusals(changed("amsterdam", (old, new))) == [("board/merchandise_rows", place)]


@pytest.mark.parametrize("gone", ["stations = { each = 2, points_unused = 3 }\n", "longest_path_points = 5\n"])
def test_a_tie_break_by_what_the_board_does_not_have_is_refused(gone: str) -> None:
    assert refusals(changed("tiny", (gone, ""))) == [("board/tie_break_without_bonus", "tie_breaks")]


def test_no_stations_at_all_cannot_break_ties_either() -> None:
    assert refusals(changed("tiny", ("each = 2", "each = 0"))) == [("board/tie_break_without_bonus", "tie_breaks")]


def test_scores_that_the_engine_cannot_hold_are_refused() -> None:
    at_most = changed("london", ('district_points = "number"', 'district_points = "number"\nattraction_points = 1000'))
    at_most = at_most.replace(", district =", ", attraction = true, district =")
    assert parse_board(at_most).bonuses.attraction == 1000, "17 thousand points still fit"
    cities = [f'{{ id = "c{n}", name = "C", x = 0.{10 + n}, y = 0.5, attraction = true }},' for n in range(40)]
    routes = [f'{{ cities = ["c{n}", "c{n + 1}"], length = 1, color = "gray" }},' for n in range(39)]
    head = text_of("tiny").partition("cities = [")[0]
    tickets = '{ cities = ["c0", "c1"], points = 1 },\n' * 6
    text = head + "attraction_points = 1000\ncities = [\n" + "\n".join(cities) + "\n]\nroutes = [\n"
    text += "\n".join(routes) + f"\n]\ntickets = [\n{tickets}]\n"
    assert refusals(text) == [("board/score_too_high", "")]
    assert parse_board(text.replace("attraction_points = 1000", "attraction_points = 800")).id == "tiny"
