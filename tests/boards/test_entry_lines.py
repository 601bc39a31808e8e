"""The line of a board file that a problem is about."""

from __future__ import annotations

import pytest
from tests.kit.walks import TINY

from ferrovia.boards.entry_lines import line_of

TEXT = TINY.read_text(encoding="utf-8")
TABLES = """\
id = "tables"  # each route is a table of its own

[[routes]]
length = 1
[[routes]]  # the second one
length = 2

[merchandise]
cards = 12
points = { 1 = 2 }
"""


@pytest.mark.parametrize(
    "place, line",
    [
        ("trains", "trains = 8"),
        ("starting_tickets", "starting_tickets = {"),
        ("stations.points_unused", "stations = {"),
        ("routes[0]", '{ cities = ["ash", "birch"], length = 2, color = "red" }'),
        ("routes[6]", '{ cities = ["birch", "elm"], length = 1'),
        ("tickets[7].points", '{ cities = ["birch", "elm"], points = 1 }'),
    ],
)
def test_an_entry_is_found_by_its_place(place, line):
    assert line in TEXT.splitlines()[line_of(TEXT, place) - 1]


@pytest.mark.parametrize("place, line", [("routes[0].length", 3), ("routes[1]", 5), ("merchandise.points.1", 10)])
def test_tables_with_a_head_are_found_too(place, line):
    assert line_of(TABLES, place) == line


def test_a_place_that_names_its_line_is_believed():
    assert line_of(TEXT, "line 17, column 3") == 17


@pytest.mark.parametrize("place", ["", "[3]", "nothing", "routes[7]", "routes[99]", "nothing.at_all"])
def test_a_place_that_is_not_in_the_file_has_no_line(place):
    assert line_of(TEXT, place) is None


def test_a_table_beyond_the_last_one_has_no_line():
    assert line_of(TABLES, "routes[2]") is None


def test_a_list_that_is_never_closed_has_no_line_beyond_its_end():
    assert line_of("routes = [\n  { length = 1 },\n", "routes[1]") is None


def test_a_key_that_its_table_does_not_have_leads_to_the_table():
    assert line_of("[merchandise]\ncards = 12\n", "merchandise.points") == 1
