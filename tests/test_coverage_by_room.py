"""The tool that judges coverage: rooms, sums and limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from coverage import CoverageData
from tools.coverage_by_room import ROOT, limits, missing, room_of, rooms, too_low


def file(statements: int, ran: int, branches: int = 0, taken: int = 0, **more: Any) -> dict[str, Any]:
    summary = {
        "num_statements": statements,
        "covered_lines": ran,
        "num_branches": branches,
        "covered_branches": taken,
    }
    return {"summary": summary, "missing_lines": [], "missing_branches": [], **more}


def test_a_room_is_a_folder_of_the_package_and_the_library_is_its_top() -> None:
    assert room_of("src/ferrovia/engine/knowledge/redeal.py") == "engine"
    assert room_of("/somewhere/src/ferrovia/simulation.py") == "library"


def test_statements_and_branches_of_all_files_of_a_room_count_together() -> None:
    found = rooms({"src/ferrovia/bots/a.py": file(10, 10, 10, 5), "src/ferrovia/bots/b/c.py": file(5, 5)})
    assert found["bots"].percent == 80


def test_a_room_is_held_to_its_own_limit_or_to_that_of_every_room() -> None:
    found = rooms({"src/ferrovia/engine/a.py": file(100, 97), "src/ferrovia/views/a.py": file(100, 95)})
    assert too_low(found, {"every_room": 95, "engine": 98}) == ["engine"]
    assert too_low(found, {"every_room": 96, "engine": 97}) == ["views"]


def test_what_never_ran_is_listed_and_a_branch_of_a_missing_line_is_not_listed_twice() -> None:
    files = {
        "src/ferrovia/views/a.py": file(9, 7, missing_lines=[3, 4], missing_branches=[[3, 4], [7, 9]]),
        "src/ferrovia/bots/a.py": file(9, 8, missing_lines=[3]),
        "src/ferrovia/views/b.py": file(9, 9),
    }
    assert missing(files, ["views"]) == ["src/ferrovia/views/a.py: 3, 4, 7->9"]


def test_limits_are_not_below_what_was_agreed() -> None:
    found = limits()
    assert found["every_room"] >= 95
    assert found["engine"] >= 98


def test_processes_started_in_another_folder_leave_out_the_same_files(tmp_path: Path) -> None:
    """A pattern that is relative to a folder means nothing in another: all files would count, as never run."""
    script = tmp_path / "start.py"
    script.write_text(
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', 'import ferrovia.events'], cwd=sys.argv[1], check=True)\n"
    )
    command = [sys.executable, "-m", "coverage"]
    environment = os.environ | {"COVERAGE_FILE": str(tmp_path / "data"), "NUMBA_DISABLE_JIT": "1"}
    options: dict[str, Any] = {"cwd": ROOT, "env": environment, "check": True, "capture_output": True}
    subprocess.run([*command, "run", str(script), str(tmp_path)], **options)
    subprocess.run([*command, "combine"], **options)
    data = CoverageData(str(tmp_path / "data"))
    data.read()
    measured = data.measured_files()
    assert "src/ferrovia/events.py" in measured
    assert [file for file in measured if "/training/" in file or file.endswith("gpu.py")] == []
