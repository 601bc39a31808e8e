"""Matches between files of weights (`python -m benchmarks.network match`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.network import __main__ as benchmark

pytestmark = pytest.mark.compiled_only

TRAINED = benchmark.TRAINED
NEW_YORK, EUROPE = str(TRAINED / "new_york.npz"), str(TRAINED / "europe.npz")


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["network", "match", *words])
    benchmark.main()


def test_a_network_wins_its_fair_share_against_itself_and_more_against_planners(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, NEW_YORK, NEW_YORK, "--players", "4", "--deals", "3")
    assert capsys.readouterr().out.startswith("new_york, 4 players: 25.0 ± 0.0 % of 12")
    run(monkeypatch, NEW_YORK, "--deals", "40")
    won = float(capsys.readouterr().out.split()[3])
    assert won > 70


def test_the_improved_planner_in_the_repository_beats_planners(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, str(TRAINED.parents[4] / "benchmarks/network/new_york_improved_planner.npz"), "--deals", "40")
    won = float(capsys.readouterr().out.split()[3])
    assert won > 60


@pytest.mark.parametrize(
    "words, reason",
    [
        (["nothing.npz"], r"nothing\.npz: No such file"),
        ([NEW_YORK, EUROPE], r"europe\.npz: made for the board europe, not for new_york"),
        ([NEW_YORK, "--players", "5"], "new_york is for 2 to 4 players, not 5"),
        ([NEW_YORK, "--deals", "0"], "--deals has to be at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match=reason):
        run(monkeypatch, *words)
