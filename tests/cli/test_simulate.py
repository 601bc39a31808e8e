"""`ferrovia simulate`: valid JSON, and partial results when stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ferrovia import load_board
from ferrovia.cli.commands.simulate import results
from ferrovia.simulation import WIN, Simulation, simulate

from .terminal import Terminal, run


def test_shares_of_wins_come_in_the_order_of_turns() -> None:
    board, games = load_board("new_york"), 6
    totals = simulate(board, games=games, players=2, seed=3, threads=1)
    found = results(board, totals, seed=3, audit=False)
    assert [place["win_share"] for place in found["order_of_turns"]] == [
        won / WIN / games for won in totals.wins_by_turn
    ]
    assert "order_known_in" not in found


@pytest.mark.compiled_only
def test_the_results_are_valid_json(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    result = run("simulate", "amsterdam", "--games", "600", "--players", "3", "--audit", "--json", str(file))
    assert result.exit_code == 0, result.stderr
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["games"] == 600
    assert found["complete"] is True
    assert found["games_with_faults"] == 0
    assert sum(seat["win_share"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(place["win_share"] for place in found["order_of_turns"]) == pytest.approx(1)
    assert "600 random games of 3 players" in result.stdout


@pytest.mark.compiled_only
def test_one_game_is_one_game() -> None:
    assert "1 random game of 2 players" in run("simulate", "new_york", "--games", "1").stdout


def test_json_on_standard_output_is_nothing_but_json() -> None:
    result = run("simulate", "new_york", "--games", "10", "--json", "-")
    assert json.loads(result.stdout)["board"] == "new_york"
    assert "random games" in result.stderr


@pytest.mark.compiled_only
def test_ctrl_c_prints_the_results_so_far() -> None:
    with Terminal("simulate", "europe", "--games", "100000000", "--threads", "1") as terminal:
        terminal.wait_for("00/100000000")
        terminal.interrupt()
        assert terminal.finish() == 130
    assert "Stopped after" in terminal.text
    assert "mean score" in terminal.text
    assert "Traceback" not in terminal.text
    assert terminal.text.rfind("\x1b[?25h") >= terminal.text.rfind("\x1b[?25l"), "the cursor is shown again"


def test_games_with_faults_fail_the_command_after_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*arguments: Any, **options: Any) -> Simulation:
        return replace(simulate(*arguments, **options), faults=1)

    monkeypatch.setattr("ferrovia.cli.commands.simulate.simulate", faulty)
    result = run("simulate", "london", "--games", "50")
    assert result.exit_code == 1
    assert "The audit found faults in 1 game; please report the board, players and seed." in result.stderr
    assert "London" in result.stdout
