"""The client's pure modules, each with unit tests of its own that run in Node without a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.boards import board_names, load_board
from ferrovia.geometry import as_text, layout_of

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels
UNITS = Path(__file__).parent / "units"


def node() -> str:
    beside = Path(sys.executable).with_name("node")
    found = str(beside) if beside.exists() else shutil.which("node")
    assert found, "Node is missing; `make test` installs it into .venv"
    return found


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layouts")
    for name in board_names():
        (folder / f"{name}.json").write_text(as_text(layout_of(load_board(name))), encoding="utf-8")
    return folder


@pytest.mark.parametrize("path", sorted(UNITS.glob("*.test.js")), ids=lambda path: path.name)
def test_units_of_the_client(path: Path, layouts: Path) -> None:
    environment = {**os.environ, "FERROVIA_LAYOUTS": str(layouts)}
    done = subprocess.run([node(), "--test", str(path)], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
