"""The rules, compiled. Rooms above come in here and nowhere else; the import linter forbids the rest.

This module holds what kernels of other rooms call, and what compiles them. Four modules beside it are doors too:
`state` (every field, limit, phase and code), `bridge` (the rules called from Python), `loops` (many random games) and
`gpu` (the same on a GPU, which imports CUDA).
"""

from .chance import NO_SCRIPT, SCRIPT_BROKEN, SCRIPT_HEADER, can_draw
from .compilation.jit import CACHE_FOLDER, COMPILED, cache_of, inlined, kernel
from .compilation.lock import one_process
from .compilation.registry import warm_up
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

__all__ = [
    "CACHE_FOLDER",
    "COMPILED",
    "NO_NOTES",
    "NO_SCRIPT",
    "SCRATCH",
    "SCRIPT_BROKEN",
    "SCRIPT_HEADER",
    "apply",
    "cache_of",
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
    "one_process",
    "redeal",
    "roll",
    "score",
    "seed_dice",
    "set_up",
    "warm_up",
]
