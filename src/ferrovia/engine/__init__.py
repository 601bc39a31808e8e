"""The rules, compiled. Other rooms import the engine through its doors only; the import linter enforces it.

This module exports the kernels that other rooms call and the means to compile them. Four more modules are doors:
`state` (every field, limit, phase and code), `bridge` (the rules for Python callers), `loops` (many random games) and
`gpu` (the same on a GPU; imports CUDA).
"""

from .chance import NO_SCRIPT, SCRIPT_BROKEN, SCRIPT_HEADER, can_draw
from .compilation.core import register_own_parts
from .compilation.jit import COMPILED, inlined, kernel
from .compilation.registry import Part, is_prepared, prepare, register, registered
from .cores import usable_cores
from .event_buffer import NO_NOTES, new_notes
from .fast_random import face, roll, seed_dice
from .knowledge.redeal import redeal
from .knowledge.tickets import count_bits
from .legal import draws, legal_actions, may_act, passing, station_payments, ticket_draw
from .loops import next_to_act
from .rules import apply
from .scoring import SCRATCH, score
from .setup import set_up

register_own_parts()

__all__ = [
    "COMPILED",
    "NO_NOTES",
    "NO_SCRIPT",
    "SCRATCH",
    "SCRIPT_BROKEN",
    "SCRIPT_HEADER",
    "Part",
    "apply",
    "can_draw",
    "count_bits",
    "draws",
    "face",
    "inlined",
    "is_prepared",
    "kernel",
    "legal_actions",
    "may_act",
    "new_notes",
    "next_to_act",
    "passing",
    "prepare",
    "redeal",
    "register",
    "registered",
    "roll",
    "score",
    "seed_dice",
    "set_up",
    "station_payments",
    "ticket_draw",
    "usable_cores",
]
