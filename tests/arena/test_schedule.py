"""The schedule and its deals: spelling of contestants, line-ups, rotations, keys."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from ferrovia.arena import ContestantError, Match, Tournament, TournamentError, plan_tournament
from ferrovia.arena.contestants import Contestant, make_bot, read_budget, read_contestant
from ferrovia.arena.schedule import GamePlan
from ferrovia.boards import load_board, parse_board
from ferrovia.bots import BrokenBotError, Budget
from ferrovia.bots.styles.greedy import GreedyBot

EUROPE = load_board("europe")
TINY = Path(__file__).parents[1] / "data" / "tiny.toml"


@pytest.mark.parametrize(
    "text, contestant, spelled",
    [
        ("greedy", Contestant("greedy"), "greedy"),
        ("greedy@800", Contestant("greedy", Budget(simulations=800)), "greedy@800"),
        ("greedy@0.25s", Contestant("greedy", Budget(seconds=0.25)), "greedy@0.25s"),
        ("greedy@250ms", Contestant("greedy", Budget(seconds=0.25)), "greedy@0.25s"),
        ("greedy@.5s", Contestant("greedy", Budget(seconds=0.5)), "greedy@0.5s"),
        (
            "ferrovia.bots.styles.greedy:GreedyBot@7",
            Contestant("ferrovia.bots.styles.greedy:GreedyBot", Budget(simulations=7)),
            None,
        ),
    ],
)
def test_a_contestant_is_a_bot_with_or_without_a_budget(text: str, contestant: Contestant, spelled: str | None) -> None:
    assert read_contestant(text) == contestant
    assert contestant.spelled == (spelled or text)
    assert read_contestant(contestant.spelled) == contestant, "its own spelling means the same"


@pytest.mark.parametrize(
    "text", ["", "gready", "greedy@", "greedy@0", "greedy@0s", "greedy@-1", "greedy@1h", "greedy@1e9s"]
)
def test_an_invalid_contestant_is_refused(text: str) -> None:
    with pytest.raises(ContestantError):
        read_contestant(text)


@pytest.mark.parametrize(
    "text",
    ["no_such_module:Bot", "ferrovia.bots.styles.greedy:", "ferrovia.bots.styles.greedy:a b", ":x"],
)
def test_an_unknown_bot_is_refused_before_the_start(text: str) -> None:
    with pytest.raises(ContestantError):
        read_contestant(text)


def test_a_misspelled_bot_gets_a_hint() -> None:
    with pytest.raises(ContestantError, match="Did you mean greedy"):
        read_contestant("gready")


def test_a_bot_can_be_named_by_its_module() -> None:
    assert isinstance(make_bot("ferrovia.bots.styles.greedy:GreedyBot"), GreedyBot)
    assert isinstance(make_bot("greedy"), GreedyBot)


def test_a_class_that_is_no_bot_is_refused_by_name() -> None:
    with pytest.raises(BrokenBotError, match="the bot builtins:dict has no method choose"):
        make_bot("builtins:dict")


def test_a_bot_in_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_of_this_folder.py").write_text(
        "from ferrovia.bots.styles.greedy import GreedyBot\nclass Mine(GreedyBot): ...\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [entry for entry in sys.path if entry])  # as for a command, not a script
    assert type(make_bot("bot_of_this_folder:Mine")).__name__ == "Mine"


def test_a_budget_is_read_with_its_unit() -> None:
    assert read_budget("12") == Budget(simulations=12)
    assert read_budget("50ms") == Budget(seconds=0.05)
    with pytest.raises(ContestantError, match="800 for simulations"):
        read_budget("fast")


def planned(*contestants: str, **options: object) -> Tournament:
    return plan_tournament(boards=[EUROPE], contestants=contestants, deals=2, **options)  # type: ignore[arg-type]


def lineups(tournament: Tournament) -> list[str]:
    return [",".join(match.lineup) for match in tournament.matches]


def test_two_players_meet_in_every_pair() -> None:
    assert lineups(planned("random", "greedy", "simple")) == ["random,greedy", "random,simple", "greedy,simple"]


def test_two_budgets_of_one_bot_can_meet() -> None:
    tournament = planned("greedy@100", "greedy@0.1s", "greedy")
    assert lineups(tournament) == ["greedy@100,greedy@0.1s", "greedy@100,greedy", "greedy@0.1s,greedy"]
    assert tournament.budget_of("greedy@100") == Budget(simulations=100)
    assert tournament.budget_of("greedy") == tournament.budget
    assert not tournament.reproducible
    assert planned("greedy@100", "greedy").reproducible


def test_three_players_meet_in_every_combination_of_different_ones() -> None:
    assert lineups(planned("random", "greedy", "simple", "hungry", players=(3,))) == [
        "random,greedy,simple",
        "random,greedy,hungry",
        "random,simple,hungry",
        "greedy,simple,hungry",
    ]


def test_one_of_four_against_three_equals() -> None:
    expected = ["greedy,random,random,random", "random,greedy,greedy,greedy"]
    assert sorted(lineups(planned("random", "greedy", players=(4,), form="one-of"))) == expected


def test_all_seats_may_be_the_same_bot() -> None:
    assert lineups(planned("random", "greedy", players=(3,), form="self")) == [
        ",".join(["random"] * 3),
        "greedy,greedy,greedy",
    ]


def test_given_line_ups_are_added_to_those_of_the_format() -> None:
    tournament = planned("random", "greedy", lineups=[("simple", "greedy", "greedy", "greedy")])
    assert lineups(tournament) == ["random,greedy", "simple,greedy,greedy,greedy"]


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"players": (3,)}, "3 players need 3 different contestants"),
        ({"players": (6,), "form": "self"}, "Europe is for 2 to 5 players, not 6"),
        ({"form": "knockout"}, "there is no format"),
        ({"lineups": [("greedy",)]}, "not 1"),
    ],
)
def test_an_impossible_tournament_is_refused_with_the_reason(options: dict[str, object], reason: str) -> None:
    with pytest.raises(TournamentError, match=reason):
        planned("random", "greedy", **options)


def test_a_tournament_without_deals_is_refused() -> None:
    with pytest.raises(TournamentError, match="at least one deal"):
        plan_tournament(boards=[EUROPE], contestants=["random", "greedy"], deals=0)


def test_a_tournament_without_contestants_is_refused() -> None:
    with pytest.raises(TournamentError, match="there is no match to play"):
        planned()


@pytest.mark.parametrize(
    "lineup, rotations",
    [
        (("a", "b"), 2),
        (("a", "b", "b", "b"), 4),
        (("a", "a", "a"), 1),
        (("a", "b", "a", "b"), 2),
        (("a", "b", "c", "d", "e"), 5),
    ],
)
def test_every_distinct_rotation_is_played_once(lineup: tuple[str, ...], rotations: int) -> None:
    match = Match(0, lineup)
    assert match.rotations == rotations
    seatings = [match.seating(rotation) for rotation in range(rotations)]
    assert len(set(seatings)) == rotations
    for seat in range(len(lineup)):
        seen = Counter(seating[seat] for seating in seatings)
        assert all(seen[name] * len(lineup) == lineup.count(name) * rotations for name in set(lineup)), "a fair share"


def test_all_rotations_and_all_line_ups_of_a_deal_have_the_same_key() -> None:
    tournament = planned("random", "greedy", "simple", lineups=[("simple", "greedy", "greedy", "greedy")])
    keys = {}
    for plan in tournament.plans():
        players = tournament.matches[plan.match].players
        keys.setdefault((players, plan.deal), set()).add(tournament.key(plan).secret)
    assert all(len(found) == 1 for found in keys.values())
    assert len({key for found in keys.values() for key in found}) == 4, (
        "another deal, or number of players, another key"
    )


def test_every_seat_of_every_game_has_a_random_source_of_its_own() -> None:
    tournament = planned("random", "greedy")
    numbers = [stream.integers(2**60) for plan in tournament.plans() for stream in tournament.streams(plan)]
    assert len(set(numbers)) == len(numbers) == 8
    again = [stream.integers(2**60) for plan in tournament.plans() for stream in tournament.streams(plan)]
    assert numbers == again
    later = [stream.integers(2**60) for plan in tournament.plans() for stream in tournament.streams(plan, start=5)]
    assert not set(later) & set(numbers)


def test_games_are_planned_deal_by_deal() -> None:
    tournament = planned("random", "greedy")
    assert list(tournament.plans()) == [GamePlan(0, 0, 0), GamePlan(0, 0, 1), GamePlan(0, 1, 0), GamePlan(0, 1, 1)]
    assert tournament.games == 4


def test_a_description_describes_the_tournament() -> None:
    tournament = planned(
        "random", "greedy@0.5s", "simple", lineups=[("simple",) * 4], seed=9, budget=Budget(simulations=5)
    )
    again = Tournament.of_description(tournament.description(), deals=2)
    assert again == tournament


def test_a_custom_board_is_described_by_its_text() -> None:
    mine = parse_board(TINY.read_text("utf8"))
    tournament = plan_tournament(boards=[mine], contestants=["random", "greedy"], deals=1)
    described = tournament.description()
    assert described["boards"][0]["text"] == mine.text
    assert Tournament.of_description(described, deals=1) == tournament


@pytest.mark.parametrize(
    "break_it, reason",
    [
        ({"matches": [{"board": 4, "lineup": ["random", "greedy"]}]}, "names a board that does not exist"),
        ({"boards": 3}, "describes no tournament"),
        ({"surplus": 1}, "written for other rules, boards or budgets"),
    ],
)
def test_an_invalid_description_is_refused(break_it: dict[str, object], reason: str) -> None:
    with pytest.raises(TournamentError, match=reason):
        Tournament.of_description(planned("random", "greedy").description() | break_it, deals=1)


def test_a_description_without_a_seed_is_refused() -> None:
    data = planned("random", "greedy").description()
    del data["seed"]
    with pytest.raises(TournamentError, match="describes no tournament"):
        Tournament.of_description(data, deals=1)
