"""`ferrovia report`: a page and its data as files, findings on the terminal, errors in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .terminal import run

pytestmark = pytest.mark.compiled_only
TINY = Path(__file__).parent.parent / "data" / "tiny.toml"


def test_a_report_is_written_and_summed_up(tmp_path: Path) -> None:
    page = tmp_path / "mine.html"
    result = run(
        "report",
        str(TINY),
        "--games",
        "12",
        "--bots",
        "hungry,greedy",
        "--players",
        "2",
        "--out",
        str(page),
        "--lang",
        "pt",
    )
    assert result.exit_code == 0
    assert str(page) in result.stdout
    assert "primeira impressão" in result.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    data = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert data["run"]["bots"] == ["hungry", "greedy"]
    assert (
        data["run"]["command"] == f"ferrovia report {TINY} --games 12 --players 2 --bots hungry --bots greedy --seed 1"
    )


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["report", "eurpe"], 'Did you mean "europe"?'),
        (["report", "london", "--players", "9"], "2 to 4 players, not 9"),
        (["report", "london", "--bots", "genius"], "There is no bot"),
        (["report", "london", "--out", "no/such/folder/a.html"], "There is no folder"),
        (["report", "london", "--out", "a.json"], "that ends in .json"),
        (["report", "london", "--budget", "much"], "is not a budget"),
    ],
)
def test_impossible_options_are_reported_before_anything_is_played(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
