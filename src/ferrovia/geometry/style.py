"""Sizes on the screen, in board units, and the width of texts. Only this module defines them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Raised when the same board would be laid out differently: layouts cached by older versions are then recomputed.
VERSION: Final = 1


@dataclass(frozen=True)
class Style:
    ink: float = 5.7  # the board is scaled until spaces and names cover one part in this many of it …
    pitch: float = 53.0  # … and nine routes in ten have at least this much room for each space
    tallest: float = 6000.0  # but never beyond this, however close to each other a file puts its cities
    length: float = 44.0  # a space, if there is room
    shortest: float = 31.0
    longest: float = 58.0
    width: float = 15.0
    gap: float = 4.0  # between spaces of one route
    widest_gap: float = 9.0
    twin_gap: float = 6.0  # between the halves of a double
    city: float = 11.0  # radius of a city mark
    city_gap: float = 5.0  # from a city mark to the first space
    clearance: float = 4.0  # between spaces of different connections
    comfort: float = 11.0  # less is allowed, but penalised
    label: float = 17.0  # font size
    line: float = 1.08  # line height, in font sizes
    long_name: int = 10  # names with more letters may be set smaller if there is no room
    margin: float = 34.0  # around the outermost city
    bleed: float = 0.3  # scenery further outside the frame than this (in board sizes) …
    stretch: float = 9.0  # … is pulled out this many times further, so that wide windows never see its end


STYLE: Final = Style()

# Widths of a semibold grotesque, in font sizes. The sums are never below Inter's own, so what fits here fits on the
# screen. Scripts that Inter lacks count as wide as they are tall.
_WIDTHS: Final = {"ijlI'.,: ": 0.30, "frt()": 0.42, "-": 0.47, "csaxyzvkJLFE": 0.60, "mwMW": 0.95}
_WIDTH_OF: Final = {letter: width for letters, width in _WIDTHS.items() for letter in letters}
_LAST_LATIN: Final = "\u024f"


def text_width(text: str, size: float) -> float:
    """The maximum width of a text set in the labels' font at this size."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter > _LAST_LATIN:
        return 1.05
    return _WIDTH_OF.get(letter, 0.76 if letter.isupper() else 0.63)
