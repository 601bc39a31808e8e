"""Rules E6, E7 and E8: the bonuses of New York, London and Amsterdam."""

from __future__ import annotations

import pytest

from .table import scored


# --- E6: attractions of New York --------------------------------------------------------------------------------------
@pytest.mark.rule("E6")
@pytest.mark.parametrize(
    "routes, attractions",
    [
        ([], ()),
        (["lincoln_center-midtown_west"], ()),  # no attraction at either end
        (["chelsea-gramercy_park"], ("chelsea",)),
        (["brooklyn-chinatown"], ("chinatown", "brooklyn")),  # one at each end
        (["brooklyn-chinatown", "brooklyn-wall_street"], ("chinatown", "wall_street", "brooklyn")),  # Brooklyn once
        (
            ["chelsea-midtown_west", "chelsea-soho", "chelsea-gramercy_park"],
            ("chelsea",),
        ),  # once for three
        (["chelsea-gramercy_park", "brooklyn-lower_east_side"], ("chelsea", "brooklyn")),  # joined or not
    ],
)
def test_one_point_for_each_attraction_at_an_end_of_a_route(routes, attractions):
    sheet = scored("new_york", {"routes": routes}, {}).sheets[0]
    assert sheet.attractions == attractions
    assert sheet.attraction_points == len(attractions)
    assert sheet.total == sheet.routes + len(attractions)


@pytest.mark.rule("E6")
def test_an_attraction_scores_for_everybody_who_touches_it():
    sheets = scored("new_york", {"routes": ["brooklyn-chinatown"]}, {"routes": ["chinatown-wall_street"]}, {}).sheets
    assert [sheet.attraction_points for sheet in sheets] == [2, 2, 0]


# --- E7: districts of London ------------------------------------------------------------------------------------------
@pytest.mark.known_mistake("a district scores when its places are touched and not joined")
@pytest.mark.rule("E7")
@pytest.mark.parametrize(
    "routes, districts",
    [
        ([], ()),
        (["british_museum-covent_garden"], (1,)),
        (["british_museum-piccadilly_circus", "covent_garden-piccadilly_circus"], (1,)),  # by way of another district
        (["british_museum-kings_cross", "covent_garden-trafalgar_square"], ()),  # both touched, not joined
        (["piccadilly_circus-trafalgar_square", "big_ben-buckingham_palace"], ()),  # four places in two pieces
        (["piccadilly_circus-trafalgar_square", "big_ben-buckingham_palace", "big_ben-trafalgar_square"], (2,)),
        (["globe_theatre-waterloo", "elephant_and_castle-waterloo"], (3,)),
        (["globe_theatre-waterloo"], ()),  # one place is missing
        (["st_pauls-the_charterhouse", "brick_lane-st_pauls", "brick_lane-tower_of_london"], (4,)),
        (["baker_street-regents_park", "kings_cross-regents_park", "baker_street-hyde_park"], (5,)),
        (
            ["british_museum-covent_garden", "globe_theatre-waterloo", "elephant_and_castle-waterloo"],
            (1, 3),
        ),
    ],
)
def test_a_district_scores_its_number_when_all_its_places_are_joined(routes, districts):
    sheet = scored("london", {"routes": routes}, {}).sheets[0]
    assert sheet.districts == districts
    assert sheet.district_points == sum(districts)
    assert sheet.total == sheet.routes + sum(districts)


@pytest.mark.rule("E7")
def test_a_district_is_not_joined_by_an_opponents_route():
    mine = {"routes": ["british_museum-piccadilly_circus"]}
    other = {"routes": ["covent_garden-piccadilly_circus"]}
    assert [sheet.district_points for sheet in scored("london", mine, other).sheets] == [0, 0]


@pytest.mark.rule("E7")
def test_several_players_may_complete_the_same_district():
    halves = ["british_museum-covent_garden", "british_museum-covent_garden/2"]
    result = scored("london", {"routes": halves[:1]}, {"routes": halves[1:]}, {})
    assert [sheet.district_points for sheet in result.sheets] == [1, 1, 0]


# --- E8: merchandise of Amsterdam -------------------------------------------------------------------------------------
CART_ROUTES = [
    ["haringpakkerstoren-noordermarkt", "nieuwe_waal-noordermarkt", "montelbaanstoren-oude_waal"],
    ["jordaan-noordermarkt", "jordaan-westermarkt", "de_drie_hendricken-jordaan"],
    ["begijnhof-munttoren", "blauwbrug-munttoren", "begijnhof-de_drie_hendricken"],
    ["munttoren-oost_indisch_huis", "blauwbrug-montelbaanstoren", "haringpakkerstoren-oude_waal"],
]


def merchandise(*cards):
    """Points when each seat has claimed so many routes with carts."""
    seats = [{"routes": routes[:count]} for routes, count in zip(CART_ROUTES, cards, strict=False)]
    sheets = scored("amsterdam", *seats).sheets
    assert [sheet.merchandise for sheet in sheets] == list(cards)
    assert [sheet.total for sheet in sheets] == [sheet.routes + sheet.merchandise_points for sheet in sheets]
    return [sheet.merchandise_points for sheet in sheets]


@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    "cards, points",
    [
        ((2, 1), [8, 4]),
        ((1, 3), [4, 8]),
        ((2, 2), [8, 8]),
        ((1, 0), [8, 0]),  # no cards: no points, though second
        ((0, 0), [0, 0]),
    ],
)
def test_two_players_are_ranked(cards, points):
    assert merchandise(*cards) == points


@pytest.mark.known_mistake("the rank after a tie is not skipped")
@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    "cards, points",
    [
        ((3, 2, 1), [8, 5, 2]),
        ((1, 3, 2), [2, 8, 5]),
        ((3, 3, 1), [8, 8, 2]),  # two first: the second rank is skipped
        ((3, 1, 1), [8, 5, 5]),  # two second: the third is skipped
        ((2, 2, 2), [8, 8, 8]),
        ((2, 1, 0), [8, 5, 0]),
        ((2, 0, 0), [8, 0, 0]),
        ((1, 1, 0), [8, 8, 0]),
        ((0, 0, 0), [0, 0, 0]),
    ],
)
def test_three_players_are_ranked(cards, points):
    assert merchandise(*cards) == points


@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    "cards, points",
    [
        ((3, 2, 1, 0), [8, 6, 4, 0]),
        ((0, 1, 2, 3), [0, 4, 6, 8]),
        ((3, 3, 2, 1), [8, 8, 4, 2]),  # two first, then the third
        ((3, 3, 2, 2), [8, 8, 4, 4]),
        ((3, 3, 3, 1), [8, 8, 8, 2]),  # three first, then the fourth
        ((3, 2, 2, 1), [8, 6, 6, 2]),  # two second, then the fourth
        ((3, 1, 1, 1), [8, 6, 6, 6]),
        ((3, 2, 1, 1), [8, 6, 4, 4]),
        ((1, 2, 2, 1), [4, 8, 8, 4]),
        ((2, 2, 2, 2), [8, 8, 8, 8]),
        ((2, 2, 0, 0), [8, 8, 0, 0]),
        ((1, 0, 0, 0), [8, 0, 0, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_four_players_are_ranked(cards, points):
    assert merchandise(*cards) == points
