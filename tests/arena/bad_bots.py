"""Bots that break the contract, each in its own way."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.actions import Action, ClaimRoute
from ferrovia.bots import Budget
from ferrovia.bots.styles.greedy import GreedyBot
from ferrovia.views import View

A_WHILE = 6  # turns that they play well before it begins


class Patient(GreedyBot):
    """Plays like greedy for a while; then `fail` decides."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if view.turns_played < A_WHILE or view.phase != "turn":
            return super().choose(view, legal, rng, budget)
        return self.fail(view)  # type: ignore[no-any-return]

    def fail(self, view: View) -> Any:
        raise NotImplementedError


class Once(Patient):
    """Fails in one turn only."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        if view.turns_played // 2 == A_WHILE // 2 and view.phase == "turn":
            return self.fail(view)  # type: ignore[no-any-return]
        return GreedyBot.choose(self, view, legal, rng, budget)


class Raises(Patient):
    def fail(self, view: View) -> Any:
        raise RuntimeError("I have had enough")


class Leaves(Patient):
    def fail(self, view: View) -> Any:
        raise SystemExit(3)


class Garbage(Patient):
    def fail(self, view: View) -> Any:
        return "claim everything"


class Unspeakable(Patient):
    """Returns an object that raises when inspected."""

    class Thing:
        def __repr__(self) -> str:
            raise ValueError("do not look at me")

    def fail(self, view: View) -> Any:
        return self.Thing()


class Illegal(Patient):
    def fail(self, view: View) -> Any:
        return ClaimRoute(view.board.routes[0].id, None, view.board.routes[0].length)


HANGS = "hangs"


def is_hanging(process: int) -> bool:
    """Whether a bot in that process is about to never answer."""
    try:
        return Path(f"/proc/{process}/comm").read_text().strip() == HANGS
    except OSError:
        return False


def _tell_that_it_hangs() -> None:
    """By the name of the process, which ends with it."""
    Path("/proc/self/comm").write_text(HANGS)


class Loops(Once):
    def fail(self, view: View) -> Any:
        _tell_that_it_hangs()
        while True:
            pass


class SleepsInC(Once):
    """Hangs outside Python code with the lock held: no signal handler and no thread ever runs."""

    def fail(self, view: View) -> Any:
        _tell_that_it_hangs()
        ctypes.PyDLL(None).sleep(3_600)


class Exits(Once):
    def fail(self, view: View) -> Any:
        os._exit(7)


class ExitsAlways(Patient):
    def fail(self, view: View) -> Any:
        os._exit(7)


class Unmakeable(GreedyBot):
    def __init__(self) -> None:
        raise OSError("no engine found")


class ExitsWhenMade(GreedyBot):
    def __init__(self) -> None:
        os._exit(9)


class Noisy(GreedyBot):
    """Plays well, and prints."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        print("LOOK AT ME")
        return super().choose(view, legal, rng, budget)


class Dawdles(Once):
    """Thinks for a second even if its budget is shorter, and still answers."""

    def fail(self, view: View) -> Any:
        time.sleep(0.6)
        return view.legal_actions()[0]


class SaysThreads(GreedyBot):
    """Fails with the number of threads that it may use."""

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        raise RuntimeError(os.environ["FERROVIA_THREADS"])
