"""Lays out any board for the screen: every space, city mark and name, and the scenery under them.

Every connection (a single route or a double) is one cubic curve between its two cities with four parameters: how far
each half bows out, and the distance of the first and last space from their cities. A search changes them until no space
touches another, no space is under a city and no name covers a track, and keeps curves simple.
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
