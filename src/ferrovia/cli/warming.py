"""Compiling the loops that only the command needs, with a word to the person who waits."""

from __future__ import annotations

import sys

from rich.console import Console

from ferrovia.boards import load_board
from ferrovia.cli.simulation import Player
from ferrovia.engine import CACHE_FOLDER, COMPILED, loops, state, warm_up

TINY_SEED = 1


def _is_ready() -> bool:
    """Whether the loop was compiled before, here or in an earlier start: then its cache has an entry."""
    return not COMPILED or any(CACHE_FOLDER.rglob("playout.random_games-*.nbi"))


def warm_playouts() -> None:
    """Make sure that what is measured and simulated is compiled, so that no bar stands still for half a minute."""
    warm_up()
    message = "Compiling the loops over many games, once ..."
    if _is_ready():
        _run_once()
    elif sys.stderr.isatty():
        with Console(stderr=True).status(message):
            _run_once()
    else:
        print(message, file=sys.stderr, flush=True)
        _run_once()


def _run_once() -> None:
    player = Player(load_board("new_york"), 2, TINY_SEED, audit=False)
    player.totals(0, 1)
    loops.copy_states(state.new_records(state.STATE, 2), 1)
