"""The rules, compiled. Rooms above come in here and nowhere else; the import linter forbids the rest.

This module holds what kernels of other rooms call, and what compiles them. Four modules beside it are doors too:
`state` (every field, limit, phase and code), `bridge` (the rules called from Python), `loops` (many random games) and
`gpu` (the same on a GPU, which imports CUDA).
"""

from .chance import NO_SCRIPT, SCRIPT_BROKEN, SCRIPT_HEADER, can_draw
from .compilation.core import register_own_parts
from .compilation.jit import COMPILED, inlined, kernel
from .compilation.registry import Part, prepare, register, registered
from .event_buffer import NO_NOTES, new_notes
from .fast_random import face, roll, seed_dice
from .knowledge.redeal import redeal
from .knowledge.shuffle_memory import hidden_count
from .knowledge.tickets import count_bits
from .legal import legal_actions, may_act
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
    "face",
    "hidden_count",
    "inlined",
    "kernel",
    "legal_actions",
    "may_act",
    "new_notes",
    "next_to_act",
    "prepare",
    "redeal",
    "register",
    "registered",
    "roll",
    "score",
    "seed_dice",
    "set_up",
]
