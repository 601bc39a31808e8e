"""A bot in another language plays whole games; how a program is named, and who may name one."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.bots.programs import EXAMPLE, FIRST_LEGAL, POLITE, MakeProgram, ask, fault_of, node, program
from tests.kit.waiting import PATIENCE

from ferrovia.actions import DrawTickets, KeepTickets
from ferrovia.bots import BrokenBotError, Budget, UnknownBotError, bot_names, dismiss, new_bot, registry
from ferrovia.bots.conformance import NotConformingError, check_bot
from ferrovia.bots.programs import ProgramBot, ProgramError, bot, faults, read_program
from ferrovia.bots.programs.process import MAX_LOG
from ferrovia.data import game_view, legal_list, own_part
from ferrovia.game import Game

__all__ = ["node", "program"]  # fixtures
pytestmark = pytest.mark.compiled_only  # processes and whole games: nothing for the sanitizer of kernels


def example() -> ProgramBot:
    """The example in JavaScript, with all the time that a busy machine needs."""
    chosen = new_bot(EXAMPLE)
    assert isinstance(chosen, ProgramBot)
    chosen.program = replace(chosen.program, start_seconds=PATIENCE, answer_seconds=PATIENCE)
    return chosen


def test_the_example_in_javascript_conforms() -> None:
    assert check_bot(example, boards=["new_york"]) > 20


@pytest.mark.parametrize("board, players", [("europe", 3), ("london", 4), ("amsterdam", 2), ("usa", 5)])
def test_the_example_in_javascript_plays_whole_games(board: str, players: int) -> None:
    game, rng = Game(board, players=players, seed=3), np.random.default_rng(3)
    bots = [example() for _ in range(players)]
    try:
        while not game.is_over:
            seat = min(game.actors)
            view = game.view(seat)
            game.play(bots[seat].choose(view, view.legal_actions(), rng, Budget(simulations=8)), seat=seat)
    finally:
        for one in bots:
            dismiss(one)
    assert game.result().ended_by == "last_round"
    assert sum(sheet.tickets_completed for sheet in game.result().sheets) >= players


@pytest.mark.parametrize("board, players", [("europe", 3), ("london", 2), ("amsterdam", 4)])
def test_a_program_receives_nothing_that_a_redeal_changes(board: str, players: int) -> None:
    game, rng = Game(board, players=players, seed=2), np.random.default_rng(2)
    while not game.is_over:
        seat = min(game.actors)
        for viewer in range(players):
            view = game.view(viewer)
            redealt = Game.of_world(view.redeal(rng)).view(viewer)
            assert (game_view(redealt), own_part(redealt)) == (game_view(view), own_part(view))
            assert legal_list(redealt) == legal_list(view)
        legal = game.legal_actions(seat)
        wishes = [action for action in legal if isinstance(action, DrawTickets | KeepTickets)]
        game.play(
            (wishes or legal)[int(rng.integers(len(wishes or legal)))] if rng.random() < 0.3 else legal[-1], seat=seat
        )


def test_an_answer_may_be_a_text_or_a_code(program: MakeProgram) -> None:
    by_code = program(FIRST_LEGAL)
    by_text = program('ready()\nq = hear()\nsay(type="action", id=q["id"], action=q["legal"][0]["text"])\nhear()')
    assert ask(by_code) == ask(by_text) == KeepTickets((1,))


def test_one_bot_may_play_several_seats_each_with_a_process_of_its_own(program: MakeProgram) -> None:
    chosen = program(FIRST_LEGAL)
    ask(chosen, seat=0)
    ask(chosen, seat=1)
    assert len({process._child.pid for process in chosen._running.values()}) == 2


def test_what_it_writes_to_stderr_is_kept_and_bounded(program: MakeProgram) -> None:
    noisy = program("sys.stderr.write('x' * 300_000 + '\\x1b[2Jthe end\\n'); sys.stderr.flush()\n" + FIRST_LEGAL)
    ask(noisy)
    [process] = noisy._running.values()
    assert len(process._log) <= MAX_LOG
    dismiss(noisy)
    assert noisy.log.endswith("x·[2Jthe end\n")
    assert len(noisy.log) <= MAX_LOG


def test_a_program_gets_a_goodbye_and_may_end_by_itself(program: MakeProgram, tmp_path: Path) -> None:
    chosen = program(f"ready()\nanswer()\nopen({str(tmp_path / 'heard')!r}, 'w').write(hear()['type'])")
    ask(chosen)
    dismiss(chosen)
    assert (tmp_path / "heard").read_text() == "goodbye"


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "command must be a list"),
        ("command = 'node'", "command must be a list"),
        ("command = ['node', 7]", "command must be a list"),
        ('command = ["a\\u0000b"]', "command has a null character"),
        ("command = ['node']\nabout = 3", "about must be a text"),
        ("command = ['node']\nstart_seconds = 0", "start_seconds must be"),
        ("command = ['node']\nanswer_seconds = nan", "answer_seconds must be"),
        ("command = ['node']\nshell = true", "shell is unknown"),
        ("command = [", "this is not TOML"),
        ("a = " + "[" * 9000, "this is not TOML"),
        ("#" * 20_000, "bytes at most"),
    ],
)
def test_a_wrong_description_is_refused_with_its_file(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ProgramError, match=rf"mine\.toml: .*({told})"):
        read_program(f"program:{tmp_path}/mine.toml")


@pytest.mark.parametrize("name", ["program:", "program:/nowhere/bot", "program:a\0b", "program:" + "x" * 9000])
def test_a_program_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BrokenBotError, match="there is no such file"):
        new_bot(name)


def test_a_file_that_cannot_be_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    with pytest.raises(BrokenBotError, match="make it executable"):
        new_bot(f"program:{tmp_path}/bot.py")


def test_a_program_may_be_named_without_a_description(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text(f"#!{sys.executable}\n{POLITE}{FIRST_LEGAL}")
    file.chmod(0o755)
    chosen = new_bot(f"program:{file}")
    assert isinstance(chosen, ProgramBot)
    assert ask(chosen) == KeepTickets((1,))
    assert chosen.name == "Test"
    dismiss(chosen)


def test_a_command_that_does_not_exist_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('command = ["no-such-command-anywhere"]')
    assert fault_of(new_bot(f"program:{tmp_path}/mine.toml")).code == faults.CANNOT_START  # type: ignore[arg-type]


def test_a_server_can_never_start_a_program() -> None:
    assert not any(registry.is_program(name) for name in bot_names())
    with pytest.raises(UnknownBotError):
        registry.new_installed_bot(EXAMPLE)


def test_a_program_says_how_it_plays() -> None:
    assert "JavaScript" in registry.about(EXAMPLE)


def test_a_program_with_its_own_random_generator_does_not_conform(program: MakeProgram) -> None:
    source = "import random\nready()\nwhile True:\n    q = hear()\n    if q['type'] == 'goodbye': break\n"
    source += "    say(type='action', id=q['id'], action=random.choice(q['legal'])['code'])"
    with pytest.raises(NotConformingError, match="only hidden information differs"):
        check_bot(lambda: program(source), boards=["new_york"])


def test_messages_fit_into_ascii_lines() -> None:
    view = Game("europe", players=2, seed=1).view(0)
    line = bot.messages.to_line(bot.messages.hello(view.board, seat=0, players=2))
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert json.loads(line)["board"]["name"] == "Europe"
