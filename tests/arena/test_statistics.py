"""Intervals over deals, Bradley-Terry ratings, the sequential test, and the summary."""

from __future__ import annotations

import random
from collections import Counter
from math import isclose, log10

import numpy as np
import pytest

from ferrovia.arena import Finish, Outcome, Sprt, Tournament, plan_tournament, summarise
from ferrovia.arena.intervals import mean_of, share_of
from ferrovia.arena.ratings import comparisons, find_anchor, rate
from ferrovia.arena.run import Referee
from ferrovia.arena.sprt import Running, log_likelihood_ratio, share_of_elo
from ferrovia.boards import load_board

from .sample_outcomes import duel, outcome

EUROPE = load_board("europe")


def planned(*bots: str, deals: int = 1000, **options: object) -> Tournament:
    return plan_tournament(boards=[EUROPE], contestants=bots, deals=deals, **options)  # type: ignore[arg-type]


# --- intervals ------------------------------------------------------------------------------------------------------
def test_a_share_covers_all_games_and_lies_in_its_interval() -> None:
    share = share_of([(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0)])
    assert share.value == 0.75
    assert 0 < share.low < 0.75 < share.high < 1
    assert (share.count, share.deals) == (4, 2)


def test_correlated_games_of_one_deal_count_as_one_observation() -> None:
    rng = random.Random(1)
    wins = [float(rng.random() < 0.6) for _ in range(200)]
    single = share_of(enumerate(wins))
    double = share_of([(deal, win) for deal, win in enumerate(wins) for _ in range(2)])
    assert isclose(single.high - single.low, double.high - double.low, rel_tol=0.02)


def test_paired_deals_that_cancel_out_narrow_the_interval() -> None:
    paired = share_of([(deal, win) for deal in range(100) for win in (0.0, 1.0)])
    alone = share_of([(game, float(game % 2)) for game in range(200)])
    assert paired.high - paired.low < 0.8 * (alone.high - alone.low)


def test_ten_wins_in_ten_games_are_not_certainty() -> None:
    share = share_of([(deal, 1.0) for deal in range(10)])
    assert share.value == share.high == 1.0
    assert 0.6 < share.low < 0.8


def test_intervals_cover_the_truth_as_often_as_they_claim() -> None:
    rng = random.Random(7)
    held_share = held_mean = 0
    for _ in range(400):
        luck = [rng.random() for _ in range(40)]  # of the deal, which both games of it have
        games = [(deal, float(rng.random() < 0.4 + 0.4 * luck[deal])) for deal in range(40) for _ in range(2)]
        points = [(deal, luck[deal] + rng.gauss(0, 0.3)) for deal in range(40) for _ in range(2)]
        share, mean = share_of(games), mean_of(points)
        held_share += share.low <= 0.6 <= share.high
        held_mean += mean.low <= 0.5 <= mean.high
    assert 0.91 < held_share / 400 < 0.98
    assert 0.91 < held_mean / 400 < 0.98


def test_one_deal_has_a_mean_and_no_interval() -> None:
    mean = mean_of([(0, 3.0), (0, 5.0)])
    assert mean.data() == {"value": 4.0, "low": None, "high": None, "count": 2, "deals": 1}


# --- ratings --------------------------------------------------------------------------------------------------------
def test_without_games_nothing_is_known() -> None:
    assert share_of([]).data() == {"value": None, "low": 0.0, "high": 1.0, "count": 0, "deals": 0}
    assert mean_of([]).data() == {"value": None, "low": None, "high": None, "count": 0, "deals": 0}


def test_two_contestants_differ_by_the_log_of_their_odds() -> None:
    games = duel(0, [(1, 1)] * 500 + [(0, 1)] * 300 + [(0, 0)] * 200)
    ratings = rate(planned("one_step", "greedy"), games, resamples=50)
    share = 1300.5 / 2001  # one tie is added
    assert ratings.anchor == "one_step"
    assert ratings.by_name["one_step"].value == 1000
    assert ratings.by_name["greedy"].value == pytest.approx(1000 - 400 * log10(share / (1 - share)), abs=0.1)


def test_known_strengths_are_recovered_within_their_intervals() -> None:
    strengths = {"one_step": 1000.0, "greedy": 850.0, "hungry": 1100.0}
    tournament = planned(*strengths)
    rng = random.Random(3)
    games: list[Outcome] = []
    for number, match in enumerate(tournament.matches):
        share = share_of_elo(strengths[match.lineup[0]] - strengths[match.lineup[1]])
        games += duel(number, [(int(rng.random() < share), int(rng.random() < share)) for _ in range(1000)])
    ratings = rate(tournament, games, resamples=300)
    for name, strength in strengths.items():
        rating = ratings.by_name[name]
        assert rating.value is not None
        assert rating.low is not None
        assert rating.high is not None
        assert rating.low <= rating.value <= rating.high
        assert abs(rating.value - strength) < 25
        assert rating.low - 3 <= strength <= rating.high + 3
        assert rating.high - rating.low < 50


def test_deals_are_resampled_not_games() -> None:
    """Where both games of a deal always end alike, there is half as much to go by as there are games."""
    tournament = planned("one_step", "greedy")
    rng = random.Random(5)
    apart = duel(0, [(int(rng.random() < 0.5), int(rng.random() < 0.5)) for _ in range(400)])
    alike = duel(0, [(win, win) for win in (int(rng.random() < 0.5) for _ in range(400))])

    def width(games: list[Outcome]) -> float:
        rating = rate(tournament, games, resamples=600).by_name["greedy"]
        assert rating.low is not None
        assert rating.high is not None
        return rating.high - rating.low

    assert 1.25 < width(alike) / width(apart) < 1.6  # the square root of two


def test_without_wins_a_rating_has_no_lower_limit_and_without_losses_no_upper_one() -> None:
    tournament = planned("one_step", "random", "hungry")
    games = duel(0, [(1, 1)] * 20) + duel(1, [(0, 0)] * 20) + duel(2, [(0, 0)] * 20)
    ratings = rate(tournament, games, resamples=50).by_name
    assert (ratings["random"].low, ratings["hungry"].high) == (None, None)
    assert ratings["random"].high is not None
    assert ratings["random"].high < 1000
    assert ratings["hungry"].low is not None
    assert ratings["hungry"].low > 1000


def test_a_contestant_with_no_chain_of_games_to_the_anchor_has_no_rating() -> None:
    tournament = planned(lineups=[("one_step", "greedy"), ("hungry", "simple")])
    games = duel(0, [(1, 0)] * 5) + duel(1, [(1, 0)] * 5)
    ratings = rate(tournament, games, resamples=20).by_name
    assert ratings["greedy"].value is not None
    assert ratings["hungry"].value is None


def test_nobody_has_a_rating_if_the_anchor_met_nobody() -> None:
    tournament = planned(lineups=[("one_step", "one_step"), ("hungry", "simple")])
    games = [outcome(0, 0, 0, [1, 2]), *duel(1, [(1, 0)] * 5)]
    ratings = rate(tournament, games, resamples=20)
    assert {rating.value for rating in ratings.by_name.values()} == {None}
    assert ratings.resamples == 0


def test_several_players_are_compared_in_pairs_by_rank() -> None:
    tournament = planned(lineups=[("one_step", "greedy", "greedy", "hungry")])
    wins = comparisons(tournament, [outcome(0, 0, 0, [2, 3, 3, 1])], ["one_step", "greedy", "hungry"])
    third = 1 / 3
    assert np.allclose(wins[0], [[0, 2 * third, 0], [0, 0, 0], [third, 2 * third, 0]])


def test_the_anchor_is_the_first_baseline_by_default() -> None:
    assert find_anchor(["greedy", "one_step", "x"]) == "one_step"
    assert find_anchor(["greedy", "one_step", "x"], "greedy") == "greedy"
    assert find_anchor(["search@800", "x"], "search") == "search@800"
    assert find_anchor(["x", "y"]) is None
    games = duel(0, [(1, 0), (1, 1)])
    ratings = rate(planned("hungry", "simple"), games, resamples=20, anchor_rating=1500).by_name
    assert ratings["hungry"].value is not None
    assert ratings["simple"].value is not None
    assert isclose(ratings["hungry"].value + ratings["simple"].value, 3000, abs_tol=0.2)


# --- the sequential test --------------------------------------------------------------------------------------------
def test_elo_and_shares_convert_into_each_other() -> None:
    assert share_of_elo(0) == 0.5
    assert share_of_elo(400) == pytest.approx(10 / 11)


def test_with_single_game_deals_the_ratio_is_that_of_wins_to_losses() -> None:
    seen = Counter({1.0: 70, 0.0: 30})
    plain = 70 * np.log(0.7 / 0.6) + 30 * np.log(0.3 / 0.4)
    assert log_likelihood_ratio(seen, 0.6, 0.7) == pytest.approx(plain, abs=0.05)


@pytest.mark.parametrize("share, accepted", [(0.5, "p0"), (0.6, "p1"), (0.4, "p0"), (0.8, "p1")])
def test_the_sequential_test_accepts_the_true_hypothesis(share: float, accepted: str) -> None:
    rng = random.Random(11)
    verdicts: Counter[str | None] = Counter()
    for _ in range(60):
        test = Running(Sprt(0.5, 0.6))
        while test.verdict.accepted is None and test.verdict.deals < 600:
            test.add(sum(rng.random() < share for _ in range(2)) / 2)
        verdicts[test.verdict.accepted] += 1
    assert verdicts[accepted] >= 51, "wrong in some 5 of a hundred cases"


def test_a_finished_sequential_test_keeps_its_verdict() -> None:
    test = Running(Sprt(0.5, 0.7))
    for _ in range(30):
        test.add(1.0)
    verdict = test.verdict
    assert verdict.accepted == "p1"
    assert verdict.deals < 30
    for _ in range(50):
        test.add(0.0)
    assert test.verdict == verdict


@pytest.mark.parametrize("p0, p1, alpha", [(0.6, 0.5, 0.05), (0.0, 0.5, 0.05), (0.5, 0.6, 0.6), (0.5, 0.5, 0.05)])
def test_an_impossible_sequential_test_is_refused(p0: float, p1: float, alpha: float) -> None:
    with pytest.raises(ValueError, match=r"p0|alpha"):
        Sprt(p0, p1, alpha)


def test_the_verdict_does_not_depend_on_the_order_of_games() -> None:
    rng = random.Random(2)
    tournament = planned("one_step", "greedy")
    games = duel(0, [(int(rng.random() < 0.65), int(rng.random() < 0.65)) for _ in range(300)])
    verdicts, counted = set(), set()
    for _ in range(4):
        referee = Referee(tournament, Sprt(0.5, 0.6))
        for game in games:
            referee.hear(game)
        verdicts.add(referee.verdicts[0])
        counted.add(sum(referee.counts(game) for game in games))
        rng.shuffle(games)
    (verdict,) = verdicts
    assert verdict.accepted == "p1"
    assert counted == {2 * verdict.deals}


# --- the summary ----------------------------------------------------------------------------------------------------
def test_a_summary_has_wins_ranks_margins_and_efficiency() -> None:
    tournament = planned("one_step", "greedy")
    games = duel(0, [(1, 1)] * 6 + [(1, 0)] * 3 + [(0.5, 0.5)])
    (table,) = summarise(tournament, Finish(games, True))["tables"]
    assert (table["board"], table["players"], table["games"], table["deals"]) == ("europe", 2, 20, 10)
    first, second = table["contestants"]
    assert [first["name"], second["name"]] == ["one_step", "greedy"]
    assert first["wins"]["value"] == pytest.approx((15 + 1) / 20)
    assert first["wins"]["value"] + second["wins"]["value"] == pytest.approx(1)
    assert first["margin"]["value"] == pytest.approx((15 * 10 - 3 * 10) / 20)
    assert first["rank"]["value"] == pytest.approx((17 * 1 + 3 * 2) / 20)
    assert first["turns"] == 40
    assert first["tickets_completed"] == 0.75
    assert first["cards_left_when_winning"] == 1
    assert first["trains_left_when_winning"] == 2
    assert table["before"]["one_step"]["greedy"]["value"] == pytest.approx(16 / 20)
    (match,) = table["matches"]
    assert match["wins"]["one_step"]["value"] == pytest.approx(16 / 20)


def test_one_of_four_has_its_own_share_and_three_equals_share_the_rest() -> None:
    tournament = planned(lineups=[("one_step", "greedy", "greedy", "greedy")])
    games = [outcome(0, deal, rotation, _winner_at(rotation)) for deal in range(5) for rotation in range(4)]
    (table,) = summarise(tournament, Finish(games, True))["tables"]
    shares = table["matches"][0]["wins"]
    assert shares["one_step"]["value"] == 1
    assert shares["greedy"]["value"] == 0
    assert shares["greedy"]["count"] == 60
    assert table["matches"][0]["margin"]["value"] == 12.5, "to the best of the others"


def _winner_at(seat: int) -> list[int]:
    ranks = [2, 3, 4, 5]
    ranks[seat] = 1
    return ranks


def test_boards_and_numbers_of_players_are_summarised_separately() -> None:
    tournament = plan_tournament(
        boards=[EUROPE, load_board("london")], contestants=["one_step", "greedy"], lineups=[("greedy",) * 3], deals=1
    )
    games = [*duel(0, [(1, 0)]), outcome(1, 0, 0, [1, 2, 3]), *duel(2, [(1, 1)])]
    tables = summarise(tournament, Finish(games, True))["tables"]
    assert [(table["board"], table["players"], table["games"]) for table in tables] == [
        ("europe", 2, 2),
        ("europe", 3, 1),
        ("london", 2, 2),
    ]
