"""The body of entities that is compared with the MLP. `make test-train` runs it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from benchmarks.network.bodies import BODIES, examine, gather, in_numpy, learn, means, new_body
from tests.training.outputs import positions

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features
from ferrovia.bots.network.reader import network_for
from ferrovia.training.evaluate import play_match

pytestmark = [pytest.mark.train, pytest.mark.compiled_only]


@pytest.mark.parametrize("board", ["europe", "new_york"])
@pytest.mark.parametrize("body", BODIES)
def test_numpy_and_torch_return_the_same_outputs(board: str, body: str) -> None:
    features = Features(load_board(board))
    model = new_body(body, features, seed=5)
    with torch.no_grad():
        for value in model.parameters():
            value.add_(0.05 * torch.randn_like(value))
    rows, _ = positions(features)
    with torch.no_grad():
        wanted = model.outputs(torch.from_numpy(rows)).numpy()
    network = in_numpy(model)
    assert np.allclose(network.outputs(rows), wanted, atol=1e-4)
    assert np.allclose(network.outputs(rows[:1]), wanted[:1], atol=1e-4)


@pytest.mark.parametrize("body", BODIES)
def test_every_body_begins_as_the_planner(body: str) -> None:
    features = Features(load_board("new_york"))
    match = play_match(features, in_numpy(new_body(body, features, seed=1)).choose, deals=10)
    assert match.won == 0.5
    assert match.margin == 0


STEPS = 200  # a clock that counts calls: however fast the machine is, it learns so many times


@pytest.mark.parametrize("body", BODIES)
def test_every_body_learns_what_the_shipped_network_does(body: str) -> None:
    teacher = network_for(load_board("new_york"))
    assert teacher is not None
    data, held = gather(teacher, 60, seed=1), gather(teacher, 20, seed=9_999)
    model = new_body(body, teacher.features, seed=1)
    before = means(examine(model, held))
    learn(model, data, held, seconds=STEPS, seed=1, clock=itertools.count().__next__)
    after = means(examine(model, held))
    assert after["policy"] < before["policy"] / 2
    assert after["agreement"] > before["agreement"] + 0.1
