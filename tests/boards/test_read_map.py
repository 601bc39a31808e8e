"""Faults in a single city, route or ticket: the loader rejects them."""

from __future__ import annotations

import pytest

from .mistakes import changed, refusals, text_of

ASH = '{ id = "ash", name = "Ash", x = 0.1, y = 0.1 }'
ROUTE = '{ cities = ["dogwood", "elm"], length = 2, color = "gray", ferry = 1 }'
TICKET = '{ cities = ["elm", "cedar"], points = 2 }'
AT_ASH, AT_ROUTE, AT_TICKET = "cities[0] ash", "routes[4] dogwood-elm", "tickets[4] elm-cedar"

CITIES = [
    ("name_missing", '{ id = "ash", x = 0.1, y = 0.1 }', "board/missing_key", AT_ASH),
    ("x_missing", '{ id = "ash", name = "Ash", y = 0.1 }', "board/missing_key", AT_ASH),
    ("unknown_key", '{ id = "ash", name = "Ash", x = 0.1, y = 0.1, z = 1 }', "board/unknown_key", AT_ASH),
    ("not_a_table", '"ash"', "board/wrong_type", "cities[0]"),
    ("x_text", '{ id = "ash", name = "Ash", x = "0.1", y = 0.1 }', "board/wrong_type", AT_ASH),
    ("x_true", '{ id = "ash", name = "Ash", x = true, y = 0.1 }', "board/wrong_type", AT_ASH),
    ("x_nan", '{ id = "ash", name = "Ash", x = nan, y = 0.1 }', "board/out_of_range", AT_ASH),
    ("y_infinite", '{ id = "ash", name = "Ash", x = 0.1, y = -inf }', "board/out_of_range", AT_ASH),
    ("x_above_one", '{ id = "ash", name = "Ash", x = 1.01, y = 0.1 }', "board/out_of_range", AT_ASH),
    ("y_negative", '{ id = "ash", name = "Ash", x = 0.1, y = -0.1 }', "board/out_of_range", AT_ASH),
    ("x_huge", f'{{ id = "ash", name = "Ash", x = {"9" * 330}, y = 0.1 }}', "board/out_of_range", AT_ASH),
    ("name_empty", '{ id = "ash", name = "", x = 0.1, y = 0.1 }', "board/bad_name", AT_ASH),
    ("name_blank", '{ id = "ash", name = "  ", x = 0.1, y = 0.1 }', "board/bad_name", AT_ASH),
    ("name_with_bell", '{ id = "ash", name = "A\\u0007", x = 0.1, y = 0.1 }', "board/bad_name", AT_ASH),
    ("name_reversing", '{ id = "ash", name = "A\\u202E", x = 0.1, y = 0.1 }', "board/bad_name", AT_ASH),
    ("name_long", f'{{ id = "ash", name = "{"A" * 61}", x = 0.1, y = 0.1 }}', "board/bad_name", AT_ASH),
    ("name_number", '{ id = "ash", name = 7, x = 0.1, y = 0.1 }', "board/wrong_type", AT_ASH),
    ("attraction_one", '{ id = "ash", name = "Ash", x = 0.1, y = 0.1, attraction = 1 }', "board/wrong_type", AT_ASH),
    ("district_zero", '{ id = "ash", name = "Ash", x = 0.1, y = 0.1, district = 0 }', "board/out_of_range", AT_ASH),
    ("district_13", '{ id = "ash", name = "Ash", x = 0.1, y = 0.1, district = 13 }', "board/out_of_range", AT_ASH),
]

PAIR = 'cities = ["dogwood", "elm"]'
ROUTES = [
    ("not_a_table", "7", "board/wrong_type", "routes[4]"),
    ("cities_missing", '{ length = 2, color = "gray" }', "board/missing_key", "routes[4]"),
    ("one_city", '{ cities = ["elm"], length = 2, color = "gray" }', "board/wrong_count", "routes[4]"),
    ("three", '{ cities = ["elm", "ash", "birch"], length = 2, color = "gray" }', "board/wrong_count", "routes[4]"),
    ("cities_text", '{ cities = "elm", length = 2, color = "gray" }', "board/wrong_type", "routes[4]"),
    ("city_number", '{ cities = ["elm", 3], length = 2, color = "gray" }', "board/wrong_type", "routes[4]"),
    ("unknown", '{ cities = ["elm", "oak"], length = 2, color = "gray" }', "board/unknown_city", "routes[4] elm-oak"),
    ("same", '{ cities = ["elm", "elm"], length = 2, color = "gray" }', "board/same_city", "routes[4] elm-elm"),
    ("length_missing", f'{{ {PAIR}, color = "gray" }}', "board/missing_key", AT_ROUTE),
    ("length_zero", f'{{ {PAIR}, length = 0, color = "gray" }}', "board/out_of_range", AT_ROUTE),
    ("length_10", f'{{ {PAIR}, length = 10, color = "gray" }}', "board/out_of_range", AT_ROUTE),
    ("length_true", f'{{ {PAIR}, length = true, color = "gray" }}', "board/wrong_type", AT_ROUTE),
    ("length_2.0", f'{{ {PAIR}, length = 2.0, color = "gray" }}', "board/wrong_type", AT_ROUTE),
    ("color_missing", f"{{ {PAIR}, length = 2 }}", "board/missing_key", AT_ROUTE),
    ("color_unknown", f'{{ {PAIR}, length = 2, color = "green" }}', "board/unknown_color", AT_ROUTE),
    ("color_wild", f'{{ {PAIR}, length = 2, color = "wild" }}', "board/unknown_color", AT_ROUTE),
    ("color_list", f"{{ {PAIR}, length = 2, color = [] }}", "board/wrong_type", AT_ROUTE),
    ("ferry_above", f'{{ {PAIR}, length = 2, color = "gray", ferry = 3 }}', "board/out_of_range", AT_ROUTE),
    ("ferry_negative", f'{{ {PAIR}, length = 2, color = "gray", ferry = -1 }}', "board/out_of_range", AT_ROUTE),
    ("ferry_true", f'{{ {PAIR}, length = 2, color = "gray", ferry = true }}', "board/wrong_type", AT_ROUTE),
    ("tunnel_text", f'{{ {PAIR}, length = 2, color = "gray", tunnel = "yes" }}', "board/wrong_type", AT_ROUTE),
    ("carts_one", f'{{ {PAIR}, length = 2, color = "gray", carts = 1 }}', "board/wrong_type", AT_ROUTE),
    ("unknown_key", f'{{ {PAIR}, length = 2, colour = "x", color = "gray" }}', "board/unknown_key", AT_ROUTE),
]

TICKETS = [
    ("date", "1979-05-27", "board/wrong_type", "tickets[4]"),
    ("points_missing", '{ cities = ["elm", "cedar"] }', "board/missing_key", AT_TICKET),
    ("points_zero", '{ cities = ["elm", "cedar"], points = 0 }', "board/out_of_range", AT_TICKET),
    ("points_128", '{ cities = ["elm", "cedar"], points = 128 }', "board/out_of_range", AT_TICKET),
    ("points_huge", f'{{ cities = ["elm", "cedar"], points = {"9" * 330} }}', "board/out_of_range", AT_TICKET),
    ("points_true", '{ cities = ["elm", "cedar"], points = true }', "board/wrong_type", AT_TICKET),
    ("long_text", '{ cities = ["elm", "cedar"], points = 2, long = "no" }', "board/wrong_type", AT_TICKET),
    ("unknown_key", '{ cities = ["elm", "cedar"], points = 2, short = true }', "board/unknown_key", AT_TICKET),
    ("unknown", '{ cities = ["elm", "cedr"], points = 2 }', "board/unknown_city", "tickets[4] elm-cedr"),
    ("same", '{ cities = ["elm", "elm"], points = 2 }', "board/same_city", "tickets[4] elm-elm"),
]


@pytest.mark.parametrize("new, code, place", [case[1:] for case in CITIES], ids=[case[0] for case in CITIES])
def test_a_bad_city_is_refused(new: str, code: str, place: str) -> None:
    # A city that is not a table has no id either, so its routes are rejected as well.
    problems = refusals(changed("tiny", (ASH, new)))
    assert problems[0] == (code, place)
    assert len(problems) == 1 or place == "cities[0]"


@pytest.mark.parametrize("new, code, place", [case[1:] for case in ROUTES], ids=[case[0] for case in ROUTES])
def test_a_bad_route_is_refused(new: str, code: str, place: str) -> None:
    assert refusals(changed("tiny", (ROUTE, new))) == [(code, place)]


@pytest.mark.parametrize("new, code, place", [case[1:] for case in TICKETS], ids=[case[0] for case in TICKETS])
def test_a_bad_ticket_is_refused(new: str, code: str, place: str) -> None:
    assert refusals(changed("tiny", (TICKET, new))) == [(code, place)]


@pytest.mark.parametrize("bad", ["", "Ash", "1ash", "a-sh", "a/sh", "ash\\n", "äsh", "_ash", "a" * 61, "a sh"])
def test_an_id_that_could_not_be_used_in_a_text_is_rejected(bad: str) -> None:
    problems = refusals(text_of("tiny").replace('"ash"', f'"{bad}"'))
    assert {code for code, _ in problems} == {"board/bad_id"}
    assert problems[0][1].startswith("cities[0]")


def test_an_id_used_twice_is_refused() -> None:
    assert refusals(changed("tiny", ('id = "elm"', 'id = "ash"')))[0] == ("board/duplicate", "cities[4] ash")


@pytest.mark.parametrize("kind, most", [("cities", 64), ("routes", 128), ("tickets", 72)])
def test_more_entries_than_the_engine_can_hold_are_rejected(kind: str, most: int) -> None:
    entry = {
        "cities": '  { id = "more_%d", name = "More", x = 0.5, y = 0.%04d },\n',
        "routes": '  { cities = ["ash", "elm"], length = 1, color = "gray" }, # %d %d\n',
        "tickets": '  { cities = ["ash", "elm"], points = 1 }, # %d %d\n',
    }[kind]
    more = "".join(entry % (number, number) for number in range(1000, 1000 + most))
    assert refusals(changed("tiny", (f"{kind} = [\n", f"{kind} = [\n{more}")))[0] == ("board/wrong_count", kind)


@pytest.mark.parametrize("kind", ["cities", "routes", "tickets"])
def test_a_board_without_entries_is_refused(kind: str) -> None:
    text = text_of("tiny")
    start = text.index(f"{kind} = [\n")
    without = text[:start] + text[text.index("\n]\n", start) + 3 :]
    assert ("board/missing_key", kind) in refusals(without)
    assert ("board/wrong_count", kind) in refusals(f"{kind} = []\n{without}")
    assert ("board/wrong_type", kind) in refusals(f"{kind} = 1\n{without}")
