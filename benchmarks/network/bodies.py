"""Compares bodies of a network: the MLP, one of entities, and one of entities whose table sees the whole row.

    python -m benchmarks.network.bodies imitation [BOARD] [--decisions 50000] [--seconds 25] [--seed 1] [--deals 200]
    python -m benchmarks.network.bodies self_play [BOARD] [--seconds 25] [--seed 1] [--deals 200]
    python -m benchmarks.network.bodies on_gpu [BOARD] [--seconds 130] [--bodies mlp entities] [--entropy 0.04]

Needs the extra `train`; uses one core. All bodies begin with random weights and learn for equal processor time, then
play `planner`. The last needs the extra `gpu` too.

- Imitation: the shipped network plays itself and planners, some moves at random; the bodies learn its policy and the
  results of the games. Other games are held out. They choose when to stop, so their losses flatter all bodies a little.
- Self-play from nothing, without any trust in the planner.
- Self-play on a GPU that begins as the planner, as `ferrovia train` does, for equal time by the clock.

Every trial is added to `benchmarks/results/bodies.json`.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from benchmarks.network.entities import EntityModel, EntityNetwork
from torch.nn import functional

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.network.network import Network
from ferrovia.bots.network.reader import network_for
from ferrovia.bots.network.weights import Weights
from ferrovia.environments.batch import Batch
from ferrovia.training.evaluate import play_match
from ferrovia.training.examples import STRAY
from ferrovia.training.games import MARGIN_SCALE, results
from ferrovia.training.model import Heads, Model
from ferrovia.training.self_play import SelfPlay
from ferrovia.training.settings import Settings

RESULTS: Final = Path(__file__).parents[1] / "results/bodies.json"
BODIES: Final = ("mlp", "entities", "both")
PLAYERS: Final = 2
GAMES_AT_ONCE: Final = 256
HELD_OUT_SEED: Final = 700_000
MINIBATCH: Final = 256
VALUE: Final = 0.1  # weight of both values, relative to the policy
RATE, LAST_RATE = 1.5e-3, 2e-5
LOOKS: Final = 6
MATCH_SEED: Final = 2026
# The MLP: width and blocks, as shipped on most boards (New York has four blocks). Entities: widths of entities and
# table, and rounds, for as much time per move.
SHAPES: Final = {"mlp": (384, 2), "entities": (48, 192, 1)}
LARGE_BOARDS: Final = {board: {"mlp": (448, 2), "entities": (32, 192, 2)} for board in ("europe", "usa")}


# --- games to learn from ----------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Decisions:
    """A seat's observation, its legal actions, the shipped network's answer, and how the game ended for the seat."""

    rows: Any
    masks: Any
    outputs: Any
    wins: Any
    margins: Any
    games: Any  # the number of each decision's game

    def __len__(self) -> int:
        return len(self.games)

    def first(self, count: int) -> Decisions:
        return Decisions(*(getattr(self, field.name)[:count] for field in fields(self)))


def gather(teacher: Network, games: int, seed: int) -> Decisions:
    """All decisions with more than one option, game after game. In half of the games a planner has one of the seats."""
    parts: list[Decisions] = []
    for first in range(0, games, GAMES_AT_ONCE):
        parts.append(_gather(teacher, min(GAMES_AT_ONCE, games - first), seed + first))
    return Decisions(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Decisions)))


def _gather(teacher: Network, games: int, seed: int) -> Decisions:
    features, rng = teacher.features, np.random.default_rng(seed)
    viewer, batch = Viewer(features), Batch(
        features.board, players=PLAYERS, games=games, seed=seed, wilds="fewest", threads=1
    )  # fmt: skip
    out = batch.reset()
    rows, planned = np.zeros((games, features.size), dtype=np.uint8), np.zeros(games, dtype=np.int64)
    stray = np.resize(STRAY, games)
    planner = np.where(rng.random(games) < 0.5, rng.integers(PLAYERS, size=games), -1)
    wins, margins, done = np.zeros((games, PLAYERS)), np.zeros((games, PLAYERS)), np.zeros(games, dtype=np.bool_)
    seen: list[tuple[Any, ...]] = []
    while not done.all():
        viewer.view(PLAYERS, batch.states, out.seats, out.observations, rows, out.masks, planned)
        marks, actions = out.masks.view(np.uint8), planned.copy()
        playing = np.flatnonzero(~done)
        outputs = teacher.outputs(rows[playing])
        chosen = teacher.logits(outputs, rows[playing], marks[playing]).argmax(axis=1)
        actions[playing] = np.where(out.seats[playing] == planner[playing], planned[playing], chosen)
        for place in playing[rng.random(len(playing)) < stray[playing]]:
            actions[place] = rng.choice(np.flatnonzero(marks[place]))
        free = (marks[playing] != 0).sum(axis=1) > 1
        kept = playing[free]
        seen.append((kept, out.seats[kept].astype(int), rows[kept], marks[kept].copy(), outputs[free]))
        out = batch.step(actions)
        ended = np.flatnonzero((out.dones != 0) & ~done)
        if len(ended):
            wins[ended], margins[ended] = results(out.totals[ended], out.ranks[ended])
            done[ended] = True
    place, seats, all_rows, masks, said = (np.concatenate(part) for part in zip(*seen, strict=True))
    order = np.argsort(place, kind="stable")
    place, seats = place[order], seats[order]
    won, ahead = wins[place, seats], np.tanh(margins[place, seats] / MARGIN_SCALE)
    return Decisions(
        all_rows[order], masks[order], said[order], won.astype(np.float32), ahead.astype(np.float32), seed + place
    )


# --- learning ---------------------------------------------------------------------------------------------------------
def new_body(body: str, features: Features, seed: int) -> Heads:
    torch.manual_seed(seed)
    shapes: Any = LARGE_BOARDS.get(features.board.id, SHAPES)
    if body == "mlp":
        return Model(features, *shapes["mlp"])
    return EntityModel(features, *shapes["entities"], whole=body == "both")


def in_numpy(model: Any) -> Network:
    arrays = {name: np.array(value) for name, value in model.arrays().items()}
    if isinstance(model, EntityModel):
        return EntityNetwork(model.features, arrays, model.whole)
    return Network(model.features, Weights({}, arrays))


def losses(model: Heads, data: Decisions, index: Any) -> dict[str, Any]:
    """Per decision: cross-entropy to the shipped network's policy, agreement with its choice, losses of the values."""
    rows, masks, outputs, wins, margins = (
        torch.from_numpy(part[index]) for part in (data.rows, data.masks, data.outputs, data.wins, data.margins)
    )
    logits, win, margin = model(rows, masks)
    wanted = model.logits(outputs, rows, masks)
    return {
        "policy": -(wanted.softmax(1) * logits.log_softmax(1)).sum(1),
        "agreement": (logits.argmax(1) == wanted.argmax(1)).float(),
        "win": functional.binary_cross_entropy_with_logits(win, wins, reduction="none"),
        "margin": (margin - margins).square(),
    }


def total(found: dict[str, Any]) -> Any:
    return found["policy"] + VALUE * (found["win"] + found["margin"])


@torch.no_grad()
def examine(model: Heads, data: Decisions) -> dict[str, Any]:
    parts = [losses(model, data, slice(at, at + 2048)) for at in range(0, len(data), 2048)]
    return {name: torch.cat([part[name] for part in parts]).numpy() for name in parts[0]}


def means(found: dict[str, Any]) -> dict[str, float]:
    return {name: round(float(values.mean()), 4) for name, values in found.items()}


class SaysTheSame(Heads):
    """Returns given outputs: the shipped network's own losses are the least that a pupil can hope for."""

    def __init__(self, features: Features, outputs: Any) -> None:
        super().__init__(features)
        self.left = torch.from_numpy(outputs)

    def outputs(self, rows: Any) -> Any:
        now, self.left = self.left[: len(rows)], self.left[len(rows) :]
        return now


def learn(
    model: Heads,
    data: Decisions,
    held: Decisions,
    seconds: float,
    seed: int,
    clock: Callable[[], float] = time.process_time,
) -> list[dict[str, float]]:
    """Learns for some seconds of processor time, then takes the weights that were best on held-out games."""
    rng, optimizer = (
        np.random.default_rng(seed),
        torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-3, fused=True),
    )
    looks: list[dict[str, float]] = []
    best, kept, spent, steps = np.inf, model.state_dict(), 0.0, 0
    order: Any = np.zeros(0, dtype=np.int64)
    while True:
        if spent >= seconds * (len(looks) + 1) / LOOKS:
            found = examine(model, held)
            passes = round(steps * MINIBATCH / len(data), 2)
            looks.append({"seconds": round(spent, 1), "passes": passes, **means(found)})
            if total(found).mean() < best:
                best, kept = total(found).mean(), copy.deepcopy(model.state_dict())
        if spent >= seconds:
            break
        began = clock()
        if len(order) < MINIBATCH:
            order = rng.permutation(len(data))
        index, order = order[:MINIBATCH], order[MINIBATCH:]
        for group in optimizer.param_groups:
            group["lr"] = min(RATE + (LAST_RATE - RATE) * spent / seconds, RATE * (steps + 1) / 100)
        loss = total(losses(model, data, index)).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        steps += 1
        spent += clock() - began
    model.load_state_dict(kept)
    return looks


# --- the trial --------------------------------------------------------------------------------------------------------
def speed(networks: dict[str, Network], rows: Any) -> dict[str, dict[str, float]]:
    """Median microseconds per row, alone and in batches. They take turns: games, too, keep caches busy."""
    found: dict[str, dict[str, float]] = {body: {} for body in networks}
    for size, times in ((1, 1000), (256, 10)):
        took: dict[str, list[float]] = {body: [] for body in networks}
        for turn in range(times):
            at = turn * size % (len(rows) - size)
            for body, network in networks.items():
                began = time.perf_counter()
                network.outputs(rows[at : at + size])
                took[body].append(time.perf_counter() - began)
        for body, values in took.items():
            found[body][f"batch_{size}"] = round(1e6 * float(np.median(values)) / size, 1)
    return found


def gap(first: Any, second: Any, games: Any) -> tuple[float, float]:
    """The mean difference per decision and 1.96 standard errors, over games."""
    _, place = np.unique(games, return_inverse=True)
    sums, counts = np.bincount(place, weights=first - second), np.bincount(place)
    mean = sums.sum() / counts.sum()
    error = np.sqrt(np.square(sums - mean * counts).sum()) / counts.sum()
    return round(float(mean), 4), round(float(1.96 * error), 4)


def imitation(options: argparse.Namespace, teacher: Network) -> Iterator[dict[str, Any]]:
    features = teacher.features
    models: dict[str, Any] = {body: new_body(body, features, options.seed) for body in options.bodies}
    held = gather(teacher, options.held_out, HELD_OUT_SEED)
    data = gather(teacher, int(1.05 * options.decisions * options.held_out / len(held)) + 1, options.seed)
    yield {
        "decisions_held_out": len(held),
        "microseconds": speed({body: in_numpy(model) for body, model in models.items()}, held.rows),
        "weights": {body: sum(value.numel() for value in model.parameters()) for body, model in models.items()},
        "shipped": means(examine(SaysTheSame(features, held.outputs), held)),
        "untrained": means(examine(new_body("mlp", features, options.seed), held)),
    }
    mlp: Any = {}
    for body, model in models.items():
        looks = learn(model, data.first(options.decisions), held, options.seconds, options.seed)
        found = examine(model, held)
        if body == "mlp":
            mlp = found
        more = {name: gap(found[name], mlp[name], held.games) for name in mlp}
        yield {body: {**means(found), "more_than_mlp": more, "match": match(options, model), "looks": looks}}


def self_play(options: argparse.Namespace, teacher: Network) -> Iterator[dict[str, Any]]:
    for body in options.bodies:
        model: Any = new_body(body, teacher.features, options.seed)
        with torch.no_grad():
            (model.last.bias if body == "mlp" else model.bias).zero_()
        settings = Settings(
            seconds=1e9, games=256, steps=32, minibatch=1024, rate=1e-3, last_rate=1e-3, planners=0.0, seed=options.seed
        )
        run, began, decisions = SelfPlay(model, settings, threads=1, device="cpu"), time.process_time(), 0
        for report in run.batches():
            decisions = report.decisions
            if time.process_time() - began >= options.seconds:
                break
        run.close()
        yield {body: {"decisions": decisions, "match": match(options, model)}}


def on_gpu(options: argparse.Namespace, teacher: Network) -> Iterator[dict[str, Any]]:
    """Self-play that begins as the planner, for the same time by the clock; then against planners and each other."""
    models: dict[str, Any] = {}
    for body in options.bodies:
        model = models[body] = new_body(body, teacher.features, options.seed)
        settings = Settings(
            seconds=options.seconds, games=32768, epochs=1, last_rate=2e-5, entropy=options.entropy,
            last_entropy=options.entropy / 4, warm=8, planners=0.1, last_margin=0.2, seed=options.seed,
        )  # fmt: skip
        run = SelfPlay(model, settings, threads=1, device="cuda", on_device=True)
        last: dict[str, Any] = {}
        for report in run.batches():
            last = {"decisions": report.decisions, "losses": report.losses}
        models[body] = run.average
        yield {body: {**last, "match": match(options, run.average)}}
    for one, other in combinations(models, 2):
        rival = in_numpy(models[other]).choose
        yield {f"{one} against {other}": match(options, models[one], rival)}


def match(options: argparse.Namespace, model: Any, rival: Any = None) -> str:
    """Against planners, or against a rival."""
    choose = in_numpy(model).choose
    return str(play_match(model.features, choose, rival=rival, deals=options.deals, seed=MATCH_SEED))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(required=True)
    for run in (imitation, self_play, on_gpu):
        way = ways.add_parser(run.__name__)
        way.set_defaults(run=run, way=run.__name__)
        way.add_argument("board", nargs="?", default="new_york")
        way.add_argument(
            "--seconds", type=float, default=25.0, help="to learn, for each body; of processor time without a GPU"
        )
        way.add_argument("--seed", type=int, default=1)
        way.add_argument("--deals", type=int, default=200, help="played twice against planner")
        way.add_argument("--bodies", nargs="+", choices=BODIES, default=BODIES)
        if run is on_gpu:
            way.add_argument(
                "--entropy", type=float, default=0.04, help="bonus at first; with 0.01 entities never leave the planner"
            )
        if run is imitation:
            way.add_argument("--decisions", type=int, default=50_000)
            way.add_argument("--held-out", type=int, default=300, help="games that choose when to stop")
    options = parser.parse_args()
    torch.set_num_threads(1)
    teacher = network_for(load_board(options.board))
    assert teacher is not None, "every built-in board has one"
    settings = {name: value for name, value in vars(options).items() if name != "run"}
    trial: dict[str, Any] = {**settings, "date": time.strftime("%Y-%m-%d", time.gmtime())}
    for part in options.run(options, teacher):
        print(json.dumps(part), flush=True)
        trial |= part
    earlier = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    RESULTS.write_text(json.dumps([*earlier, trial], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
