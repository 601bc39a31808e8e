"""Numbers learned by play, per board: those of the planner's style and of imagined games.

A board that nobody has played ten thousand times takes the numbers of the learned board that is most like it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from ferrovia.boards import Board, engine_board, load_board
from ferrovia.bots.planner.style import new_style

LEARNED_BOARDS = ("europe", "usa", "new_york", "london", "amsterdam")
ALIKE = ("stations", "longest_path_points", "attraction_points", "districts", "merchandise_cards")


@dataclass(frozen=True, slots=True)
class Learned:
    """The numbers for one board."""

    planner: Any  # the style of the planner, an array of one STYLE record
    rollouts: Any  # the style of imagined games, likewise


def _difference(one: Board, other: Board) -> float:
    """The difference between two boards: in size first, then in the rules that score."""
    a, b = engine_board(one)[0], engine_board(other)[0]
    rules = sum(bool(a[rule]) != bool(b[rule]) for rule in ALIKE)
    return 4 * abs(float(np.log2(int(a.trains) / int(b.trains)))) + rules


def nearest(board: Board) -> str:
    """The learned board that is most like this one; itself, if it is one."""
    return min(LEARNED_BOARDS, key=lambda name: _difference(board, load_board(name)))


@lru_cache(maxsize=64)
def learned_for(board: Board) -> Learned:
    """The numbers to play a board with."""
    text = resources.files(__package__).joinpath(f"{nearest(board)}.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Learned(new_style(**data["planner"]), new_style(**data["rollouts"]))
