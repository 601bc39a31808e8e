"""The policy behind planner and search: always a legal action, and only from what its seat may know."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kit.walks import BOARDS, BOARDS_AND_PLAYERS, TABLE_NAMES

from ferrovia import Board, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import STYLE_DEFAULTS, new_style
from ferrovia.bots.search.imagined_games import CARDS_LEFT, RESULT_COLUMNS, play_games
from ferrovia.engine import prepare
from ferrovia.engine.state import MAX_PLAYERS

from .watching import KEY, watch

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_every_decision_is_a_listed_action(board: Board, players: int) -> None:
    found = watch(board, players, games=400)
    assert found["decisions"] > 400 * 8 * players
    assert found["unlisted"] == 0


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_so_it_is_whatever_the_style(board: Board) -> None:
    """Learning tries strange styles: numbers of other sizes and signs, some of them zero."""
    rng = np.random.default_rng(5)
    for _ in range(4):
        changes = {name: float(value * rng.normal(0, 2)) for name, value in STYLE_DEFAULTS.items() if name != "pace"}
        styles = np.repeat(new_style(**changes), MAX_PLAYERS).view(np.recarray)
        assert watch(board, board.players[1], games=15, styles=styles)["unlisted"] == 0


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_a_decision_comes_from_what_the_seat_may_know(board: Board, players: int) -> None:
    found = watch(board, players, games=60, every=3)
    assert found["compared"] > 60 * 2 * players
    assert found["concealed"] == 0, "it looks at the real state"
    assert found["redealt"] == 0, "it looks at what it cannot tell apart"


@pytest.mark.parametrize("board", [board for board in BOARDS if board.id in ("new_york", "usa")], ids=lambda b: b.id)
def test_the_last_move_takes_the_points_it_can(board: Board) -> None:
    """Compared with every possible action, where no station or tunnel is between a claim and its points."""
    found = watch(board, 2, games=300, last=True)
    assert found["last"] >= 300
    assert found["best_last"] >= 0.995 * found["last"]
    assert found["missed"] <= 0.02 * found["last"]


def test_a_style_that_closes_games_has_fewer_cards_left() -> None:
    """With few trains left and nothing needed, it claims an affordable route instead of drawing."""
    bench = Workbench(load_board("europe"))
    prepare("rules")
    left = {}
    for close in (0.0, 8.0):
        styles = np.repeat(new_style(close=close), MAX_PLAYERS).view(np.recarray)
        results = np.zeros((200, 2, RESULT_COLUMNS))
        play_games(bench.for_kernels(styles), KEY, 0, 2, results)
        left[close] = results[:, :, CARDS_LEFT].mean()
    assert left[8.0] < left[0.0] - 0.5
