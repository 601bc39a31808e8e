"""Every error of a program is a clear fault, and the program leaves nothing behind."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import os
import select
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.bots.programs import FIRST_LEGAL, POLITE, QUICK, MakeProgram, ask, fault_of, node, program
from tests.kit.waiting import PATIENCE, wait_until

from ferrovia.actions import Action
from ferrovia.bots import (
    Budget,
    ExternalBotFault,
    dismiss,
)
from ferrovia.bots.programs import Program, ProgramBot, bot, faults
from ferrovia.bots.programs.process import MAX_LOG
from ferrovia.position import from_position

__all__ = ["node", "program"]  # fixtures
pytestmark = pytest.mark.compiled_only  # processes and whole games: nothing for the sanitizer of kernels

LATE_SOON = Budget(seconds=QUICK)

WRONG = {
    "says nothing at the start": ("hear()\ntime.sleep(60)", faults.NOT_READY, 1),
    "speaks another protocol": ("hear()\nsay(type='ready', protocol=1)", faults.WRONG_PROTOCOL, 1),
    "has a number for a name": ("hear()\nsay(type='ready', protocol=2, name=7)", faults.WRONG_MESSAGE, 1),
    "hangs": ("ready()\nanswer()\ntime.sleep(60)", faults.LATE, 2),
    "never reads": ("ready()\nsys.stdin.close()\ntime.sleep(60)", faults.LATE, 1),
    "raises": ("ready()\nraise ZeroDivisionError", faults.CRASHED, 1),
    "ends without a word": ("ready()\nanswer()", faults.CRASHED, 2),
    "ends before it is ready": ("", faults.CRASHED, 1),
    "kills itself": ("ready()\nhear()\nos.kill(os.getpid(), 9)", faults.CRASHED, 1),
    "closes its output": ("ready()\nhear()\nos.close(1)\ntime.sleep(60)", faults.CLOSED_OUTPUT, 1),
    "writes prose": ("ready()\nhear()\nprint('I pass', flush=True)\nhear()", faults.NOT_JSON, 1),
    "writes bytes that are no text": ("ready()\nhear()\nos.write(1, b'\\xff\\xfe\\n')\nhear()", faults.NOT_JSON, 1),
    "writes a number of 9,000 digits": ("ready()\nhear()\nprint('9' * 9000, flush=True)\nhear()", faults.NOT_JSON, 1),
    "nests deeply": ("ready()\nhear()\nprint('[' * 60000, flush=True)\nhear()", faults.NOT_JSON, 1),
    "answers with a list": ("ready()\nhear()\nprint('[1]', flush=True)\nhear()", faults.WRONG_MESSAGE, 1),
    "answers nothing": ("ready()\nq = hear()\nsay(type='action', id=q['id'])\nhear()", faults.WRONG_MESSAGE, 1),
    "answers yes": (
        "ready()\nq = hear()\nsay(type='action', id=q['id'], action=True)\nhear()",
        faults.WRONG_MESSAGE,
        1,
    ),
    "answers as in protocol 1": (
        "ready()\nq = hear()\nsay(type='action', id=q['id'], code=q['legal'][0]['code'])\nhear()",
        faults.WRONG_MESSAGE,
        1,
    ),
    "acts against the rules": (
        "ready()\nq = hear()\nsay(type='action', id=q['id'], action='draw')\nhear()",
        faults.ILLEGAL,
        1,
    ),
    "acts by an unknown code": (
        "ready()\nq = hear()\nsay(type='action', id=q['id'], action=10**30)\nhear()",
        faults.ILLEGAL,
        1,
    ),
    "answers an older question": (
        "ready()\nq = hear()\nanswer_ = dict(type='action', id=q['id'], action=q['legal'][0]['code'])\n"
        "say(**answer_)\nhear()\nsay(**answer_)\nhear()",
        faults.OLD_ANSWER,
        2,
    ),
    "has no number on its answer": (
        "ready()\nq = hear()\nsay(type='action', action=19)\nhear()",
        faults.WRONG_MESSAGE,
        1,
    ),
    "speaks first": ("os.write(1, b'{}\\nand then')\ntime.sleep(60)", faults.UNASKED, 1),
    "says two things": ("ready()\nq = hear()\nos.write(1, b'{}\\n{}\\n')\nhear()", faults.UNASKED, 1),
    "writes an endless line": ("ready()\nhear()\nwhile True: os.write(1, b'x' * 65536)", faults.LINE_TOO_LONG, 1),
}


def test_an_outdated_program_gets_one_sentence(
    program: MakeProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ferrovia.bots.programs.process.FAREWELL", PATIENCE)  # it ends by itself
    heard = tmp_path / "heard"
    chosen = program(f"hear()\nsay(type='ready', protocol=1)\nopen({str(heard)!r}, 'w').write(hear()['reason'])")
    reason = "it speaks protocol 1, and Ferrovia speaks protocol 2: see docs/external_bots.md"
    assert fault_of(chosen).reason == reason
    assert heard.read_text() == reason


@pytest.mark.parametrize("what", WRONG)
def test_a_program_that(what: str, program: MakeProgram) -> None:
    source, code, asked = WRONG[what]
    chosen = program(source, start=QUICK if code == faults.NOT_READY else PATIENCE)
    fault = fault_of(chosen, asked=asked, budget=LATE_SOON if code == faults.LATE else None)
    assert fault.code == code, fault
    assert fault.reason


def test_output_between_two_questions_is_found(program: MakeProgram, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    wait = f"while not os.path.exists({str(asked)!r}): time.sleep(0.01)"
    chosen = program(f"ready()\nanswer()\n{wait}\nprint('by the way', flush=True)\nhear()")
    ask(chosen)
    asked.touch()
    [process] = chosen._running.values()
    assert select.select([process._out], [], [], PATIENCE)[0]
    assert fault_of(chosen).code == faults.UNASKED


def narrow(chosen: ProgramBot) -> None:
    """Makes the pipe to the program too small for any question."""
    [process] = chosen._running.values()
    fcntl.fcntl(process._in, fcntl.F_SETPIPE_SZ, 512)


def big_question(chosen: ProgramBot, budget: Budget | None = None) -> Action:
    """Many kilobytes: a turn on a large board with cards of all colours."""
    hand = dict.fromkeys(("red", "blue", "green", "white", "black"), 4)
    game = from_position({"board": "europe", "players": 2, "seats": [{"hand": hand}, {}]})
    view = game.view(0)
    return chosen.choose(view, view.legal_actions(), np.random.default_rng(1), budget or Budget(simulations=8))


def test_a_program_that_does_not_read_is_late(program: MakeProgram) -> None:
    chosen = program("ready()\nanswer()\ntime.sleep(60)")
    big_question(chosen)
    narrow(chosen)
    with pytest.raises(ExternalBotFault, match="bytes are left") as caught:
        big_question(chosen, LATE_SOON)
    assert caught.value.code == faults.NOT_READING


def test_a_slow_reader_is_served(program: MakeProgram) -> None:
    slow = """
ready()
answer()
data = b""
while not data.endswith(b"\\n"):
    data += os.read(0, 700)
    time.sleep(0.002)
q = json.loads(data)
say(type="action", id=q["id"], action=q["legal"][-1]["code"])
hear()
"""
    chosen = program(slow)
    first = big_question(chosen)
    narrow(chosen)
    assert big_question(chosen) != first


def test_a_program_that_logs_for_ever_is_late_and_no_more(program: MakeProgram) -> None:
    chosen = program("ready()\nhear()\nwhile True: os.write(2, b'x' * 65536)")
    fault = fault_of(chosen, budget=LATE_SOON)
    assert fault.code == faults.LATE
    assert len(fault.log) <= MAX_LOG


def test_a_budget_in_seconds_is_a_deadline(program: MakeProgram) -> None:
    chosen = program("ready()\nanswer()\nhear()\ntime.sleep(60)")
    ask(chosen)
    assert fault_of(chosen, budget=Budget(seconds=0.2)).code == faults.LATE, "not its end, which comes later"


def test_a_crash_reports_its_reason_and_its_log(program: MakeProgram) -> None:
    fault = fault_of(program("ready()\nraise RuntimeError('of its own making')"))
    assert "exit status 1" in fault.reason
    assert "of its own making" in fault.log
    assert "SIGKILL" in fault_of(program(WRONG["kills itself"][0])).reason


def test_after_a_fault_it_is_restarted_and_after_three_it_is_given_up(program: MakeProgram) -> None:
    chosen = program("ready()\nanswer()")
    codes = []
    for _ in range(9):
        try:
            ask(chosen)
            codes.append("fine")
        except ExternalBotFault as fault:
            codes.append(fault.code)
    assert codes == ["fine", faults.CRASHED] * bot.MAX_FAULTS + [faults.GIVEN_UP] * 3


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def is_left(process: int) -> bool:
    """Alive or a zombie. The process that adopts a grandchild needs a moment to reap it."""
    with contextlib.suppress(ChildProcessError):
        return os.waitpid(process, os.WNOHANG) == (0, 0)
    return is_alive(process)


FAMILY = """
child = subprocess.Popen([sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)"])
open(sys.argv[0] + ".family", "w").write(f"{os.getpid()} {child.pid}")
"""


def family(tmp_path: Path) -> list[int]:
    return [int(number) for number in (tmp_path / "bot0.py.family").read_text().split()]


@pytest.mark.parametrize(
    "end, code", [("hear()", None), ("os._exit(3)", faults.CRASHED), ("time.sleep(60)", faults.LATE)]
)
def test_its_children_are_ended_with_it(end: str, code: str | None, program: MakeProgram, tmp_path: Path) -> None:
    """Even if it has ended and its child holds the pipes open: the caller does not wait for the deadline."""
    chosen = program(f"{FAMILY}ready()\nanswer()\n{end}")
    ask(chosen)
    if code is None:
        dismiss(chosen)
    else:
        assert fault_of(chosen, budget=LATE_SOON if code == faults.LATE else None).code == code
    wait_until(lambda: not any(map(is_left, family(tmp_path))), "nothing of it is left")


def test_an_unreferenced_bot_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "bot0.py"
    file.write_text(POLITE + FAMILY + FIRST_LEGAL)
    chosen = ProgramBot(Program((sys.executable, "-S", "-E", str(file)), tmp_path))
    ask(chosen)
    del chosen
    gc.collect()
    assert not is_left(family(tmp_path)[0])


KILLED = """
import sys
import numpy as np
from pathlib import Path
from ferrovia.bots import Budget
from ferrovia.bots.programs import Program, ProgramBot
from ferrovia.game import Game
view = Game("new_york", players=2, seed=1, first=0).view(0)
chosen = ProgramBot(Program((sys.executable, "-S", "-E", sys.argv[1]), Path(sys.argv[1]).parent))
chosen.choose(view, view.legal_actions(), np.random.default_rng(1), Budget(simulations=8))
print("asked", flush=True)
chosen.choose(view, view.legal_actions(), np.random.default_rng(1), Budget(simulations=8))
"""


def test_a_program_does_not_outlive_a_process_that_was_killed(tmp_path: Path) -> None:
    """Not even one that is thinking and will not read its input for a long time."""
    file = tmp_path / "bot0.py"
    file.write_text(POLITE + FAMILY + "ready()\nanswer()\ntime.sleep(60)")
    host = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE)
    assert host.stdout
    assert host.stdout.readline() == b"asked\n"
    host.kill()
    host.communicate()
    wait_until(lambda: not any(map(is_left, family(tmp_path))), "nothing of it is left")


def test_a_question_that_is_interrupted_ends_the_program(program: MakeProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its answer would be taken for the next question's."""
    chosen = program(FIRST_LEGAL)
    ask(chosen)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot.messages, "read_action", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(chosen)
    assert chosen._running == {}
