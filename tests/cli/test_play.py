"""`ferrovia play`: whole games from a pipe in every language, what the screen says, and leaving cleanly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ferrovia import Game
from ferrovia.cli.output.sentences import Words
from ferrovia.locales import LANGUAGES, Texts

from .terminal import Terminal, run

# Claim the first route of the list with the first payment if possible, else draw twice; pass if nothing else is left,
# and leave a tunnel that cannot be paid.
COMMANDS = {"en": ("draw", "pass", "back"), "es": ("robar", "pasar", "volver"), "pt": ("comprar", "passar", "voltar")}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def whole_game(language: str = "en", *, first: str = "1") -> str:
    draw, give_up, back = COMMANDS[language]
    return f"{first}\n" + f"1\n1\n{draw}\n{give_up}\n{back}\n" * 1500


@pytest.mark.compiled_only
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_played_from_a_pipe(language: str) -> None:
    result = run("play", "new_york", "--players", "3", "--seed", "5", "--lang", language, text=whole_game(language))
    assert result.exit_code == 0, result.stderr
    texts = Texts(language)
    for key in ("sheet.title", "sheet.attractions", "sheet.total", "screen.log", "ask.what"):
        assert texts(key) in result.stdout
    assert not CONTROL.search(result.stdout)


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", ["europe", "london", "amsterdam", "usa"])
def test_every_board_can_be_played_to_the_end(board: str) -> None:
    result = run("play", board, "--seed", "3", text=whole_game(first="1 2"))
    assert result.exit_code == 0, result.stderr
    assert "Final scores" in result.stdout


def test_the_language_is_that_of_the_environment() -> None:
    assert "¡Hasta luego!" in run("play", "new_york", text="salir\n", env={"LANG": "es_MX.UTF-8"}).stdout


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    text = "1 2 3\nlist\nlist paris\nhelp\nwhy paris-dieppe\nwhy paris\nlog\nquit\n"
    output = run("play", "europe", "--players", "5", "--seed", "4", text=text, columns=columns).stdout
    assert max(len(line) for line in output.splitlines()) <= columns


def test_colours_are_always_named() -> None:
    output = run("play", "europe", "--seed", "4", text="1 2\nquit\n").stdout
    shown = next(line for line in output.splitlines() if line.strip().startswith("Display"))
    assert sum(shown.count(color) for color in ("wild", *Game("europe", players=2).board.card_colors)) == 5


def test_questions_are_answered_and_change_nothing() -> None:
    text = "1 2\nwhy lisboa-madrid\nwhy nowhere\ntake nothing\nclaim\nfoo\nstation\n99\nlist red\nquit\n"
    output = run("play", "europe", "--seed", "4", text=text).stdout
    for words in ("(rule R", "no city “nowhere”", "no colour “nothing”", "two cities", "I do not understand “foo”"):
        assert words in output
    assert "Name a city" in output
    assert "Choose a number from 1 to" in output


def test_too_few_tickets_are_refused_with_the_rule() -> None:
    assert "Keep at least 2 tickets. (rule P7)" in run("play", "europe", text="1\nquit\n").stdout


def test_an_invented_part_of_a_board_is_announced() -> None:
    assert "the contracts and the routes with carts" in run("play", "amsterdam", text="quit\n").stdout


@pytest.mark.parametrize("ending", ["quit\n", ""])
def test_leaving_says_goodbye(ending: str) -> None:
    result = run("play", "new_york", text=ending)
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("Goodbye!")


def test_an_unfinished_game_can_be_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = run("play", "new_york", "--seed", "5", "--save", str(file), text="1\ndraw\ndraw\nquit\n")
    assert f" play --resume {file}" in first.stdout
    assert json.loads(file.read_text(encoding="utf-8"))
    again = run("play", "--resume", str(file), text="quit\n")
    numbers = re.compile(r"● You(?: +[0-9]+)+")
    assert numbers.findall(first.stdout)[-1] in numbers.findall(again.stdout)


@pytest.mark.compiled_only
def test_bots_can_be_watched() -> None:
    result = run("play", "london", "--watch", "--seed", "1", "--pause", "0")
    assert result.exit_code == 0
    assert "Ada" in result.stdout
    assert "unseen card" in result.stdout or "drew" in result.stdout
    assert "Final scores" in result.stdout


@pytest.mark.compiled_only
def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    result = run("play", "new_york", "--bots", "rndom")
    assert result.exit_code == 2
    assert "Did you mean random?" in result.stderr


# --- on a terminal --------------------------------------------------------------------------------------------------
@pytest.mark.compiled_only
@pytest.mark.parametrize("key", ["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_a_clean_terminal(key: str, tmp_path: Path) -> None:
    with Terminal("play", "new_york", "--seed", "5", env={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("> ")
        terminal.type("1\r")
        terminal.wait_for("What do you do?")
        terminal.wait_for("> ")
        if key == "ctrl-c":
            terminal.interrupt()
        else:
            terminal.type("\x04")
        assert terminal.finish() == 0
    assert "Traceback" not in terminal.text
    shown = terminal.text.removesuffix("\x1b[0m")  # where colorama is installed, Numba resets colours at exit
    assert shown.rstrip().endswith("Goodbye!")
    assert shown.endswith("\n")
    assert terminal.text.count("\x1b[?25l") == terminal.text.count("\x1b[?25h"), "the cursor is shown again"
    assert "\x1b[?1049h" not in terminal.text, "no other screen was opened"
    assert len(list((tmp_path / "ferrovia").glob("unfinished-new_york-*.json"))) == 1


@pytest.mark.compiled_only
def test_ctrl_c_while_watching_leaves_a_clean_terminal() -> None:
    with Terminal("play", "new_york", "--watch", "--seed", "5", "--pause", "0.3") as terminal:
        terminal.wait_for("Display")
        terminal.interrupt()
        assert terminal.finish() == 0
    assert "Traceback" not in terminal.text
    assert terminal.text.rfind("\x1b[?25h") >= terminal.text.rfind("\x1b[?25l"), "the cursor is shown again"
    assert "Goodbye!" in terminal.text


@pytest.mark.compiled_only
def test_words_are_completed_with_tab(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    with Terminal("play", "new_york", "--seed", "5", env={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("> ")
        terminal.type("hel\t")
        terminal.wait_for("help ")


def test_names_and_colours_are_painted() -> None:
    from ferrovia.cli.output.style import painted

    words = Words(Texts("en"), Game("europe", players=2).board, ("You", "Ada"), 0)
    assert {str(span.style) for span in painted(words, "Ada took red.").spans} == {"bold magenta", "#ff5f5f"}
