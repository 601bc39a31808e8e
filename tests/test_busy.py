"""The tool that keeps a machine busy: its processes work beside the command and are gone after it, whatever happens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.waiting import wait_until

TOOL = Path(__file__).parents[1] / "tools" / "busy.py"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no sessions on Windows")


def start(*command: str) -> tuple[subprocess.Popen[str], list[int]]:
    """The tool beside two busy processes, and their ids."""
    line = [sys.executable, str(TOOL), "--processes", "2", "--", *command]
    pipe = subprocess.PIPE
    tool = subprocess.Popen(line, stdin=pipe, stderr=pipe, stdout=subprocess.DEVNULL, text=True)
    assert tool.stderr is not None
    told = tool.stderr.readline()
    ids = [int(number) for number in re.findall(r"\d+", told.split("ids", 1)[1])]
    assert len(ids) == 2, told
    return tool, ids


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def until_gone(ids: list[int]) -> None:
    wait_until(lambda: not any(map(runs, ids)), "the busy processes are gone")


def test_the_status_is_the_commands_and_the_load_is_told() -> None:
    tool, ids = start(sys.executable, "-c", "raise SystemExit(7)")
    _, told = tool.communicate()
    assert tool.returncode == 7
    assert "at most" in told
    until_gone(ids)


def test_each_busy_process_has_its_own_session_and_ends_with_an_interrupted_command() -> None:
    tool, ids = start("sleep", "600")
    assert {os.getsid(process) for process in ids} == set(ids)
    tool.send_signal(signal.SIGTERM)
    tool.communicate()
    assert tool.returncode == 128 + signal.SIGTERM
    until_gone(ids)


def test_busy_processes_stop_by_themselves_when_the_tool_is_killed() -> None:
    tool, ids = start(sys.executable, "-c", "import sys; sys.stdin.read()")
    tool.kill()
    tool.communicate()
    until_gone(ids)
