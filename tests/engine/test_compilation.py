"""Compiling once, with a line for who waits; and where compiled kernels are kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.compilation import jit, registry


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A program that finds no compiled kernels; what it marks is told in a list."""
    marked: list[str] = []
    monkeypatch.setattr(registry, "_ready", False)
    monkeypatch.setattr(registry, "is_compiled", lambda: False)
    monkeypatch.setattr(registry, "mark_compiled", lambda: marked.append("complete"))
    monkeypatch.setattr(registry, "_start_second_process", lambda: None)
    return marked


def test_every_door_is_compiled_and_the_person_is_told_once(cold: list[str], capsys: Any) -> None:
    registry.warm_up()
    registry.warm_up()
    told = capsys.readouterr().err
    assert told.count("Compiling the rules for this machine, once") == 1
    assert "Compiled in" in told
    assert cold == ["complete"]


def test_on_a_terminal_each_step_is_named(cold: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    registry.warm_up()
    told = capsys.readouterr().err
    assert "1/6 setting up" in told
    assert "6/6 hidden information" in told


class SecondProcess:
    """Stands for the other process: finished or not, it is waited for, and stopped if this one fails."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def wait(self) -> None:
        self.said.append("waited for")

    def poll(self) -> None:
        return None

    def kill(self) -> None:
        self.said.append("stopped")


def test_a_second_process_is_waited_for_and_left_behind_by_nobody(
    cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    second = SecondProcess()
    monkeypatch.setattr(registry, "_start_second_process", lambda: second)
    registry.warm_up()
    assert second.said[0] == "waited for"
    assert second.said[-2:] == ["stopped", "waited for"]


def test_what_the_second_process_does_can_be_done_by_anyone() -> None:
    registry.compile_steps("scores", "hidden information")


@pytest.mark.parametrize("cores, python", [(1, "python"), (2, "")])
def test_where_a_second_process_would_not_help_there_is_none(
    cores: int, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr("sys.executable", python)
    assert registry._start_second_process() is None


def test_a_second_process_that_cannot_start_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("sys.executable", "/no/such/python")
    assert registry._start_second_process() is None


def test_with_kernels_in_the_cache_nothing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(registry, "_ready", False)
    monkeypatch.setattr(registry, "is_compiled", lambda: True)
    registry.warm_up()
    assert capsys.readouterr().err == ""


def test_the_cache_folder_is_the_one_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERROVIA_CACHE", str(tmp_path / "mine"))
    assert jit._cache_folder().parent == tmp_path / "mine" / "kernels"


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("FERROVIA_CACHE", str(in_the_way))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert jit._cache_folder().parent == tmp_path / "home" / "ferrovia" / "kernels"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners and modes here")
def test_a_folder_that_others_can_write_to_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open" / "kernels").mkdir(parents=True)
    (tmp_path / "open" / "kernels").chmod(0o777)
    monkeypatch.setenv("FERROVIA_CACHE", str(tmp_path / "open"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert jit._cache_folder().parent == tmp_path / "home" / "ferrovia" / "kernels"


def test_where_nothing_can_be_written_a_new_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_writable", lambda folder: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert jit._cache_folder().is_dir()


def test_a_changed_kernel_has_another_cache(tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text("a = 1")
    before = jit._source_hash(tmp_path)
    source.write_text("a = 2")
    jit.forget_sources()
    assert jit._source_hash(tmp_path) != before


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package with an engine, a room with two folders of kernels and one without, and tests outside it."""
    kernel, plain = "\n@kernel\ndef f():\n    pass\n", "x = 1\n"
    for file, text in (
        ("package/engine/rules.py", kernel),
        ("package/bots/planner/plan.py", kernel),
        ("package/bots/planner/constants.py", plain),
        ("package/bots/search/worlds.py", kernel),
        ("package/bots/registry.py", plain),
        ("tests/kernels/one.py", kernel),
    ):
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(jit, "_ENGINE", tmp_path / "package/engine")
    jit.forget_sources()
    yield tmp_path
    jit.forget_sources()


FILES = (
    "package/engine/rules.py",
    "package/bots/planner/plan.py",
    "package/bots/search/worlds.py",
    "tests/kernels/one.py",
)


@pytest.mark.parametrize(
    "changed, kept",
    [
        ("package/bots/planner/plan.py", [True, False, False, False]),
        ("package/bots/planner/constants.py", [True, False, False, False]),
        ("package/bots/search/worlds.py", [True, False, False, False]),
        ("package/bots/registry.py", [True, True, True, True]),
        ("tests/kernels/one.py", [True, True, True, False]),
    ],
)
def test_kernels_get_a_new_cache_when_code_they_may_call_changes(package: Path, changed: str, kept: list[bool]) -> None:
    def folders() -> list[str]:
        jit.forget_sources()
        return [jit.cache_of(str(package / file)) for file in FILES]

    before = folders()
    with (package / changed).open("a", encoding="utf-8") as source:
        source.write("x = 2\n")
    assert [old == new for old, new in zip(before, folders(), strict=True)] == kept


def test_another_room_has_a_cache_of_its_own_inside_the_engines(package: Path) -> None:
    of_bots = Path(jit.cache_of(str(package / "package/bots/planner/plan.py")))
    assert of_bots.parent == jit.CACHE_FOLDER
    assert of_bots.name.startswith("bots-")
    assert jit.cache_of(str(package / "package/engine/rules.py")) == str(jit.CACHE_FOLDER)


def test_old_caches_are_forgotten_and_the_newest_kept(tmp_path: Path) -> None:
    for age in range(jit._KEPT_FOLDERS + 2):
        folder = tmp_path / f"cache{age}"
        folder.mkdir()
        os.utime(folder, (time.time() - age * 60, time.time() - age * 60))
    oldest = tmp_path / f"cache{jit._KEPT_FOLDERS + 1}"
    jit._forget_old_caches(oldest)
    kept = {f"cache{age}" for age in range(jit._KEPT_FOLDERS)} | {oldest.name}
    assert {folder.name for folder in tmp_path.iterdir()} == kept


def test_a_complete_cache_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "COMPILED", True)
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(jit, "_COMPLETE", tmp_path / "complete")
    assert not jit.is_compiled()
    jit.mark_compiled()
    assert jit.is_compiled()


ROLL = """
from ferrovia.engine.fast_random import roll
roll(1)
print(sum(roll.stats.cache_hits.values()))
"""


@pytest.mark.compiled_only
def test_a_copy_of_the_program_elsewhere_reads_the_kernels_that_the_first_compiled(tmp_path: Path) -> None:
    source = Path(jit.__file__).parents[2]
    found = []
    for place in ("one", "other"):
        copy = tmp_path / place / "ferrovia"
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("web", "__pycache__"))
        run = subprocess.run(
            [sys.executable, "-c", ROLL],
            env=os.environ | {"PYTHONPATH": str(copy.parent), "FERROVIA_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(int(run.stdout))
    assert found == [0, 1]
