"""PyTorch's outputs for some positions, stored for the tests that run without it: python -m tests.training.outputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.environments.batch import Batch
from ferrovia.training.model import Model

FILE = Path(__file__).parents[1] / "data/network_outputs.npz"
POSITIONS = 12


def positions(features: Features) -> tuple[Any, Any]:
    """Rows and marked masks from games of planners, one after so many steps each."""
    games = Batch(features.board, players=2, games=POSITIONS, seed=9, wilds="fewest", threads=1)
    out, viewer = games.reset(), Viewer(features)
    rows = np.zeros((POSITIONS, features.size), dtype=np.uint8)
    masks = np.zeros((POSITIONS, features.actions.size), dtype=np.uint8)
    for step in range(4 * POSITIONS):
        seen, planned = np.zeros_like(rows), np.zeros(POSITIONS, dtype=np.int64)
        viewer.view(2, games.states, out.seats, out.observations, seen, out.masks, planned)
        if step % 4 == 0:
            rows[step // 4], masks[step // 4] = seen[step // 4], out.masks[step // 4].view(np.uint8)
        out = games.step(planned)
    return rows, masks


def small_model(features: Features) -> Model:
    """A small network whose every part says something."""
    torch.manual_seed(5)
    model = Model(features, 16, 2)
    with torch.no_grad():
        for value in model.parameters():
            value.add_(0.1 * torch.randn_like(value))
    return model


def ask(model: Model, rows: Any, masks: Any) -> dict[str, Any]:
    with torch.no_grad():
        logits, win, margin = model(torch.from_numpy(rows), torch.from_numpy(masks))
    return {"logits": logits.numpy(), "win": win.numpy(), "margin": margin.numpy()}


def main() -> None:
    features = Features(load_board("new_york"))
    model = small_model(features)
    rows, masks = positions(features)
    weights = {f"w:{name}": array for name, array in model.arrays().items()}
    np.savez_compressed(FILE, rows=rows, masks=masks, **ask(model, rows, masks), **weights)


if __name__ == "__main__":
    main()
