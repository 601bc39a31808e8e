"""Imagined games that the network plays: judged when the seat is to act again, or played to their end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from benchmarks.network.variants import PlayedOut

from ferrovia.boards import load_board
from ferrovia.bots import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.conformance import check_bot
from ferrovia.bots.network.guided import (
    LEAVES,
    LONG_AMONG_LIGHT,
    LONG_BY_NETWORK,
    LONG_LIGHT,
    SHORT_AMONG_LIGHT,
    SHORT_BY_NETWORK,
    GuidedStudy,
    Manner,
    manner_for,
)
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.planner.policy import decide
from ferrovia.bots.search.imagined_games import TO_THE_END
from ferrovia.bots.search.rollouts import MARGIN, WIN, imagine
from ferrovia.game import Game
from ferrovia.views import View, World
from ferrovia.views.passing import copy_of, passed

pytestmark = pytest.mark.compiled_only


def reader_for(board: str, players: int) -> Reader:
    network = network_for(load_board(board))
    assert network is not None
    return Reader(network, players)


def first_choices(view: View) -> Any:
    """A policy in place of a network, whose choice is the same alone and among many: the first legal action."""

    def choices(states: Any, seats: Any) -> Any:
        places = range(len(seats))
        return np.array([View(view.board, states[i : i + 1], int(seats[i])).legal_codes()[0] for i in places])

    return choices


def result(world: World, seat: int, code: int) -> tuple[float, int]:
    """How a game ends for the seat if it plays this action in the world, and everyone the first legal one after it."""
    ended = followed(world, seat, code, TO_THE_END).result()
    best_other = max(total for other, total in enumerate(ended.totals) if other != seat)
    return (seat in ended.winners) / len(ended.winners), ended.totals[seat] - best_other


def position(players: int, moves: int) -> View:
    """A view of a game on New York after some random moves."""
    game, rng = Game("new_york", players=players, seed=5), np.random.default_rng(5)
    for _ in range(moves):
        actor = min(game.actors)
        game.play(int(rng.choice(game.legal_codes(actor))), seat=actor)
    return game.view(min(game.actors))


def worlds_of(study: GuidedStudy, bench: Workbench, count: int) -> Iterator[World]:
    for number in range(count):
        imagine(bench.for_kernels(bench.rollouts), study._question(), number)
        yield World(study.view.board, copy_of(bench.states[1:2]))


def followed(world: World, seat: int, code: int, turns: int) -> Game:
    """The game after this action, and everyone's first legal one after it, until the seat begins that many turns."""
    game = Game.of_world(world)
    game.play(code, seat=seat)
    while not game.is_over:
        actor = min(game.actors)
        if actor == seat and game.phase == "turn":
            turns -= 1
            if turns == 0:
                break
        game.play(game.legal_codes(actor)[0], seat=actor)
    return game


@pytest.mark.parametrize("turns, moves", [(1, 0), (1, 30), (2, 12), (3, 30)])
def test_a_position_is_judged_when_the_seat_is_to_act_again(turns: int, moves: int) -> None:
    view = position(2, moves)
    bench, reader = Workbench(view.board), reader_for("new_york", 2)
    manner = replace(SHORT_BY_NETWORK, turns=turns)
    study, judged = GuidedStudy(view, np.random.default_rng(1), [bench], [reader], manner=manner), {}

    def values(states: Any, seat: int, count: int) -> tuple[Any, Any]:
        for i in range(count):
            world, candidate = study._places[0][i, :2].tolist()
            judged[world, candidate] = states[i : i + 1].tobytes()
        return np.full(count, 0.25), np.zeros(count)

    reader.choices, reader.values = first_choices(view), values  # type: ignore[method-assign]
    study.try_worlds(6)
    for number, world in enumerate(worlds_of(study, bench, 6)):
        for candidate, code in enumerate(study.actions.tolist()):
            game = followed(world, view.seat, code, turns)
            assert game.is_over == ((number, candidate) not in judged)
            if not game.is_over:
                assert judged[number, candidate] == game.states.tobytes()
                assert study._values[number, candidate, WIN] == 0.25
    assert judged


def light_rivals(bench: Workbench, game: Game, seat: int) -> None:
    """The light policy plays the other seats, one decision after the other, until the seat is to act."""
    bench.minds["is_made"] = 0
    while not game.is_over and seat not in game.actors:
        actor = min(game.actors)
        mind, style = passed(bench.minds)[actor], passed(bench.rollouts)[actor]
        state = passed(copy_of(game.states))[0]
        code = decide(passed(bench.boards)[0], passed(bench.roads)[0], state, actor, mind, bench.desk.legal, style)
        game.play(int(code), seat=actor)


@pytest.mark.parametrize("players, turns, moves", [(3, 1, 8), (4, 2, 40), (4, 3, 60)])
def test_the_light_policy_may_play_the_other_seats(players: int, turns: int, moves: int) -> None:
    view = position(players, moves)
    bench, reader = Workbench(view.board), reader_for("new_york", players)
    manner = replace(SHORT_AMONG_LIGHT, turns=turns)
    study, judged = GuidedStudy(view, np.random.default_rng(1), [bench], [reader], manner=manner), {}
    first = first_choices(view)

    def choices(states: Any, seats: Any) -> Any:
        assert set(seats.tolist()) == {view.seat}
        return first(states, seats)

    def values(states: Any, seat: int, count: int) -> tuple[Any, Any]:
        for i in range(count):
            world, candidate = study._places[0][i, :2].tolist()
            judged[world, candidate] = states[i : i + 1].tobytes()
        return np.full(count, 0.25), np.zeros(count)

    reader.choices, reader.values = choices, values  # type: ignore[method-assign]
    study.try_worlds(4)
    for number, world in enumerate(worlds_of(study, bench, 4)):
        for candidate, code in enumerate(study.actions.tolist()):
            game, left = Game.of_world(world), turns
            game.play(code, seat=view.seat)
            while True:
                light_rivals(bench, game, view.seat)
                left -= not game.is_over and game.phase == "turn"
                if game.is_over or left == 0:
                    break
                game.play(game.legal_codes(view.seat)[0], seat=view.seat)
            assert game.is_over == ((number, candidate) not in judged)
            if not game.is_over:
                assert judged[number, candidate] == game.states.tobytes()
    assert judged


@pytest.mark.parametrize(
    "board, players, manner",
    [
        ("new_york", 3, SHORT_AMONG_LIGHT),
        ("europe", 3, LONG_AMONG_LIGHT),
        ("usa", 5, LONG_AMONG_LIGHT),
        ("london", 2, SHORT_BY_NETWORK),
        ("europe", 2, LONG_BY_NETWORK),
        ("usa", 2, LONG_LIGHT),
    ],
)
def test_the_manner_depends_on_the_board_and_the_number_of_players(board: str, players: int, manner: Manner) -> None:
    view = Game(board, players=players, seed=1).view(0)
    study = GuidedStudy(view, np.random.default_rng(1), [Workbench(view.board)], [reader_for(board, players)])
    assert study.manner is manner


@pytest.mark.parametrize("board", ["amsterdam", "europe", "london", "new_york", "usa"])
def test_master_looks_beyond_its_next_turn_on_every_board(board: str) -> None:
    fewest, most = load_board(board).players
    for players in range(fewest, most + 1):
        assert manner_for(Game(board, players=players, seed=1).view(0)).turns > 1, players


def test_a_manner_sets_the_least_number_of_candidates_and_a_caller_may_ask_for_more() -> None:
    """The network is sure of its choice here, so that few are likely by themselves."""
    view = position(2, 22)
    bench, reader = Workbench(view.board), reader_for("new_york", 2)

    def candidates(**options: Any) -> list[int]:
        return GuidedStudy(view, np.random.default_rng(1), [bench], [reader], **options).actions.tolist()

    favourites = reader.opinion(view).codes.tolist()
    few = candidates(manner=replace(SHORT_BY_NETWORK, candidates=1))
    assert len(few) < 6
    assert len(favourites) > 8
    assert candidates(manner=SHORT_BY_NETWORK)[:6] == favourites[:6]
    assert candidates(manner=SHORT_BY_NETWORK, least=8)[:8] == favourites[:8]


class Clock:
    """Time that passes on the first thread alone: each group of simulations takes 4 ms, and 0.2 ms per simulation."""

    def __init__(self, study: GuidedStudy, monkeypatch: pytest.MonkeyPatch) -> None:
        self.study, self.now = study, 0.0
        self.groups: list[tuple[int, int]] = []  # thread, simulations
        monkeypatch.setattr("ferrovia.bots.search.halving.time.perf_counter", lambda: self.now)
        monkeypatch.setattr(study, "_try_group", self._try_group)

    def _try_group(self, thread: int, first: int, last: int) -> None:
        simulations = (last - first) * int(self.study.alive.sum())
        self.groups.append((thread, simulations))
        if thread == 0:
            self.now += 0.004 + 0.0002 * simulations

    def sizes(self, thread: int) -> list[int]:
        return [size for by, size in self.groups if by == thread]


def study_for(view: View, threads: int) -> GuidedStudy:
    benches = [Workbench(view.board) for _ in range(threads)]
    readers = [reader_for(view.board.id, view.players) for _ in range(threads)]
    return GuidedStudy(view, np.random.default_rng(1), benches, readers)


def test_by_the_clock_positions_are_judged_in_large_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first group is small, because nothing is known about the pace, and takes longer per simulation."""
    clock = Clock(study_for(position(2, 22), 1), monkeypatch)
    clock.study.run(Budget(seconds=0.25))
    first, *later = clock.sizes(0)
    assert first <= GuidedStudy.few
    assert np.mean(later) > 0.7 * LEAVES
    assert clock.now <= 0.25


@pytest.mark.parametrize("seconds", [0.05, 0.1, 1.0])
def test_a_group_fits_into_the_time_that_is_left(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(study_for(position(2, 22), 1), monkeypatch)
    clock.study.run(Budget(seconds=seconds))
    smallest = 0.004 + 0.0002 * GuidedStudy.few
    assert 0.8 * seconds <= clock.now <= seconds + smallest


def test_by_the_clock_every_thread_works(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(study_for(position(2, 22), 3), monkeypatch)
    clock.study.run(Budget(seconds=0.25))
    assert sorted(clock.sizes(0)) == sorted(clock.sizes(1)) == sorted(clock.sizes(2))
    assert np.mean(clock.sizes(2)) > 0.6 * LEAVES


def test_the_weights_of_a_manner_decide_between_candidates() -> None:
    """Three candidates, equally likely, in 100 worlds: the second wins more often, the third by more points."""
    view = position(2, 12)
    study = GuidedStudy(view, np.random.default_rng(1), [Workbench(view.board)], [reader_for("new_york", 2)])
    study.worlds, study._values = 100, np.zeros((100, len(study.actions), 2))
    study._liking = np.zeros(len(study.actions))
    study._values[:50, 1, WIN], study._values[:, 2, MARGIN] = 1.0, 30.0

    def scores(**weights: float) -> Any:
        study.manner = replace(SHORT_BY_NETWORK, **{"margin": 0.0, "doubt": 0.0, "trust": 0.0, **weights})
        return study.scores()[:3].tolist()

    assert scores() == [0.0, 0.5, 0.0]
    assert scores(margin=1.0) == pytest.approx([0.0, 0.5, np.tanh(1.0)])
    assert scores(doubt=0.4) == pytest.approx([0.0, 0.46, -0.04])
    study._liking[1] = -3.0
    assert scores(trust=0.1) == pytest.approx([0.0, 0.2, 0.0])


@pytest.mark.parametrize("players, moves", [(2, 0), (2, 30), (4, 50)])
def test_every_value_is_the_result_of_its_world_and_candidate(players: int, moves: int) -> None:
    """Games end at different times; those that go on must keep their places."""
    view = position(players, moves)
    bench, reader = Workbench(view.board), reader_for("new_york", players)
    study = GuidedStudy(view, np.random.default_rng(1), [bench], [reader], manner=PlayedOut.manner)
    assert len(study.actions) >= 3
    reader.choices = first_choices(view)  # type: ignore[method-assign]
    study.try_worlds(8)
    assert not np.isnan(study._values[:8]).any()
    for number, world in enumerate(worlds_of(study, bench, 8)):
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
    assert check_bot(PlayedOut, boards=["new_york"], budget=Budget(simulations=24)) > 20
