"""Compiling once, with a progress line; and where compiled kernels are stored."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia.engine import COMPILED, NO_NOTES, NO_SCRIPT, bridge, cards, event_buffer, state
from ferrovia.engine.compilation import core, jit, registry


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that finds nothing compiled, and the folder where it marks what it has compiled."""
    monkeypatch.setattr(registry, "COMPILED", True)
    monkeypatch.setattr(registry, "CACHE_FOLDER", tmp_path / "kernels")
    monkeypatch.setattr(registry, "cache_of", lambda source: str(tmp_path / "kernels"))
    monkeypatch.setattr(registry, "_ready", set())
    monkeypatch.setattr(registry, "_start_second_process", lambda part: None)
    return tmp_path / "kernels"


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two parts, the second of which needs the first; the list says what was run."""
    run: list[str] = []
    monkeypatch.setattr(registry, "_parts", {})
    registry.register(
        registry.Part("roads", 3, "", lambda: [("laying", lambda: run.append("laid"))], elsewhere=("laying",))
    )
    registry.register(registry.Part("trains", 5, "", lambda: [("driving", lambda: run.append("driven"))], ("roads",)))
    return run


def test_every_step_of_the_engine_runs_with_one_message(cold: Path, capsys: Any) -> None:
    registry.prepare("rules", "loops")
    registry.prepare("rules")
    told = capsys.readouterr().err
    assert told.count("Compiling for this machine, once (rules, loops), about") == 1
    assert told.count("Compiled in") == 1
    assert sorted(file.name for file in cold.glob("*.complete")) == ["loops.complete", "rules.complete"]


def test_a_part_brings_what_it_needs(cold: Path, parts: list[str]) -> None:
    registry.prepare("trains")
    assert parts == ["laid", "driven"]


def test_a_part_may_ask_for_itself_while_it_is_compiled(cold: Path, parts: list[str]) -> None:
    registry.register(registry.Part("roads", 3, "", lambda: [("laying", lambda: registry.prepare("roads"))]))
    registry.prepare("roads")
    assert (cold / "roads.complete").exists()


def test_only_what_is_missing_is_compiled(cold: Path, parts: list[str], capsys: Any) -> None:
    cold.mkdir()
    (cold / "roads.complete").touch()
    registry.prepare("trains")
    assert parts == ["driven"]
    assert "(trains)" in capsys.readouterr().err


def test_on_a_terminal_each_step_is_named_with_the_time_left(
    cold: Path, parts: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(registry, "_pace", lambda: 2.0)
    registry.prepare("trains")
    told = capsys.readouterr().err
    assert "roads, laying; about 16 s left" in told
    assert "trains, driving; about 10 s left" in told


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


def test_a_second_process_is_waited_for_and_never_left_behind(
    cold: Path, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    second = SecondProcess()
    monkeypatch.setattr(registry, "_start_second_process", lambda part: second)
    registry.prepare("roads")
    assert second.said[0] == "waited for"
    assert second.said[-2:] == ["stopped", "waited for"]


def test_a_second_process_compiles_the_steps_that_the_part_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that no step has would leave all the work to the first process, without a word."""
    rules, ran = registry._parts["rules"], list[str]()

    def steps() -> list[registry.Step]:
        return [(name, partial(run_step, name, step)) for name, step in rules.steps()]

    def run_step(name: str, step: Callable[[], object]) -> None:
        ran.append(name)
        step()

    monkeypatch.setitem(registry._parts, "rules", replace(rules, steps=steps))
    registry.compile_steps("rules", *rules.elsewhere)
    assert ran == list(rules.elsewhere)


@pytest.mark.parametrize("cores, python", [(1, "python"), (2, "")])
def test_there_is_no_second_process_where_it_would_not_help(
    cores: int, python: str, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "usable_cores", lambda: cores)
    monkeypatch.setattr("sys.executable", python)
    assert registry._start_second_process(registry._parts["roads"]) is None


def test_a_second_process_that_cannot_start_is_done_without(parts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "usable_cores", lambda: 2)
    monkeypatch.setattr("sys.executable", "/no/such/python")
    assert registry._start_second_process(registry._parts["roads"]) is None


def test_with_kernels_in_the_cache_nothing_is_said(cold: Path, parts: list[str], capsys: Any) -> None:
    cold.mkdir()
    (cold / "roads.complete").touch()
    registry.prepare("roads")
    assert capsys.readouterr().err == ""
    assert parts == []


@pytest.mark.compiled_only
@pytest.mark.skipif(not COMPILED, reason="without the compiler every function can be called")
def test_a_private_kernel_refuses_calls_from_python() -> None:
    with pytest.raises(TypeError, match="_display_wilds is for kernels alone"):
        cards._display_wilds(state.new_records(state.STATE)[0])


@pytest.mark.compiled_only
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_start_with_compiled_kernels_loads_no_compiler() -> None:
    registry.prepare("rules")
    program = "from ferrovia import Game; Game('new_york', players=2, seed=1); import sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "ferrovia.engine.bridge" in loaded
    assert not loaded & {"numba.np.arraymath", "scipy.linalg", "filelock"}


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_kernel_is_compiled_once_for_integers_of_all_widths() -> None:
    bridge.act(*opened(), 0, 0, state.KEEP_TICKETS + 1, NO_NOTES, NO_SCRIPT)
    assert len(event_buffer.note.signatures) == len({signature[0] for signature in event_buffer.note.signatures})


def opened() -> tuple[Any, Any]:
    boards, states = core._tiny_board(), state.new_records(state.STATE)
    bridge.open_game(boards, states, 0, 2, 0, np.zeros(8, dtype=np.int32), 0, NO_NOTES, NO_SCRIPT)
    return boards, states


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


def test_without_a_writable_folder_there_is_one_warning_one_folder_and_no_litter(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    (tmp_path / "temporary").mkdir()
    child = "from ferrovia.engine.compilation import jit; print(jit.CACHE_FOLDER)"
    parent = f"import subprocess, sys; {child}; print(flush=True); subprocess.run([sys.executable, '-c', {child!r}])"
    told = subprocess.run(
        [sys.executable, "-c", parent],
        env=os.environ
        | {
            "FERROVIA_CACHE": str(in_the_way),
            "XDG_CACHE_HOME": str(in_the_way),
            "TMPDIR": str(tmp_path / "temporary"),
            "NUMBA_DISABLE_JIT": "0",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr.count("Set FERROVIA_CACHE") == 1
    first, second = told.stdout.split()
    assert first == second
    assert list((tmp_path / "temporary").iterdir()) == []


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


def test_another_room_has_its_own_cache_inside_the_engines(package: Path) -> None:
    of_bots = Path(jit.cache_of(str(package / "package/bots/planner/plan.py")))
    assert of_bots.parent == jit.CACHE_FOLDER
    assert of_bots.name.startswith("bots-")
    assert jit.cache_of(str(package / "package/engine/rules.py")) == str(jit.CACHE_FOLDER)


@pytest.mark.parametrize("room", ["", "bots-"])
def test_old_caches_of_a_room_are_deleted_and_the_newest_kept(tmp_path: Path, room: str) -> None:
    others = {"engine-knowledge", "environments-0"} if room else {"bots-0", "environments-0"}
    for name in others:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0))
    for age in range(jit._KEPT_FOLDERS + 2):
        folder = tmp_path / f"{room}{age}"
        folder.mkdir()
        os.utime(folder, (time.time() - age * 60, time.time() - age * 60))
    oldest = tmp_path / f"{room}{jit._KEPT_FOLDERS + 1}"
    jit.forget_old_caches(oldest)
    kept = {f"{room}{age}" for age in range(jit._KEPT_FOLDERS)} | {oldest.name}
    assert {folder.name for folder in tmp_path.iterdir()} == kept | others
