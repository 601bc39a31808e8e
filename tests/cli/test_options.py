"""Options, errors and lists: an error is one readable line on stderr and an exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.kit.walks import TINY

import ferrovia.cli
from ferrovia import __version__, board_names
from ferrovia.cli.app import app
from ferrovia.cli.completion import complete_boards, complete_bots
from ferrovia.engine.state import LONGEST_PATH_STEPS

from .terminal import run


def grid_board(side: int, trains: int) -> str:
    """A town of square blocks, every street one space long: dense networks, hard to walk."""
    places = [(x, y) for y in range(side) for x in range(side)]
    cities = "\n".join(
        f'  {{ id = "c{x}{y}", name = "C{x}{y}", x = {x / side:.3f}, y = {y / side:.3f} }},' for x, y in places
    )
    streets = [((x, y), (x + 1, y)) for x, y in places if x + 1 < side] + [
        ((x, y), (x, y + 1)) for x, y in places if y + 1 < side
    ]
    routes = "\n".join(
        f'  {{ cities = ["c{a[0]}{a[1]}", "c{b[0]}{b[1]}"], length = 1, color = "gray" }},' for a, b in streets
    )
    tickets = "\n".join(
        f'  {{ cities = ["c{x}0", "c{y}{side - 1}"], points = 5 }},' for x in range(side) for y in range(side)
    )
    head = TINY.read_text(encoding="utf-8").split("cities = [")[0]
    head = head.replace("trains = 8", f"trains = {trains}").replace('id = "tiny"', 'id = "grid"')
    return f"{head}cities = [\n{cities}\n]\nroutes = [\n{routes}\n]\ntickets = [\n{tickets}\n]\n"


def test_the_version_is_shown() -> None:
    assert run("--version").stdout == f"ferrovia {__version__}\n"


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["play", "--playrs", "3"], 2, "--players"),
        (["play", "eurpe"], 2, 'Did you mean "europe"?'),
        (["play", "--players", "9"], 2, "2 to 5 players, not 9"),
        (["play", "--lang", "xx"], 2, "'en', 'es', 'pt'"),
        (["play", "--bots", "genius"], 2, "the levels are easy, medium, hard, expert, master, the bots greedy"),
        (["play", "--bots", "expret"], 2, "Did you mean expert?"),
        (["play", "--resume", "no/such/file"], 2, "There is no such file."),
        (["simulate", "london", "--players", "5"], 2, "London is for 2 to 4 players"),
        (["simulate", "--games", "0"], 2, "1"),
        (["replay", "no/such/file"], 2, "There is no such file."),
        (["verify", str(TINY)], 1, "line 1"),
        (["board", "check", "nowhere.toml"], 2, "no such file"),
        (["play", "--bots", "easy,hard,easy", "--players", "2"], 2, "3 bots for 1 seats"),
        (["backup", "-"], 2, "name one instead of -"),
        (["import", "no/such/file"], 2, "There is no such file."),
        (["championship"], 2, "No such command 'championship'"),
    ],
)
def test_a_wrong_option_gets_one_line_that_says_what_is_right(arguments: list[str], code: int, words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    lines = (result.stderr or result.stdout).strip().splitlines()
    assert words in " ".join(lines)
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) <= 1


def test_every_board_is_listed_with_a_note_on_what_is_reconstructed() -> None:
    output = run("boards").stdout
    for name in board_names():
        assert name in output
    assert "Amsterdam: tickets and carts are reconstructed" in output


def test_a_good_board_is_summed_up() -> None:
    result = run("board", "check", str(TINY))
    assert result.exit_code == 0
    assert "2 to 3, 8 trains each" in result.stdout
    assert "The board is good." in result.stdout


def test_a_good_board_is_written_as_json() -> None:
    result = run("board", "check", str(TINY), "--json", "-")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["good"], found["problems"], found["id"], found["trains"]) == (True, [], "tiny", 8)
    assert 0 < found["hardest_network"]["steps"] < LONGEST_PATH_STEPS


def test_all_problems_of_a_bad_board_are_printed_with_their_places(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    text = TINY.read_text(encoding="utf-8")
    file.write_text(text.replace('color = "red"', 'color = "rde"').replace("trains = 8", "trains = 0"))
    result = run("board", "check", str(file))
    assert result.exit_code == 1
    assert "trains" in result.stdout
    assert '"rde"' in result.stdout
    assert "problems found" in result.stdout


def test_problems_of_a_board_have_the_lines_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    lines = TINY.read_text(encoding="utf-8").splitlines()
    trains = next(n for n, line in enumerate(lines) if line.startswith("trains"))
    red = next(n for n, line in enumerate(lines) if 'color = "red"' in line)
    lines[trains], lines[red] = "trains = 0", lines[red].replace('"red"', '"rde"')
    file.write_text("\n".join(lines), encoding="utf-8")
    output = run("board", "check", str(file)).stdout
    assert f"line {trains + 1}, trains: " in output
    assert f"line {red + 1}, routes[" in output
    result = run("board", "check", str(file), "--json", "-")
    assert result.exit_code == 1
    assert [problem["line"] for problem in json.loads(result.stdout)["problems"]] == [trains + 1, red + 1]


def test_a_missing_key_has_no_line_even_if_a_table_has_one_of_that_name(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('id = "bad"\n[rules]\ntrains = 45\n')
    problems = json.loads(run("board", "check", str(file), "--json", "-").stdout)["problems"]
    lines = {problem["place"]: problem["line"] for problem in problems}
    assert lines["trains"] is None
    assert lines["rules"] == 2


def test_entries_with_a_heading_of_their_own_have_lines_too(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('id = "bad"\n[[cities]]\nid = "a"\n[[routes]]\nlength = 1\n[[cities]]\nid = "b"\nz = 3\n')
    problems = json.loads(run("board", "check", str(file), "--json", "-").stdout)["problems"]
    lines = {problem["place"]: problem["line"] for problem in problems}
    assert (lines["cities[0] a"], lines["cities[1] b"], lines["routes[0]"]) == (2, 6, 4)


def test_a_missing_file_is_the_same_exit_code_everywhere() -> None:
    for command in ("replay", "verify", "score", "import", "restore", "report", "simulate"):
        result = run(command, "no/such/file.toml")
        assert (command, result.exit_code) == (command, 2)
        assert "Errno" not in result.stderr


def test_lists_are_written_as_json() -> None:
    boards = json.loads(run("boards", "--json", "-").stdout)["boards"]
    assert [board["id"] for board in boards] == list(board_names())
    found = json.loads(run("bots", "--json", "-").stdout)
    assert {"easy", "medium", "hard", "expert"} <= {level["name"] for level in found["levels"]}
    assert "planner" in {bot["name"] for bot in found["bots"]}


def test_bans_are_written_as_json(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "tables.sqlite"))
    assert run("import", "tests/data/protocol_1/record.txt", *where).exit_code == 0
    assert run("bans", "add", "192.0.2.1", *where).exit_code == 0
    [ban] = json.loads(run("bans", "list", "--json", "-", *where).stdout)["bans"]
    assert (ban["kind"], ban["who"], ban["until"]) == ("address", "192.0.2.1/32", None)


@pytest.mark.parametrize("bots", ["easy", "greedy,easy"])
def test_levels_and_lists_of_bots_play(bots: str) -> None:
    result = run("play", "new_york", "--watch", "--pause", "0", "--seed", "3", "--bots", bots)
    assert result.exit_code == 0, result.stderr
    assert "Ada" in result.stdout


def test_names_are_completed() -> None:
    assert complete_boards("new") == ["new_york"]
    assert complete_bots("exp") == ["expert"]
    assert complete_bots("easy,pla") == ["easy,planner"]


def test_every_option_that_takes_a_board_or_a_bot_completes_its_name() -> None:
    """Not `--board` of `score` and `--boards` of `serve`, which take files and folders."""
    found: dict[str, set[str]] = {}
    for path, command in commands(typer.main.get_command(app)):
        context = command.make_context(path, [], resilient_parsing=True)
        for option in command.params:
            for start, name in (("new", "new_york"), ("plan", "planner")):
                if name in [item.value for item in option.shell_complete(context, start)]:
                    found.setdefault(name, set()).add(f"{path} {option.name}")
    boards = {"play", "simulate", "report", "train", "tournament", "bots", "board check", "board layout", "board draw"}
    assert found["new_york"] == {f"{path} board" for path in boards}
    assert found["planner"] == {
        *("play bots", "bots check", "tournament bots", "tournament lineup", "tournament lost_by", "tournament anchor"),
        *("report bots", "train imitate", "serve bots"),
    }


def commands(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


@pytest.mark.compiled_only
def test_a_board_whose_longest_path_can_be_too_hard_is_refused_with_the_routes(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text(grid_board(7, 60), encoding="utf-8")
    result = run("board", "check", str(file), "--seconds", "20")
    assert result.exit_code == 1
    assert "could not be proven" in result.stdout
    assert "c22-c23" in result.stdout or "c33-c34" in result.stdout


def test_without_its_libraries_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typer", None)
    monkeypatch.setattr(sys, "argv", ["ferrovia", "play"])
    with pytest.raises(SystemExit, match=r"`ferrovia play` needs typer.*pip install 'ferrovia\[cli\]'"):
        ferrovia.cli.main()
    for command, extra in (("serve", "server"), ("tables", "server"), ("bans", "server"), ("train", "train")):
        monkeypatch.setattr(sys, "argv", ["ferrovia", command, "--help"])
        with pytest.raises(SystemExit, match=rf"pip install 'ferrovia\[cli,{extra}\]'"):
            ferrovia.cli.main()


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_a_plain_install_tells_its_version(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typer", None)
    monkeypatch.setattr(sys, "argv", ["ferrovia", option])
    ferrovia.cli.main()
    assert capsys.readouterr().out == f"ferrovia {__version__}\n"


def test_python_runs_the_package() -> None:
    done = subprocess.run([sys.executable, "-m", "ferrovia", "-V"], capture_output=True, text=True)
    assert done.stdout == f"ferrovia {__version__}\n"
