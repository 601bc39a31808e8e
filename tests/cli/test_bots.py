"""`ferrovia bots`: the list, the check of your own bot, and a program that fails at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ferrovia.bots import BrokenBotError

from .terminal import run

pytestmark = pytest.mark.compiled_only


def broken(folder: Path) -> str:
    file = folder / "broken.toml"
    file.write_text('command = ["sh", "-c", "echo I cannot play >&2; exit 3"]')
    return f"program:{file}"


def test_a_conforming_bot_gets_a_confirmation() -> None:
    result = run("bots", "--check", "greedy", "--board", "new_york", "--players", "3")
    assert result.exit_code == 0
    assert "New York, 3 players" in result.stdout
    assert "greedy conforms" in result.stdout


def test_a_check_is_written_as_json() -> None:
    result = run("bots", "--check", "greedy", "--board", "new_york", "--json", "-")
    found = json.loads(result.stdout)
    assert found["conforms"]
    assert [(entry["board"], entry["players"]) for entry in found["boards"]] == [("new_york", 2)]


def test_a_failing_program_is_shown_with_its_last_words(tmp_path: Path) -> None:
    result = run("bots", "--check", broken(tmp_path), "--board", "new_york")
    assert result.exit_code == 1
    assert "exit status 3 (program/crashed)" in result.stderr
    assert "I cannot play" in result.stderr


def test_an_unknown_bot_cannot_be_checked() -> None:
    assert "There is no bot" in run("bots", "--check", "genius").stderr


def test_ratings_stay_on_one_line_in_eighty_columns() -> None:
    result = run("bots", columns=80)
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.strip().startswith("±")]
    assert sum(line.count("±") for line in lines if line.startswith(("hard", "expert"))) >= 8


def test_at_the_table_a_stand_in_plays_for_a_failing_program(tmp_path: Path) -> None:
    result = run("play", "new_york", "--watch", "--seed", "1", "--lang", "en", "--bots", broken(tmp_path))
    assert result.exit_code == 0
    assert "The program that plays for Ada gave no action: it ended with exit status 3." in " ".join(
        result.stdout.split()
    )
    assert "won the game" in result.stdout


def test_everything_can_be_compiled_before_it_is_needed() -> None:
    result = run("prepare")
    assert (result.exit_code, result.stdout) == (0, "Everything is compiled.\n")


def test_a_broken_bot_is_listed_with_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def about(name: str) -> str:
        if name == "greedy":
            raise BrokenBotError("the bot greedy cannot be imported")
        return "plays"

    monkeypatch.setattr("ferrovia.cli.commands.bots.about", about)
    assert "the bot greedy cannot be imported" in run("bots").stdout
    listed = {entry["name"]: entry for entry in json.loads(run("bots", "--json", "-").stdout)["bots"]}
    assert listed["greedy"] == {"name": "greedy", "about": None, "broken": "the bot greedy cannot be imported"}
    assert listed["random"] == {"name": "random", "about": "plays", "broken": None}
