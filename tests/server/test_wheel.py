"""The wheel, built from the files that an image gets and installed in a clean environment, serves a whole game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.serving import BOT, ME, Room, Serving, create, play_out

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]

ROOT = Path(__file__).parents[2]


def run(*command: str | Path) -> None:
    environment = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    outcome = subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/", timeout=600)
    assert outcome.returncode == 0, outcome.stderr[-3000:]


def copy_context(to: Path) -> None:
    """Copies the files that `.dockerignore` lets into the build of an image."""
    ignore = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line]
    assert ignore[0] == "*", "everything is left out unless it is named"
    for name in (line[1:] for line in ignore if line.startswith("!")):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, to / name)


def test_the_wheel_serves_a_whole_game(tmp_path: Path) -> None:
    copy_context(tmp_path / "context")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, tmp_path / "context")
    [wheel] = tmp_path.glob("ferrovia-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "clean")
    python = tmp_path / "clean" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[cli,server]")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    # Without the compiler: a new place would cost another compilation, and this test is about the package.
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    program = [str(tmp_path / "clean" / "bin" / "ferrovia")]
    with Serving(tmp_path / "tables.sqlite", program=program, environment=plain, folder=elsewhere) as serving:
        room = Room(serving)
        browser = room.browser()
        made = create(browser, ME, BOT, start=True, board="london")
        end = play_out(room.player(made["table"], cookies=browser.cookies))
        assert end["result"]["winners"]
        assert browser.get("/api/boards/london/layout").json()["routes"]
        room.close()
    assert list(elsewhere.iterdir()) == [], "nothing is written where it was started"
