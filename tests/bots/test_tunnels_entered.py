"""How the planner enters tunnels: the chance to fail is the library's, and prudence costs no legal move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia import Board, load_board
from ferrovia.actions import ClaimRoute, encode
from ferrovia.bots.kernels.mind import new_style
from ferrovia.bots.kernels.tunnels import chance_to_fail, is_too_daring
from ferrovia.bots.workbench import Workbench
from ferrovia.engine.layout import TUNNEL_CARDS, WILD
from ferrovia.views import View

from .watching import positions

pytestmark = pytest.mark.compiled_only
LATE, EARLY = 1.0, 30.0  # turns ahead


def claims_seen(board: Board, games: int, *, tunnels: bool) -> Iterator[tuple[View, ClaimRoute]]:
    """Claims that planners could make on their way through some games, while the deck has three cards or more."""
    for seed in range(games):
        for game in positions(board, 2, seed):
            view = game.view(min(game.actors))
            for action in view.legal_actions() if view.deck_count >= TUNNEL_CARDS else ():
                if isinstance(action, ClaimRoute) and board.route(action.route).tunnel == tunnels:
                    yield view, action


def test_the_chance_to_fail_is_the_one_that_the_library_tells() -> None:
    board, compared = load_board("europe"), 0
    bench = Workbench(board)
    for view, action in claims_seen(board, 3, tunnels=True):
        state = view.states[0]
        spare = int(state.hands[view.seat, WILD]) - action.wilds
        color = WILD
        if action.color is not None:
            color = board.color_number(action.color)
            spare += int(state.hands[view.seat, color]) - (board.route(action.route).length - action.wilds)
        found = chance_to_fail(bench.boards[0], state, view.seat, color, spare)
        assert found == pytest.approx(1.0 - float(view.tunnel_odds(action).payable), abs=1e-12)
        compared += 1
    assert compared > 100


def test_a_claim_waits_for_spare_cards_unless_the_end_is_near() -> None:
    board, waited = load_board("europe"), set()
    bench = Workbench(board)
    for view, action in claims_seen(board, 2, tunnels=True):
        state = view.states[0]
        fails = 1.0 - float(view.tunnel_odds(action).payable)
        asked = (bench.boards[0], state, view.seat, board.route(action.route).number, encode(board, action))
        for dare in (0.05, 0.3, 1.0):
            style = new_style(dare=dare, dare_late=3.0)[0]
            assert bool(is_too_daring(*asked, EARLY, style)) == (fails > dare)
            assert not is_too_daring(*asked, LATE, style)
            waited.add((dare, fails > dare))
    assert {(0.05, True), (0.3, True), (0.3, False), (1.0, False)} <= waited


def test_a_route_that_is_no_tunnel_never_waits() -> None:
    board, asked = load_board("europe"), 0
    bench, style = Workbench(board), new_style(dare=0.0)[0]
    for view, action in claims_seen(board, 1, tunnels=False):
        state = view.states[0]
        route, code = board.route(action.route).number, encode(board, action)
        assert not is_too_daring(bench.boards[0], state, view.seat, route, code, EARLY, style)
        asked += 1
    assert asked > 100
