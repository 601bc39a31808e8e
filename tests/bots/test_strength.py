"""A smoke test of strength: docs/bots.md has the measurements; this only checks that nothing is badly wrong."""

from __future__ import annotations

import pytest

from ferrovia.arena import Table, plan_tournament
from ferrovia.boards import load_board
from ferrovia.bots import Budget

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


def share_of_wins(better: str, worse: str, *, board: str, deals: int, budget: Budget) -> float:
    """The first bot's share, over paired deals with rotated seats."""
    tournament = plan_tournament(boards=[load_board(board)], contestants=(better, worse), deals=deals, budget=budget)
    table, won = Table(tournament), 0.0
    for plan in tournament.plans():
        seat = tournament.matches[plan.match].seating(plan.rotation).index(better)
        won += table.play(plan).shares[seat]
    return won / tournament.games


def test_the_planner_beats_the_simple_bot() -> None:
    """It wins about 65 of 100 (luck matters in so short a game): 300 games below 53 % happen once in 100,000."""
    assert share_of_wins("planner", "simple", board="new_york", deals=150, budget=Budget(simulations=1)) > 0.53


def test_the_search_bot_beats_the_simple_bot() -> None:
    assert share_of_wins("search", "simple", board="new_york", deals=40, budget=Budget(simulations=400)) > 0.5
