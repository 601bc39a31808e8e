"""`ferrovia tournament` as a user runs it: tables, files, resuming after Ctrl-C and after kill -9."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.arena.sample_outcomes import duel, timeless
from tests.cli.terminal import COMMAND, Terminal, run
from tests.kit.waiting import wait_until

from ferrovia.arena import Finish, Sprt, Table, Tournament, plan_tournament, summarise
from ferrovia.arena.run import Referee
from ferrovia.boards import load_board
from ferrovia.bots import ratings as published
from ferrovia.bots.ratings import Published, RatingsError, read_ratings, write_ratings
from ferrovia.cli.output.tournament_tables import print_summary

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "results.jsonl"


def tournament(*arguments: str) -> Any:
    return run("tournament", *arguments)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()[1:]]


def identity(game: dict[str, Any]) -> tuple[int, int, int]:
    return game["match"], game["deal"], game["rotation"]


@pytest.mark.parametrize("columns", [80, 200])
def test_a_long_name_makes_way_for_the_numbers(results: Path, columns: int) -> None:
    bots = ("random", "ferrovia.bots.styles.greedy:GreedyBot")
    more = ("--board", "new_york", "--deals", "1", "--processes", "1", "--results", str(results))
    shown = run("tournament", *bots, *more, columns=columns).stdout
    tables = shown.partition("games in")[0].splitlines()
    assert "New York, 2 players: 2 games of 1 deal" in tables
    assert max(len(line.rstrip()) for line in tables) <= columns
    assert not re.search(r"\S…", "\n".join(tables)), "a cell is cut"


def test_the_command_shows_ratings_and_writes_the_requested_files(results: Path, tmp_path: Path) -> None:
    data, plots, ratings = tmp_path / "x.json", tmp_path / "plots", tmp_path / "ratings.json"
    shown = tournament(
        *("greedy", "one_step", "--board", "london", "--deals", "6", "--processes", "2", "--results", str(results)),
        *("--json", str(data), "--plots", str(plots), "--write-ratings", str(ratings)),
    )
    assert shown.exit_code == 0, shown.stderr
    for words in ("London, 2 players: 12 games of 6 deals", "one_step", "µs a move", "games in"):
        assert words in shown.stdout
    found = json.loads(data.read_text())
    assert found["complete"]
    assert found["reproducible"]
    assert found["games"] == 12
    assert {"cpu", "cores", "date"} <= set(found["machine"])
    assert sorted(file.name for file in plots.iterdir()) == [
        "london-2-ratings.svg",
        "london-2-scores.svg",
        "london-2-wins.svg",
    ]
    assert all("one_step" in file.read_text() for file in plots.iterdir())
    entries = read_ratings(ratings)
    assert {entry.contestant for entry in entries} == {"greedy", "one_step"}
    assert {(entry.board, entry.players, entry.games, entry.anchor) for entry in entries} == {
        ("london", 2, 12, "one_step")
    }


def test_the_same_command_finds_its_results_again_and_fresh_forgets_them(results: Path) -> None:
    order = ("random", "greedy", "--board", "london", "--deals", "2", "--processes", "1")
    first = tournament(*order)
    again = tournament(*order)
    assert first.exit_code == again.exit_code == 0
    assert "4 games in" in first.stdout
    assert "4 games are in" in again.stdout
    assert "games in" not in again.stdout
    assert "4 games in" in tournament(*order, "--fresh").stdout
    more = tournament("random", "greedy", "--board", "london", "--deals", "3", "--processes", "1")
    assert "2 games in" in more.stdout


def test_a_tournament_resumes_from_its_results_alone(results: Path) -> None:
    tournament("random", "greedy", "--board", "london", "--deals", "1", "--results", str(results), "--processes", "1")
    more = tournament("--results", str(results), "--deals", "2", "--processes", "1")
    assert more.exit_code == 0, more.stderr
    assert len(lines(results)) == 4


def test_json_on_standard_output_is_nothing_but_json(results: Path) -> None:
    shown = tournament("random", "greedy", "--board", "london", "--deals", "1", "--processes", "1", "--json", "-")
    assert json.loads(shown.stdout)["games"] == 2
    assert "wins" in shown.stderr


def test_a_decided_comparison_stops_early(results: Path) -> None:
    shown = tournament(
        *("random", "one_step", "--board", "london", "--deals", "500", "--results", str(results)),
        *("--sprt", "0.4,0.6", "--processes", "1"),
    )
    assert shown.exit_code == 0, shown.stderr
    assert "40.0% accepted" in shown.stdout
    assert len(lines(results)) < 60


def test_budgets_in_seconds_are_shown(results: Path, tmp_path: Path) -> None:
    data = tmp_path / "x.json"
    order = ("random@0.05s", "greedy@50", "--board", "london", "--deals", "1", "--processes", "1")
    shown = tournament(*order, "--results", str(results), "--json", str(data))
    assert "another run may come out differently" in shown.stdout
    assert json.loads(data.read_text())["reproducible"] is False
    assert json.loads(results.read_text().splitlines()[0])["reproducible"] is False


def test_a_bad_bot_is_reported_with_counts_and_its_first_reason(results: Path) -> None:
    order = ("tests.arena.bad_bots:Raises", "greedy", "--board", "london", "--deals", "1", "--processes", "1")
    shown = tournament(*order)
    assert shown.exit_code == 0, shown.stderr
    assert "lost" in shown.stdout
    assert "in 2 games to a stand-in (crashed" in shown.stdout
    assert "RuntimeError: I have had enough" in shown.stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("gready", "random"), "Did you mean greedy"),
        (("greedy",), "2 players need 2 different contestants"),
        ((), "Name the bots"),
        (("greedy", "random", "--players", "9", "--format", "self"), "Europe is for 2 to 5 players"),
        (("greedy", "random", "--board", "atlantis"), 'There is no board "atlantis"'),
        (("greedy", "random", "--sprt", "often"), "Write two shares"),
        (("greedy", "random", "--sprt", "0.6,0.5"), "p0 < p1"),
        (("greedy", "random", "--sprt", "0elo,0.6"), "Write two shares"),
        (("greedy", "random", "simple", "--players", "3", "--sprt", "0elo,30elo"), "shares of wins instead of Elo"),
        (("greedy", "random", "--format", "cup"), "There is no format"),
        (("greedy", "random", "--anchor", "greedy=strong"), "'strong' is not a rating"),
        (("greedy", "random", "--anchor", "hungry"), "does not take part"),
        (("greedy", "random", "--deals", "3", "--games", "3"), "not both"),
        (("greedy@1h", "random"), "is not a budget"),
    ],
)
def test_impossible_options_give_one_line_and_no_traceback(
    results: Path, arguments: tuple[str, ...], words: str
) -> None:
    shown = tournament(*arguments)
    assert shown.exit_code != 0
    assert words in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.stderr


def test_fresh_removes_only_files_of_results(results: Path) -> None:
    results.write_text("my diary")
    shown = tournament("random", "greedy", "--deals", "1", "--results", str(results), "--fresh")
    assert shown.exit_code == 2
    assert "This is not a file of results, so it is not deleted" in shown.stderr
    assert results.read_text() == "my diary"


@pytest.mark.parametrize("more", [(), ("--fresh",), ("random", "greedy")])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path, more: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    shown = tournament(*more, "--deals", "1", "--results", str(pipe))
    assert shown.exit_code == 2
    assert "This is not a regular file" in shown.stderr


def test_resuming_from_a_file_can_add_games(results: Path) -> None:
    tournament("random", "greedy", "--board", "london", "--deals", "1", "--processes", "1", "--results", str(results))
    for games, lines in ((4, 5), (2, 5)):  # as many as that, and what is there stays
        shown = tournament("--games", str(games), "--processes", "1", "--results", str(results))
        assert shown.exit_code == 0, shown.stderr
        assert len(results.read_text().splitlines()) == lines


@pytest.mark.parametrize("option", ["--json", "--write-ratings"])
def test_an_unwritable_file_is_refused_before_the_games(results: Path, tmp_path: Path, option: str) -> None:
    shown = tournament("random", "greedy", "--results", str(results), option, str(tmp_path / "nowhere" / "file"))
    assert shown.exit_code == 2
    assert "nowhere" in shown.stderr
    assert not results.exists()


def test_ctrl_c_leaves_a_clean_terminal_and_says_how_to_resume(results: Path) -> None:
    order = ("tournament", "random", "one_step", "--deals", "50000", "--results", str(results), "--processes", "2")
    with Terminal(*order) as terminal:
        while not results.exists() or len(results.read_bytes().splitlines()) < 6:
            terminal.wait_for("/100000")  # which comes again with every move of the bar
        terminal.interrupt()
        assert terminal.finish() == 130
    assert "Stopped after" in terminal.text
    assert "Go on with:" in terminal.text
    assert "Traceback" not in terminal.text
    assert terminal.text.rfind("\x1b[?25h") >= terminal.text.rfind("\x1b[?25l"), "the cursor is shown again"
    assert len(lines(results)) >= 5
    _wait_until_gone(terminal.process.pid)


def test_kill_9_in_the_middle_loses_no_game_and_plays_none_twice(results: Path) -> None:
    order = ("random", "one_step", "--board", "london", "--results", str(results), "--processes", "2", "--deals")
    process = subprocess.Popen(
        [*COMMAND, "tournament", *order, "50000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") > 12, "games come in")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    had = results.read_bytes().count(b"\n") - 1
    deals = had // 2 + 10  # beyond every game that was begun
    results.write_bytes(results.read_bytes() + b'{"match": 0, "de')  # and in the middle of a line
    _wait_until_gone(process.pid)
    shown = tournament(*order, str(deals))
    assert shown.exit_code == 0, shown.stderr
    assert f"{had:,} games are in" in shown.stdout
    games = lines(results)
    planned = plan_tournament(boards=[load_board("london")], contestants=["random", "one_step"], deals=deals)
    assert sorted(map(identity, games)) == [tuple(plan) for plan in planned.plans()]
    table = Table(planned)
    for game in games[had - 2 : had + 2]:
        plan = next(plan for plan in planned.plans() if tuple(plan) == identity(game))
        assert timeless(table.play(plan)).items() <= game.items()


def _workers_of(pid: int) -> list[int]:
    """Processes whose parent is, or was, that one."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found


def _wait_until_gone(pid: int) -> None:
    wait_until(lambda: not _workers_of(pid), "its workers are gone")
    assert not os.path.exists(f"/proc/{pid}")


def test_new_ratings_replace_old_ones_of_the_same_board(results: Path, tmp_path: Path) -> None:
    ratings = tmp_path / "ratings.json"
    common = ("--deals", "2", "--processes", "1", "--write-ratings", str(ratings))
    tournament("greedy", "one_step", "--board", "london", *common)
    tournament("greedy", "one_step", "--board", "new_york", *common)
    tournament("greedy", "random", "--board", "london", *common)
    found = {(entry.board, entry.contestant) for entry in read_ratings(ratings)}
    assert found == {("london", "greedy"), ("london", "random"), ("new_york", "greedy"), ("new_york", "one_step")}
    ratings.write_text("[]")
    with pytest.raises(RatingsError):
        read_ratings(ratings)


def test_a_bot_measured_against_a_published_rating_joins_the_list(results: Path, tmp_path: Path) -> None:
    ratings = tmp_path / "ratings.json"
    common = ("--board", "london", "--deals", "6", "--processes", "1", "--write-ratings", str(ratings))
    tournament("greedy", "one_step", *common, "--anchor", "one_step=1000")
    first = {entry.contestant: entry for entry in read_ratings(ratings)}
    at = f"greedy={first['greedy'].rating:.0f}"  # as it is shown
    tournament("greedy", "route_focus", *common, "--anchor", at)
    then = {entry.contestant: entry for entry in read_ratings(ratings)}
    assert then.keys() == {"greedy", "one_step", "route_focus"}
    assert {name: then[name] for name in first} == first, "what stood there stands"
    assert (then["route_focus"].anchor, then["route_focus"].anchor_rating) == ("one_step", 1000.0)
    assert then["route_focus"].rating > then["greedy"].rating
    for anchor, words in (("greedy=5", "greedy has"), ("random=5", "random is not rated")):
        shown = tournament("greedy", "random", *common, "--anchor", anchor)
        assert shown.exit_code == 2
        assert words in " ".join(shown.stderr.split())
    assert {entry.contestant: entry for entry in read_ratings(ratings)} == then, "nothing was lost"
    tournament("one_step", "random", *common)  # the scale measured anew
    assert {entry.contestant for entry in read_ratings(ratings)} == {"one_step", "random"}


def test_the_list_of_bots_shows_measured_ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ratings.json"
    common: dict[str, Any] = {"players": 2, "games": 9, "anchor": "one_step", "anchor_rating": 1000.0}
    common |= {"date": "2026-01-31", "machine": "a machine", "reproducible": True}
    write_ratings(
        file,
        [
            Published(contestant="one_step", board="europe", rating=1000.0, low=1000.0, high=1000.0, **common),
            Published(contestant="search@800", board="europe", rating=1402.0, low=1390.0, high=1420.0, **common),
            Published(contestant="random", board="london", rating=100.0, low=None, high=150.0, **common),
        ],
    )
    monkeypatch.setattr(published, "FILE", str(file))
    shown = run("bots").stdout
    ratings = ("1,402 ±18", "≤ 150", "one_step = 1,000", "measured 2026-01-31")
    for words in ("europe", "london", "2 players", *ratings):
        assert words in shown
    assert shown.index("search@800") < shown.rindex("one_step  "), "the strongest first"
    monkeypatch.setattr(published, "FILE", str(tmp_path / "none.json"))
    assert "rating" not in run("bots").stdout


def test_the_list_of_bots_fits_in_80_columns() -> None:
    shown = run("bots", columns=80).stdout
    assert "amsterdam" in shown
    assert "…" not in shown


def test_every_game_can_be_kept_as_a_true_record(results: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    order = ("greedy", "one_step", "--board", "london", "--deals", "2", "--processes", "1", "--results", str(results))
    shown = tournament(*order, "--records", str(folder))
    assert shown.exit_code == 0, shown.stderr
    assert f"Records of 4 games written to {folder}" in shown.stdout
    assert len(list(folder.iterdir())) == 4
    for game in lines(results):
        file = folder / "london-{}-{}-{}.record".format(*identity(game))
        found = json.loads(run("verify", str(file), "--json", "-").stdout)
        assert list(found["totals"]) == game["scores"]
        assert run("replay", str(file)).stdout.count("one_step") > 3


def test_records_can_be_limited_to_the_games_a_bot_lost(results: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lost"
    order = ("random", "one_step", "--board", "london", "--deals", "4", "--processes", "1", "--results", str(results))
    shown = tournament(*order, "--records", str(folder), "--lost-by", "random")
    assert shown.exit_code == 0, shown.stderr
    lost = {identity(game) for game in lines(results) if game["ranks"][game["rotation"]] != 1}
    assert lost
    assert {file.name for file in folder.iterdir()} == {"london-{}-{}-{}.record".format(*game) for game in lost}
    shown = tournament(*order, "--records", str(tmp_path / "all"))
    assert "8 earlier games have no record; --fresh plays all games again." in shown.stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--lost-by", "random"), "add --records FOLDER"),
        (("--records", "games", "--lost-by", "hungry"), "does not take part"),
        (("--records", "/proc/nowhere/games"), "The folder cannot be made"),
    ],
)
def test_an_unwritable_folder_for_records_is_refused_before_the_games(
    results: Path, arguments: tuple[str, ...], words: str
) -> None:
    shown = tournament("random", "greedy", "--results", str(results), *arguments)
    assert shown.exit_code == 2
    assert words in shown.stderr
    assert not results.exists()


def printed(tournament: Tournament, finish: Finish) -> str:
    console = Console(width=120, highlight=False, color_system=None)
    with console.capture() as capture:
        print_summary(console, summarise(tournament, finish) | {"timing": {"seconds": 1.0, "games": 2}})
    return capture.get()


def test_a_summary_shows_open_tests_late_moves_and_what_one_deal_cannot_say() -> None:
    planned = plan_tournament(boards=[load_board("europe")], contestants=["one_step", "random"], deals=1)
    games = duel(0, [(1, 0)])
    late = [replace(games[0], late=[3, 0]), games[1]]
    test = Sprt(0.5, 0.6)
    referee = Referee(planned, test)
    for game in late:
        referee.hear(game)
    shown = printed(planned, Finish(late, True, test, referee.verdicts))
    assert "open (" in shown
    assert "one_step took longer than its budget in 3 moves (2.5%)" in shown
    assert "2 games of 1 deal" in shown
