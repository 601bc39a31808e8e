"""One process at a time compiles; the others wait with a message, and a killed one blocks nobody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import filelock
import pytest
from tests.kit.waiting import PATIENCE

from ferrovia.engine.compilation import lock as room
from ferrovia.engine.compilation import registry
from ferrovia.engine.compilation.lock import one_process

HOLD = """
import sys, time
from pathlib import Path
from ferrovia.engine.compilation.lock import one_process
with one_process(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def hold(folder: Path, seconds: float) -> subprocess.Popen[str]:
    """Another process that holds the lock of a folder for a while."""
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(folder), str(seconds)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def test_the_second_process_gets_a_message_and_waits_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first goes, killed, as soon as the second was told; a killed process lets go of its lock."""
    told: list[str] = []
    with hold(tmp_path, 600.0) as other:

        def tell(words: str, **_: object) -> None:
            told.append(words)
            assert other.poll() is None, "it holds the lock as yet"
            other.kill()

        monkeypatch.setattr(room, "print", tell, raising=False)
        try:
            with one_process(tmp_path):
                other.wait(timeout=PATIENCE)
        finally:
            other.kill()
    assert [words[:25] for words in told] == ["Another process is compil"]


def test_alone_there_is_nothing_to_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        with one_process(tmp_path / "new"):
            pass
    assert capsys.readouterr().err == ""


def test_a_file_system_without_locks_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here(*_: object, **__: object) -> None:
        raise NotImplementedError("no locks available")

    monkeypatch.setattr(filelock.FileLock, "acquire", none_here)
    with one_process(tmp_path), one_process(tmp_path):
        pass


def test_parts_compiled_by_another_process_are_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = registry.Part("roads", 1, "", lambda: pytest.fail("compiled twice"))
    answers = iter([[part], []])  # before the lock was ours, and after
    monkeypatch.setattr(registry, "COMPILED", True)
    monkeypatch.setattr(registry, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(registry, "_ready", set())
    monkeypatch.setattr(registry, "_parts", {"roads": part})
    monkeypatch.setattr(registry, "_missing", lambda wanted: next(answers))
    registry.prepare("roads")
    assert next(answers, None) is None
