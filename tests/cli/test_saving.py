"""Games in files: existing files are never lost, and the command's messages about files are true."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.waiting import PATIENCE

from ferrovia import Game
from ferrovia.cli import files as saved
from ferrovia.cli.output.console import Failure
from ferrovia.record import RecordError

from .terminal import run

SOME = "1\ndraw\ndraw\nquit\n"


def play(file: Path, *options: str, text: str = SOME) -> str:
    result = run("play", "new_york", "--seed", "5", "--save", str(file), *options, text=text)
    assert result.exit_code == 0, result.stderr
    return str(result.stdout)


def test_a_file_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("something dear")
    output = play(file)
    assert file.read_text() == "something dear"
    assert f"{file} already exists and stays as it is." in output
    other = tmp_path / "game-2.json"
    assert f"The game is saved in {other}" in output
    assert saved.UNFINISHED in json.loads(other.read_text(encoding="utf-8"))
    assert sorted(tmp_path.iterdir()) == [other, file]


def test_the_file_that_is_resumed_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(file)
    before = file.read_text(encoding="utf-8")
    run("play", "--resume", str(file), text="draw\ndraw\nquit\n")
    assert file.read_text(encoding="utf-8") != before
    assert list(tmp_path.iterdir()) == [file]


def test_a_resumed_file_that_changed_in_the_meantime_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(file)
    resumed = saved.Resumed(file)
    game = saved.load_unfinished(resumed)
    file.write_text("another game")
    assert saved.save_game(game, file, ("You", "Ada"), resumed) == tmp_path / "game-2.json"
    assert file.read_text() == "another game"


def test_unfinished_games_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = Game("new_york", players=2, seed=1)
    files = [saved.save_game(game, saved.unfinished_file(game), ("You", "Ada")) for _ in range(3)]
    assert len(set(files)) == 3
    assert all(file.name.startswith("unfinished-new_york-2") for file in files)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    play(file)
    before = file.read_text(encoding="utf-8")
    resumed = saved.Resumed(file)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved.os, "replace", full)
    for target in (file, tmp_path / "new.json"):
        with pytest.raises(Failure, match="No space left"):
            saved.save_game(saved.load_unfinished(resumed), target, ("You", "Ada"), resumed)
    assert file.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_folder_is_refused_at_the_start(tmp_path: Path) -> None:
    result = run("play", "new_york", "--save", str(tmp_path / "no" / "game.json"), text=SOME)
    assert result.exit_code == 2
    assert "There is no folder" in result.stderr
    assert result.stdout == ""
    assert run("play", "new_york", "--save", str(tmp_path)).exit_code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "", "[]", "3", '{"ferrovia unfinished game": 3}', "9" * 5000])
def test_a_file_that_is_not_a_game_is_rejected_in_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    result = run("play", "--resume", str(file))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert str(file) in result.stderr


@pytest.mark.compiled_only
def test_the_command_to_continue_works(tmp_path: Path) -> None:
    file = tmp_path / "my [bold]game.json"
    output = play(file)
    assert f"The game is saved in {file}\n" in output
    line = next(line for line in output.splitlines() if line.startswith("To continue: "))
    command = shlex.split(line.removeprefix("To continue: "))
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert "Goodbye!" in done.stdout


def test_the_program_is_called_as_it_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert saved.program() == "ferrovia"
    monkeypatch.setattr(saved.shutil, "which", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["/my venv/bin/ferrovia", "play"])
    assert saved.program() == "'/my venv/bin/ferrovia'"
    monkeypatch.setattr(sys, "argv", ["/lib/ferrovia/cli/__main__.py", "play"])
    assert saved.program() == f"{shlex.quote(sys.executable)} -m ferrovia"


def test_a_refusal_that_names_a_seat_says_how_seats_are_counted() -> None:
    refused = saved.refused_record(Path("a.record"), RecordError("record/action", 3, "There is no seat 7."))
    assert str(refused) == "a.record: line 3: There is no seat 7. (seats are counted from 0)."
    other = saved.refused_record(Path("a.record"), RecordError("record/key", 3, "The key is wrong."))
    assert "counted" not in str(other)


@pytest.mark.parametrize("arguments", [[], ["board"]])
def test_without_arguments_there_is_help_and_no_empty_error(arguments: list[str]) -> None:
    result = run(*arguments)
    assert "Usage" in result.stdout
    assert result.stderr == ""
