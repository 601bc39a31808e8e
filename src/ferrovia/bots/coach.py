"""The coach's answer: for a view, the best actions with chance to win and expected margin, and a tunnel's odds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ferrovia.actions import Action, ClaimRoute, decode
from ferrovia.bots.api import DEFAULT_BUDGET, Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.bot import allowed_threads
from ferrovia.bots.search.halving import PARTS, Study
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

    The numbers come from what the seat may know: worlds imagined from its view, played on by planners.
    """
    if best < 1:
        raise ValueError("ask for one action at least")
    legal = view.legal_actions()
    if not legal:
        return ()
    prepare(*PARTS)
    benches = [Workbench(view.board) for _ in range(threads or allowed_threads())]
    study = Study(view, np.random.default_rng(seed), benches)
    study.run(budget, even_if_one=True)
    findings = sorted(study.findings()[:best], key=lambda found: (-found.win, -found.margin))
    actions = [decode(view.board, finding.code) for finding in findings]
    return tuple(
        Advice(action, found.win, found.margin, found.simulations, _odds(view, action))
        for action, found in zip(actions, findings, strict=True)
    )


def _odds(view: View, action: Action) -> Odds | None:
    if not isinstance(action, ClaimRoute) or not view.board.route(action.route).tunnel:
        return None
    return view.tunnel_odds(action)
