"""Shares with honest intervals at their ends too, and estimates as plain data, without meaningless digits."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Final

from ferrovia.arena.intervals import NORMAL, Estimate, share_of

DIGITS: Final = 5  # more would be noise


def sure_share(values: Iterable[tuple[Hashable, float]]) -> Estimate:
    """A share from (deal, 0 … 1) pairs.

    If all agree, their spread says nothing about how similar the games of a deal are. Then each deal counts as one
    observation.
    """
    found = share_of(values)
    if found.count and found.value in (0.0, 1.0):
        room = NORMAL**2 / (found.deals + NORMAL**2)
        return replace(found, low=0.0, high=room) if found.value == 0 else replace(found, low=1 - room, high=1.0)
    return found


def plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in estimate.data().items()}
