"""Rules E9 and P15: who wins, and what decides between equal points."""

from __future__ import annotations

import pytest

from .printed import each_table
from .table import scored

# New York: 2 points of routes, 2 of attractions, a ticket of 2.
SIX_WITH_A_TICKET = {
    "routes": ["chinatown-lower_east_side", "chinatown-wall_street"],
    "tickets": ["lower_east_side-wall_street"],
}
SIX_WITHOUT = {"routes": ["chelsea-gramercy_park", "central_park-lincoln_center"]}  # 4 of routes, 2 of attractions


def places(result):
    return [sheet.rank for sheet in result.sheets]


def decided(result):
    return [sheet.tie_break for sheet in result.sheets]


@pytest.mark.rule("E9")
def test_most_points_win():
    result = scored("new_york", {"routes": ["chelsea-gramercy_park"]}, {"routes": ["chelsea-soho"]}, {})
    assert result.totals == (3, 8, 0)
    assert places(result) == [2, 1, 3]
    assert result.winners == (1,)
    assert decided(result) == [None, None, None]


@pytest.mark.rule("E9")
@pytest.mark.rule("P15")
@each_table
def test_what_no_step_separates_is_a_shared_victory(printed, players):
    result = scored(printed.board, *[{} for _ in range(players)])
    assert result.winners == tuple(range(players))
    assert places(result) == [1] * players
    assert decided(result) == [None] * players


@pytest.mark.rule("P15")
@pytest.mark.parametrize("first", [0, 1])
def test_new_york_most_tickets_completed(first):
    seats = [SIX_WITH_A_TICKET, SIX_WITHOUT]
    result = scored("new_york", seats[first], seats[1 - first])
    assert result.totals == (6, 6)
    assert result.winners == (first,)
    assert decided(result)[1 - first] == "tickets_completed"


@pytest.mark.rule("P15")
def test_tickets_that_were_not_completed_do_not_count_for_the_tie():
    """Both six points; seat 1 holds two tickets and completed none, seat 0 completed one."""
    loser = {
        "routes": ["chelsea-soho", "brooklyn-lower_east_side"],  # 7 + 4, attractions 2
        "tickets": ["lincoln_center-empire_state_building", "east_village-soho"],  # -3 -4
    }
    result = scored("new_york", SIX_WITH_A_TICKET, loser)
    assert result.totals == (6, 6)
    assert result.winners == (0,)


@pytest.mark.rule("P15")
def test_london_most_tickets_completed():
    """British Museum to Piccadilly Circus directly, 2 and a ticket of 2; against two routes of two."""
    one = {"routes": ["british_museum-piccadilly_circus"], "tickets": ["british_museum-piccadilly_circus"]}
    other = {"routes": ["baker_street-regents_park", "elephant_and_castle-waterloo"]}
    result = scored("london", one, other)
    assert result.totals == (4, 4)
    assert (result.winners, decided(result)) == ((0,), [None, "tickets_completed"])


@pytest.mark.rule("P15")
def test_amsterdam_most_contracts_completed():
    """Waag to Dam by the Oude Kerk: 1 + 2 and a contract of 3; against routes of 2 + 2 + 1 + 1."""
    one = {"routes": ["oude_kerk-waag", "dam-oude_kerk"], "tickets": ["waag-dam"]}
    other = {
        "routes": [
            *("montelbaanstoren-waag", "begijnhof-jan_roodenpoortstoren"),
            *("de_drie_hendricken-westermarkt", "haringpakkerstoren-korenmetershuisje"),
        ]
    }
    result = scored("amsterdam", one, other)
    assert result.totals == (6, 6)
    assert (result.winners, decided(result)) == ((0,), [None, "tickets_completed"])


# Europe. The Express (10) is held by a path of eight trains; others have as much without it.
EXPRESS_24 = {"routes": ["barcelona-marseille", "marseille-paris"]}  # 7 + 7, path 8
PLAIN_24 = {"routes": ["palermo-smyrna", "kyiv-smolensk", "berlin-wien", "dieppe-paris"]}  # 15 + 4 + 4 + 1, path 6


@pytest.mark.rule("P15")
def test_europe_last_of_all_the_express():
    result = scored("europe", PLAIN_24, EXPRESS_24)
    assert result.totals == (36, 36)
    assert (result.winners, decided(result)) == ((1,), ["longest_path", None])


@pytest.mark.known_mistake("the tie-breaks of the board are ignored")
@pytest.mark.rule("P15")
def test_europe_fewest_stations_before_the_express():
    """Seat 1 built a station and has the Express; seat 0 built none."""
    one = {"routes": ["palermo-smyrna", "kyiv-smolensk", "dieppe-paris"]}  # 20
    result = scored("europe", one, EXPRESS_24 | {"stations": ["roma"]})
    assert result.totals == (32, 32)
    assert (result.winners, decided(result)) == ((0,), [None, "fewest_stations"])


@pytest.mark.rule("P15")
def test_europe_tickets_completed_before_stations_and_express():
    """Seat 1 built a station and has no Express, but has completed a ticket."""
    other = {
        "routes": ["constantinople-sofia", "constantinople-smyrna", "budapest-kyiv", "danzig-warszawa"],  # 4+2+15+2
        "tickets": ["sofia-smyrna"],  # 5
        "stations": ["roma"],
    }
    result = scored("europe", EXPRESS_24, other)
    assert result.totals == (36, 36)
    assert (result.winners, decided(result)) == ((1,), ["tickets_completed", None])


@pytest.mark.rule("P15")
def test_europe_fewest_stations_among_equal_paths():
    one = {"routes": ["kyiv-smolensk"]}  # 4, path 3
    other = {"routes": ["berlin-wien", "athina-sofia"], "stations": ["roma"]}  # 4 + 4, path 3
    result = scored("europe", one, other)
    assert result.totals == (4 + 12 + 10, 8 + 8 + 10)
    assert (result.winners, decided(result)) == ((0,), [None, "fewest_stations"])


@pytest.mark.rule("P15")
def test_europe_both_hold_the_express_and_share():
    result = scored("europe", {"routes": ["kyiv-smolensk"]}, {"routes": ["berlin-wien"]}, {})
    assert result.winners == (0, 1)
    assert places(result) == [1, 1, 3]
    assert decided(result) == [None, None, None]


@pytest.mark.rule("P15")
def test_usa_tickets_completed_then_the_longest_path():
    """Everybody has 25 points: tickets decide first, and between two without tickets the longest path."""
    path = {"routes": ["calgary-winnipeg"]}  # 15 + 10
    plain = {"routes": ["atlanta-miami", "el_paso-oklahoma_city", "denver-salt_lake_city", "portland-seattle"]}
    result = scored("usa", plain, path)  # 10 + 10 + 4 + 1, path 5
    assert result.totals == (25, 25)
    assert (result.winners, decided(result)) == ((1,), ["longest_path", None])
    ticket = {
        "routes": ["denver-santa_fe", "el_paso-santa_fe", "atlanta-miami", "chicago-omaha"],  # 2 + 2 + 10 + 7
        "tickets": ["denver-el_paso"],  # 4
    }
    result = scored("usa", ticket, path)
    assert result.totals == (25, 25)
    assert (result.winners, decided(result)) == ((0,), [None, "tickets_completed"])


@pytest.mark.rule("E9")
@pytest.mark.rule("P15")
def test_ties_below_the_first_place_are_broken_too():
    seats = [SIX_WITHOUT, {"routes": ["brooklyn-lower_east_side", "chelsea-soho"]}, SIX_WITH_A_TICKET]
    result = scored("new_york", *seats)
    assert result.totals == (6, 13, 6)
    assert places(result) == [3, 1, 2]
    assert decided(result) == ["tickets_completed", None, None]
