"""The goals of opponents, guessed from public information: above all the routes that a path they have begun still
lacks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BOARDS

from ferrovia import Board, Game, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner import rival_goals
from ferrovia.bots.planner.style import MIND, new_style
from ferrovia.engine.state import NOBODY, UNKNOWN, new_records

from .watching import turns

pytestmark = pytest.mark.compiled_only
CURIOUS = new_style(block=1.0)[0]
BLIND = new_style(block=0.0, avoid=0.0, urgent=0.0)[0]


def wanted(bench: Workbench, state: Any, seat: int, style: Any = CURIOUS, memory: Any = None) -> Any:
    if memory is None:
        memory = new_records(MIND)[0]
    rival_goals.find_wanted(bench.boards[0], bench.roads[0], state, seat, memory, style)
    return memory.wanted[: len(bench.board.routes)].copy()


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_remembered_answers_equal_fresh_ones(board: Board) -> None:
    """A style that ignores opponents is asked in between, with the same memory."""
    bench, some = Workbench(board), 0
    for game, seat in turns(board, 3, seed=3):
        state = game.view(seat).states[0]
        found = wanted(bench, state, seat, memory=bench.minds[seat])
        assert np.array_equal(found, wanted(bench, state, seat))
        assert np.all(found[state.owner[: len(found)] != NOBODY] == 0.0), "only free routes are wanted"
        some += bool(found.any())
        if some % 3 == 0:
            assert not wanted(bench, state, seat, BLIND, bench.minds[seat]).any()
    assert some > 10


@pytest.fixture
def begun() -> tuple[Workbench, Any, int]:
    """Seat 1 has all routes from Riga to Bucuresti but the last, from Kyiv; no ticket is seat 0's."""
    board = load_board("europe")
    game = Game(board, players=2, seed=1)
    for seat in (0, 1):
        game.play(game.legal_actions(seat)[0], seat=seat)
    state = game.view(0).states.copy()[0]
    state.ticket_at[state.ticket_at == 0] = UNKNOWN
    for name in ("riga-wilno", "kyiv-wilno"):
        state.owner[board.route(name).number] = 1
    return Workbench(board), state, board.route("bucuresti-kyiv").number


def test_a_seat_that_has_begun_a_path_wants_its_last_route(begun: tuple[Workbench, Any, int]) -> None:
    bench, state, last = begun
    after = wanted(bench, state, 0)[last]
    for name in ("riga-wilno", "kyiv-wilno"):
        state.owner[bench.board.route(name).number] = NOBODY
    assert after > 1.5 * wanted(bench, state, 0)[last]


def test_no_seat_wants_a_route_it_lacks_the_trains_for(begun: tuple[Workbench, Any, int]) -> None:
    bench, state, last = begun
    state.trains[1] = bench.board.routes[last].length - 1
    assert wanted(bench, state, 0)[last] == 0.0


def test_own_tickets_are_not_attributed_to_rivals(begun: tuple[Workbench, Any, int]) -> None:
    bench, state, last = begun
    before = wanted(bench, state, 0)[last]
    state.ticket_at[bench.board.ticket("riga-bucuresti").number] = 0
    assert wanted(bench, state, 0)[last] < 0.7 * before


def test_more_tickets_want_more(begun: tuple[Workbench, Any, int]) -> None:
    bench, state, last = begun
    state.tickets_held[1] = 2
    before = wanted(bench, state, 0)[last]
    state.tickets_held[1] = 4
    assert wanted(bench, state, 0)[last] == pytest.approx(2 * before)
