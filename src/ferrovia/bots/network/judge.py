"""The chance to win: one calibrated number for a seat in a position, the same wherever it is shown.

A seat's chance comes from what the seat may know. A network has learned to judge positions in which its seat is to act.
A waiting seat is judged as if it were its turn, with a calibration of its own. The chances from all hands are combined
from the seats' own chances.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.calibration import DONE, MEANWHILE, SUFFIX, TO_ACT, WAITING, Calibration, load_calibration
from ferrovia.bots.network.one_thread import one_thread
from ferrovia.bots.network.reader import FOLDER, Reader, network_for
from ferrovia.bots.search.bridge import list_beliefs
from ferrovia.bots.search.worlds import imagine_world
from ferrovia.engine import bridge
from ferrovia.engine.state import (
    CHOOSING_START,
    MAX_PLAYERS,
    MAX_TICKETS,
    NO_CARD,
    NO_ROUTE,
    NOT_YET,
    STATE,
    TURN,
    new_records,
)
from ferrovia.views.passing import passed

AT_ONCE: Final = 512  # positions judged together
LIMIT: Final = 12.0  # log-odds beyond this are not distinguished


@lru_cache(maxsize=16)
def calibration_for(board: Board) -> Calibration | None:
    """The calibration in the package for this board's network; None for a board without one."""
    folder = resources.files(__package__).joinpath(FOLDER)
    weights = folder.joinpath(f"{board.id}.npz")
    if network_for(board) is None:
        return None
    with resources.as_file(weights) as file, resources.as_file(folder.joinpath(f"{board.id}{SUFFIX}")) as path:
        return load_calibration(path, board, file)


def judge_for(board: Board, players: int) -> Judge | None:
    """The judge for positions of this board; None if it has no network."""
    network, calibration = network_for(board), calibration_for(board)
    if network is None or calibration is None:
        return None
    return Judge(Reader(network, players), calibration)


def chances_of(log_odds: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(log_odds, -LIMIT, LIMIT)))


def log_odds_of(chances: Any) -> Any:
    chances = np.clip(chances, chances_of(-LIMIT), chances_of(LIMIT))
    return np.log(chances / (1 - chances))


def kinds_of(states: Any, seats: Any, players: int) -> Any:
    """The situation of seats[i] in states[i]; see `calibration`."""
    starts = states["phase"] == CHOOSING_START
    to_act = np.where(starts, (states["chosen"].astype(np.int64) >> seats) & 1 == 0, states["turn"] == seats)
    left, ahead = states["turns_left"], (seats - states["turn"]) % players
    done = (left != NOT_YET) & (ahead >= left)
    waiting = np.where(states["phase"] == TURN, WAITING, MEANWHILE)
    return np.where(to_act, TO_ACT, np.where(done, DONE, waiting))


class Judge:
    """Judges positions of one number of players. Never shared between threads."""

    def __init__(self, reader: Reader, calibration: Calibration | None) -> None:
        self.reader, self.players, self._calibration = reader, reader.players, calibration
        self._bench = Workbench(reader.network.features.board)

    def raw(self, states: Any, seats: Any) -> tuple[Any, Any]:
        """The network's uncalibrated judgement of seats[i] in states[i]: log-odds, and the seat's situation."""
        kinds = kinds_of(states, seats, self.players)
        asked, waits = states.copy(), kinds != TO_ACT
        asked["phase"][waits], asked["turn"][waits] = TURN, seats[waits]
        asked["tunnel_route"][waits], asked["tunnel_shown"][waits] = NO_ROUTE, NO_CARD
        with one_thread():
            parts = [
                self.reader.win_log_odds(asked[first : first + AT_ONCE], seats[first : first + AT_ONCE])
                for first in range(0, len(seats), AT_ONCE)
            ]
        return np.concatenate(parts), kinds

    def log_odds(self, states: Any, seats: Any) -> Any:
        """Calibrated log-odds to win of seats[i] in states[i], which is not over, from what the seat may know."""
        assert self._calibration is not None
        raw, kinds = self.raw(states, np.asarray(seats, dtype=np.int8))
        return np.clip(self._calibration.of_seats(raw, kinds, self.players), -LIMIT, LIMIT)

    def chance(self, states: Any, seat: int) -> float:
        """A seat's chance to win in states[0]."""
        return float(chances_of(self.log_odds(states[:1], np.array([seat])))[0])

    def log_odds_of_all(self, states: Any) -> Any:
        """Likewise for every seat: one row per state."""
        seats = np.tile(np.arange(self.players, dtype=np.int8), len(states))
        return self.log_odds(np.repeat(states, self.players), seats).reshape(-1, self.players)

    def together(self, log_odds: Any) -> Any:
        """Chances that sum to 1, from all hands."""
        assert self._calibration is not None
        return self._calibration.of_all(log_odds, self.players)

    def spread(self, state: Any, seat: int, worlds: int, seed: int) -> float:
        """How far hidden cards and tickets could move a seat's log-odds: their deviation over possible worlds.

        `state` is an array of one. Likely worlds are imagined more often, as in a search.
        """
        imagined = self._imagine(state, seat, worlds, seed)
        return float(np.std(log_odds_of(self.together(self.log_odds_of_all(imagined))[:, seat])))

    def _imagine(self, state: Any, seat: int, worlds: int, seed: int) -> Any:
        bench = self._bench
        view, seen, beliefs = new_records(STATE), bridge.new_seen(), np.zeros((MAX_PLAYERS, MAX_TICKETS))
        bridge.look(
            passed(bench.boards), passed(state), 0, seat, passed(view), 0, seen, passed(bench.desk.works)
        )  # fmt: skip
        list_beliefs(bench.boards, bench.roads, view, seat, seen, bench.minds, beliefs)
        key = np.random.default_rng(seed).integers(-(2**31), 2**31, size=8, dtype=np.int32)
        found = new_records(STATE, worlds)
        for number in range(worlds):
            found[number] = view[0]
            imagine_world(
                bench.boards[0], view[0], seat, seen, beliefs, key, number, found[number], bench.desk.works[0]
            )
        return found
