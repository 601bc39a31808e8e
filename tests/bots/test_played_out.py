"""The bot that is compared with `master`: every value of its imagined games is the result of a real game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.network.played_out import ChoosingReader, PlayedOutBot, PlayedOutStudy

from ferrovia.boards import load_board
from ferrovia.bots import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.conformance import check_bot
from ferrovia.bots.network.reader import network_for
from ferrovia.bots.search.rollouts import MARGIN, WIN, imagine
from ferrovia.game import Game
from ferrovia.views import View, World
from ferrovia.views.passing import copy_of

pytestmark = pytest.mark.compiled_only


def reader_for(board: str, players: int) -> ChoosingReader:
    network = network_for(load_board(board))
    assert network is not None
    return ChoosingReader(network, players)


def first_choices(view: View) -> Any:
    """A policy in place of a network, whose choice is the same alone and among many: the first legal action."""

    def choices(states: Any, seats: Any) -> Any:
        places = range(len(seats))
        return np.array([View(view.board, states[i : i + 1], int(seats[i])).legal_codes()[0] for i in places])

    return choices


def result(world: World, seat: int, code: int) -> tuple[float, int]:
    """How a game ends for the seat if it plays this action in the world, and everyone the first legal one after it."""
    game = Game.of_world(world)
    game.play(code, seat=seat)
    while not game.is_over:
        actor = min(game.actors)
        game.play(game.legal_codes(actor)[0], seat=actor)
    ended = game.result()
    best_other = max(total for other, total in enumerate(ended.totals) if other != seat)
    return (seat in ended.winners) / len(ended.winners), ended.totals[seat] - best_other


@pytest.mark.parametrize("players, moves", [(2, 0), (2, 30), (4, 50)])
def test_every_value_is_the_result_of_its_world_and_candidate(players: int, moves: int) -> None:
    """Games end at different times; those that go on must keep their places."""
    game, rng = Game("new_york", players=players, seed=5), np.random.default_rng(5)
    for _ in range(moves):
        actor = min(game.actors)
        game.play(int(rng.choice(game.legal_codes(actor))), seat=actor)
    view = game.view(min(game.actors))
    bench, reader = Workbench(view.board), reader_for("new_york", players)
    study = PlayedOutStudy(view, np.random.default_rng(1), [bench], [reader], least=3)
    assert len(study.actions) >= 3
    reader.choices = first_choices(view)  # type: ignore[method-assign]
    study.try_worlds(8)
    assert not np.isnan(study._values[:8]).any()
    for number in range(8):
        imagine(bench.for_kernels(bench.rollouts), study._question(), number)
        world = World(view.board, copy_of(bench.states[1:2]))
        for candidate, code in enumerate(study.actions.tolist()):
            value = study._values[number, candidate]
            assert (value[WIN], value[MARGIN]) == result(world, view.seat, code), (number, candidate)


@pytest.mark.parametrize("players", [2, 4])
def test_in_imagined_games_the_network_sees_only_what_the_seat_may_know(players: int) -> None:
    """The choice in a complete state is the choice in the seat's view of it, which has no hidden cards."""
    game, reader = Game("london", players=players, seed=3), reader_for("london", players)
    while not game.is_over:
        seat = min(game.actors)
        view, seats = game.view(seat), np.array([seat], dtype=np.int8)
        code = int(reader.opinion(view).codes[0])
        assert int(reader.choices(game.states, seats)[0]) == int(reader.choices(view.states, seats)[0]) == code
        game.play(code, seat=seat)


def test_the_bot_keeps_the_contract() -> None:
    assert check_bot(PlayedOutBot, boards=["new_york"], budget=Budget(simulations=24)) > 20
