"""The benchmark that values the choices of searches (`python -m benchmarks.network.choices`)."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks.network import choices

from ferrovia.actions import decode
from ferrovia.bots import Budget
from ferrovia.bots.network.bot import NetworkBot
from ferrovia.bots.network.guided import GuidedStudy, Manner
from ferrovia.views import View

pytestmark = pytest.mark.compiled_only


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["choices", *words])
    choices.main()


def test_gathered_positions_are_rebuilt_and_variants_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.jsonl"
    gather = ("gather", "new_york", "--players", "3", "--positions", "3", "--worlds", "4", "--out", str(file))
    run(monkeypatch, *gather)
    positions = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(positions) == 3
    for position in positions:
        view = choices.view_of(position)
        legal = view.legal_actions()
        assert view.seat == position["seat"]
        assert all(decode(view.board, code) in legal for code in position["candidates"])
        assert len(set(position["candidates"])) == len(position["wins"][0]) == len(position["wins"][1]) > 1
        own = NetworkBot().choose(view, legal, np.random.default_rng(0), Budget(simulations=1))
        assert decode(view.board, position["candidates"][0]) == own
    capsys.readouterr()
    run(monkeypatch, "compare", str(file), "--variants", "AmongLightThree@20", "AmongLightFiveOpen@20")
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("3 positions; ")
    assert [line.partition(":")[0] for line in lines] == ["AmongLightThree@20", "AmongLightFiveOpen@20"]
    assert "over AmongLightThree@20" in lines[1]
    with pytest.raises(SystemExit, match="the file exists"):
        run(monkeypatch, *gather)


def test_a_choice_gains_what_it_wins_more_often_than_the_first_candidate() -> None:
    position = {"candidates": [7, 3, 9], "wins": [[0.5, 0.9, 0.1], [0.3, 0.2, 0.5]]}
    assert choices.gain_of(position, 7) == 0
    assert choices.gain_of(position, 3) == pytest.approx(0.15)
    assert math.isnan(choices.gain_of(position, 4))


def test_the_best_candidate_is_valued_in_worlds_that_did_not_choose_it() -> None:
    """The first half chooses 3, worth -0.1 in the second; the second chooses 9, worth -0.4 in the first."""
    position = {"candidates": [7, 3, 9], "wins": [[0.5, 0.9, 0.1], [0.3, 0.2, 0.5]]}
    assert choices.best_gain(position) == pytest.approx((-0.1 - 0.4) / 2)


@pytest.mark.parametrize(
    "words, reason",
    [
        ("Nobody@5", "'Nobody' is not a variant"),
        ("replace@5", "'replace' is not a variant"),
        ("AmongLightThree", "after how many simulations"),
        ("AmongLightThree@0", "after how many simulations"),
    ],
)
def test_unknown_variants_and_budgets_are_refused(
    words: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "compare", "positions.jsonl", "--variants", words)
    assert reason in capsys.readouterr().err


def test_positions_of_several_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "positions.jsonl"
    lines = [json.dumps(dict.fromkeys(choices.KEYS) | {"players": players}) for players in (2, 3)]
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(SystemExit, match="one number of players"):
        run(monkeypatch, "compare", str(file), "--variants", "AmongLightThree@5")


@pytest.mark.parametrize("content", [None, "", "nonsense", "[1]", '{"board": "new_york"}'])
def test_other_files_are_refused_by_name(content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "positions.jsonl"
    if content is not None:
        file.write_text(content, "utf-8")
    with pytest.raises(SystemExit, match=r"positions\.jsonl: "):
        run(monkeypatch, "compare", str(file), "--variants", "AmongLightThree@5")


@pytest.mark.parametrize(
    "option, reason",
    [("--players=9", "2 to 4 players"), ("--worlds=1", "at least 2"), ("--positions=0", "at least 1")],
)
def test_impossible_options_leave_no_file_behind(
    option: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "positions.jsonl"
    with pytest.raises(SystemExit, match=reason):
        run(monkeypatch, "gather", "new_york", option, "--out", str(file))
    assert not file.exists()


def test_the_compared_searches_imagine_other_worlds_than_those_that_judge_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []
    of = choices.Studies.of

    def noted(self: choices.Studies, view: View, manner: Manner, seed: int) -> GuidedStudy:
        seeds.append(seed)
        return of(self, view, manner, seed)

    monkeypatch.setattr(choices.Studies, "of", noted)
    file = tmp_path / "positions.jsonl"
    run(monkeypatch, "gather", "new_york", "--positions", "2", "--worlds", "2", "--turns", "1", "--out", str(file))
    judges, seeds[:] = set(seeds), []
    run(monkeypatch, "compare", str(file), "--variants", "ThreeTurns@8")
    assert len(seeds) == 2
    assert judges.isdisjoint(seeds)
