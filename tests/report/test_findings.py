"""The report's findings: only clear ones, with the numbers behind them, in three languages."""

from __future__ import annotations

import inspect
import re

import pytest

from ferrovia.locales import LANGUAGES
from ferrovia.report import findings
from ferrovia.report.facts import GameFacts
from ferrovia.report.findings import find
from ferrovia.report.measures import measure
from ferrovia.report.words import Words

from .games import game, tiny


def found(games: list[GameFacts], language: str = "en") -> dict[str, str]:
    words = Words(language)
    return {f.code: f"{f.level}: {f.title}: {f.text}" for f in find(tiny(), measure(tiny(), games), words)}


def fair(count: int = 100, **more: object) -> list[GameFacts]:
    """Games in which nothing stands out: seats win in turn."""
    return [
        game(*((9, 3) if deal % 2 else (3, 9)), deal=deal, claims=[(r, 0, 0.5) for r in range(7)], **more)
        for deal in range(count)
    ]


def test_a_board_without_faults_has_no_problems() -> None:
    told = found(fair())
    assert not any(text.startswith(("problem", "watch")) for text in told.values())
    assert "50\u202f% (" in told["first_even"]


def test_a_trap_comes_with_its_sample_and_interval() -> None:
    trap = found(fair(kept=[(0, 0, False), (1, 1, True)]))["trap"].replace("\u202f", " ")
    assert trap == (
        "problem: Ash – Cedar is a trap: Kept 100 times, completed 0 % (0–4 %): it costs 3.0 points each time."
    )


def test_a_first_seat_advantage_is_found() -> None:
    told = found([game(9, 3, deal=deal, claims=[(r, 0, 0.5) for r in range(7)]) for deal in range(60)])
    assert told["first_wins"].startswith("watch: Going first helps: 2 players")
    assert "100\u202f%" in told["first_wins"]
    assert "an even share is 50\u202f%" in told["first_wins"]


def test_a_route_that_nobody_claims_is_named_and_a_double_counts_as_one() -> None:
    games = fair()
    for one in games:
        one.claims = [claim for claim in one.claims if claim[0] not in (1, 4)]  # half of a double, and a ferry
    assert "Dogwood – Elm" in found(games)["dead"]
    assert "Ash – Birch" not in found(games)["dead"]


def test_a_bonus_that_decides_much_or_nothing() -> None:
    much = [game(50, 45, deal=deal, bonus={"longest_path": [10 * (deal % 2), 0]}) for deal in range(100)]
    assert "Much depends on a bonus: longest path" in found(much)["bonus_strong"]
    assert "A bonus that decides nothing" in found(fair(300))["bonus_weak"]


def test_stuck_games_are_reported() -> None:
    games = fair()
    for one in games[:5]:
        one.ended_by = "passes"
    assert "5 games (5\u202f%)" in found(games)["endings"]


def test_few_games_are_only_an_impression() -> None:
    assert found(fair(10))["few"].startswith("watch")


def test_moves_of_a_stand_in_are_a_problem() -> None:
    assert "the dog ate it" in found(fair(fallbacks=1, first_fault="hungry: the dog ate it"))["faults"]


def test_one_deal_is_enough_for_a_report() -> None:
    assert found([game(9, 3)])


def completed(shares: dict[int, float], count: int = 300) -> list[GameFacts]:
    """Games in which these tickets are completed so often."""
    games = fair(count)
    for deal, one in enumerate(games):
        one.kept = [(ticket, deal % 2, deal < share * count) for ticket, share in shares.items()]
    return games


def between(*winners: str) -> list[GameFacts]:
    """Games of three bots, in which this one wins with two players and that one with three."""
    two, three = winners
    return [
        *(game(9, 3, deal=deal, bots=(two, "hungry"), first=deal % 2) for deal in range(60)),
        *(game(9, 3, 3, deal=deal, bots=(three, "hungry", "random"), first=deal % 3) for deal in range(60)),
    ]


SCENARIOS = {
    "nothing": fair(),
    "few games": fair(10),
    "faults": fair(fallbacks=1, first_fault="hungry: the dog ate it"),
    "four traps": completed(dict.fromkeys(range(4), 0.0)),
    "a hard ticket": completed({0: 0.6, 2: 1.0, 3: 1.0, 5: 1.0}),
    "a gift": completed({0: 1.0, 2: 0.6, 3: 0.6, 5: 0.6}),
    "the first wins": [game(9, 3, deal=deal) for deal in range(60)],
    "the first loses": [game(3, 9, deal=deal) for deal in range(60)],
    "a strong bonus": [game(50, 45, deal=deal, bonus={"longest_path": [10 * (deal % 2), 0]}) for deal in range(100)],
    "a weak bonus": fair(300),
    "stuck": fair(ended_by="passes"),
    "a rush": [game(9, 3, deal=deal, claims=[(route, 0, 0.1) for route in range(7)]) for deal in range(100)],
    "a quiet corner": [game(9, 3, deal=deal, claims=[(r, 0, 0.5) for r in (0, 1, 2, 5, 6)]) for deal in range(100)],
    "one style": between("planner", "planner"),
    "two styles": between("planner", "greedy"),
}


@pytest.mark.parametrize(
    "scenario, code, words",
    [
        ("four traps", "traps", "watch: One more ticket is a trap: Birch – Dogwood."),
        ("a hard ticket", "hard", "watch: One ticket is hard for its price: "),
        ("a gift", "gift", "note: Ash – Cedar is a gift: "),
        ("the first loses", "first_loses", "watch: Going first hurts: 2 players: "),
        ("a rush", "rush", "note: 7 routes are always fought for: "),
        ("a quiet corner", "quiet", "note: One city is left out: Far fewer routes are claimed at Dogwood"),
        ("one style", "styles", "note: planner is clearly ahead with 2 and 3 players: "),
        ("two styles", "styles", "note: The best style depends on the number of players: "),
    ],
)
def test_what_stands_out_is_found_and_is_not_found_elsewhere(scenario: str, code: str, words: str) -> None:
    assert found(SCENARIOS[scenario])[code].startswith(words)
    assert not found(SCENARIOS["nothing"]).get(code, "").startswith(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_words(language: str) -> None:
    told = {code: text for games in SCENARIOS.values() for code, text in found(games, language).items()}
    assert set(told) == set(re.findall(r'Finding\(\s*"(\w+)"', inspect.getsource(findings)))
    assert not any("{" in text for text in told.values())


def test_numbers_are_written_as_people_write_them() -> None:
    assert Words("en").number(-1234.5) == "\u22121,234.5"
    assert Words("es").number(1234.5) == "1\u202f234,5"
    assert Words("en").number(-0.04) == "0.0"
    assert Words("pt").percent(0.225, 1) == "22,5\u202f%"
    assert [Words("en").signed(value) for value in (1.25, 0.01, -0.01, -2)] == ["+1.2", "0.0", "0.0", "\u22122.0"]
    assert Words("en").both(["a", "b", "c"]) == "a, b and c"
