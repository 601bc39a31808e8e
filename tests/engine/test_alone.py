"""One process at a time compiles; the others wait, are told so, and a killed one holds up nobody."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ferrovia.engine import alone as room
from ferrovia.engine import warm
from ferrovia.engine.alone import alone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such locks here")

HOLD = """
import sys, time
from pathlib import Path
from ferrovia.engine.alone import alone
with alone(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def hold(folder: Path, seconds: float) -> subprocess.Popen[str]:
    """Another process that holds the lock of a folder for a while."""
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(folder), str(seconds)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def test_who_comes_second_waits_and_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with hold(tmp_path, 1.0) as other, alone(tmp_path):
        other.wait(timeout=5)  # it is over, or we would not be here
    assert capsys.readouterr().err.startswith("Another process compiles")


def test_alone_there_is_nothing_to_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        with alone(tmp_path / "new"):
            pass
    assert capsys.readouterr().err == ""


def test_a_killed_process_lets_go(tmp_path: Path) -> None:
    with hold(tmp_path, 600.0) as other:
        other.kill()
        began = time.monotonic()
        with alone(tmp_path):
            assert time.monotonic() - began < 30


def test_without_locks_everybody_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "fcntl", None)
    with alone(tmp_path), alone(tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_what_another_process_compiled_meanwhile_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([False, True])  # before the lock was ours, and after
    monkeypatch.setattr(warm, "_ready", False)
    monkeypatch.setattr(warm, "is_compiled", lambda: next(answers))
    monkeypatch.setattr(warm, "_compile_and_tell", lambda: pytest.fail("compiled twice"))
    warm.warm_up()
    assert next(answers, None) is None
