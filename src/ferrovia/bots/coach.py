"""The coach: the best actions for a view, with chance to win, expected margin and a tunnel's odds.

The chance of the best action is the chance of the position, the same number that a replay shows. A search determines
how much of it the other actions keep. On a board without a network, both come from games that planners play to the end.
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
    """One action and the coach's expectation."""

    action: Action
    win: float  # chance to win, between 0 and 1
    margin: float  # points ahead of the best other seat at the end, on average
    simulations: int  # imagined games behind these numbers
    tunnel: Odds | None  # of 0 to 3 extra cards, if the action enters a tunnel


def advise(
    view: View, *, budget: Budget = DEFAULT_BUDGET, seed: int = 0, best: int = 5, threads: int | None = None
) -> tuple[Advice, ...]:
    """Returns the best actions for the seat of a view, likeliest to win first; nothing if the seat is not to act.

    These are the actions that the search tried most; of two with the same chance, the larger margin comes first. The
    numbers use only what the seat may know.
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
    """The best action first, the others by their chances. An action that looked better in too few games is capped.

    `chance` is that of the position, which the best action keeps in full; None: what the search found for it.
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
