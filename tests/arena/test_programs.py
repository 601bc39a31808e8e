"""Programs in other languages take part in tournaments like any other bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.arena.code_version import _of_files, source_of
from ferrovia.arena.contestants import ContestantError, read_contestant
from ferrovia.arena.match import Table
from ferrovia.arena.schedule import GamePlan, plan_tournament
from ferrovia.boards import load_board
from ferrovia.bots import Budget

pytestmark = pytest.mark.compiled_only


def described(folder: Path, command: str) -> str:
    file = folder / "a@b.toml"
    file.write_text(f"command = {command}\n")
    return f"program:{file}"


def test_a_program_may_have_a_budget_and_an_at_in_its_path(tmp_path: Path) -> None:
    name = described(tmp_path, '["true"]')
    assert read_contestant(name).bot == name
    assert read_contestant(f"{name}@250ms").budget == Budget(seconds=0.25)
    assert read_contestant(f"{name}@250ms").bot == name


def test_a_missing_program_is_refused_as_a_contestant(tmp_path: Path) -> None:
    with pytest.raises(ContestantError, match="there is no such file"):
        read_contestant(f"program:{tmp_path}/nothing.toml")


def test_a_failing_program_loses_its_moves_but_no_game(tmp_path: Path) -> None:
    name = described(tmp_path, '["sh", "-c", "exit 3"]')
    tournament = plan_tournament(boards=[load_board("new_york")], contestants=["greedy", name], deals=1)
    outcome = Table(tournament).play(GamePlan(0, 0, 0))
    [faults] = outcome.faults
    assert faults.counts == {"crashed": outcome.decisions[faults.seat]}
    assert "program/crashed" in faults.reason


def test_a_failing_programs_own_words_are_in_the_results(tmp_path: Path) -> None:
    name = described(tmp_path, '["sh", "-c", "echo no licence found >&2; exit 3"]')
    tournament = plan_tournament(boards=[load_board("new_york")], contestants=["greedy", name], deals=1)
    [faults] = Table(tournament).play(GamePlan(0, 0, 0)).faults
    assert "it wrote: no licence found" in faults.reason


def test_results_know_the_files_a_program_is_made_of(tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("exit 3")
    name = described(tmp_path, '["sh", "bot.sh"]')
    before = source_of(name)
    source_of.cache_clear()
    assert source_of(name) == before
    (tmp_path / "bot.sh").write_text("exit 4")
    source_of.cache_clear()
    _of_files.cache_clear()
    assert source_of(name) != before
