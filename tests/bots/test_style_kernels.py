"""The compiled playtesting styles choose as those that people read do, decision for decision."""

from __future__ import annotations

import numpy as np
import pytest

from ferrovia import Board, Game, load_board
from ferrovia.actions import decode
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.imagined_games import RANK, RESULT_COLUMNS, TOTAL, play_scripted
from ferrovia.bots.styles.kernels import LONG_ROUTE, ONE_STEP, ROUTE_FOCUS, decide_scripted
from ferrovia.engine.chance import NO_SCRIPT
from ferrovia.engine.event_buffer import NO_NOTES

from .watching import BOARDS, KEY, TINY

AT_ONCE = Budget(simulations=1)
STYLES = {"one_step": ONE_STEP, "long_route": LONG_ROUTE, "route_focus": ROUTE_FOCUS}
NEIGHBOURS = ("random", "greedy", "simple")


def compare(board: Board, players: int, name: str, seed: int) -> int:
    """Play a game of that style among others, and ask the compiled one beside it; how many decisions were compared."""
    game, rng, compared = Game(board, players=players, seed=seed), np.random.default_rng(seed), 0
    bench = Workbench(board)
    bots = [new_bot(name if seat % 2 == 0 else NEIGHBOURS[seed % len(NEIGHBOURS)]) for seat in range(players)]
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        action = bots[seat].choose(view, view.legal_actions(), rng, AT_ONCE)
        if seat % 2 == 0:
            code = decide_scripted(
                bench.boards[0], bench.roads[0], view.states[0], seat, bench.minds[seat], bench.desk.legal, STYLES[name]
            )
            assert decode(board, int(code)) == action
            compared += 1
        game.play(action, seat=seat)
    return compared


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_compiled_style_chooses_the_same(board: Board, name: str) -> None:
    fewest, most = board.players
    compared = sum(compare(board, players, name, seed) for seed, players in enumerate((fewest, most, fewest, 3)))
    assert compared > 50


@pytest.mark.parametrize("name", STYLES)
def test_so_it_does_on_a_tiny_board_where_cards_run_out(name: str) -> None:
    assert sum(compare(load_board(TINY), 2, name, seed) for seed in range(6)) > 20


@pytest.mark.compiled_only
@pytest.mark.parametrize("own", [0, 1])
def test_the_planner_wins_most_games_against_them(own: int) -> None:
    """The games that learning plays: from either seat, with totals and ranks that agree."""
    bench = Workbench(load_board("new_york"))
    results = np.zeros((300, 2, RESULT_COLUMNS))
    play_scripted(
        bench.boards, bench.roads, bench.states, bench.minds, bench.planner, own, ONE_STEP, bench.desk.sheets,
        bench.desk.scratches, bench.desk.legal, NO_NOTES, NO_SCRIPT, KEY, 0, results,
    )  # fmt: skip
    totals, ranks = results[:, :, TOTAL], results[:, :, RANK]
    assert np.all(totals[ranks[:, 0] < ranks[:, 1]] @ [1, -1] >= 0)
    assert (ranks[:, own] == 0).mean() > 0.7
