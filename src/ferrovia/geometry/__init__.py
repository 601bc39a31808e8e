"""Lays out any board for the screen: where every space, city mark and name goes, and what lies under them.

Every connection (a single route or a double) is one cubic curve between its two cities with four numbers to choose: how
far each half bows out, and how far the first and the last space keep from the city. A search moves those numbers until
no space touches another one, no space lies under a city and no name covers a track, and keeps curves plain.
"""

from ferrovia.geometry.check import Findings, check_layout
from ferrovia.geometry.draw import Scene, draw_board
from ferrovia.geometry.pixels import PixelsError, to_pixels, to_png
from ferrovia.geometry.scenery import SceneryError
from ferrovia.geometry.schema import Layout
from ferrovia.geometry.store import as_text, is_ready, layout_of, make_layout

__all__ = [
    "Findings",
    "Layout",
    "PixelsError",
    "Scene",
    "SceneryError",
    "as_text",
    "check_layout",
    "draw_board",
    "is_ready",
    "layout_of",
    "make_layout",
    "to_pixels",
    "to_png",
]
