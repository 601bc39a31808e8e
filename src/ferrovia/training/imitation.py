"""Imitation: trains a network to do what a chosen bot does.

An untrained network already plays like the planner; imitation is for what other bots do better.
"""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
import torch
from torch.nn import functional

from .examples import Examples
from .model import Model

HELD_OUT: Final = 0.1
MINIBATCH: Final = 1024
RATE: Final = 1e-3
LOWER_RATE: Final = 2e-4  # for a network that has learned before


def imitate(
    model: Model, examples: Examples, *, device: str, seconds: float, rate: float = RATE, seed: int = 1
) -> tuple[float, float]:
    """Learns the choices until held-out games show no more progress. Returns the agreement before and after."""
    model.to(device)
    held = max(int(len(examples) * HELD_OUT), 1)
    order = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3)

    def ask(index: Any) -> tuple[Any, Any]:
        rows, masks = (torch.from_numpy(part[index]).to(device) for part in (examples.rows, examples.masks))
        logits, win, margin = model(rows, masks)
        actions = torch.from_numpy(examples.actions[index]).to(device)
        wins, margins = (torch.from_numpy(part[index]).to(device) for part in (examples.wins, examples.margins))
        value = functional.binary_cross_entropy_with_logits(win, wins) + functional.mse_loss(margin, margins)
        loss = functional.cross_entropy(logits, actions) + 0.1 * value
        return loss, (logits.argmax(1) == actions).float().mean()

    @torch.no_grad()
    def examine() -> tuple[float, float]:
        loss, agreement = ask(np.arange(held))
        return float(loss), float(agreement)

    best, before = examine()
    kept = {name: value.clone() for name, value in model.state_dict().items()}
    agreement, patience, until = before, 3, time.monotonic() + seconds
    while patience and time.monotonic() < until:
        shuffled = held + order.permutation(len(examples) - held)
        for first in range(0, len(shuffled), MINIBATCH):
            loss, _ = ask(shuffled[first : first + MINIBATCH])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        found, now = examine()
        if found < best:
            best, agreement, patience = found, now, 3
            kept = {name: value.clone() for name, value in model.state_dict().items()}
        else:
            patience -= 1
    model.load_state_dict(kept)
    return before, agreement
