"""Symbols of cards and emblems of seats as SVG, in a box from -12 to 12, the same drawings as in the browser client.

A test compares them with `web/board/symbols.js`. They are drawn in `currentColor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SEAT_COLORS: Final = ("cobalt", "vermilion", "jade", "amber", "plum")
CARD_COLORS: Final = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink")

MARKS: Final = {
    "purple": '<path d="M4.2-8.8A9.2 9.2 0 1 0 4.2 8.8 7.2 7.2 0 1 1 4.2-8.8Z"/>',
    "blue": '<path d="M-9.5-3.2q4.75-5.6 9.5 0t9.5 0M-9.5 4.8q4.75-5.6 9.5 0t9.5 0" fill="none" '
    'stroke="currentColor" stroke-width="3.3" stroke-linecap="round"/>',
    "orange": '<path d="M-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6Z"/>',
    "white": '<circle r="6.6" fill="none" stroke="currentColor" stroke-width="3.8"/>',
    "green": '<path d="M0-9.2 9.6 7.4H-9.6Z" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
    "yellow": '<path d="M0-10.4 2.9-3.4l7.4.6-5.6 4.9 1.7 7.3L0 5.5l-6.4 3.9 1.7-7.3-5.6-4.9 7.4-.6Z"/>',
    "black": '<rect x="-7.8" y="-7.8" width="15.6" height="15.6" rx="1.6"/>',
    "red": '<circle r="8.4"/>',
    "pink": '<circle cx="0" cy="-4.9" r="4.7"/><circle cx="0" cy="4.9" r="4.7"/>'
    '<circle cx="-4.9" cy="0" r="4.7"/><circle cx="4.9" cy="0" r="4.7"/>',
    "wild": '<circle r="8.6" fill="none" stroke="currentColor" stroke-width="2.6"/><path d="M0-8.6V8.6'
    'M-8.6 0H8.6M-6.1-6.1 6.1 6.1M-6.1 6.1 6.1-6.1" stroke="currentColor" stroke-width="1.9"/>'
    '<circle r="2.9"/>',
    "cart": '<path d="M-10-6h3l2.6 8.4H7.2L10-4.4H-4.6" fill="none" stroke="currentColor" stroke-width="2.3" '
    'stroke-linejoin="round" stroke-linecap="round"/><circle cx="-2.6" cy="7" r="2.5"/>'
    '<circle cx="5.4" cy="7" r="2.5"/>',
    "attraction": '<path d="M-5.4 10V-9.4M-5.4-8.6Q0-11.4 3.2-8.6T9.4-8.2V1.4Q6.2 3 2.6 1.2T-5.4 1.2Z" '
    'stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>',
}

EMBLEMS: Final = {
    "cobalt": '<path d="M0-9.5 10.5 3v7.5L0-1.8-10.5 10.5V3Z"/>',
    "vermilion": '<rect x="-8.6" y="-9" width="6" height="18" rx="1.2"/>'
    '<rect x="2.6" y="-9" width="6" height="18" rx="1.2"/>',
    "jade": '<path d="M-10-8.2 0-1.5 10-8.2V8.2L0 1.5-10 8.2Z"/>',
    "amber": '<circle cx="-8" r="3.7"/><circle r="3.7"/><circle cx="8" r="3.7"/>',
    "plum": '<path d="M0-11C5-4 8-.5 8 3A8 8 0 0 1-8 3C-8-.5-5-4 0-11Z"/>',
}


def looks_of(colors: Sequence[str]) -> dict[str, str]:
    """The known colour whose look each colour of a board has: its own, or one that the board does not use."""
    free = [known for known in CARD_COLORS if known not in colors]
    looks = {}
    for color in colors:
        looks[color] = color if color in CARD_COLORS else (free.pop(0) if free else "red")
    return looks


def symbol(body: str, size: float, color: str, *, upside_down: bool = False) -> str:
    """A symbol around the origin, `size` wide."""
    turn = "rotate(180)" if upside_down else ""
    drawn = body.replace("currentColor", color)
    return f'<g fill="{color}" transform="{turn}scale({size / 24:.3g})">{drawn}</g>'
