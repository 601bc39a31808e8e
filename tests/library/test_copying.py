"""Copies of a game, in every way Python has: each plays on independently and ends exactly as the original would."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.kit.walks import BOARDS, any_kind, board_of, everything, played
from tests.kit.walks import TINY as TINY_FILE

from ferrovia import Game, View, from_position
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.record import read_record, replay, write_record

TINY = board_of("tiny")
ON_RAY = Path(__file__).with_name("finish_on_ray.py")
HERE = BOARDS if COMPILED else [TINY]  # whole games on every board take too long without the compiler
a_board = pytest.mark.parametrize("board", HERE, ids=[board.id for board in HERE])


def pickled(game: Game) -> Game:
    again: Game = pickle.loads(pickle.dumps(game))
    return again


WAYS: dict[str, Callable[[Game], Game]] = {
    "copy method": Game.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": pickled,
}
every_way = pytest.mark.parametrize("duplicate", WAYS.values(), ids=WAYS)


def finish(game: Game) -> Game:
    """Play to the end, always the last action on the list, so that equal games end equally."""
    while not game.is_over:
        seat = min(game.actors)
        game.play(game.legal_codes(seat)[-1], seat=seat)
    return game


@every_way
@a_board
def test_a_copy_plays_to_the_same_end_and_can_be_saved(board, duplicate):
    game = played(Game(board, players=2, seed=2), 2, any_kind, steps=10)
    again = duplicate(game)
    assert everything(again) == everything(game)
    assert again.key == game.key
    finish(again)
    finish(game)
    assert again.digests == game.digests
    assert len(set(again.digests)) == len(again.digests)
    assert write_record(again) == write_record(game)
    assert replay(read_record(write_record(again))).result() == game.result()


@every_way
def test_playing_a_copy_leaves_the_original_alone(duplicate):
    game = played(Game(TINY, players=2, seed=2), 2, any_kind, steps=10)
    before = everything(game)
    finish(duplicate(game))
    assert everything(game) == before


@every_way
def test_a_copy_has_a_script_of_its_own(duplicate):
    game = from_position({"board_text": TINY.text, "players": 2, "next": ["red", "blue"]}, seed=1)
    again = duplicate(game)
    assert again.play("draw")[0].card == game.play("draw")[0].card == "red"  # type: ignore[union-attr]
    assert again.play("draw")[0].card == game.play("draw")[0].card == "blue"  # type: ignore[union-attr]


def test_a_copied_view_knows_what_the_view_knew():
    view = played(Game(TINY, players=2, seed=2), 2, any_kind, steps=10).view(0)
    copies: list[View] = [copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))]
    for again in copies:
        assert again == view
        assert again.legal_actions() == view.legal_actions()


def test_games_travel_to_other_processes_and_back():
    games = [played(Game(TINY, players=2, seed=seed), seed, any_kind, steps=10) for seed in (1, 2)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        ended = pool.map(finish, games)
    for game, back in zip(games, ended, strict=True):
        assert write_record(finish(game)) == write_record(back)


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install 'ferrovia[cluster]'")
def test_games_travel_to_a_ray_cluster_and_back():
    quiet = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run([sys.executable, ON_RAY, TINY_FILE], capture_output=True, text=True, env=quiet)
    assert done.returncode == 0, done.stderr
    game = Game(TINY, players=2, seed=3)
    assert done.stdout.strip().splitlines()[-1] == f"{finish(game).digest()} {len(game.moves)}"
