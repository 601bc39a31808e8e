"""Rules E3, E4 and P12: the final score, tickets and stations that were not used."""

from __future__ import annotations

import pytest

from ferrovia import from_position

from .printed import each_board
from .table import scored, set_up

# By Chinatown they join the cities of a ticket of 2 points; Chinatown and Wall Street are attractions.
JOINING = ["chinatown-lower_east_side", "chinatown-wall_street"]


@pytest.mark.rule("E4")
def test_a_ticket_is_completed_by_ones_own_routes_through_any_cities():
    sheet = scored("new_york", {"routes": JOINING, "tickets": ["lower_east_side-wall_street"]}, {}).sheets[0]
    assert [(ticket.completed, ticket.points) for ticket in sheet.tickets] == [(True, 2)]
    assert (sheet.tickets_completed, sheet.ticket_points) == (1, 2)
    assert sheet.total == 2 + 2 + 2


@pytest.mark.rule("E4")
def test_a_ticket_whose_cities_are_touched_and_not_joined_is_lost():
    routes = ["chinatown-lower_east_side", "soho-wall_street"]
    sheet = scored("new_york", {"routes": routes, "tickets": ["lower_east_side-wall_street"]}, {}).sheets[0]
    assert [(ticket.completed, ticket.points) for ticket in sheet.tickets] == [(False, -2)]


@pytest.mark.known_mistake("an opponent's route connects without a station")
@pytest.mark.rule("E4")
def test_an_opponents_route_joins_nothing():
    mine = {"routes": JOINING[:1], "tickets": ["lower_east_side-wall_street"]}
    assert scored("new_york", mine, {"routes": JOINING[1:]}).sheets[0].ticket_points == -2


@pytest.mark.rule("E4")
@pytest.mark.parametrize("half", ["", "/2"])
def test_either_half_of_a_double_joins_its_cities(half):
    routes = ["chinatown-lower_east_side", f"chinatown-wall_street{half}"]
    assert scored("new_york", {"routes": routes, "tickets": ["lower_east_side-wall_street"]}, {}).totals[0] == 6


@pytest.mark.known_mistake("tickets not completed are not subtracted")
@pytest.mark.rule("E3")
@each_board
def test_a_ticket_not_completed_is_subtracted_and_the_score_may_be_negative(printed):
    ticket = next(t for t in set_up(printed.board, {}, {}).board.tickets if not t.long)
    result = scored(printed.board, {"tickets": [ticket.id]}, {})
    assert result.totals == (4 * printed.stations - ticket.points, 4 * printed.stations)
    assert result.winners == (1,)


@pytest.mark.rule("E3")
def test_the_example_of_a_whole_sheet():
    """Europe: routes 2 + 2 + 1, a ticket won and one lost, a station unused of three, the longest path."""
    seat = {
        "routes": ["bruxelles-dieppe", "bruxelles-paris", "amsterdam-bruxelles"],
        "tickets": ["amsterdam-pamplona", "berlin-roma"],
        "stations": ["paris", "roma"],
    }
    sheet = scored("europe", seat, {"routes": ["pamplona-paris"]}).sheets[0]
    assert sheet.routes == 2 + 2 + 1
    assert sheet.ticket_points == 7 - 9  # Paris to Pamplona is borrowed
    assert sheet.stations_unused == 4
    assert (sheet.longest_path, sheet.longest_path_bonus) == (4, 10)
    assert sheet.total == 5 - 2 + 4 + 10


@pytest.mark.rule("P12")
@pytest.mark.parametrize("built, points", [(0, 12), (1, 8), (2, 4), (3, 0)])
def test_four_points_for_each_station_not_used(built, points):
    cities = ["roma", "wien", "paris"][:built]
    sheet = scored("europe", {"stations": cities}, {}).sheets[0]
    assert (sheet.stations_unused, sheet.total) == (points, points)


@pytest.mark.rule("E3")
def test_cards_left_in_the_hand_are_worth_nothing():
    assert scored("new_york", {"hand": {"wild": 8}}, {}).totals == (0, 0)


@pytest.mark.rule("E3")
def test_there_is_no_result_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        from_position({"board": "europe"}).result()
