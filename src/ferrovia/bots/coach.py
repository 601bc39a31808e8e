"""The coach's answer: for a view, the best actions with chance to win and expected margin, and a tunnel's odds.

The chance of the best action is the chance of the position, the same number that a replay shows for it; what a study
finds out about the other actions says how much of it they keep. On a board without a network, games played on by
planners say both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ferrovia.actions import Action, ClaimRoute, decode
from ferrovia.bots.api import DEFAULT_BUDGET, Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.guided import PARTS, GuidedStudy
from ferrovia.bots.network.judge import judge_for
from ferrovia.bots.network.reader import Reader
from ferrovia.bots.search.bot import allowed_threads
from ferrovia.bots.search.halving import Finding, Study
from ferrovia.engine import prepare
from ferrovia.views import Odds, View


@dataclass(frozen=True, slots=True)
class Advice:
    """One action and what the coach expects of it."""

    action: Action
    win: float  # chance to win, between 0 and 1
    margin: float  # points ahead of the best other seat at the end, on average
    simulations: int  # imagined games behind these numbers
    tunnel: Odds | None  # of 0 to 3 extra cards, where the action enters a tunnel


def advise(
    view: View, *, budget: Budget = DEFAULT_BUDGET, seed: int = 0, best: int = 5, threads: int | None = None
) -> tuple[Advice, ...]:
    """The best actions for the seat of a view, the likeliest to win first. Nothing if the seat is not to act.

    They are those that the search tried most; of two with the same chance, the one with the larger margin comes first.

    The numbers come from what the seat may know.
    """
    if best < 1:
        raise ValueError("ask for one action at least")
    legal = view.legal_actions()
    if not legal:
        return ()
    prepare(*PARTS)
    benches = [Workbench(view.board) for _ in range(threads or allowed_threads())]
    rng, judge = np.random.default_rng(seed), judge_for(view.board, view.players)
    study: Study
    if judge is None:
        study = Study(view, rng, benches)
        chance = None
    else:
        readers = [Reader(judge.reader.network, view.players) for _ in benches]
        study = GuidedStudy(view, rng, benches, readers, least=best)
        chance = judge.chance(view.states, view.seat)
    study.run(budget, even_if_one=True)
    found = rank(study.findings()[:best], study.best(), chance)
    actions = [decode(view.board, finding.code) for finding in found]
    return tuple(
        Advice(action, finding.win, finding.margin, finding.simulations, _odds(view, action))
        for action, finding in zip(actions, found, strict=True)
    )


def rank(findings: Sequence[Finding], best: int, chance: float | None) -> list[Finding]:
    """The best action first, the others by their chances. One that looked better in too few games is told as good.

    `chance` is that of the position, which the best action keeps whole; None: what the study found for it.
    """
    first = next(finding for finding in findings if finding.code == best)
    whole = first.win if chance is None else chance
    told = []
    for finding in findings:
        kept = finding.win / first.win if first.win > 0 else 1.0
        margin = finding.margin if kept < 1.0 else min(finding.margin, first.margin)
        told.append(Finding(finding.code, whole * min(kept, 1.0), margin, finding.simulations))
    return sorted(told, key=lambda finding: (finding.code != best, -finding.win, -finding.margin))


def _odds(view: View, action: Action) -> Odds | None:
    if not isinstance(action, ClaimRoute) or not view.board.route(action.route).tunnel:
        return None
    return view.tunnel_odds(action)
