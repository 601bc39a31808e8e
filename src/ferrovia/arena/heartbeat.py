"""A worker's activity, in memory shared with its guardian, so that it outlives the worker.

A bot can hang in compiled code or end the process. The guardian then reads here whose move it was, the moves so far and
earlier faults, and the game continues in another worker.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ferrovia.engine.state import MAX_PLAYERS, MAX_TURNS_EACH, NOBODY

MAX_MOVES: Final = MAX_PLAYERS * (2 * MAX_TURNS_EACH + 2)  # no turn has more than two actions
REASON_BYTES: Final = 240

# The faults of a bot.
UNMADE: Final = "unmade"  # it could not even be created
CRASHED: Final = "crashed"  # it raised an exception
NONSENSE: Final = "nonsense"  # its answer is not an action
ILLEGAL: Final = "illegal"  # its answer is an action, but not a legal one
HUNG: Final = "hung"  # it did not answer in time
EXITED: Final = "exited"  # it ended the process
FAULTS: Final = (UNMADE, CRASHED, NONSENSE, ILLEGAL, HUNG, EXITED)

NOTES: Final = np.dtype(
    [
        ("serial", np.int64),  # grows with every question, so that a guardian recognises a new one
        ("asked", np.int64),  # the thinking seat, or NOBODY
        ("moves", np.int64),
        ("codes", np.int32, (MAX_MOVES,)),
        ("decisions", np.int64, (MAX_PLAYERS,)),
        ("seconds", np.float64, (MAX_PLAYERS,)),  # by the clock
        ("cpu", np.float64, (MAX_PLAYERS,)),  # seconds of processor time, over all threads
        ("slowest", np.float64, (MAX_PLAYERS,)),  # seconds of the longest decision
        ("late", np.int64, (MAX_PLAYERS,)),  # decisions that exceeded a budget in seconds
        ("faults", np.int64, (MAX_PLAYERS, len(FAULTS))),
        ("first_move", np.int64, (MAX_PLAYERS,)),  # of the first fault
        ("reason", f"S{REASON_BYTES}", (MAX_PLAYERS,)),  # of the first fault
    ]
)


@dataclass
class Interruption:
    """A game that a worker could not finish: the moves, and the seat that was thinking."""

    codes: list[int]
    decisions: list[int]
    seconds: list[float]
    cpu: list[float]
    slowest: list[float]
    late: list[int]
    faults: list[list[int]]
    first_moves: list[int]
    reasons: list[bytes]
    asked: int
    benched: set[int] = field(default_factory=set)  # seats not asked again in this game


class WorkerNotes:
    """One worker's notes. `memory` is a buffer shared with the guardian, or any buffer if there is none."""

    def __init__(self, memory: Any = None) -> None:
        memory = bytearray(NOTES.itemsize) if memory is None else memory
        self._record: Any = np.frombuffer(memory, dtype=NOTES)
        # Direct access to a field is much faster than through the record.
        self.serial, self.asked, self.moves = (self._record[name] for name in ("serial", "asked", "moves"))
        self.codes = self._record["codes"][0]
        self.decisions = self._record["decisions"][0]
        self.seconds, self.cpu = self._record["seconds"][0], self._record["cpu"][0]
        self.slowest, self.late = self._record["slowest"][0], self._record["late"][0]
        self.faults, self.first_move = self._record["faults"][0], self._record["first_move"][0]
        self.reason = self._record["reason"][0]

    def clear(self) -> None:
        serial = int(self.serial[0])
        self._record[:] = np.zeros(1, dtype=NOTES)
        self.serial[0], self.asked[0] = serial, NOBODY

    def note_fault(self, seat: int, kind: str, reason: str) -> None:
        if not self.faults[seat].any():
            self.first_move[seat] = self.moves[0]
            self.reason[seat] = f"{kind}: {reason}".encode(errors="replace")[:REASON_BYTES]
        self.faults[seat, FAULTS.index(kind)] += 1

    def reasons(self, seat: int) -> str:
        return bytes(self.reason[seat]).decode(errors="replace")

    def interruption(self) -> Interruption:
        return Interruption(
            codes=self.codes[: int(self.moves[0])].tolist(),
            decisions=self.decisions.tolist(),
            seconds=self.seconds.tolist(),
            cpu=self.cpu.tolist(),
            slowest=self.slowest.tolist(),
            late=self.late.tolist(),
            faults=self.faults.tolist(),
            first_moves=self.first_move.tolist(),
            reasons=[bytes(reason) for reason in self.reason],
            asked=int(self.asked[0]),
        )

    def restore(self, past: Interruption) -> None:
        """Continues from there: everything except the moves, which the table replays."""
        self.decisions[:], self.faults[:] = past.decisions, past.faults
        self.seconds[:], self.cpu[:] = past.seconds, past.cpu
        self.slowest[:], self.late[:] = past.slowest, past.late
        self.first_move[:], self.reason[:] = past.first_moves, past.reasons
