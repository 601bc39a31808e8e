"""Games that a GPU plays for training show what those on the cores show. Most of it needs a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.engine import gpu
from ferrovia.environments.batch import Batch
from ferrovia.training import device_games, games
from ferrovia.training.device_games import DeviceGames

HERE, WHY_NOT = gpu.available()
on_a_gpu = pytest.mark.skipif(not HERE, reason=f"needs a GPU: {WHY_NOT}")

pytestmark = [pytest.mark.train, pytest.mark.compiled_only, pytest.mark.filterwarnings("ignore:.*Grid size")]

SEED, GAMES, STEPS = 5, 256, 90


def test_tensors_tell_the_same_wins_and_margins_as_arrays() -> None:
    totals = np.array([[30, 20, 25], [20, 20, 7], [5, 9, 9], [0, 0, 0]], dtype=np.int16)
    ranks = np.array([[0, 2, 1], [1, 0, 2], [2, 0, 0], [0, 0, 0]], dtype=np.int8)
    told = device_games.results(torch.from_numpy(totals), torch.from_numpy(ranks))
    for tensor, array in zip(told, games.results(totals, ranks), strict=True):
        assert np.array_equal(tensor.numpy(), array)


@on_a_gpu
@pytest.mark.parametrize("name, players", [("new_york", 2), ("europe", 3)])
def test_a_gpu_shows_the_rows_masks_and_ends_that_cores_show(name: str, players: int) -> None:
    """Observations and results are equal. A GPU rounds once where a core rounds twice (`a * b + c`), so that a tie
    between two plans may fall the other way: in fewer than one of two hundred positions.
    """
    features = Features(load_board(name))
    device = DeviceGames(features, games=GAMES, shares={players: 1.0}, seed=SEED, with_planners=0.0)
    cores = Batch(features.board, players=players, games=GAMES, seed=SEED * 10_007, wilds="fewest", threads=1)
    device.begin()
    cores.reset()
    viewer, rng = Viewer(features), np.random.default_rng(1)
    rows, planned = np.zeros((GAMES, features.size), dtype=np.uint8), np.zeros(GAMES, dtype=np.int64)
    out, width, different, ended = cores.buffers, features.encoding.size, 0, 0
    for _ in range(STEPS):
        viewer.view(players, cores.states, out.seats, out.observations, rows, out.masks, planned)
        shown = device.rows.cpu().numpy()
        assert np.array_equal(shown[:, :width], rows[:, :width])
        masks = device.masks.cpu().numpy()
        assert np.array_equal(masks != 0, out.masks != 0)
        wrong = (shown != rows).any(axis=1) | (masks != out.masks.view(np.uint8)).any(axis=1)
        different += int((wrong | (device.planned.cpu().numpy() != planned)).sum())
        actions = _with_random_moves(planned, out.masks, rng)
        cores.step(actions)
        device.start(torch.from_numpy(actions).cuda(), device.groups[0])
        device.finish(device.groups[0])
        assert device.tables[0].refused == 0
        done = out.dones != 0
        assert np.array_equal(device.dones.cpu().numpy() != 0, done)
        if done.any():
            wins, margins = games.results(out.totals[done], out.ranks[done])
            ends = device.ends.cpu().numpy()[done, :players]
            assert np.array_equal(ends[..., 0], wins)
            assert np.allclose(ends[..., 1], np.tanh(margins / games.MARGIN_SCALE), atol=1e-5)
            ended += int(done.sum())
    assert different < GAMES * STEPS / 200
    assert ended or name == "europe"


def _with_random_moves(planned: Any, masks: Any, rng: np.random.Generator) -> Any:
    actions = planned.copy()
    for game in np.flatnonzero(rng.random(len(planned)) < 0.3):
        actions[game] = rng.choice(np.flatnonzero(masks[game]))
    return actions


@on_a_gpu
def test_on_a_gpu_one_seat_learns_where_rivals_play_and_all_seats_learn_elsewhere() -> None:
    features, shares = Features(load_board("new_york")), {2: 0.5, 4: 0.5}
    device = DeviceGames(features, games=400, shares=shares, seed=SEED, with_planners=0.1, with_networks=0.15)
    device.begin()
    assert [(group.start, group.stop) for group in device.groups] == [(0, 200), (200, 400)]
    for group, players in zip(device.groups, (2, 4), strict=True):
        learns, seats = device.learns[group].cpu().numpy(), device.seats[group].cpu().numpy()
        assert device.by_networks[group].nonzero().squeeze(1).tolist() == list(range(20, 50))
        assert learns[50:].all()
        assert (learns[:50] == (seats[:50] == np.arange(50) % players)).all()
