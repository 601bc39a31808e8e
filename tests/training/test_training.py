"""Training learns: a short run on one core, from nothing and from a bot's games. `make test-train` runs it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tests.training.outputs import FILE, ask, positions, small_model

import ferrovia
from ferrovia.boards import load_board
from ferrovia.bots import Budget
from ferrovia.bots.network.features import Features
from ferrovia.bots.network.network import count_blocks
from ferrovia.bots.network.weights import Weights, WeightsError, describe, load_weights, save_weights
from ferrovia.bots.planner.plan_view import CHOSEN
from ferrovia.training.evaluate import Match, play_match
from ferrovia.training.examples import Lessons, gather
from ferrovia.training.games import EVERY_SEAT
from ferrovia.training.imitation import imitate
from ferrovia.training.model import Model
from ferrovia.training.rivals import MEMORIES, SELVES, Rivals
from ferrovia.training.run import Imitation, Options, policy_of, train
from ferrovia.training.self_play import SelfPlay
from ferrovia.training.settings import Settings

pytestmark = [pytest.mark.train, pytest.mark.compiled_only]

BOARD = load_board("new_york")


def test_the_stored_outputs_equal_torchs() -> None:
    features = Features(BOARD)
    rows, masks = positions(features)
    with np.load(FILE, allow_pickle=False) as stored:
        assert (stored["rows"] == rows).all()
        assert (stored["masks"] == masks).all()
        for name, value in ask(small_model(features), rows, masks).items():
            assert np.allclose(stored[name], value, atol=1e-4)


def test_a_network_begins_as_the_planner() -> None:
    features = Features(BOARD)
    match = play_match(features, policy_of(Model(features, 32, 1), "cpu"), deals=20)
    assert match.won == 0.5
    assert match.margin == 0


def test_self_play_learns_from_nothing() -> None:
    """A network that trusts no planner loses every game by 34 points; 160,000 decisions later it loses by 9."""
    torch.manual_seed(3)
    features = Features(BOARD)
    model = Model(features, 64, 1)
    with torch.no_grad():
        model.last.bias.zero_()
    before = play_match(features, policy_of(model, "cpu"), deals=40)
    settings = Settings(seconds=1e9, games=256, steps=32, minibatch=1024, rate=1e-3, last_rate=1e-3, planners=0.0)
    run = SelfPlay(model, settings, threads=1, device="cpu")
    for report in run.batches():
        if report.batches == 20:
            break
    run.close()
    after = play_match(features, policy_of(model, "cpu"), deals=40)
    assert report.losses["explained"] > 0.3
    assert after.margin > before.margin + 15
    assert after.won > before.won


def test_an_opponent_learns_to_beat_a_frozen_network(tmp_path: Path) -> None:
    """The frozen one knows nothing and never changes; whoever begins as the planner wins, and the curve says so."""
    frozen, out = tmp_path / "frozen.npz", tmp_path / "opponent.npz"
    features = Features(BOARD)
    torch.manual_seed(7)
    weak = Model(features, 16, 1)
    with torch.no_grad():
        weak.last.bias.zero_()
    save_weights(frozen, Weights(describe(BOARD, features.style), weak.arrays()), eight_bits=False)
    before = frozen.read_bytes()
    settings = Settings(seconds=2.0, games=256, steps=8, minibatch=512)
    points = train(Options(BOARD, out, settings, against=frozen, width=16, blocks=1, deals=8))
    assert points[0].matches[0].won > 0.9
    assert json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["opponent"] == "frozen.npz"
    assert load_weights(out, BOARD).about["history"][0]["against"] == "frozen.npz"
    assert frozen.read_bytes() == before
    run = SelfPlay(Model(features, 16, 1), settings, threads=1, device="cpu", frozen=weak)
    asked = {name: value.clone() for name, value in weak.state_dict().items()}
    next(run.batches())
    run.close()
    assert all(torch.equal(value, asked[name]) for name, value in weak.state_dict().items())


def test_earlier_selves_play_but_only_the_learner_changes() -> None:
    """All begin as the learner does. Later ones replace those in the pool in turn, except for the first."""
    features = Features(BOARD)
    torch.manual_seed(8)
    model = Model(features, 16, 1)
    first = {name: value.clone() for name, value in model.state_dict().items()}
    settings = Settings(seconds=1e9, games=64, steps=32, minibatch=256, rate=1e-3, planners=0.0, earlier=1.0)
    run = SelfPlay(model, settings, threads=1, device="cpu")
    for report in run.batches():
        if report.batches == 2:
            break
    run.close()
    assert len(run.rivals.models) == SELVES

    def is_as(rival: Model, weights: dict[str, torch.Tensor]) -> bool:
        return all(torch.equal(value, weights[name]) for name, value in rival.state_dict().items())

    assert [is_as(rival, first) for rival in run.rivals.models] == [True] * SELVES
    assert not is_as(model, first)
    assert run.learns.float().mean() < 0.7  # one of two seats in every game
    run.rivals.remember(model, 1 / MEMORIES)
    run.rivals.remember(model, 1.5 / MEMORIES)  # too early for the next
    assert [is_as(rival, model.state_dict()) for rival in run.rivals.models].count(True) == 1
    for moment in range(2, SELVES + 2):
        run.rivals.remember(model, moment / MEMORIES)
    assert [is_as(rival, first) for rival in run.rivals.models] == [True] + [False] * (SELVES - 1)


def test_a_share_of_the_games_is_against_the_frozen_network_and_in_the_others_all_seats_learn() -> None:
    features = Features(BOARD)
    settings = Settings(games=64, steps=4, against=0.5, planners=0.25, earlier=0.25)
    run = SelfPlay(Model(features, 16, 1), settings, threads=1, device="cpu", frozen=Model(features, 16, 1))
    run.close()
    assert run.games.by_networks.mean() == 0.5
    assert np.mean([table.learners == EVERY_SEAT for table in run.games.tables]) == 0.25
    assert len(run.rivals.models) == 1


def test_what_a_learner_does_not_decide_itself_planners_decide() -> None:
    features = Features(BOARD)
    model = Model(features, 16, 1)
    with torch.no_grad():
        model.last.bias[features.gate_at] = -20.0  # it never does what the planner would do, if it has a choice
    settings = Settings(seconds=1e9, games=64, steps=32, minibatch=256, planners=0.0, own=0.25)
    run = SelfPlay(model, settings, threads=1, device="cpu")
    run.games.begin()
    run._play()
    run.close()
    planned = (run.masks & CHOSEN).gather(2, run.actions[..., None]).squeeze(2) != 0
    has_choice = (run.masks != 0).sum(2) > 1
    assert planned[~run.learns].all()
    assert not planned[run.learns & has_choice].any()
    assert 0.2 < run.learns.float().mean() < 0.3


def test_rivals_choose_in_their_own_games_only() -> None:
    """Games 1 and 3 are those of two rivals: one always prefers the last allowed action, the other the first."""
    features = Features(BOARD)
    rows, masks = (torch.from_numpy(array[:4]) for array in positions(features))
    taken = []
    for direction in (1.0, -1.0):
        model = small_model(features)
        model.logits = lambda outputs, rows, masks, by=direction: torch.where(
            masks != 0, by * torch.arange(masks.shape[1]), -1e9
        )
        taken.append(model)
    rivals = Rivals(taken, np.array([False, True, False, True]), (slice(0, 4),), sample=False)
    planned = torch.full((4,), -7)
    allowed = [row.nonzero().squeeze(1).tolist() for row in masks]
    assert rivals.answer(slice(0, 4), rows, masks, planned).tolist() == [-7, allowed[1][-1], -7, allowed[3][0]]
    assert planned.tolist() == [-7] * 4


def test_imitation_learns_what_a_bot_does() -> None:
    features = Features(BOARD)
    torch.manual_seed(4)
    lessons = Lessons(BOARD, features.style, "one_step", Budget(simulations=1), {2: 1.0}, seed=2)
    examples = gather(lessons, games=40)
    assert len(examples) > 500
    before, after = imitate(Model(features, 64, 1), examples, device="cpu", seconds=600)
    assert after > before + 0.05


def test_a_run_that_is_stopped_before_its_first_evaluation_leaves_the_old_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ferrovia.training.run.play_match", stopped)
    curve = tmp_path / "network.json"
    curve.write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        train(Options(BOARD, tmp_path / "network.npz", Settings(games=16, steps=2), width=16, blocks=1))
    assert curve.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("beaten", [True, False])
def test_imitation_replaces_a_resumed_network_only_if_it_beats_it(
    same: bool, beaten: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players share the wins: a network that wins six tenths against the resumed one is better."""
    resumed = tmp_path / "resumed.npz"
    out = resumed if same else tmp_path / "new.npz"
    features = Features(BOARD)
    save_weights(resumed, Weights(describe(BOARD, features.style), small_model(features).arrays()), eight_bits=False)
    before, original = resumed.read_bytes(), load_weights(resumed, BOARD)

    def imitated(model: Model, *arguments: object, **options: object) -> tuple[float, float]:
        model.last.bias.data.zero_()
        return 0.0, 0.0

    monkeypatch.setattr("ferrovia.training.run.imitate", imitated)
    monkeypatch.setattr(
        "ferrovia.training.run.play_match", lambda *_, **__: Match(2, 8, 0.6 if beaten else 0.4, 0.1, 0.0)
    )
    imitation = Imitation("greedy", 1, Budget(simulations=1))
    settings = Settings(seconds=0.0, games=16, steps=2)
    train(Options(BOARD, out, settings, resume=resumed, imitation=imitation, deals=4))
    kept = load_weights(out, BOARD)
    is_original = all((kept.arrays[name] == array).all() for name, array in original.arrays.items())
    assert is_original is not beaten
    assert len(kept.about.get("history", [])) == int(beaten)
    assert (resumed.read_bytes() == before) is not (same and beaten)


def test_a_run_writes_a_network_and_its_curve_and_can_continue(tmp_path: Path) -> None:
    out = tmp_path / "network.1.npz"
    settings = Settings(seconds=4.0, games=256, steps=8, minibatch=512, shares={2: 0.5, 3: 0.5})
    first = Options(
        BOARD, out, settings, width=16, blocks=1, deals=4, imitation=Imitation("greedy", 2, Budget(simulations=1))
    )
    points = train(first)
    assert points[0].decisions == 0
    assert json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["points"][0]["seconds"] == 0
    assert out.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    history = load_weights(out, BOARD).about["history"]
    assert history[0]["imitated"] == "greedy"
    assert history[0]["settings"]["seed"] == settings.seed
    assert history[0]["versions"]["ferrovia"] == ferrovia.__version__
    assert history[0]["measured_against"] == "planner"
    again = tmp_path / "more.npz"
    points = train(Options(BOARD, again, settings, resume=out, deals=4, small=True))
    history = load_weights(again, BOARD).about["history"]
    assert [run["measured_against"] for run in history] == ["planner", "network.1.npz"]
    assert (points[0].matches[0].won, points[0].matches[0].margin) == (0.5, 0.0)  # copies, each deal from both seats
    with pytest.raises(WeightsError, match="for the board new_york, not for london"):
        train(Options(load_board("london"), again, settings, resume=out))
    larger = tmp_path / "larger.npz"
    train(Options(BOARD, larger, replace(settings, seconds=0.0), resume=out, blocks=3, deals=4))
    weights, grown = load_weights(out, BOARD), load_weights(larger, BOARD)
    assert [count_blocks(kept.arrays) for kept in (weights, grown)] == [1, 3]
    features = Features(BOARD, weights.style)
    rows, masks = positions(features)
    before, after = (ask(Model.of_weights(features, kept), rows, masks) for kept in (weights, grown))
    assert all((before[name] == after[name]).all() for name in before)
    save_weights(out, Weights(weights.about, {**weights.arrays, "norm.bias": np.zeros(3)}), eight_bits=False)
    with pytest.raises(WeightsError, match=r"norm.bias have the shape \(3,\), not \(16,\)"):
        train(Options(BOARD, again, settings, resume=out))
