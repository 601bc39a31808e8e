"""The bridge from Python into the rules: takes arrays and an index, because records cost four times as much to pass.

Functions here trust their caller; `Game.play` does the checking.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from .audit import audit
from .claims import list_free_routes
from .compilation.jit import kernel
from .connections import collect_own_routes, join_own_routes
from .knowledge.redeal import conceal, redeal
from .knowledge.tickets import REDEAL_WORK, SEEN_SHAPE
from .legal import legal_actions, may_act
from .longest_path import longest_path
from .rules import apply
from .scoring import SCRATCH, add_up, score
from .setup import set_up
from .state import DIGESTED_WORDS, EVERYTHING, LIST_SIZE, SHEET, new_records

MASK = 0xFFFFFFFF


class Desk:
    """Buffers for one thread's calls over the bridge; never shared between threads."""

    def __init__(self) -> None:
        self.legal: Any = np.zeros(LIST_SIZE, dtype=np.int16)
        self.sheets: Any = new_records(SHEET)
        self.scratches: Any = new_records(SCRATCH)
        self.works: Any = new_records(REDEAL_WORK)


_local = threading.local()


def desk() -> Desk:
    """This thread's buffers."""
    if not hasattr(_local, "desk"):
        _local.desk = Desk()
    found: Desk = _local.desk
    return found


def new_seen() -> Any:
    return np.zeros(SEEN_SHAPE, dtype=np.int8)


def as_words(states: Any) -> Any:
    """The same memory as 32-bit words, one row per state, for digests."""
    return states.view(np.ndarray).view(np.int32).reshape(states.shape[0], -1)


@kernel
def open_game(boards, states, i, players, first, key, stream, notes, script):
    set_up(boards[0], states[i], players, first, key, stream, notes, script)


@kernel
def find_free_routes(boards, states, i):
    """Find the routes that can still be claimed, after a caller has written the owners."""
    list_free_routes(boards[0], states[i])


@kernel
def list_actions(boards, states, i, seat, legal):
    return legal_actions(boards[0], states[i], seat, legal, EVERYTHING)


@kernel
def may_seat_act(states, i, seat):
    return may_act(states[i], seat)


@kernel
def is_listed(boards, states, i, seat, action, legal):
    """Whether `seat` may do `action` now."""
    for k in range(legal_actions(boards[0], states[i], seat, legal, EVERYTHING)):
        if legal[k] == action:
            return True
    return False


@kernel
def act(boards, states, i, seat, action, notes, script):
    apply(boards[0], states[i], seat, action, notes, script)


@kernel
def fill_sheet(boards, states, i, sheets, scratches):
    score(boards[0], states[i], sheets[0], scratches[0])


@kernel
def add_up_sheet(boards, states, i, sheets):
    """Recompute totals and ranking after a caller has changed rows of the sheet."""
    add_up(boards[0], states[i], sheets[0])


@kernel
def longest_path_steps(boards, states, i, seat, scratches):
    """Length of a seat's longest path and the steps of its search; unproven from LONGEST_PATH_STEPS steps on."""
    scratch = scratches[0]
    count = collect_own_routes(boards[0], states[i], seat, scratch)
    join_own_routes(boards[0], scratch.own, count, scratch.joined)
    return longest_path(boards[0], scratch.own, count, scratch.joined, scratch, scratch.on_path)


@kernel
def look(boards, states, i, seat, views, j, seen, works):
    """Write into views[j] what `seat` (or a spectator) may know of states[i]."""
    views[j] = states[i]
    conceal(boards[0], views[j], seat, seen, works[0])


@kernel
def imagine(boards, views, i, seat, seen, key, stream, worlds, j, works):
    """Write into worlds[j] a complete world consistent with views[i]."""
    worlds[j] = views[i]
    return redeal(boards[0], views[i], seat, seen, key, stream, worlds[j], works[0])


@kernel
def faults(boards, states, i):
    return audit(boards[0], states[i])


@kernel
def digest(words, i):
    """Two 32-bit halves of a checksum of the whole state, with secrets and without derived fields."""
    low = 0x811C9DC5
    high = 0x9DC5811C
    for k in range(DIGESTED_WORDS):
        word = int(words[i, k]) & MASK
        low = ((low ^ word) * 0x01000193) & MASK
        high = ((high + word) * 0x2545F491) & MASK
        low ^= high >> 15
        high ^= low >> 13
    low = ((low ^ (high >> 11)) * 0x2C1B3C6D) & MASK
    high = ((high ^ (low >> 12)) * 0x297A2D39) & MASK
    return high ^ (high >> 15), low ^ (high >> 17)


@kernel
def replay(boards, states, i, words, moves, digests, legal, notes, script):
    """Play rows of (seat, action), comparing each state's digest with (high, low) rows where `digests` has them.

    Returns the index of the first row that is wrong, or the number of rows if all are right.
    """
    for row in range(moves.shape[0]):
        seat, action = int(moves[row, 0]), int(moves[row, 1])
        if not is_listed(boards, states, i, seat, action, legal):
            return row
        apply(boards[0], states[i], seat, action, notes, script)
        if row < digests.shape[0]:
            high, low = digest(words, i)
            if high != digests[row, 0] or low != digests[row, 1]:
                return row
    return moves.shape[0]
