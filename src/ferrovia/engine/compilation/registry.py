"""Compiling everything once, with a line for the person who waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from .. import bridge, state
from ..chance import NO_SCRIPT
from ..event_buffer import NO_NOTES
from ..state import BOARD, STATE, new_records
from .jit import CACHE_FOLDER, is_compiled, mark_compiled
from .lock import one_process

_ready = False


def _tiny_board():
    """Two cities and one route: enough to run every door once."""
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


_SECOND_PROCESS = (
    "scores",
    "hidden information",
)  # half of the work, sharing little with the rest


def compile_steps(*names: str) -> None:
    """Compile these steps into the cache; what a second process is started for."""
    for name, step in _steps():
        if name in names:
            step()


def _start_second_process() -> subprocess.Popen[bytes] | None:
    """The compiler uses one core; a second process halves the wait. Where none can be had, it is just slower."""
    if (os.cpu_count() or 1) < 2 or not sys.executable:
        return None
    order = f"from ferrovia.engine.compilation.registry import compile_steps; compile_steps(*{_SECOND_PROCESS!r})"
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen([sys.executable, "-c", order], stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        return None


def warm_up() -> None:
    """Compile what a game needs, once for each version on each machine; from then on it is read from a cache."""
    global _ready
    if _ready:
        return
    _ready = True
    if is_compiled():
        return
    with one_process(CACHE_FOLDER):
        if not is_compiled():  # by whom we waited for
            _compile_and_tell()


def _compile_and_tell() -> None:
    started = time.perf_counter()
    second = _start_second_process()
    try:
        _compile_all(second)
    finally:
        if second is not None and second.poll() is None:
            second.kill()
            second.wait()
    seconds = time.perf_counter() - started
    begin = "\r" if sys.stderr.isatty() else ""
    print(f"{begin}{f'Compiled in {seconds:.0f} s.':<78}", file=sys.stderr, flush=True)
    mark_compiled()


def _compile_all(second: subprocess.Popen[bytes] | None) -> None:
    shown = sys.stderr.isatty()
    if not shown:
        print("Compiling the rules for this machine, once (about half a minute) ...", file=sys.stderr, flush=True)
    steps = sorted(_steps(), key=lambda step: step[0] in _SECOND_PROCESS)  # the other process's steps last
    for number, (name, step) in enumerate(steps):
        if shown:
            line = f"\rCompiling the rules for this machine, once: {number + 1}/{len(steps)} {name} ..."
            print(f"{line:<78}", end="", file=sys.stderr, flush=True)
        if name in _SECOND_PROCESS and second is not None:
            second.wait()  # then this step reads what it compiled
        step()
