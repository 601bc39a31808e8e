"""Long runs: `make soak`. `benchmarks/million_games.py` goes further still."""

from __future__ import annotations

import numpy as np
import pytest
from tests.engine.table import Table

from ferrovia import SPECTATOR, Game, View
from ferrovia.boards import board_names, load_board
from ferrovia.engine import bridge
from ferrovia.engine.state import DRAW_TICKETS, OVER

TABLES = [
    (board, players)
    for board in board_names()
    for players in range(load_board(board).players[0], load_board(board).players[1] + 1)
]

pytestmark = [pytest.mark.soak, pytest.mark.compiled_only]


@pytest.mark.parametrize("board, players", TABLES)
def test_nothing_is_created_or_lost_in_many_games_step_by_step(board: str, players: int) -> None:
    steps = 0
    for number in range(200):
        table = Table(board, players, stream=number)
        table.choose_start()
        rng = np.random.default_rng(number)
        legal = bridge.Desk().legal
        while table.state.phase != OVER:
            seat = int(table.state.turn)
            count = bridge.list_actions(table.boards, table.states, 0, seat, legal)
            table.act(seat, int(legal[rng.integers(count)]))
            assert table.faults() == 0
            steps += 1
    assert steps > 200 * 20


@pytest.mark.parametrize("board, players", TABLES)
def test_no_view_tells_its_world_from_a_redealt_one_where_tickets_are_drawn_often(board: str, players: int) -> None:
    for seed in range(20):
        game, rng = Game(board, players=players, seed=seed), np.random.default_rng(seed)
        while not game.is_over:
            seat = min(game.actors)
            codes = game.legal_codes(seat)
            often = DRAW_TICKETS in codes and rng.random() < 0.3
            game.play(DRAW_TICKETS if often else int(codes[rng.integers(len(codes))]), seat=seat)
            for viewer in (SPECTATOR, *range(players)):
                view = View(game.board, game.states, viewer)
                assert View(game.board, view.redeal(rng).states, viewer) == view
