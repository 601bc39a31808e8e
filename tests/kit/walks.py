"""Games to test the library at: every board with every number of players, random walks through whole games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ferrovia import Board, Game, board_names, from_position, load_board
from ferrovia.actions import ActionTextError, decode
from ferrovia.engine import state
from ferrovia.engine.compilation.jit import COMPILED

TINY = Path(__file__).parent.parent / "data" / "tiny.toml"
BUILT_IN: list[Board] = [load_board(name) for name in board_names()]
BOARDS: list[Board] = [*BUILT_IN, load_board(TINY)]
BOARD_NAMES = [board.id for board in BOARDS]
BOARDS_AND_PLAYERS = [(board, players) for board in BOARDS for players in range(board.players[0], board.players[1] + 1)]
TABLE_NAMES = [f"{board.id}-{players}" for board, players in BOARDS_AND_PLAYERS]
BUILT_IN_TABLES = [(board.id, players) for board, players in BOARDS_AND_PLAYERS if board in BUILT_IN]


def all_codes(board: Board) -> Iterator[int]:
    """Every code that means an action on this board."""
    for code in range(state.ACTION_CODES):
        with suppress(ActionTextError):
            decode(board, code)
            yield code


Choose = Callable[[random.Random, list[int]], int]


def sized(compiled: int, plain: int) -> int:
    """How many of something to try: the plain lane is about a thousand times slower."""
    return compiled if COMPILED else plain


def board_of(name: str) -> Board:
    return BOARDS[BOARD_NAMES.index(name)]


def kind_of(code: int) -> int:
    """Codes of one kind of action have one number."""
    if code >= state.STATION:
        return state.STATION
    if code >= state.CLAIM:
        return state.CLAIM
    if code >= state.KEEP_TICKETS:
        return state.KEEP_TICKETS
    return min(code, state.TAKE_CARD) if code < state.DRAW_TICKETS else min(code, state.PAY_EXTRA)


def any_code(rng: random.Random, codes: list[int]) -> int:
    return rng.choice(codes)


def any_kind(rng: random.Random, codes: list[int]) -> int:
    """A kind of action first, then one of it: seldom kinds (tunnels, stations, tickets) come more often."""
    kinds: dict[int, list[int]] = {}
    for code in codes:
        kinds.setdefault(kind_of(code), []).append(code)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def many_tickets(rng: random.Random, codes: list[int]) -> int:
    """Many tickets drawn and few kept, so that they go round under the deck."""
    if state.DRAW_TICKETS in codes and rng.random() < 0.4:
        return state.DRAW_TICKETS
    if kind_of(codes[0]) == state.KEEP_TICKETS and rng.random() < 0.7:
        return min(codes, key=lambda code: (code - state.KEEP_TICKETS).bit_count() + rng.random() / 2)
    return any_kind(rng, codes)


def many_stations(rng: random.Random, codes: list[int]) -> int:
    """Stations and routes wherever they can be paid, and many tickets kept: networks that borrow from each other."""
    kinds: dict[int, list[int]] = {}
    for code in codes:
        kinds.setdefault(kind_of(code), []).append(code)
    for kind, chance in (
        (state.KEEP_TICKETS, 1.0),
        (state.STATION, 0.3),
        (state.CLAIM, 0.8),
        (state.DRAW_TICKETS, 0.1),
    ):
        if kind in kinds and rng.random() < chance:
            return rng.choice(kinds[kind])
    return rng.choice(codes)


def walk(game: Game, seed: int, choose: Choose = any_code, *, steps: int = 100_000) -> Iterator[tuple[int, int]]:
    """Play a game at random; before each step the seat and the code that comes next."""
    rng = random.Random(seed)
    while not game.is_over and steps > 0:
        seat = rng.choice(sorted(game.actors))
        code = choose(rng, game.legal_codes(seat))
        yield seat, code
        game.play(code, seat=seat)
        steps -= 1


def played(game: Game, seed: int, choose: Choose = any_code, *, steps: int = 100_000) -> Game:
    for _ in walk(game, seed, choose, steps=steps):
        pass
    return game


def opened(game: Game) -> Game:
    """The game after the start: every seat keeps all that it was offered."""
    while game.phase == "choosing_start":
        seat = min(game.actors)
        game.play(max(game.legal_codes(seat)), seat=seat)
    return game


def everything(game: Game) -> tuple[Any, ...]:
    """All that playing could change."""
    script = game._script.tobytes()
    return game.states.tobytes(), script, tuple(game.moves), tuple(game.digests), game.digest(), game.key, game.opening


def tiny(*seats: dict[str, Any], **more: Any) -> Game:
    """A position of the tiny board for two."""
    both = [*seats, *[{}] * (2 - len(seats))]
    return from_position({"board_text": board_of("tiny").text, "seats": both, **more}, seed=1)
