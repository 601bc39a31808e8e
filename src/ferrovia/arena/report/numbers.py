"""Estimates as plain data, without digits that mean nothing."""

from __future__ import annotations

from typing import Final

from ferrovia.arena.intervals import Estimate

DIGITS: Final = 5  # more would be noise


def plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in estimate.data().items()}
