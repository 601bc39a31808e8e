"""A bot played by a program: starts the program, asks it, and reports what went wrong if it returns no action."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ferrovia.actions import Action
from ferrovia.bots.api import Budget
from ferrovia.bots.programs import faults, messages
from ferrovia.bots.programs.description import Program
from ferrovia.bots.programs.faults import ExternalBotFault
from ferrovia.bots.programs.process import MAX_LOG, Process
from ferrovia.views import View

GRACE: Final = 0.25  # seconds over a budget in seconds, for pipes and a busy machine
MAX_FAULTS: Final = 3  # per seat and game; then the program is not started again


class ProgramBot:
    """A program that answers lines of JSON; one process per seat it plays."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.name = ""  # the program's own name, once it has sent it
        self._table: tuple[str, int] | None = None  # board and players that the running processes know
        self._running: dict[int, Process] = {}
        self._faults: dict[int, int] = {}
        self._asked = 0
        self._log = ""

    @property
    def log(self) -> str:
        """The end of the program's stderr, including processes that have ended."""
        return (self._log + "".join(process.log for process in self._running.values()))[-MAX_LOG:]

    def choose(self, view: View, legal: Sequence[Action], rng: np.random.Generator, budget: Budget) -> Action:
        """Returns the program's action. Raises ExternalBotFault if there is none, after stopping its process."""
        seed = int(rng.integers(messages.SEEDS))
        if self._table != (view.board.digest, view.players):
            self.close()
            self._table = (view.board.digest, view.players)
        seat = view.seat
        if self._faults.get(seat, 0) >= MAX_FAULTS:
            reason = f"it had {MAX_FAULTS} faults in this game and is not asked again"
            raise ExternalBotFault(faults.GIVEN_UP, reason, self.log)
        try:
            if seat not in self._running:
                self._start(view)
            return self._ask(self._running[seat], view, legal, seed, budget)
        except ExternalBotFault as fault:
            self._faults[seat] = self._faults.get(seat, 0) + 1
            # An outdated program gets the reason; all others are stopped silently.
            self._stop(seat, farewell=messages.goodbye(fault.reason) if fault.code == faults.WRONG_PROTOCOL else None)
            raise ExternalBotFault(fault.code, fault.reason, self.log) from None
        except BaseException:  # Ctrl-C in between: the next answer would be to this question
            self._stop(seat)
            raise

    def _start(self, view: View) -> None:
        process = self._running[view.seat] = Process(self.program.command, self.program.folder)
        line = messages.to_line(messages.hello(view.board, seat=view.seat, players=view.players))
        deadline = time.monotonic() + self.program.start_seconds
        self.name = messages.read_ready(process.ask(line, deadline=deadline, late=faults.NOT_READY))

    def _ask(self, process: Process, view: View, legal: Sequence[Action], seed: int, budget: Budget) -> Action:
        self._asked += 1
        line = messages.to_line(messages.decide(self._asked, view, legal, seed, budget))
        allowed = self.program.answer_seconds if budget.seconds is None else budget.seconds + GRACE
        answer = process.ask(line, deadline=time.monotonic() + allowed)
        return messages.read_action(answer, self._asked, view.board, legal)

    def _stop(self, seat: int, farewell: dict[str, Any] | None = None) -> None:
        process = self._running.pop(seat, None)
        if process is not None:
            process.stop(b"" if farewell is None else messages.to_line(farewell))
            self._log = (self._log + process.log)[-MAX_LOG:]

    def close(self) -> None:
        """The game is over: says goodbye and leaves nothing running. The bot can be used again, in a new game."""
        for seat in list(self._running):
            self._stop(seat, messages.goodbye())
        self._faults.clear()
