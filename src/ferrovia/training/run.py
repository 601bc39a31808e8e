"""A complete training run: start or resume, imitate, play, evaluate, keep the best.

The checkpoint on disk is always the best so far, by games on fixed deals, so a run may be stopped at any time. The
opponents in these games are planners, or the network that the run resumes: strong networks all win as often against
planners. The checkpoint carries seeds, versions, settings and the whole curve.
"""

from __future__ import annotations

import copy
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

import ferrovia
from ferrovia.boards import Board
from ferrovia.bots import Budget
from ferrovia.bots.network.features import Features
from ferrovia.bots.network.weights import Weights, WeightsError, describe, load_weights, save_weights

from .curve import Point, draw_curve, write_curve
from .evaluate import Match, play_match
from .examples import Lessons, gather
from .imitation import LOWER_RATE, RATE, imitate
from .model import Model
from .self_play import Report, SelfPlay
from .settings import Settings

WIDTH: Final = 384
BLOCKS: Final = 2
LOOKS: Final = 12  # evaluations per run


@dataclass(frozen=True, slots=True)
class Imitation:
    """The bot to imitate first, the number of games, and its thinking time."""

    bot: str
    games: int
    budget: Budget


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a run."""

    board: Board
    out: Path
    settings: Settings
    resume: Path | None = None
    imitation: Imitation | None = None
    against: Path | None = None  # a frozen network to learn to beat, instead of planners and itself
    width: int = WIDTH
    blocks: int | None = None  # 2; of a resumed network, as many as it has, or more
    deals: int = 200  # from every seat, per evaluation
    threads: int = 1
    device: str = "cpu"
    on_device: bool = False  # whether the games are played there too
    small: bool = False  # store eight bits per weight, as in the package

    @property
    def measured_against(self) -> str:
        """The name of the opponents whose games make the curve and decide which network is kept."""
        network = self.against or self.resume
        return network.name if network is not None else "planner"


class Progress:
    """Receives the progress of a run. Does nothing unless overridden."""

    def imitated(self, games: int) -> None: ...

    def agreed(self, before: float, after: float) -> None: ...

    def began(self, games: int) -> None:
        """Called when self-play begins, with the number of games that are really played at once."""

    def learned(self, report: Report) -> None: ...

    def looked(self, point: Point, *, is_best: bool) -> None:
        """Called after an evaluation. A network that is the best so far has been written."""


def best_device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def default_shares(board: Board) -> dict[int, float]:
    """The share of games per number of players; two players get the most."""
    low, high = board.players
    wanted = {2: 0.6, 3: 0.12, 4: 0.2, 5: 0.08}
    return {players: wanted[players] for players in range(low, high + 1)}


def train(options: Options, teller: Progress | None = None) -> list[Point]:
    """Trains a network and writes it with its curve: out.npz, out.json, out.png."""
    tell = teller or Progress()
    torch.manual_seed(options.settings.seed)
    board, history = options.board, []
    rival = load_weights(options.against, board) if options.against is not None else None
    if options.resume is not None:
        weights = load_weights(options.resume, board)
        if rival is not None and rival.style != weights.style:
            raise WeightsError(f"{options.resume}: plans in another style than {options.against}")
        features = Features(board, weights.style)
        model = Model.of_weights(features, weights, options.blocks or 0)
        history = list(weights.about.get("history", []))
    else:
        features = Features(board, rival.style if rival is not None else None)
        model = Model(features, options.width, options.blocks or BLOCKS)
    model.to(options.device)
    frozen = Model.of_weights(features, rival).to(options.device) if rival is not None else None
    start = copy.deepcopy(model) if options.resume is not None else None
    if options.imitation is not None:
        if options.resume is not None and options.out.resolve() != options.resume.resolve():
            save_weights(options.out, weights, eight_bits=options.small)  # the best so far
        _imitate(options, options.imitation, features, model, tell)
    return _play(options, features, model, frozen, start, history, tell)


def _imitate(options: Options, imitation: Imitation, features: Features, model: Model, tell: Progress) -> None:
    settings = options.settings
    lessons = Lessons(
        options.board, features.style, imitation.bot, imitation.budget, settings.shares, seed=settings.seed
    )
    examples = gather(lessons, games=imitation.games, processes=options.threads, tell=tell.imitated)
    rate = RATE if options.resume is None else LOWER_RATE
    before, after = imitate(model, examples, device=options.device, seconds=settings.seconds, rate=rate)
    tell.agreed(before, after)


def _play(
    options: Options,
    features: Features,
    model: Model,
    frozen: Model | None,
    start: Model | None,
    history: list[Any],
    tell: Progress,
) -> list[Point]:
    settings, opponent = options.settings, options.measured_against
    rival = frozen or start
    run = SelfPlay(
        model,
        settings,
        threads=options.threads,
        device=options.device,
        on_device=options.on_device,
        frozen=frozen,
    )
    settings = replace(settings, games=run.games.size)
    tell.began(settings.games)
    points: list[Point] = []
    best: float | None = None

    def look(seconds: float, decisions: int) -> None:
        nonlocal best
        matches = [_match(options, features, run.average, rival, players) for players in sorted(settings.shares)]
        points.append(Point(seconds, decisions, matches))
        worth = _worth(matches, settings.shares)
        is_best = best is None or worth > best
        if is_best:
            best = worth
            _save(options, features, run.average, settings, history, points)
        tell.looked(points[-1], is_best=is_best)

    try:
        if options.imitation is not None:
            best = _worth_of_resumed(options, features, frozen, start)
        look(0.0, 0)
        seconds, decisions, next_look = 0.0, 0, settings.seconds / LOOKS
        for report in run.batches():
            seconds, decisions = report.seconds, report.decisions
            tell.learned(report)
            if seconds >= next_look and report.left > 0:
                look(seconds, decisions)
                next_look = seconds + settings.seconds / LOOKS
        look(seconds, decisions)
    finally:
        run.close()
        if points:
            write_curve(options.out.with_suffix(".json"), options.board.id, opponent, points)
        if len(points) > 1:
            draw_curve(options.out.with_suffix(".png"), f"{options.board.name}: learning", opponent, points)
    return points


def _worth_of_resumed(options: Options, features: Features, frozen: Model | None, start: Model | None) -> float | None:
    """What a network has to beat after imitation: the worth of the one that the run resumes, if there is one."""
    if start is None:
        return None
    if frozen is None:
        return 1.0  # against itself
    shares = options.settings.shares
    return _worth([_match(options, features, start, frozen, players) for players in sorted(shares)], shares)


def _worth(matches: list[Match], shares: Mapping[int, float]) -> float:
    """The overall strength of a network: wins relative to a fair share, weighted like the games."""
    total = sum(shares.values())
    return sum(shares[match.players] / total * match.won * match.players for match in matches)


def policy_of(model: Model, device: str) -> Callable[[Any, Any], Any]:
    """Returns a policy that picks the likeliest action of each row."""

    def choose(rows: Any, masks: Any) -> Any:
        with torch.no_grad():
            logits, _, _ = model(torch.from_numpy(rows).to(device), torch.from_numpy(masks).to(device))
        return logits.argmax(1).cpu().numpy()

    return choose


def _match(options: Options, features: Features, model: Model, opponent: Model | None, players: int) -> Match:
    policy = policy_of(model, options.device)
    rival = policy_of(opponent, options.device) if opponent is not None else None
    deals = max(options.deals * 2 // players, 2)
    return play_match(features, policy, rival=rival, players=players, deals=deals, seed=1, threads=options.threads)


def _save(
    options: Options, features: Features, model: Model, settings: Settings, history: list[Any], points: list[Point]
) -> None:
    """Writes a network. `settings` are those of the options, with the number of games that are really played."""
    this = {
        "settings": settings.as_data(),
        "imitated": options.imitation.bot if options.imitation else None,
        "against": options.against.name if options.against else None,
        "measured_against": options.measured_against,
        "curve": [point.as_data() for point in points],
        "versions": {
            "ferrovia": ferrovia.__version__,
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        "device": options.device,
        "games_on_device": options.on_device,
        "cores": os.cpu_count(),
    }
    about = describe(options.board, features.style, history=[*history, this])
    save_weights(options.out, Weights(about, model.arrays()), eight_bits=options.small)
