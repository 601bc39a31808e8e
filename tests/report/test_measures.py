"""Numbers from games made up by hand, where the answer is known."""

from __future__ import annotations

import pytest

from ferrovia.arena.intervals import share_of
from ferrovia.boards import load_board
from ferrovia.report.bonuses import is_decided_by, measure_bonuses
from ferrovia.report.distances import ticket_distance
from ferrovia.report.distributions import bin_width
from ferrovia.report.measures import measure
from ferrovia.report.numbers import sure_share
from ferrovia.report.tickets import FAIR, GIFT, HARD, TRAP, UNKNOWN, expected_line, measure_tickets, verdict

from .games import game, tiny


def share(done: int, of: int) -> object:
    return share_of((number, float(number < done)) for number in range(of))


def test_where_all_games_agree_only_deals_count() -> None:
    """Four deals of twenty-five games each tell no more than four observations."""
    done = sure_share((deal, 1.0) for deal in range(4) for _ in range(25))
    assert (done.value, done.high) == (1.0, 1.0)
    assert done.low == pytest.approx(4 / (4 + 1.96**2), abs=1e-4)
    assert sure_share((deal, 0.0) for deal in range(4)).high == pytest.approx(1 - done.low)
    assert sure_share(iter(())).count == 0


def test_a_bonus_decides_when_another_player_would_have_won() -> None:
    assert is_decided_by(game(50, 45, bonus={"longest_path": [10, 0]}), "longest_path")
    assert not is_decided_by(game(50, 45, bonus={"longest_path": [0, 10]}), "longest_path")
    assert not is_decided_by(game(60, 45, bonus={"longest_path": [10, 0]}), "longest_path")


def test_a_winner_who_would_only_tie_without_the_bonus_would_still_have_won() -> None:
    assert not is_decided_by(game(55, 45, bonus={"longest_path": [10, 0]}), "longest_path")


def test_a_shared_win_is_decided_only_if_all_winners_lose_it() -> None:
    assert not is_decided_by(game(50, 50, 45, bonus={"longest_path": [10, 0, 0]}), "longest_path")
    assert is_decided_by(game(50, 50, 45, bonus={"longest_path": [10, 10, 0]}), "longest_path")


def test_only_bonuses_that_a_board_has_are_reported() -> None:
    def told(board: str) -> list[str]:
        return [entry["bonus"] for entry in measure_bonuses(load_board(board), [game(3, 2)])]

    assert told("europe") == ["longest_path"]
    assert told("new_york") == ["attractions"]
    assert told("london") == ["districts"]
    assert told("amsterdam") == ["merchandise"]
    built = game(3, 2, stations=[0])
    assert [e["bonus"] for e in measure_bonuses(load_board("europe"), [built])] == ["longest_path", "stations"]


def test_the_share_of_games_that_a_bonus_decides() -> None:
    games = [game(50, 45, deal=deal, bonus={"longest_path": [10 * (deal < 3), 0]}) for deal in range(10)]
    [entry] = measure_bonuses(tiny(), games)
    assert entry["decided"]["value"] == pytest.approx(0.3)
    assert entry["decided"]["low"] < 0.3 < entry["decided"]["high"]
    assert entry["points"] == {"winner": 3.0, "others": 0.0}


@pytest.mark.parametrize(
    "done, of, expected, named",
    [
        (1, 5, 0.6, UNKNOWN),  # kept too rarely
        (10, 100, 0.6, TRAP),
        (45, 100, 0.5, FAIR),  # may be a half
        (60, 100, 0.9, HARD),
        (95, 100, 0.6, GIFT),
        (65, 100, 0.6, FAIR),
    ],
)
def test_a_verdict_says_only_what_is_sure(done: int, of: int, expected: float, named: str) -> None:
    assert verdict(share(done, of), expected) == named  # type: ignore[arg-type]


def test_the_line_of_what_a_value_lets_expect() -> None:
    start, slope = expected_line([(5, share(80, 100)), (10, share(60, 100)), (15, share(40, 100))])  # type: ignore[list-item]
    assert (start, slope) == (pytest.approx(1.0), pytest.approx(-0.04))
    assert expected_line([(5, share(3, 4))]) == (0.75, 0.0)  # type: ignore[list-item]
    assert expected_line([]) == (0.5, 0.0)


def test_tickets_are_counted_as_offered_kept_and_completed() -> None:
    games = [game(9, 3, deal=deal, offered=[0, 0, 1], kept=[(0, 0, deal % 4 == 0), (1, 1, True)]) for deal in range(20)]
    first, second, third = measure_tickets(tiny(), games)[:3]
    assert (first["offered"], first["kept"], first["completed"]["value"]) == (40, 20, 0.25)
    assert first["worth"] == pytest.approx(3 * (2 * 0.25 - 1))
    assert (first["wins"], second["wins"]) == (2.0, 0.0)  # who held it won always: twice an even share
    assert first["verdict"] == TRAP
    assert (third["kept"], third["worth"], third["verdict"]) == (0, None, UNKNOWN)


def test_the_distance_of_a_ticket_is_the_shortest_way() -> None:
    board = tiny()
    assert {t.id: ticket_distance(board, t) for t in board.tickets} == {
        "ash-cedar": 3,
        "ash-dogwood": 5,
        "ash-elm": 3,
        "birch-dogwood": 3,
        "elm-cedar": 2,
        "cedar-dogwood": 3,
        "ash-birch": 2,
        "birch-elm": 1,
    }


def test_places_count_from_the_seat_that_began() -> None:
    games = [game(9, 3, deal=deal, first=1) for deal in range(10)]
    places = measure(tiny(), games)["by_players"]["2"]["places"]
    assert [place["value"] for place in places] == [0.0, 1.0]


def test_routes_and_cities_by_what_was_claimed() -> None:
    games = [game(9, 3, deal=deal, claims=[(0, 0, 0.2), *([(2, 1, 0.6)] if deal % 2 else [])]) for deal in range(10)]
    found = measure(tiny(), games)
    assert [found["routes"][route]["claimed"]["value"] for route in (0, 1, 2)] == [1.0, 0.0, 0.5]
    assert (found["routes"][0]["when"], found["routes"][1]["when"]) == (0.2, None)
    traffic = {city["id"]: city["traffic"]["value"] for city in found["cities"]}
    assert traffic == {"ash": 1.0, "birch": 1.5, "cedar": 0.5, "dogwood": 0.0, "elm": 0.0}


def test_a_distribution_loses_no_value() -> None:
    games = [game(3 * deal, -5, deal=deal) for deal in range(1, 40)]
    scores = measure(tiny(), games)["by_players"]["2"]["scores"]
    assert sum(count for _, count in scores["bins"]) == scores["count"] == 78
    assert scores["quantiles"]["0"] == -5
    assert scores["quantiles"]["100"] == 117
    assert scores["bins"][0][0] <= -5


def test_numbers_of_players_are_compared_in_the_same_bins() -> None:
    games = [game(3 * deal, 0, deal=deal) for deal in range(1, 40)] + [game(9, 3, 1, deal=deal) for deal in range(9)]
    found = measure(tiny(), games)["by_players"]
    assert found["2"]["scores"]["width"] == found["3"]["scores"]["width"] == found["3"]["winning_scores"]["width"] == 5


@pytest.mark.parametrize("spread, width", [(0, 1), (24, 1), (25, 2), (60, 5), (240, 10), (400, 20)])
def test_bins_are_round(spread: float, width: int) -> None:
    assert bin_width(spread) == width


def test_styles_are_measured_against_their_share() -> None:
    games = [game(9, 3, deal=deal, bots=("strong", "weak")) for deal in range(10)]
    games += [game(9, 3, 2, deal=deal, bots=("strong", "weak", "weak")) for deal in range(10)]
    strong, weak = measure(tiny(), games)["styles"]
    assert (strong["bot"], strong["wins"]["2"]["value"], strong["wins"]["3"]["value"]) == ("strong", 1.0, 1.0)
    assert (weak["wins"]["3"]["value"], weak["wins"]["3"]["count"]) == (0.0, 20)
