"""The fastest form in which to keep states and to pass records to the engine."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ferrovia.engine import COMPILED
from ferrovia.engine.state import STATE, new_records

_STATE: Final = new_records(STATE, 0).dtype


def copy_of(words: Any) -> Any:
    """An independent copy of the state that these words (`bridge.as_words`) hold. NumPy copies a record field by field,
    which takes a hundred times as long.
    """
    return np.ndarray(words.shape[:1], _STATE, words.copy()).view(np.recarray)  # `np.recarray` would make a new dtype


def passed(records: Any) -> Any:
    """The same memory as a plain array. Numba determines the type of a recarray in Python (2 µs each time), of an array
    in C.

    Without the compiler, kernels need a recarray, so this returns one.
    """
    return records.view(np.ndarray) if COMPILED else records
