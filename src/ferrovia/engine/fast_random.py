"""A fast generator for random players and rollouts. The rules never use it: their randomness comes from `chance`.

One 32-bit word of state, held in a 64-bit integer and masked, so that all lanes agree (see `chance`).
"""

from __future__ import annotations

from .compilation.jit import kernel

MASK = 0xFFFFFFFF


@kernel
def seed_dice(seed, number):
    """A starting word for user `number` of a seed, far from those of its neighbours."""
    word = (seed * 0x9E3779B1 + number * 0x85EBCA6B + 0x27D4EB2F) & MASK
    word = ((word ^ (word >> 15)) * 0x2C1B3C6D) & MASK
    word = ((word ^ (word >> 12)) * 0x297A2D39) & MASK
    return word ^ (word >> 15)


@kernel
def roll(word):
    """The next word of state."""
    return (word * 0x19660D + 0x3C6EF35F) & MASK


@kernel
def face(word, sides):
    """A number below `sides` (at most 2**20) made from a word of state."""
    mixed = (((word >> ((word >> 28) + 4)) ^ word) * 0x108EF2D9) & MASK
    mixed = (mixed >> 22) ^ mixed
    return (mixed * sides) >> 32
