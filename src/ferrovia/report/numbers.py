"""Shares that are honest at their ends too, and estimates as plain data, without digits that mean nothing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Final

from ferrovia.arena.intervals import NORMAL, Estimate, share_of

DIGITS: Final = 5  # more would be noise


def sure_share(values: Iterable[tuple[Hashable, float]]) -> Estimate:
    """A share of (deal, 0 … 1) pairs. Where all agree, their spread tells nothing of how alike the games of a deal are:
    then only the deals count, each as one observation.
    """
    found = share_of(values)
    if found.count and found.value in (0.0, 1.0):
        room = NORMAL**2 / (found.deals + NORMAL**2)
        return replace(found, low=0.0, high=room) if found.value == 0 else replace(found, low=1 - room, high=1.0)
    return found


def plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in estimate.data().items()}
