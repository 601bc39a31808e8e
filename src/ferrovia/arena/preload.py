"""Loaded once by the process that forks the workers, so that they start instantly."""

from __future__ import annotations

from ferrovia.arena import worker
from ferrovia.boards import load_board
from ferrovia.game import Game

__all__ = ["worker"]

# Plays one game with the library, so that compiled kernels are in memory before the first fork.
_game = Game(load_board("new_york"), players=2, seed=1)
while not _game.is_over:
    _seat = min(_game.actors)
    _game.view(_seat)
    _game.play(_game.legal_codes(_seat)[0], seat=_seat)
_game.result()
