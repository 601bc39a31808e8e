"""The bots' kernels in both lanes: without the compiler, an index out of bounds or an overflowing field is an error."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kit.walks import BOARDS, TINY

from ferrovia import Board, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import MIND, ROADS, STYLE
from ferrovia.bots.search.halving import Study

from .watching import position_after, watch


@pytest.mark.parametrize("kind", [MIND, ROADS, STYLE], ids=["mind", "roads", "style"])
def test_no_field_has_a_name_that_means_something_else_without_the_compiler(kind: np.dtype[np.void]) -> None:
    """NumPy's own attributes come first: `mind.base` would be the array that contains a mind."""
    assert [name for name in kind.names or () if hasattr(np.record, name) or hasattr(np.recarray, name)] == []


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_game_is_played_by_the_policy(board: Board) -> None:
    found = watch(board, 3, games=1, every=40)
    assert found["decisions"] > 15
    assert found["unlisted"] == found["concealed"] == found["redealt"] == 0


@pytest.mark.parametrize("name", ["europe", "new_york", TINY], ids=["europe", "new_york", "tiny"])
def test_candidates_are_tried(name: str) -> None:
    """Two of them in one world, to the end of the game."""
    board = load_board(name)
    view = (game := position_after(board, 2, 1, 12)).view(min(game.actors))
    study = Study(view, np.random.default_rng(1), [Workbench(board)])
    study.alive[2:] = False
    study.try_worlds(1)
    assert [finding.simulations for finding in study.findings()] == [1, 1]
    assert all(0.0 <= finding.win <= 1.0 for finding in study.findings())
