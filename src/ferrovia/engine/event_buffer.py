"""Notes on what happened, written by the rules into a buffer: an argument, never part of the state.

Row 0 holds the number of notes and whether some did not fit; a buffer without rows takes none. Pass None instead of a
buffer to compile kernels without notes: a tenth faster, for callers that play many games (rollouts).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compilation.jit import inlined, kernel
from .state import NOTE_WIDTH

NO_NOTES = np.zeros((0, NOTE_WIDTH), dtype=np.int32)


def new_notes(capacity: int) -> Any:
    return np.zeros((capacity + 1, NOTE_WIDTH), dtype=np.int32)


@inlined
def note(notes, kind, a, b, c, d, e):
    if notes is not None:  # decided at compile time
        if notes.shape[0] > 0:
            _write(notes, kind, a, b, c, d, e)


@kernel
def _write(notes, kind, a, b, c, d, e):
    row = int(notes[0, 0]) + 1
    if row >= notes.shape[0]:
        notes[0, 1] = 1  # full: the rules continue, and the caller repeats with a larger buffer
        return
    notes[0, 0] = row
    notes[row, 0] = kind
    notes[row, 1] = a
    notes[row, 2] = b
    notes[row, 3] = c
    notes[row, 4] = d
    notes[row, 5] = e
