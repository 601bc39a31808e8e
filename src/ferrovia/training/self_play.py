"""Self-play: the network plays itself, earlier selves and planners, and learns from the results, batch after batch.

The method is PPO. A seat's next state is its own next decision or the end of its game. The last decision of every seat
in a batch only serves to look ahead from the one before it. Wins and squeezed margins have one value each; their sum
counts.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ferrovia.engine.state import MAX_PLAYERS

from .device_games import DeviceGames
from .games import Games
from .model import Model
from .rivals import Rivals, draw, earlier_selves
from .settings import Settings

GENTLE_BATCHES = 16  # at first: games have only just begun, and the optimizer knows nothing of the gradients


@dataclass(frozen=True, slots=True)
class Report:
    """The statistics of one learning batch."""

    batches: int
    decisions: int
    seconds: float
    left: float
    points: dict[int, float]
    losses: dict[str, float]


def _new_array(shape: tuple[int, ...], kind: Any, *, pinned: bool) -> Any:
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return torch.zeros(size, dtype=torch.uint8, pin_memory=pinned).numpy().view(kind).reshape(shape)


class SelfPlay:
    """A run: `batches()` learns from batch after batch until the time is up."""

    def __init__(
        self,
        model: Model,
        settings: Settings,
        *,
        threads: int,
        device: str,
        on_device: bool = False,
        frozen: Model | None = None,
    ) -> None:
        """`frozen` does not learn: it sits in all other seats of every game. `on_device` plays the games on a GPU."""
        self.model, self.settings, self.device = model.to(device), settings, device
        new_games: Callable[..., Games | DeviceGames] = (
            DeviceGames
            if on_device
            else partial(
                Games,
                threads=threads,
                new_array=partial(_new_array, pinned=device == "cuda"),
            )
        )
        self.games = new_games(
            model.features,
            games=settings.games,
            shares=settings.shares,
            seed=settings.seed,
            with_planners=settings.planners if frozen is None else min(settings.planners, 1 - settings.against),
            with_networks=settings.earlier if frozen is None else settings.against,
            own=settings.own,
        )
        self.rivals = Rivals(
            earlier_selves(self.model) if frozen is None else [frozen.to(device)],
            torch.as_tensor(self.games.by_networks).to(device),
            self.games.groups,
            sample=frozen is None,
        )
        self.average = copy.deepcopy(self.model)  # of the weights after recent batches: plays better than the last ones
        self.optimizer = torch.optim.AdamW(
            model.parameters(), lr=settings.rate, eps=1e-5, weight_decay=1e-4, fused=device == "cuda"
        )
        size, steps = self.games.size, settings.steps

        def empty(*shape: int, kind: Any = torch.float32) -> Any:
            return torch.zeros((steps, size, *shape), dtype=kind, device=device)

        self.rows = empty(model.features.size, kind=torch.uint8)
        self.masks = empty(model.features.actions.size, kind=torch.uint8)
        self.actions, self.seats = empty(kind=torch.int64), empty(kind=torch.int64)
        self.chances, self.values = empty(), empty(2)
        self.dones, self.learns = empty(kind=torch.bool), empty(kind=torch.bool)
        self.ends = empty(MAX_PLAYERS, 2)
        is_sent = device == "cuda" and not on_device  # actions go to the cores
        self._chosen = torch.zeros(size, dtype=torch.int64, pin_memory=is_sent, device="cuda" if on_device else "cpu")
        self._answered = (
            {group.start: torch.cuda.Event(blocking=True) for group in self.games.groups} if is_sent else {}
        )

    def _send(self, array: Any) -> Any:
        return torch.as_tensor(array).to(self.device, non_blocking=True)

    @torch.no_grad()
    def _ask(self, step: int, group: slice) -> None:
        """Starts the model's choice for a group of games, and the games as soon as the device has answered."""
        games = self.games
        rows, masks = self.rows[step, group], self.masks[step, group]
        rows.copy_(torch.as_tensor(games.rows[group]), non_blocking=True)
        masks.copy_(torch.as_tensor(games.masks[group]), non_blocking=True)
        learns = self._send(games.learns[group])
        logits, win, margin = self.model(rows, masks)
        others = self.rivals.answer(group, rows, masks, self._send(games.planned[group]))
        actions = torch.where(learns, draw(logits).argmax(1), others)
        self._chosen[group].copy_(actions, non_blocking=True)
        self.actions[step, group], self.learns[step, group] = actions, learns
        self.seats[step, group] = self._send(games.seats[group])
        self.chances[step, group] = functional.log_softmax(logits, 1).gather(1, actions[:, None]).squeeze(1)
        self.values[step, group, 0], self.values[step, group, 1] = torch.sigmoid(win), margin
        if isinstance(games, DeviceGames):
            games.start(self._chosen, group)
        elif self._answered:
            answered = self._answered[group.start]
            answered.record()
            games.start(self._chosen.numpy(), group, answered.synchronize)
        else:
            games.start(self._chosen.numpy(), group)

    def _note(self, step: int, group: slice) -> None:
        """Waits for a group's games and keeps how those ended that did."""
        games = self.games
        games.finish(group)
        self.dones[step, group] = self._send(games.dones[group]) != 0
        self.ends[step, group] = self._send(games.ends[group])

    def _play(self) -> None:
        """Collects one batch of decisions: while the device evaluates some groups, the cores play the others."""
        for group in self.games.groups:
            self._ask(0, group)
        for step in range(self.settings.steps):
            for group in self.games.groups:
                self._note(step, group)
                if step + 1 < self.settings.steps:
                    self._ask(step + 1, group)

    @torch.no_grad()
    def _look_back(self) -> tuple[Any, Any]:
        """Computes advantages and returns of all decisions; drops those without a successor."""
        size, settings = self.games.size, self.settings
        every = torch.arange(size, device=self.device)
        ahead = torch.zeros((size, MAX_PLAYERS, 2), device=self.device)
        gains = torch.zeros_like(ahead)
        known = torch.zeros((size, MAX_PLAYERS), dtype=torch.bool, device=self.device)
        advantages = torch.zeros_like(self.values)
        for step in reversed(range(settings.steps)):
            done = self.dones[step]
            ahead = torch.where(done[:, None, None], self.ends[step], ahead)
            gains = torch.where(done[:, None, None], torch.zeros_like(gains), gains)
            known = known | done[:, None]
            seat = self.seats[step]
            sure = known[every, seat]
            gain = ahead[every, seat] - self.values[step] + settings.trace * gains[every, seat]
            gain = gain * sure[:, None]
            advantages[step] = gain
            self.learns[step] &= sure
            ahead[every, seat] = self.values[step]
            gains[every, seat] = gain
            known[every, seat] = True
        return advantages, advantages + self.values

    def _learn(self, fraction: float, batches: int) -> dict[str, float]:
        settings = self.settings
        warm = batches < settings.warm
        advantages, returns = self._look_back()
        chosen = self.learns.view(-1).nonzero().squeeze(1)
        last_margin = settings.margin if settings.last_margin is None else settings.last_margin
        weight = settings.margin + (last_margin - settings.margin) * fraction
        worth = (advantages[..., 0] + weight * advantages[..., 1]).view(-1)[chosen]
        mean, spread = worth.mean(), worth.std() + 1e-6
        rows, masks = self.rows.view(-1, self.rows.shape[-1]), self.masks.view(-1, self.masks.shape[-1])
        flat_returns = returns.view(-1, 2)
        bonus = settings.entropy + (settings.last_entropy - settings.entropy) * fraction
        rate = settings.rate + (settings.last_rate - settings.rate) * fraction
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min((batches + 1) / GENTLE_BATCHES, 1.0)
        sums, count = torch.zeros(6, device=self.device), 0
        for _ in range(settings.epochs):
            order = torch.randperm(len(chosen), device=self.device)
            for first in range(0, len(chosen), settings.minibatch):
                part = order[first : first + settings.minibatch]
                if len(part) < settings.minibatch // 4 and first:
                    continue
                index = chosen[part]
                logits, win, margin = self.model(rows[index], masks[index])
                chances = functional.log_softmax(logits, 1)
                taken = chances.gather(1, self.actions.view(-1)[index][:, None]).squeeze(1)
                change = taken - self.chances.view(-1)[index]
                ratio = change.exp()
                gain = (worth[part] - mean) / spread
                policy = -torch.min(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
                entropy = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
                target = flat_returns[index]
                value = functional.binary_cross_entropy_with_logits(win, target[:, 0].clamp(0, 1))
                value = value + functional.mse_loss(margin, target[:, 1])
                loss = settings.value * value
                if not warm:
                    loss = loss + policy - bonus * entropy
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                with torch.no_grad():
                    unsure = ((ratio - 1).abs() > settings.clip).float().mean()
                    explained = 1 - (target[:, 1] - margin).var() / target[:, 1].var()
                    sums += torch.stack([policy, value, entropy, -change.mean(), unsure, explained])
                count += 1
        self._follow(batches)
        names = ("policy", "value", "entropy", "divergence", "clipped", "explained")
        return dict(zip(names, (sums / max(count, 1)).tolist(), strict=True))

    @torch.no_grad()
    def _follow(self, batches: int) -> None:
        """Moves the average towards the weights: by much at first, then by a small part."""
        part = max(1.0 / (1 + batches), self.settings.averaged)
        for average, value in zip(self.average.parameters(), self.model.parameters(), strict=True):
            average.lerp_(value, part)

    def batches(self) -> Iterator[Report]:
        """Learns until the time is up; yields a report per batch."""
        torch.manual_seed(self.settings.seed)
        self.games.begin()
        if isinstance(self.games, DeviceGames):
            self.games.compile()
        began = time.monotonic()
        batches = decisions = 0
        while True:
            spent = time.monotonic() - began
            if spent >= self.settings.seconds:
                break
            self._play()
            fraction = min(spent / self.settings.seconds, 1.0)
            losses = self._learn(fraction, batches)
            self.rivals.remember(self.model, fraction)
            batches += 1
            decisions += self.settings.steps * self.games.size
            spent = time.monotonic() - began
            left = max(self.settings.seconds - spent, 0.0)
            yield Report(batches, decisions, spent, left, dict(self.games.count_points()), losses)

    def close(self) -> None:
        self.games.close()
