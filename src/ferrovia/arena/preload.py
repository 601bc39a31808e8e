"""Loaded once by the process from which workers are forked, so that each starts in an instant: everything is ready."""

from __future__ import annotations

from ferrovia.arena import worker
from ferrovia.boards import load_board
from ferrovia.game import Game

__all__ = ["worker"]

# One game through the library's doors, so that compiled kernels lie in memory before the first fork.
_game = Game(load_board("new_york"), players=2, seed=1)
while not _game.is_over:
    _seat = min(_game.actors)
    _game.view(_seat)
    _game.play(_game.legal_codes(_seat)[0], seat=_seat)
_game.result()
