"""One chance to win: the coach and a replay show the same number, and it holds in games that it was not fitted to."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia.boards import board_names, load_board, parse_board
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.chances import TURNING, Curve, chance_curve, turning_points
from ferrovia.bots.coach import advise, rank
from ferrovia.bots.network.calibration import Calibration, digest_of, load_calibration, save_calibration
from ferrovia.bots.network.judge import calibration_for, judge_for
from ferrovia.bots.network.reader import has_network, network_for
from ferrovia.bots.network.weights import WeightsError
from ferrovia.bots.search.halving import Finding
from ferrovia.game import Game

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
TRAINED = ROOT / "src/ferrovia/bots/network/trained"
TINY = ROOT / "tests/data/tiny.toml"
LITTLE = Budget(simulations=24)
LONDON = load_board("london")


@lru_cache(maxsize=4)
def played(board: str, players: int) -> tuple[Game, Game]:
    """A game of planners: its beginning and its end."""
    game = Game(board, players=players, seed=11)
    beginning, bot, rng = game.copy(), new_bot("planner"), np.random.default_rng(1)
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        game.play(bot.choose(view, view.legal_actions(), rng, LITTLE), seat=seat)
    return beginning, game


@lru_cache(maxsize=4)
def curve_of(board: str, players: int) -> Curve:
    beginning, end = played(board, players)
    return chance_curve(beginning, end.moves)


@pytest.mark.parametrize("board, players", [("london", 2), ("europe", 3)])
def test_the_coach_tells_the_number_of_the_replay(board: str, players: int) -> None:
    beginning, end = played(board, players)
    curve, game = curve_of(board, players), beginning.copy()
    phases = set()
    for step, (mover, code) in enumerate(end.moves):
        if step % 7 == 0 or game.phase not in phases:
            phases.add(game.phase)
            best = advise(game.view(mover), budget=LITTLE, best=1, threads=1)[0]
            assert best.win == pytest.approx(curve.own.chance[step, mover], abs=1e-4)
        game.play(code, seat=mover)
    assert {"choosing_start", "turn", "second_card"} <= phases


def test_a_seats_chance_says_nothing_that_the_seat_cannot_know() -> None:
    beginning, end = played("london", 2)
    judge, game, rng = judge_for(LONDON, 2), beginning.copy(), np.random.default_rng(3)
    assert judge is not None
    for step, (mover, code) in enumerate(end.moves):
        if step % 10 == 0:
            for seat in range(2):
                chance = judge.chance(game.states, seat)
                assert judge.chance(game.view(seat).redeal(rng).states, seat) == pytest.approx(chance, abs=1e-5)
        game.play(code, seat=mover)


@pytest.mark.parametrize("board, players", [("london", 2), ("europe", 3)])
def test_all_hands_together_add_up_and_end_with_the_winner(board: str, players: int) -> None:
    curve, (_, end) = curve_of(board, players), played(board, players)
    for line in (curve.own, curve.together):
        assert line.chance.shape == (len(end.moves) + 1, players)
        assert (line.low <= line.chance).all()
        assert (line.chance <= line.high).all()
        assert np.flatnonzero(line.chance[-1]).tolist() == list(end.result().winners)
    assert curve.together.chance.sum(axis=1) == pytest.approx(1.0)
    assert (curve.own.high - curve.own.low)[: len(end.moves) // 2].mean() > 0.05, "hidden cards matter in mid-game"


def test_turning_points_are_the_turns_that_changed_most() -> None:
    movers = [0, 1, *([0, 0, 1, 1] * 10)]
    chances = np.full(len(movers), 0.5)
    chances[10:] += 0.3  # by the turn of seat 0 or 1 that ends at step 10
    chances[30:] -= TURNING / 2  # too little
    chances[36:] -= 0.2
    found = turning_points(np.stack([chances, 1 - chances], axis=1), movers)
    assert [point.step for point in found] == [10, 36]
    assert found[0].before == pytest.approx(0.5)
    assert found[0].after == pytest.approx(0.8)


def test_the_best_action_keeps_the_chance_and_the_others_follow_in_order() -> None:
    findings = [Finding(7, 0.5, 1.0, 9), Finding(8, 0.6, 2.0, 4), Finding(9, 0.25, 0.0, 2)]
    told = rank(findings, 7, 0.4)
    assert [finding.code for finding in told] == [7, 8, 9]
    assert [finding.win for finding in told] == pytest.approx([0.4, 0.4, 0.2])
    assert [finding.margin for finding in told] == [1.0, 1.0, 0.0], "what looked better is told as good"
    assert [finding.win for finding in rank(findings, 8, None)] == pytest.approx([0.6, 0.5, 0.25])


def test_a_hopeless_position_has_no_better_action() -> None:
    told = rank([Finding(7, 0.0, -30.0, 9), Finding(8, 0.0, -40.0, 4)], 7, 0.01)
    assert [finding.win for finding in told] == [0.01, 0.01]


# --- without a network ------------------------------------------------------------------------------------------------
def test_a_board_without_a_network_has_no_curve_and_a_coach_that_plays_on() -> None:
    board = load_board(TINY)
    game = Game(board, players=2, seed=1)
    with pytest.raises(ValueError, match="no network for the board tiny"):
        chance_curve(game, [])
    assert judge_for(board, 2) is None
    assert 0.0 <= advise(game.view(0), budget=LITTLE, threads=1)[0].win <= 1.0


def test_a_board_with_the_id_of_another_does_not_get_its_network() -> None:
    text = LONDON.text.replace('name = "London"', 'name = "My London"')
    assert text != LONDON.text
    board = parse_board(text)
    assert board.id == "london"
    assert not has_network(board)
    assert network_for(board) is None


def test_a_game_that_is_not_over_has_no_curve() -> None:
    beginning, end = played("london", 2)
    with pytest.raises(ValueError, match="not over"):
        chance_curve(beginning, end.moves[:-1])


# --- calibrations -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", board_names())
def test_every_network_comes_with_its_calibration(name: str) -> None:
    found = calibration_for(load_board(name))
    assert found is not None
    assert found.weights == digest_of(TRAINED / f"{name}.npz")


@pytest.mark.parametrize("name", board_names())
def test_chances_were_true_to_three_points_in_games_that_nothing_was_fitted_to(name: str) -> None:
    """As `python -m benchmarks.network calibration` found, with exactly these weights."""
    measured = json.loads((ROOT / "benchmarks/results/calibration.json").read_text())[name]
    board = load_board(name)
    assert measured["weights"] == digest_of(TRAINED / f"{name}.npz")
    assert measured["players"].keys() == {str(n) for n in range(board.players[0], board.players[1] + 1)}
    for kinds in measured["players"].values():
        assert max(kinds[kind]["error"] for kind in ("to_act", "not_to_act", "together")) <= 3.0


def changed(tmp_path: Path, change: dict[str, Any]) -> Path:
    path = tmp_path / "london.calibration.json"
    shipped = calibration_for(LONDON)
    assert isinstance(shipped, Calibration)
    save_calibration(path, shipped)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    return path


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"weights": "0" * 64}, "fitted to other weights"),
        ({"board": "europe"}, "made for the board europe, not for london"),
        ({"format": 99}, "has the format 99"),
        ({"players": {}}, "says nothing about 2 players"),
        ({"players": {"2": {"to_act": [1.0]}}}, "not a calibration, or damaged"),
        ({"players": None}, "not a calibration, or damaged"),
    ],
)
def test_a_calibration_for_something_else_is_refused(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    with pytest.raises(WeightsError, match=reason):
        load_calibration(changed(tmp_path, change), LONDON, TRAINED / "london.npz")


def test_a_calibration_comes_back_from_its_file_and_is_refused_when_cut_off(tmp_path: Path) -> None:
    path = changed(tmp_path, {})
    assert load_calibration(path, LONDON, TRAINED / "london.npz") == calibration_for(LONDON)
    path.write_text(path.read_text()[:-20])
    with pytest.raises(WeightsError, match="damaged"):
        load_calibration(path, LONDON, TRAINED / "london.npz")
