"""Every example runs, in a short form."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.compiled_only


def run(example: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [example, *options])
    monkeypatch.syspath_prepend(str(EXAMPLES))
    runpy.run_path(str(EXAMPLES / example), run_name="__main__")


def test_the_random_loop(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("random_loop.py", "--steps", "600", monkeypatch=monkeypatch)
    told = capsys.readouterr().out
    assert "seat_2:" in told
    assert "games ended" in told


def test_open_spiels_search(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("open_spiel_search.py", "--simulations", "2", "--moves", "6", monkeypatch=monkeypatch)
    assert capsys.readouterr().out.count("\n") == 6
