"""Imitation: records what a chosen bot sees and does in games, and trains a network to do the same.

An untrained network already plays like the planner; imitation is for what other bots do better. A few moves are
replaced at random, so that unusual positions occur too; the network still learns only the bot's choices.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch.nn import functional

from ferrovia.actions import decode, encode
from ferrovia.bots import Budget, new_bot
from ferrovia.bots.api import dismiss, think
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.observer import Observer
from ferrovia.game import Game

from .games import MARGIN_SCALE, results
from .model import Model

STRAY: Final = (0.0, 0.02, 0.1)  # share of random moves, per game
HELD_OUT: Final = 0.1
MINIBATCH: Final = 1024


@dataclass(slots=True)
class Examples:
    """A bot's decisions: what it saw, its options, its choice, and the outcome."""

    rows: Any
    masks: Any
    actions: Any
    wins: Any
    margins: Any

    def __len__(self) -> int:
        return len(self.actions)


def gather(
    features: Features,
    bot: str,
    *,
    games: int,
    players: int,
    seed: int,
    budget: Budget,
    tell: Callable[[int], None] = lambda _: None,
) -> Examples:
    """Lets a bot play itself and records every decision with more than one option."""
    rng = np.random.default_rng(seed)
    observer, viewer = Observer(Encoding(features.board, players), features.actions), Viewer(features)
    rows: list[Any] = []
    masks: list[Any] = []
    actions: list[int] = []
    wins: list[float] = []
    margins: list[float] = []
    for number in range(games):
        game = Game(features.board, players=players, seed=seed * 1_000_003 + number)
        seats: list[int] = []
        stray = STRAY[number % len(STRAY)]
        bots = [new_bot(bot) for _ in range(players)]
        while not game.is_over:
            seat = min(game.actors)
            view = game.view(seat)
            action = think(bots[seat], view, rng, budget)
            observation, mask, codes = observer.look(view)
            code = encode(features.board, action)
            chosen = int(features.actions.number_of[code])
            if mask.sum() > 1 and mask[chosen]:
                row, planned = np.zeros((1, features.size), dtype=np.uint8), np.zeros(1, dtype=np.int64)
                marks = mask[None].copy()
                viewer.view(
                    players, view.states, np.array([seat], dtype=np.int8), observation[None], row, marks, planned
                )
                rows.append(row[0])
                masks.append(marks[0].view(np.uint8))
                actions.append(chosen)
                seats.append(seat)
            if stray and rng.random() < stray:
                action = decode(features.board, int(codes[int(rng.choice(np.flatnonzero(mask)))]))
            game.play(action, seat=seat)
        for one in bots:
            dismiss(one)
        sheets = game.result().sheets
        won, ahead = results(np.array([[s.total for s in sheets]]), np.array([[s.rank - 1 for s in sheets]]))
        wins += [float(won[0, seat]) for seat in seats]
        margins += [float(np.tanh(ahead[0, seat] / MARGIN_SCALE)) for seat in seats]
        tell(number + 1)
    return Examples(
        np.array(rows), np.array(masks), np.array(actions), np.array(wins, np.float32), np.array(margins, np.float32)
    )


def imitate(
    model: Model, examples: Examples, *, device: str, seconds: float, rate: float = 1e-3, seed: int = 1
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
