"""Games of a bot as examples to learn from."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from ferrovia.boards import load_board
from ferrovia.bots import Budget
from ferrovia.bots.network.features import Features
from ferrovia.training.examples import Examples, Lessons, gather

pytestmark = pytest.mark.compiled_only

FEATURES = Features(load_board("new_york"))
LESSONS = Lessons(FEATURES.board, FEATURES.style, "search", Budget(simulations=4), {2: 0.5, 4: 0.5}, seed=3)


def test_processes_change_nothing() -> None:
    told: list[int] = []
    alone = gather(LESSONS, games=4)
    together = gather(LESSONS, games=4, processes=2, tell=told.append)
    for field in fields(Examples):
        assert np.array_equal(getattr(alone, field.name), getattr(together, field.name)), field.name
    assert told == [1, 2, 3, 4]


def test_every_number_of_players_is_learned_from_and_every_choice_was_allowed() -> None:
    examples = gather(LESSONS, games=6)
    assert examples.masks[np.arange(len(examples)), examples.actions].all()
    assert (np.count_nonzero(examples.masks, axis=1) > 1).all()
    trains = examples.rows[:, FEATURES.encoding.start["trains"] + 3]  # of the fourth seat
    assert 0 < np.count_nonzero(trains) < len(examples)
    assert set(np.unique(examples.wins)) <= {0.0, 0.25, 1 / 3, 0.5, 1.0}
    assert (np.abs(examples.margins) < 1).all()
