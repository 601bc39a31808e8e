"""The coach's answer on every board and in every phase, and the levels for people."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cli.terminal import run
from tests.kit.walks import BOARDS

from ferrovia import Board, Game, load_board
from ferrovia.actions import ClaimRoute
from ferrovia.bots import bot_names
from ferrovia.bots.api import Budget
from ferrovia.bots.coach import advise
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.ratings import Published, read_ratings

from .watching import positions

pytestmark = pytest.mark.compiled_only

LITTLE = Budget(simulations=24)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_coach_answers_in_every_phase(board: Board) -> None:
    told: dict[str, int] = {}
    for seed in range(3):
        for game in positions(board, 2, seed):
            seat = min(game.actors)
            view = game.view(seat)
            if told.get(view.phase, 0) >= 3 and len(game.moves) % 25:
                continue
            told[view.phase] = told.get(view.phase, 0) + 1
            advice = advise(view, budget=LITTLE, best=3, threads=1)
            assert 1 <= len(advice) <= 3
            for one in advice:
                assert one.action in view.legal_actions()
                assert 0.0 <= one.win <= 1.0
                assert one.simulations >= 1
                is_tunnel = isinstance(one.action, ClaimRoute) and board.route(one.action.route).tunnel
                assert (one.tunnel is not None) == is_tunnel
                if one.tunnel is not None:
                    assert sum(one.tunnel.extra) == pytest.approx(1.0)
    expected = {"choosing_start", "turn", "second_card"} | ({"in_tunnel"} if board.id == "europe" else set())
    assert set(told) >= expected


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_advice_with_the_best_chance_comes_first(board: Board) -> None:
    most = 0
    for game in positions(board, 2, seed=5):
        if len(game.moves) % 10 == 0 and not game.is_over:
            advice = advise(game.view(min(game.actors)), budget=LITTLE, best=5, threads=1)
            chances = [(one.win, one.margin) for one in advice]
            assert chances == sorted(chances, reverse=True)
            most = max(most, len(set(chances)))
    assert most > 1, "there was something to sort"


def test_only_the_seat_to_act_gets_advice() -> None:
    game = Game("new_york", players=2, seed=1, first=0)
    for seat in (0, 1):
        game.play(game.legal_actions(seat)[0], seat=seat)
    assert advise(game.view(0), budget=LITTLE)
    assert advise(game.view(1), budget=LITTLE) == ()
    assert advise(game.spectator_view(), budget=LITTLE) == ()


def test_there_is_no_advice_when_the_game_is_over() -> None:
    *_, game = positions(load_board("new_york"), 2, seed=1)  # the generator plays it to its end
    assert game.is_over
    assert advise(game.view(0), budget=LITTLE) == ()


@pytest.mark.parametrize("best", [0, -1])
def test_asking_for_no_advice_is_refused(best: int) -> None:
    with pytest.raises(ValueError, match="one action at least"):
        advise(Game("new_york", players=2, seed=1).view(0), best=best)


def test_the_seed_decides_the_advice() -> None:
    view = Game("london", players=2, seed=1).view(0)
    assert advise(view, budget=LITTLE, seed=1) == advise(view, budget=LITTLE, seed=1, threads=2)
    assert advise(view, budget=LITTLE, seed=1) != advise(view, budget=LITTLE, seed=2)


# --- levels ---------------------------------------------------------------------------------------------------------
def test_levels_go_from_easy_to_master() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert", "master"]
    assert all(level.name == name for name, level in LEVELS.items())


@pytest.mark.parametrize("name", list(LEVELS))
def test_the_bot_of_every_level_is_installed_and_plays(name: str) -> None:
    level = LEVELS[name]
    assert level.bot in bot_names()
    assert level.budget.seconds == level.seconds > 0
    game, rng = Game("new_york", players=2, seed=1), np.random.default_rng(1)
    bots = [level.new_bot() for _ in range(2)]
    for _ in range(6):
        seat = min(game.actors)
        view = game.view(seat)
        game.play(bots[seat].choose(view, view.legal_actions(), rng, Budget(seconds=0.05)), seat=seat)


def test_the_command_lists_the_levels() -> None:
    result = run("bots")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for name, shown in (
        ("easy", "at once"),
        ("medium", "at once"),
        ("hard", "at once"),
        ("expert", "1 s"),
        ("master", "1 s"),
    ):
        assert any(line.startswith(f"{name} {LEVELS[name].bot} {shown}") for line in lines)


def test_no_word_or_number_is_cut_in_a_narrow_terminal() -> None:
    result = run("bots", columns=80)
    assert "…" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_higher_level_is_the_stronger_one_by_the_ratings_that_are_shown() -> None:
    """On every board where both were measured."""
    ratings = {(entry.contestant, entry.board, entry.players): entry.rating for entry in read_ratings()}
    names = [f"{level.bot}@{level.seconds:g}s" if level.uses_time else level.bot for level in LEVELS.values()]
    compared = 0
    for board, players in {(board, players) for _, board, players in ratings}:
        measured = [ratings[name, board, players] for name in names if (name, board, players) in ratings]
        assert measured == sorted(measured)
        compared += len(measured)
    assert compared >= 19, "four levels on four boards, three on USA"


def rated(contestant: str, rating: float) -> Published:
    return Published(contestant, "london", 2, rating, rating - 9, rating + 9, 400, "one_step", 1000.0, "", "", True)


def test_a_level_shows_the_rating_of_its_bot_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = [rated("planner", 1234), rated("search@1s", 1777), rated("search@0.25s", 1666)]
    monkeypatch.setattr("ferrovia.cli.commands.bots.read_ratings", lambda: ratings)
    lines = [" ".join(line.split()) for line in run("bots").stdout.splitlines()]
    assert "hard planner at once 1,234 ±9" in lines
    assert "expert search 1 s 1,777 ±9" in lines
