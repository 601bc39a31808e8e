"""Batches on a GPU. Without one, checks only the message; `benchmarks/environments.py --parts gpu` compares."""

from __future__ import annotations

import numpy as np
import pytest

from ferrovia.engine import gpu
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.environments.batch import Batch
from ferrovia.environments.gpu import DeviceBatch, actions_listed

HERE, WHY_NOT = gpu.available()
on_a_gpu = pytest.mark.skipif(not HERE or not COMPILED, reason=f"needs a GPU and the compiler: {WHY_NOT}")
WRITTEN = ("observations", "masks", "seats", "rewards", "dones", "totals", "ranks")

pytestmark = [pytest.mark.compiled_only, pytest.mark.filterwarnings("ignore:.*Grid size")]  # few games: a small grid


@on_a_gpu
@pytest.mark.parametrize("board, players, wilds", [("new_york", 2, "explicit"), ("europe", 3, "fewest")])
def test_everything_a_step_writes_is_the_same_on_gpu_and_cpu(board: str, players: int, wilds: str) -> None:
    options = {"players": players, "games": 300, "seed": 11, "wilds": wilds}
    device, cpu = DeviceBatch(board, **options), Batch(board, **options)  # type: ignore[arg-type]
    device.reset()
    cpu.reset()
    for _ in range(120):
        actions = cpu.sample()
        assert device.sample().numpy().tolist() == actions.tolist()
        device.step()
        cpu.step(actions)
        for name in WRITTEN:
            assert np.array_equal(getattr(device, name).numpy(), getattr(cpu.buffers, name)), name


@on_a_gpu
def test_on_a_gpu_an_action_that_is_not_allowed_is_left_out_and_noted() -> None:
    device = DeviceBatch("new_york", games=64, seed=1)
    device.reset()
    before = device.observations.numpy()
    device.step(device.cuda.to_device(np.full(64, -1, dtype=np.int64)))
    assert device.refused.numpy().all()
    assert np.array_equal(device.observations.numpy(), before)


@pytest.mark.skipif(HERE, reason="there is a GPU")
def test_without_a_gpu_it_says_what_is_missing() -> None:
    with pytest.raises(RuntimeError, match="no GPU can be used: "):
        DeviceBatch("new_york", games=64)


def test_the_list_of_a_gpu_thread_is_long_enough_for_every_code() -> None:
    model = Batch("europe")
    assert actions_listed(model) > model.actions.size
    assert actions_listed(Batch("europe", wilds="fewest")) == actions_listed(model)
