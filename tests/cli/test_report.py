"""`ferrovia report`: a page and its data as files, findings on the terminal, errors in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.kit.walks import TINY

from ferrovia import load_board

from .terminal import run

pytestmark = pytest.mark.compiled_only


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


def board_with_scenery(folder: Path, scenery: str) -> Path:
    board = folder / "mine.toml"
    board.write_text(TINY.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "mine.scenery.toml").write_text(scenery, encoding="utf-8")
    return board


def test_scenery_next_to_a_board_shows_in_its_report_and_changes_no_digest(tmp_path: Path) -> None:
    sea = '{ kind = "name", points = [0.1, 0.1, 0.9, 0.1], size = 0.05, text = "Quiet Sea" }'
    board = board_with_scenery(tmp_path, f'base = "water"\nshapes = [{sea}]\n')
    page = tmp_path / "page.html"
    result = run("report", str(board), "--games", "2", "--bots", "greedy", "--players", "2", "--out", str(page))
    assert result.exit_code == 0, result.output
    assert "Quiet Sea" in page.read_text(encoding="utf-8")
    data = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert data["run"]["board"]["digest"] == load_board(TINY).digest


@pytest.mark.parametrize("command", ["report", "board check", "board draw", "board layout"])
def test_bad_scenery_next_to_a_board_is_one_line(tmp_path: Path, command: str) -> None:
    board = board_with_scenery(tmp_path, "base = 1")
    result = run(*command.split(), str(board))
    assert result.exit_code == 1
    assert result.stderr == f'ferrovia: {board}: scenery: base: It must be "land" or "water".\n'


def test_bad_scenery_is_a_problem_in_the_json_of_a_check(tmp_path: Path) -> None:
    result = run("board", "check", str(board_with_scenery(tmp_path, "base = 1")), "--json", "-")
    assert result.exit_code == 1
    [problem] = json.loads(result.stdout)["problems"]
    assert problem["code"] == "board/scenery"
    assert problem["reason"] == 'base: It must be "land" or "water".'


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
