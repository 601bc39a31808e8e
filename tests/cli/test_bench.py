"""`ferrovia bench`: its checks, its JSON, and a clear message without a GPU."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from ferrovia.boards import board_names
from ferrovia.cli.benchmark import measures
from ferrovia.cli.benchmark.machine import machine_facts
from ferrovia.cli.benchmark.measures import GOLDEN, Measure
from ferrovia.engine import gpu
from ferrovia.engine.state import RULES_VERSION

from .terminal import run


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", sorted(GOLDEN))
def test_the_golden_games_are_those_of_this_version(board: str) -> None:
    measure = measures.games_per_second(board, games=10, repeats=1, target=1)
    assert measure.right, f"rules version {RULES_VERSION}: {measure.check}, {measure.more}"


def test_every_board_has_golden_games() -> None:
    assert set(GOLDEN) == set(board_names())


def test_a_target_is_reached_from_the_right_side() -> None:
    assert Measure("speed", "games/s", [1.0, 3.0], True, 2.0, "", True).reached
    assert not Measure("time", "s", [3.0, 4.0], False, 2.0, "", True).reached
    assert Measure("time", "s", [3.0, 4.0, 9.0], False, None, "", True).median == 4.0


@pytest.mark.compiled_only
@pytest.mark.slow
def test_a_quick_bench_measures_everything_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    result = run("bench", "--quick", "--json", str(file))
    assert result.exit_code == 0, result.stderr
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["machine"]["cpu"]
    assert all(measure["right"] for measure in found["measures"])
    units = {measure["unit"] for measure in found["measures"]}
    assert units == {"games/s", "µs", "ns", "ms", "s"}


def test_the_machine_is_described_without_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: "my-own-host")
    facts = machine_facts()
    assert facts["machine"] == f"{platform.system()}, {platform.machine()}"
    assert facts["cpu"]
    assert not any("my-own-host" in str(fact) for fact in facts.values())


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "available", lambda: (False, "no device here"))
    result = run("bench", "--gpu")
    assert result.exit_code == 2
    assert result.stderr == "ferrovia: No GPU: no device here.\n"


def test_a_wrong_result_fails_the_command_and_names_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Measure("usa", "games/s", [1.0], True, None, "", True)
    wrong = Measure("copies", "ns", [1.0], False, 2.0, "", False)
    monkeypatch.setattr("ferrovia.cli.commands.bench._run", lambda **_: iter([right, wrong]))
    result = run("bench", "--quick")
    assert result.exit_code == 1
    assert "Computed wrongly: copies." in result.stderr
