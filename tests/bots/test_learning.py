"""The learning script runs, in a short form, and writes numbers that the bots can play with."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia import load_board
from ferrovia.bots.kernels.judge import ANCHORS, FEATURES, weigh
from ferrovia.bots.kernels.mind import STYLE_DEFAULTS
from ferrovia.bots.learned import LEARNED_BOARDS
from ferrovia.bots.workbench import Workbench

pytestmark = pytest.mark.compiled_only

LEARN: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "learn.py"))


def test_all_three_steps_write_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["--climb", "0.5", "--deals", "20", "--evolve", "0.1", "--pairs", "1", "--games", "1", "--fit", "60"]
    LEARN["main"](["new_york", *steps, "--processes", "1", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "new_york.json").read_text())
    assert learned["planner"].keys() == learned["rollouts"].keys() == STYLE_DEFAULTS.keys()
    assert len(learned["judge"]) == ANCHORS
    assert all(tuple(row) == FEATURES for row in learned["judge"])
    told = capsys.readouterr().out
    assert "generation 1" in told
    assert "the better one stays" in told
    assert "written:" in told


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
    found = LEARN["evolve"]("new_york", style, ["one_step"], 0.05, 1, 4, np.random.default_rng(1), play_all)
    assert len(calls) > 1
    assert (found == style) is (expected == "old")
    assert (found["turn"] > style["turn"]) is (expected == "new")


def test_games_can_be_imagined_in_the_planners_style(tmp_path: Path) -> None:
    shipped = Workbench(load_board("usa"))
    assert LEARN["style_of"](shipped.planner) != LEARN["style_of"](shipped.rollouts), "or nothing is shown here"
    LEARN["main"](["usa", "--imagine-planners", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "usa.json").read_text())
    assert learned["rollouts"] == learned["planner"]
    assert learned["planner"] == pytest.approx(LEARN["style_of"](shipped.planner), abs=1e-4)


def test_imagined_games_do_not_ask_what_rivals_want(tmp_path: Path) -> None:
    LEARN["main"](["europe", "--imagine-planners", "--out", str(tmp_path)])
    learned = json.loads((tmp_path / "europe.json").read_text())
    assert learned["planner"]["urgent"] > 0.0, "or nothing is shown here"
    assert learned["rollouts"] == learned["planner"] | {"block": 0.0, "avoid": 0.0, "urgent": 0.0}


def test_what_is_not_learned_stays_as_it_is(tmp_path: Path) -> None:
    LEARN["main"](["london", "--out", str(tmp_path)])
    bench = Workbench(load_board("london"))
    learned = json.loads((tmp_path / "london.json").read_text())
    for name in STYLE_DEFAULTS:
        assert learned["planner"][name] == pytest.approx(bench.planner[name][0], abs=1e-4)
    found = [[row[name] for name in FEATURES] for row in learned["judge"]]
    assert found == pytest.approx(bench.weights, abs=1e-4)


def test_a_style_is_as_good_as_itself_and_better_than_one_that_never_plans() -> None:
    bench = Workbench(load_board("new_york"))
    style = LEARN["style_of"](bench.rollouts)
    assert LEARN["duel"](bench, style, style, 50, 0)[0] == 0.5
    assert LEARN["duel"](bench, style, style | {"risk": 1.0, "slack": -50.0}, 200, 0)[0] > 0.6


def test_the_fit_finds_weights_that_made_the_totals() -> None:
    """Totals made by known weights: the fit gives estimates back that the compiled judge agrees with."""
    rng = np.random.default_rng(1)
    rows = np.hstack([rng.normal(size=(4000, len(FEATURES))), rng.uniform(0, 36, size=(4000, 1))])
    weights = rng.normal(size=(ANCHORS, len(FEATURES)))
    totals = np.array([weigh(row[:-1], row[-1], weights) for row in rows])
    found = LEARN["fit"](np.tile(rows, (10, 1)), np.tile(totals, 10))
    for row, total in zip(rows[:50], totals[:50], strict=True):
        assert weigh(row[:-1], row[-1], found) == pytest.approx(total, abs=0.3)


@pytest.mark.parametrize("name", LEARNED_BOARDS)
def test_the_judge_comes_near_the_final_totals(name: str) -> None:
    """In games that it was not fitted to: nearer than their mean does."""
    bench = Workbench(load_board(name))
    rows, totals = LEARN["record"](bench, LEARN["style_of"](bench.rollouts), 100, 1 << 20)
    off = totals - LEARN["spread_over_anchors"](rows) @ bench.weights.ravel()
    assert len(rows) > 500
    assert abs(off.mean()) < 0.25 * totals.std()
    assert off.std() < 0.9 * totals.std()
