"""Networks that play against the learner and do not learn: one that stays as it is, or its own earlier selves."""

from __future__ import annotations

import copy
from typing import Any, Final

import torch

from .model import Model

SELVES: Final = 4  # earlier selves at a time; the first is the one that the run began with
MEMORIES: Final = 12  # times in a run that a self is remembered, in place of the oldest but the first


class Rivals:
    """The networks in the games where only one seat learns and networks play the others."""

    def __init__(self, models: list[Model], by_networks: Any, groups: tuple[slice, ...], *, sample: bool) -> None:
        """`by_networks` says which games these are. Rivals sample their actions, or play their favourite ones."""
        self.models, self._sample, self._remembered = models, sample, 0
        rows = torch.as_tensor(by_networks)
        self._places = {group.start: rows[group].nonzero().squeeze(1) for group in groups}

    @torch.no_grad()
    def answer(self, group: slice, rows: Any, masks: Any, actions: Any) -> Any:
        """Returns the actions, with the rivals' choices in their games. The caller ignores those for learners."""
        actions = actions.clone()
        for number, model in enumerate(self.models):
            places = self._places[group.start][number :: len(self.models)]
            if len(places):
                logits = model(rows[places], masks[places])[0]
                actions[places] = (draw(logits) if self._sample else logits).argmax(1)
        return actions

    def remember(self, model: Model, fraction: float) -> None:
        """Takes the learner into the pool of earlier selves when the time has come."""
        due = int(fraction * MEMORIES)
        if self._sample and due > self._remembered:
            self._remembered = due
            self.models[1 + due % (len(self.models) - 1)].load_state_dict(model.state_dict())


def earlier_selves(model: Model) -> list[Model]:
    """The pool that a run begins with."""
    return [copy.deepcopy(model) for _ in range(SELVES)]


def draw(logits: Any) -> Any:
    """Logits with noise: the largest is a sample of the actions by their chances."""
    return logits - torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
