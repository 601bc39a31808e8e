"""How the planner enters tunnels: its risk equals the library's, and a careful style takes little."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ferrovia import Board, Game, load_board
from ferrovia.actions import ClaimRoute, decode, encode
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.style import new_style
from ferrovia.bots.planner.tunnels import risk_of_claim
from ferrovia.bots.search.bridge import decide_once
from ferrovia.engine.state import MAX_PLAYERS, NOT_YET, TUNNEL_CARDS
from ferrovia.views import View

from .watching import positions

pytestmark = pytest.mark.compiled_only


def claims_seen(board: Board, games: int, *, tunnels: bool) -> Iterator[tuple[View, ClaimRoute]]:
    """Claims that planners could make on their way through some games, while the deck has three cards or more."""
    for seed in range(games):
        for game in positions(board, 2, seed):
            view = game.view(min(game.actors))
            for action in view.legal_actions() if view.deck_count >= TUNNEL_CARDS else ():
                if isinstance(action, ClaimRoute) and board.route(action.route).tunnel == tunnels:
                    yield view, action


def test_the_risk_of_a_claim_is_the_one_that_the_library_tells() -> None:
    board, compared = load_board("europe"), 0
    bench = Workbench(board)
    for view, action in claims_seen(board, 3, tunnels=True):
        route, code = board.route(action.route).number, encode(board, action)
        found = risk_of_claim(bench.boards[0], view.states[0], view.seat, route, code)
        assert found == pytest.approx(1.0 - float(view.tunnel_odds(action).payable), abs=1e-12)
        compared += 1
    assert compared > 100


def test_a_route_that_is_no_tunnel_is_no_risk() -> None:
    board, asked = load_board("europe"), 0
    bench = Workbench(board)
    for view, action in claims_seen(board, 1, tunnels=False):
        route, code = board.route(action.route).number, encode(board, action)
        assert risk_of_claim(bench.boards[0], view.states[0], view.seat, route, code) == 0.0
        asked += 1
    assert asked > 100


def risks_taken(dare: float) -> list[float]:
    """The risks of tunnels that a planner enters before the last turns, alone at the table with another like it."""
    board, risks = load_board("europe"), []
    bench = Workbench(board)
    styles = np.repeat(new_style(dare=dare, close=0.0), MAX_PLAYERS).view(np.recarray)
    for seed in range(6):
        game = Game(board, players=2, seed=seed)
        while not game.is_over:
            seat = min(game.actors)
            view = game.view(seat)
            state = view.states[0]
            code = decide_once(bench.boards, bench.roads, view.states, seat, bench.minds, bench.desk.legal, styles)
            action = decode(board, int(code))
            if isinstance(action, ClaimRoute) and state.turns_left == NOT_YET:
                route = board.route(action.route).number
                risks.append(float(risk_of_claim(bench.boards[0], state, seat, route, code)))
            game.play(action, seat=seat)
    return risks


def test_a_careful_style_waits_for_spare_cards() -> None:
    assert max(risks_taken(1.0)) > 0.3
    careful = risks_taken(0.2)
    assert max(careful) <= 0.2
    assert max(careful) > 0.0, "with one card to spare it goes in"
