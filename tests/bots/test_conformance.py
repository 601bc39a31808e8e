"""Every bot here passes the check that anyone can run, and the check catches those that should fail."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ferrovia.actions import Action, DrawCard
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.conformance import NotConformingError, check_bot
from ferrovia.bots.styles.random_bot import RandomBot
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.game import Game
from ferrovia.views import View

BOTS = ("random", "greedy", "simple", "route_focus", "one_step", "long_route", "hungry")


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_passes_on_a_city_board(name: str) -> None:
    assert check_bot(lambda: new_bot(name), boards=["new_york"]) > 20


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", ["new_york", "london", "amsterdam"])
@pytest.mark.parametrize("name, simulations", [("planner", 1), ("search", 8)])
def test_bots_that_plan_pass_on_city_boards(name: str, simulations: int, board: str) -> None:
    assert check_bot(lambda: new_bot(name), boards=[board], budget=Budget(simulations=simulations)) > 20


@pytest.fixture
def own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stops while other programs have the processor."""
    monkeypatch.setattr("ferrovia.bots.conformance.time.perf_counter", time.process_time)


@pytest.mark.compiled_only
@pytest.mark.usefixtures("own_time")
def test_the_search_bot_passes_with_seconds() -> None:
    assert check_bot(lambda: new_bot("search"), boards=["new_york"], budget=Budget(seconds=0.05)) > 20


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("board, players", [("europe", 4), ("usa", 2)])
def test_the_search_bot_passes_on_large_boards(board: str, players: int) -> None:
    assert check_bot(lambda: new_bot("search"), boards=[board], players=players, budget=Budget(simulations=8)) > 100


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", [*BOTS, "planner"])
def test_every_bot_passes_on_every_board(name: str, players: int) -> None:
    assert check_bot(lambda: new_bot(name), players=players) > 200


@pytest.mark.usefixtures("own_time")
def test_a_budget_in_seconds_is_checked_too() -> None:
    assert check_bot(RandomBot, boards=["new_york"], budget=Budget(seconds=0.5)) > 20


class Forgetful(RandomBot):
    """Uses its own random generator."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        return super().choose(view, legal, np.random.default_rng(), budget)


class Illegal(RandomBot):
    """Always draws, even if that is illegal."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Any:
        return DrawCard()


class Slow(RandomBot):
    """Thinks too long."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        time.sleep(0.4)
        return super().choose(view, legal, rng, budget)


def test_a_bot_with_its_own_random_generator_fails() -> None:
    with pytest.raises(NotConformingError, match="only hidden information differs"):
        check_bot(Forgetful, boards=["new_york"])


def test_a_bot_that_acts_against_the_rules_does_not_pass() -> None:
    with pytest.raises(NotConformingError, match="is not one of the"):
        check_bot(Illegal, boards=["new_york"])


def test_a_bot_that_is_late_does_not_pass() -> None:
    with pytest.raises(NotConformingError, match="took"):
        check_bot(Slow, boards=["new_york"], budget=Budget(seconds=0.05))


@pytest.mark.compiled_only
@pytest.mark.parametrize("better, worse", [("simple", "random"), ("simple", "greedy"), ("greedy", "random")])
def test_a_bot_that_plans_more_wins_more(better: str, worse: str) -> None:
    assert COMPILED
    won = 0
    for seed in range(20):
        game, rng = Game("new_york", players=2, seed=seed), np.random.default_rng(seed)
        bots = {seed % 2: new_bot(better), 1 - seed % 2: new_bot(worse)}
        while not game.is_over:
            seat = min(game.actors)
            view = game.view(seat)
            game.play(bots[seat].choose(view, view.legal_actions(), rng, Budget(simulations=1)), seat=seat)
        won += game.result().winners == (seed % 2,)
    assert won >= 13
