"""A table to play the engine at, through its doors, and random walks over the positions of whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from tests.kit.walks import Choose, any_code, board_of

from ferrovia.boards import Board, engine_board
from ferrovia.engine import bridge, loops, state
from ferrovia.engine.chance import NO_SCRIPT, SCRIPT_HEADER
from ferrovia.engine.event_buffer import NO_NOTES
from ferrovia.views.passing import passed

KEY = np.array([3, -14, 159, -2653, 58979, -323846, 2643383, -27950288], dtype=np.int32)
OTHER_KEY = np.array([2, 71, 828, 1828, 4590, 45235, 360287, 4713526], dtype=np.int32)


def script_of(*outcomes: int) -> Any:
    """What chance shall say, in order."""
    return np.array([0, len(outcomes), *outcomes], dtype=np.int16)


def script_is_done(script: Any) -> bool:
    """Whether every outcome was asked for and could come."""
    return bool(script[0] == script[1] == len(script) - SCRIPT_HEADER)


class Table:
    """One game on one board. Nothing is checked: only listed actions may be done."""

    def __init__(
        self, board: Board | str, players: int = 2, *, first: int = 0, stream: int = 0, script: Any = NO_SCRIPT
    ):
        self.board = board_of(board) if isinstance(board, str) else board
        self.boards = engine_board(self.board).copy()  # a test may change it
        self.desk = bridge.Desk()
        self.states = state.new_records(state.STATE)
        self.open(players, first=first, stream=stream, script=script)

    def open(self, players: int, *, first: int = 0, stream: int = 0, script: Any = NO_SCRIPT) -> None:
        bridge.open_game(passed(self.boards), passed(self.states), 0, players, first, KEY, stream, NO_NOTES, script)

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def record(self) -> Any:
        return self.boards[0]

    @property
    def players(self) -> int:
        return int(self.state.players)

    def legal(self, seat: int) -> list[int]:
        count = bridge.list_actions(passed(self.boards), passed(self.states), 0, seat, self.desk.legal)
        return list(self.desk.legal[:count].tolist())

    def act(self, seat: int, action: int, script: Any = NO_SCRIPT) -> None:
        bridge.act(passed(self.boards), passed(self.states), 0, seat, action, NO_NOTES, script)

    def next_seat(self) -> int:
        return int(loops.next_to_act(self.state))

    def is_over(self) -> bool:
        return bool(self.state.phase == state.OVER)

    def faults(self) -> int:
        return int(bridge.faults(passed(self.boards), passed(self.states), 0))

    def sheet(self) -> Any:
        bridge.fill_sheet(self.boards, self.states, 0, self.desk.sheets, self.desk.scratches)
        return self.desk.sheets[0]

    def choose_start(self, masks: list[int] | None = None) -> None:
        """All seats choose their start tickets: the given ones, or all."""
        for seat in range(self.players):
            mask = (1 << int(self.state.offer_count[seat])) - 1 if masks is None else masks[seat]
            self.act(seat, state.KEEP_TICKETS + mask)


def positions(table: Table, seed: int, choose: Choose = any_code) -> Iterator[int]:
    """Play the table's game to its end, stopping before each action with the seat to act, and once when it is over."""
    rng = random.Random(seed)
    while not table.is_over():
        waiting = [seat for seat in range(table.players) if bridge.may_seat_act(passed(table.states), 0, seat)]
        seat = rng.choice(waiting)
        yield seat
        table.act(seat, choose(rng, table.legal(seat)))
    yield state.NOBODY


def play_games(
    board: str, players: int, games: int, *, first: int = 0, seed: int = 1, audit: bool = True
) -> tuple[int, Any]:
    """Whole random games by the engine's own loop: all steps, and a row of outcomes a game."""
    boards = engine_board(board_of(board))
    desk = bridge.Desk()
    outcomes = np.zeros((games, loops.OUTCOME_COLUMNS), dtype=np.int64)
    steps = loops.random_games(
        boards,
        state.new_records(state.STATE),
        desk.sheets,
        desk.scratches,
        desk.legal,
        KEY,
        first,
        players,
        seed,
        outcomes,
        loops.AUDIT if audit else 0,
    )
    return steps, outcomes
