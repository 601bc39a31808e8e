"""Compiles what a game needs: runs each function of the bridge once on a board of two cities."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .. import bridge, loops, state
from ..chance import NO_SCRIPT
from ..event_buffer import NO_NOTES
from ..state import BOARD, STATE, new_records
from .registry import Part, register


def _tiny_board():
    """Two cities and one route: enough to run every function once."""
    boards = new_records(BOARD)
    board = boards[0]
    board.cities, board.routes, board.tickets, board.colors = 2, 1, 4, 1
    board.min_players, board.max_players, board.trains = 2, 2, 3
    board.start_regular, board.start_keep, board.draw_tickets, board.draw_keep = 1, 1, 1, 1
    board.cards[:2] = 1, 12
    board.route_to[0], board.route_length[0], board.route_color[0], board.route_twin[0] = 1, 2, 1, state.NO_TWIN
    board.ticket_to[:4] = 1
    board.color_start[2:] = 1
    return boards


def _steps() -> list[tuple[str, Callable[[], object]]]:
    boards, states, views, seen, desk = (
        _tiny_board(),
        new_records(STATE),
        new_records(STATE),
        bridge.new_seen(),
        bridge.Desk(),
    )
    key = np.zeros(8, dtype=np.int32)
    moves, digests = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 2), dtype=np.int64)
    words = bridge.as_words(states)

    def open_game() -> None:
        bridge.open_game(boards, states, 0, 2, 0, key, 0, NO_NOTES, NO_SCRIPT)
        bridge.find_free_routes(boards, states, 0)

    def legal() -> None:
        bridge.is_listed(boards, states, 0, 0, 0, desk.legal)
        bridge.list_actions(boards, states, 0, 0, desk.legal)
        bridge.may_seat_act(states, 0, 0)

    def act() -> None:
        bridge.act(boards, states, 0, 0, state.KEEP_TICKETS + 1, NO_NOTES, NO_SCRIPT)

    def score() -> None:
        bridge.fill_sheet(boards, states, 0, desk.sheets, desk.scratches)
        bridge.add_up_sheet(boards, states, 0, desk.sheets)

    def look() -> None:
        bridge.look(boards, states, 0, 0, views, 0, seen, desk.works)
        bridge.imagine(boards, views, 0, 0, seen, key, 0, states, 0, desk.works)

    def replay() -> None:
        bridge.digest(words, 0)
        bridge.replay(boards, states, 0, words, moves, digests, desk.legal, NO_NOTES, NO_SCRIPT)

    names = ("setting up", "legal actions", "playing", "scores", "hidden information", "records")
    return list(zip(names, (open_game, legal, act, score, look, replay), strict=True))


def _play_batches() -> None:
    """Random games in batches, and copies of states."""
    boards, states, desk = _tiny_board(), new_records(STATE, 2), bridge.Desk()
    outcomes = np.zeros((1, loops.OUTCOME_COLUMNS), dtype=np.int64)
    buffers = (boards, states, desk.sheets, desk.scratches, desk.legal)
    loops.random_games(*buffers, np.zeros(8, dtype=np.int32), 0, 2, 0, outcomes, loops.AUDIT)
    loops.copy_states(states, 1)


def register_own_parts() -> None:
    """What every game needs, and loops over many games. Half of the former, which shares little with the rest, is for
    a second process.
    """
    register(Part("rules", 17, __file__, _steps, elsewhere=("scores", "hidden information")))
    register(Part("loops", 11, __file__, lambda: [("many games", _play_batches)], needs=("rules",)))
