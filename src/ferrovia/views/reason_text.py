"""Writes a reason as a sentence: fills its text with numbers, card names and player names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ferrovia.locales import Texts

# The number that chooses between `1 card` and `3 cards`, for reasons with several numbers.
_COUNTED: Final = ("missing", "needed", "extra", "offered")
_COUNTED_FIRST: Final = {"tickets/no_such_offer": "offered", "tickets/keep_more": "needed"}


def reason_text(
    texts: Texts,
    code: str,
    numbers: Mapping[str, int | str],
    *,
    names: Sequence[str] | None = None,
    viewer: int | None = None,
) -> str:
    """Returns the sentence. Seats without names are numbered from 1; the `viewer` is addressed as "you"."""
    key = f"reason.{code}"
    gaps: dict[str, object] = dict(numbers)
    for name in ("card", "color"):
        if name in gaps:
            gaps[name] = texts.or_else(f"color.{gaps[name]}", str(gaps[name]))
    for name in ("owner", "turn"):
        seat = gaps.get(name)
        if isinstance(seat, int):
            gaps[name] = names[seat] if names is not None else texts("reason.player", number=seat + 1)
            key = f"{key}.you" if seat == viewer and f"{key}.you" in texts else key
    counted = _COUNTED_FIRST.get(code) or next((name for name in _COUNTED if name in gaps), None)
    if counted is not None:
        gaps["count"] = gaps[counted]
    sentence = texts(key, **gaps)
    return sentence[:1].upper() + sentence[1:]
