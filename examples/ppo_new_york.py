"""Learn New York from nothing by playing against oneself: proximal policy optimization (PPO) in one file, with NumPy.

    python examples/ppo_new_york.py --minutes 15 --save agent.npz --curve curve.svg

Two hidden layers see the flat observation and score every action; the mask leaves the legal ones. All games of a batch
are stepped by one compiled call, so nearly all of the time goes into the network. Nothing is taken from a scripted
bot: `greedy` is only asked now and then how well the agent plays.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.bots import new_bot
from ferrovia.environments.agent import Network, NetworkBot
from ferrovia.environments.batch import Batch
from ferrovia.environments.duel import duel

BOARD, PLAYERS = "new_york", 2
GAMES, STEPS = 256, 64  # games side by side, steps of each before the network learns
EPOCHS, MINIBATCH = 3, 2048
CLIP, LAMBDA, ENTROPY, VALUE_WEIGHT, MOST_GRADIENT = 0.2, 0.95, 0.01, 0.5, 1.0
LEARNING_RATE = 1e-3
POINTS = 20.0  # a reward of 1 is a margin of so many points
FORBIDDEN = np.float32(-1e9)


@dataclass
class Rollout:
    """What happened in some steps of all games: one row a step, one column a game."""

    observations: Any
    masks: Any
    actions: Any
    log_chances: Any
    values: Any
    seats: Any
    rewards: Any
    dones: Any


class Learner:
    """The network, and Adam to improve it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in network.weights]
        self.updates = 0

    def improve(self, batch: dict[str, Any], rate: float, entropy: float) -> None:
        """One step of gradient descent on a minibatch."""
        w1, b1, w2, b2, wp, bp, wv, bv = self.network.weights
        x = batch["observations"].astype(np.float32) * self.network.scale
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        logits = np.where(batch["masks"], h2 @ wp + bp, FORBIDDEN)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        log_all = np.log(chances + 1e-12)
        rows = np.arange(len(x))
        ratio = np.exp(log_all[rows, batch["actions"]] - batch["log_chances"])
        gain = batch["advantages"]
        kept = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        values = (h2 @ wv + bv)[:, 0]
        # gradients, from the losses back
        to_policy = chances * (kept * ratio * gain)[:, None]
        to_policy[rows, batch["actions"]] -= kept * ratio * gain
        surprise = -(chances * log_all).sum(axis=1, keepdims=True)
        to_policy += entropy * chances * (log_all + surprise)
        to_policy = (to_policy / len(x)).astype(np.float32)
        to_value = (VALUE_WEIGHT * (values - batch["returns"]) / len(x)).astype(np.float32)[:, None]
        to_h2 = (to_policy @ wp.T + to_value @ wv.T) * (h2 > 0)
        to_h1 = (to_h2 @ w2.T) * (h1 > 0)
        gradients = [
            x.T @ to_h1,
            to_h1.sum(axis=0),
            h1.T @ to_h2,
            to_h2.sum(axis=0),
            h2.T @ to_policy,
            to_policy.sum(axis=0),
            h2.T @ to_value,
            to_value.sum(axis=0),
        ]
        self._descend(gradients, rate)

    def _descend(self, gradients: list[Any], rate: float) -> None:
        """Adam, with the length of the whole gradient bounded."""
        length = float(np.sqrt(sum(float((g * g).sum()) for g in gradients)))
        shrink = min(1.0, MOST_GRADIENT / (length + 1e-8))
        self.updates += 1
        warm = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, gradient, (first, second) in zip(self.network.weights, gradients, self.moments, strict=True):
            gradient *= shrink
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            weight -= (rate * warm * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


def play(batch: Batch, network: Network, rng: np.random.Generator, steps: int) -> Rollout:
    """Let the network play both seats of all games, and write everything down."""
    games, buffers = batch.games, batch.buffers
    out = Rollout(
        observations=np.empty((steps, games, batch.encoding.size), dtype=np.uint8),
        masks=np.empty((steps, games, batch.actions.size), dtype=bool),
        actions=np.empty((steps, games), dtype=np.int64),
        log_chances=np.empty((steps, games), dtype=np.float32),
        values=np.empty((steps, games), dtype=np.float32),
        seats=np.empty((steps, games), dtype=np.int8),
        rewards=np.empty((steps, games, batch.players), dtype=np.float32),
        dones=np.empty((steps, games), dtype=bool),
    )
    for t in range(steps):
        out.observations[t], out.masks[t], out.seats[t] = buffers.observations, buffers.masks, buffers.seats
        chances, out.values[t] = network.chances(buffers.observations, buffers.masks)
        actions = network.draw(chances, rng)
        out.actions[t] = actions
        out.log_chances[t] = np.log(chances[np.arange(games), actions] + 1e-12)
        batch.step(actions)
        out.rewards[t] = buffers.rewards / POINTS
        out.dones[t] = buffers.dones
    return out


def advantages(rollout: Rollout, last_values: Any) -> tuple[Any, Any]:
    """How much better each action was than expected (GAE), seat by seat: a seat's next state is its own next turn."""
    steps, games = rollout.actions.shape
    gains = np.empty((steps, games), dtype=np.float32)
    rows = np.arange(games)
    reward = np.zeros_like(last_values)  # since the seat's last action
    value, gain = last_values.copy(), np.zeros_like(last_values)
    for t in reversed(range(steps)):
        reward += rollout.rewards[t]
        ended = rollout.dones[t]
        reward[ended] = rollout.rewards[t][ended]
        value[ended], gain[ended] = 0, 0
        seats = rollout.seats[t]
        surprise = reward[rows, seats] + value[rows, seats] - rollout.values[t]
        gains[t] = surprise + LAMBDA * gain[rows, seats]
        reward[rows, seats], value[rows, seats], gain[rows, seats] = 0, rollout.values[t], gains[t]
    return gains, gains + rollout.values


def learn(learner: Learner, batch: Batch, rng: np.random.Generator, rate: float, entropy: float) -> None:
    """One round: play, judge, improve."""
    rollout = play(batch, learner.network, rng, STEPS)
    last = np.stack([learner.network.chances(batch.observe(seat))[1] for seat in range(PLAYERS)], axis=1)
    gains, returns = advantages(rollout, last)
    flat = {
        "observations": rollout.observations.reshape(-1, batch.encoding.size),
        "masks": rollout.masks.reshape(-1, batch.actions.size),
        "actions": rollout.actions.ravel(),
        "log_chances": rollout.log_chances.ravel(),
        "advantages": ((gains - gains.mean()) / (gains.std() + 1e-6)).ravel(),
        "returns": returns.ravel(),
    }
    for _ in range(EPOCHS):
        order = rng.permutation(flat["actions"].size)
        for start in range(0, order.size, MINIBATCH):
            rows = order[start : start + MINIBATCH]
            learner.improve({name: values[rows] for name, values in flat.items()}, rate, entropy)


def draw_curve(path: Path, history: list[dict[str, float]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    minutes = [entry["minutes"] for entry in history]
    left.plot(minutes, [100 * entry["wins"] for entry in history], color="#1b6ca8")
    left.axhline(50, color="#888888", linewidth=0.8, linestyle="--")
    left.set(xlabel="minutes of one core", ylabel="games won against greedy, %", ylim=(0, 100))
    right.plot(minutes, [entry["margin"] for entry in history], color="#b5532a")
    right.axhline(0, color="#888888", linewidth=0.8, linestyle="--")
    right.set(xlabel="minutes of one core", ylabel="points before greedy, on average")
    right.set_ylim(bottom=max(-20, right.get_ylim()[0]))  # who knows nothing draws tickets for ever: far below
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=130)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0, help="of one core: time that others use does not count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=160)
    parser.add_argument("--evaluate-every", type=float, default=1.0, help="minutes")
    parser.add_argument("--games", type=int, default=100, help="against greedy, in each evaluation")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--history", type=Path)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    batch = Batch(
        BOARD, players=PLAYERS, games=GAMES, seed=options.seed, wilds="fewest", reward="margin", every_step=True
    )
    batch.reset()
    network = Network.new(batch.encoding, batch.actions, hidden=options.hidden, rng=rng)
    learner = Learner(network)
    history: list[dict[str, float]] = []
    began, played, next_look = time.process_time(), 0, 0.0
    while True:
        minutes = (time.process_time() - began) / 60
        done = minutes / options.minutes
        if minutes >= next_look or done >= 1:
            result = duel(NetworkBot(network), new_bot("greedy"), BOARD, games=options.games, seed=7)
            history.append(
                {"minutes": minutes, "steps": played, "wins": result.share_won, "margin": result.mean_margin}
            )
            print(f"{minutes:5.1f} min {played:>9,} steps: {result}", flush=True)
            next_look = minutes + options.evaluate_every
            if options.save:
                network.save(options.save)
            if options.history:
                options.history.write_text(json.dumps(history, indent=1) + "\n", encoding="utf-8")
            if done >= 1:
                break
        learn(learner, batch, rng, LEARNING_RATE * max(0.1, 1 - done), ENTROPY * max(0.1, 1 - done))
        played += GAMES * STEPS
    if options.curve:
        draw_curve(options.curve, history)


if __name__ == "__main__":
    main()
