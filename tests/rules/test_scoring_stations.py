"""Rules B3 and B4: what a station borrows at the end.

The network of most tests: seat 0 comes from Spain to Paris, and opponents own what leads on from there.
"""

from __future__ import annotations

import pytest

from .table import scored

SPAIN = ["pamplona-paris", "madrid-pamplona"]  # joined: Madrid, Pamplona, Paris


def borrowed(sheet):
    return {station.city: station.borrows for station in sheet.stations}


def done(sheet):
    return {ticket.ticket for ticket in sheet.tickets if ticket.completed}


def ending(seat, *others):
    return scored("europe", seat, *(others or [{}])).sheets[0]


@pytest.mark.rule("B3")
@pytest.mark.parametrize("city", ["paris", "dieppe"])
def test_a_station_at_either_end_borrows_an_opponents_route(city):
    sheet = ending(
        {"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": [city]},
        {"routes": ["dieppe-paris"]},
    )
    assert borrowed(sheet) == {city: "dieppe-paris"}
    assert sheet.ticket_points == 8
    assert sheet.tickets_completed == 1


@pytest.mark.rule("B3")
@pytest.mark.rule("E4")
@pytest.mark.parametrize("stations", [[], ["brest"], ["madrid"]])
def test_without_a_station_in_one_of_its_two_cities_a_route_is_not_borrowed(stations):
    sheet = ending({"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": stations}, {"routes": ["dieppe-paris"]})
    assert sheet.ticket_points == -8
    assert set(borrowed(sheet).values()) <= {None}


@pytest.mark.rule("B3")
def test_an_opponents_station_borrows_nothing_for_others():
    sheet = ending({"routes": SPAIN, "tickets": ["madrid-dieppe"]}, {"routes": ["dieppe-paris"], "stations": ["paris"]})
    assert sheet.ticket_points == -8


@pytest.mark.rule("B3")
def test_a_free_route_cannot_be_borrowed():
    sheet = ending({"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": ["paris"]}, {})
    assert sheet.ticket_points == -8
    assert borrowed(sheet) == {"paris": None}


@pytest.mark.known_mistake("one station borrows a route for each ticket")
@pytest.mark.rule("B3")
def test_one_station_borrows_one_route_only():
    """Two tickets need two different routes from Paris: the one of eight points is worth more than the one of seven."""
    seat = {
        "routes": [*SPAIN, "amsterdam-bruxelles"],
        "tickets": ["madrid-dieppe", "amsterdam-pamplona"],
        "stations": ["paris"],
    }
    sheet = ending(seat, {"routes": ["dieppe-paris", "bruxelles-paris"]})
    assert done(sheet) == {"madrid-dieppe"}
    assert sheet.ticket_points == 8 - 7
    assert borrowed(sheet) == {"paris": "dieppe-paris"}


@pytest.mark.rule("B3")
def test_two_stations_borrow_two_routes_of_different_opponents():
    seat = {
        "routes": [*SPAIN, "amsterdam-bruxelles"],
        "tickets": ["madrid-dieppe", "amsterdam-pamplona"],
        "stations": ["paris", "bruxelles"],
    }
    sheet = ending(seat, {"routes": ["dieppe-paris"]}, {"routes": ["bruxelles-paris"]})
    assert done(sheet) == {"madrid-dieppe", "amsterdam-pamplona"}
    assert borrowed(sheet) == {"paris": "dieppe-paris", "bruxelles": "bruxelles-paris"}


@pytest.mark.rule("B3")
def test_a_station_does_not_borrow_two_routes_in_a_row():
    """Paris to Bruxelles and on to Amsterdam are the opponent's: one station in Paris reaches Bruxelles only."""
    seat = {"routes": SPAIN, "tickets": ["amsterdam-pamplona"], "stations": ["paris"]}
    other = {"routes": ["bruxelles-paris", "amsterdam-bruxelles"]}
    assert ending(seat, other).ticket_points == -7
    assert ending(seat | {"stations": ["paris", "amsterdam"]}, other).ticket_points == 7
    assert ending(seat | {"stations": ["bruxelles"]}, other).ticket_points == -7


@pytest.mark.rule("B3")
def test_the_same_route_serves_all_tickets():
    seat = {
        "routes": ["athina-sofia", "angora-smyrna"],
        "tickets": ["athina-angora", "sofia-smyrna"],
        "stations": ["smyrna"],
    }
    sheet = ending(seat, {"routes": ["athina-smyrna"]})
    assert done(sheet) == {"athina-angora", "sofia-smyrna"}
    assert sheet.ticket_points == 10


@pytest.mark.known_mistake("stations are chosen ticket by ticket")
@pytest.mark.rule("B3")
def test_the_choice_is_made_for_all_stations_together():
    """Paris alone would borrow towards Bruxelles (7 points); with Berlin it lends itself to the long ticket (20)."""
    seat = {
        "routes": [*SPAIN, "lisboa-madrid", "berlin-frankfurt", "amsterdam-bruxelles"],
        "tickets": ["lisboa-danzig", "amsterdam-pamplona"],
        "stations": ["paris", "berlin"],
    }
    other = {"routes": ["bruxelles-paris", "frankfurt-paris", "berlin-danzig"]}
    sheet = ending(seat, other)
    assert borrowed(sheet) == {"paris": "frankfurt-paris", "berlin": "berlin-danzig"}
    assert sheet.ticket_points == 20 - 7
    alone = ending(seat | {"stations": ["paris"]}, other)
    assert borrowed(alone) == {"paris": "bruxelles-paris"}
    assert alone.ticket_points == 7 - 20


@pytest.mark.rule("B3")
def test_of_equal_points_more_tickets_are_better():
    """From Smyrna to Athina two tickets of five are completed, to Constantinople one of ten."""
    seat = {
        "routes": [
            *("athina-sofia", "angora-smyrna"),
            *("constantinople-sevastopol", "rostov-sevastopol", "kharkov-rostov"),
        ],
        "tickets": ["athina-angora", "sofia-smyrna", "angora-kharkov"],
        "stations": ["smyrna"],
    }
    sheet = ending(seat, {"routes": ["athina-smyrna", "constantinople-smyrna"]})
    assert sheet.ticket_points == 0
    assert sheet.tickets_completed == 2
    assert borrowed(sheet) == {"smyrna": "athina-smyrna"}
    only_ten = ending(seat | {"tickets": ["angora-kharkov", "sofia-smyrna"]}, {"routes": ["constantinople-smyrna"]})
    assert only_ten.ticket_points == 10 - 5


@pytest.mark.rule("B3")
def test_of_equal_points_more_tickets_are_better_whichever_way_is_looked_at_first():
    """From Zürich to München one ticket of twelve is completed, to Venezia two of six."""
    seat = {
        "routes": [
            *("roma-venezia", "brindisi-roma", "venezia-zagrab", "budapest-zagrab"),
            *("paris-zurich", "bruxelles-paris", "amsterdam-bruxelles"),
            *("munchen-wien", "warszawa-wien", "warszawa-wilno"),
        ],
        "tickets": ["zurich-brindisi", "zurich-budapest", "amsterdam-wilno"],
        "stations": ["zurich"],
    }
    sheet = ending(seat, {"routes": ["munchen-zurich", "venezia-zurich"]})
    assert done(sheet) == {"zurich-brindisi", "zurich-budapest"}
    assert sheet.ticket_points == 6 + 6 - 12
    only_one_way = ending(seat, {"routes": ["munchen-zurich"]})
    assert done(only_one_way) == {"amsterdam-wilno"}


@pytest.mark.rule("B3")
def test_points_come_before_the_number_of_tickets():
    """From Smyrna to Athina two tickets of five are completed, to Constantinople one of twenty."""
    seat = {
        "routes": [
            *("athina-sofia", "angora-smyrna", "palermo-smyrna"),
            *("constantinople-sevastopol", "rostov-sevastopol", "kharkov-rostov", "kharkov-moskva"),
        ],
        "tickets": ["athina-angora", "sofia-smyrna", "palermo-moskva"],
        "stations": ["smyrna"],
    }
    sheet = ending(seat, {"routes": ["athina-smyrna", "constantinople-smyrna"]})
    assert done(sheet) == {"palermo-moskva"}
    assert sheet.ticket_points == 20 - 5 - 5


@pytest.mark.rule("B3")
def test_a_route_that_completes_nothing_is_not_borrowed():
    seat = {"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": ["paris", "riga", "madrid"]}
    sheet = ending(seat, {"routes": ["dieppe-paris", "danzig-riga", "barcelona-madrid"]})
    assert borrowed(sheet) == {"paris": "dieppe-paris", "riga": None, "madrid": None}


@pytest.mark.rule("B3")
@pytest.mark.rule("P15")
def test_tickets_completed_with_a_station_count_for_ties():
    one = {"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": ["paris"]}  # 11 + 8 + 8, and the Express
    other = {"routes": ["palermo-smyrna", "kyiv-smolensk", "berlin-wien", "dieppe-paris", "amsterdam-bruxelles"]}
    result = scored("europe", one, other)
    assert result.totals == (37, 37)
    assert result.winners == (0,)
    assert result.sheets[1].tie_break == "tickets_completed"


@pytest.mark.known_mistake("a borrowed route lengthens the longest path")
@pytest.mark.rule("B4")
def test_a_borrowed_route_gives_no_points_no_trains_and_no_longer_path():
    seat = {"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": ["paris"]}
    with_station = ending(seat, {"routes": ["dieppe-paris", "brest-paris", "brest-dieppe"]})
    without = ending(seat | {"stations": []}, {"routes": ["dieppe-paris", "brest-paris", "brest-dieppe"]})
    assert with_station.tickets_completed == 1
    assert with_station.routes == without.routes == 7 + 4
    assert with_station.longest_path == without.longest_path == 7
    assert set(with_station.longest_path_routes) == set(SPAIN)


@pytest.mark.rule("B4")
def test_the_lender_keeps_the_route():
    other = {"routes": ["dieppe-paris"]}
    seat = {"routes": SPAIN, "tickets": ["madrid-dieppe"], "stations": ["paris"]}
    lender = scored("europe", seat, other).sheets[1]
    assert (lender.routes, lender.longest_path, lender.total) == (1, 1, 1 + 12)
