"""The learning script runs, in a short form, and writes numbers that the bots can play with."""

from __future__ import annotations

import itertools
import json
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ferrovia import load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import STYLE_DEFAULTS

pytestmark = pytest.mark.compiled_only

LEARN: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "learn.py"))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that goes on by a twentieth of a second with every look at it, so that all machines learn equally long."""
    looks = itertools.count()
    clock = SimpleNamespace(perf_counter=lambda: next(looks) / 20)
    monkeypatch.setitem(LEARN["main"].__globals__, "time", clock)


@pytest.mark.usefixtures("clock")
def test_both_steps_write_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["--climb", "0.5", "--deals", "20", "--evolve", "0.1", "--pairs", "1", "--games", "1"]
    LEARN["main"](["new_york", *steps, "--processes", "1", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "new_york.json").read_text())
    assert learned["planner"].keys() == learned["rollouts"].keys() == STYLE_DEFAULTS.keys()
    told = capsys.readouterr().out
    assert "generation 1" in told
    assert "the better one stays" in told
    assert "written:" in told


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("gain, expected", [(-1.0, "old"), (1.0, "new")])
def test_a_style_that_evolution_made_worse_is_not_kept(gain: float, expected: str) -> None:
    """Games that only look at `turn`: at first more of it is better, on the fresh deals of the proof perhaps not."""
    calls = []

    def play_all(jobs: Any) -> list[float]:
        jobs = list(jobs)
        calls.append(len(jobs))
        sign = gain if len(jobs) == 2 else 1.0  # the proof compares two styles with one opponent
        return [sign * style["turn"] for _, style, *_ in jobs]

    style = dict(STYLE_DEFAULTS)
    found = LEARN["evolve"]("new_york", style, ["one_step"], 0.2, 1, 4, np.random.default_rng(1), play_all)
    assert len(calls) == 3, "two generations and the proof"
    assert (found == style) is (expected == "old")
    assert (found["turn"] > style["turn"]) is (expected == "new")


def test_games_can_be_imagined_in_the_planners_style(tmp_path: Path) -> None:
    shipped = Workbench(load_board("usa"))
    assert LEARN["style_of"](shipped.planner) != LEARN["style_of"](shipped.rollouts), "or nothing is shown here"
    LEARN["main"](["usa", "--imagine-planners", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "usa.json").read_text())
    assert learned["rollouts"] == learned["planner"] | LEARN["NOT_ASKED"]
    assert learned["planner"] == pytest.approx(LEARN["style_of"](shipped.planner), abs=1e-4)


def test_imagined_games_ignore_what_rivals_want(tmp_path: Path) -> None:
    LEARN["main"](["europe", "--imagine-planners", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "europe.json").read_text())
    assert learned["planner"]["urgent"] > 0.0, "or nothing is shown here"
    assert learned["rollouts"] == learned["planner"] | {"block": 0.0, "avoid": 0.0, "urgent": 0.0}


def test_two_planners_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = tmp_path / "same.json"
    LEARN["write_learned"](same, *[LEARN["style_of"](Workbench(load_board("london")).planner)] * 2)
    LEARN["main"](["london", "--duel", str(same), "--deals", "20"])
    assert "london: 50.0% ± 0.0% of 40 games" in capsys.readouterr().out


def test_numbers_that_are_not_learned_stay_unchanged(tmp_path: Path) -> None:
    LEARN["main"](["london", "--out", str(tmp_path)])
    bench = Workbench(load_board("london"))
    learned = json.loads((tmp_path / "london.json").read_text())
    for name in STYLE_DEFAULTS:
        assert learned["planner"][name] == pytest.approx(bench.planner[name][0], abs=1e-4)
        assert learned["rollouts"][name] == pytest.approx(bench.rollouts[name][0], abs=1e-4)


def test_a_style_is_as_good_as_itself_and_better_than_one_that_never_plans() -> None:
    bench = Workbench(load_board("new_york"))
    style = LEARN["style_of"](bench.rollouts)
    assert LEARN["duel"](bench, style, style, 50, 0)[0] == 0.5
    assert LEARN["duel"](bench, style, style | {"risk": 1.0, "slack": -50.0}, 200, 0)[0] > 0.6
