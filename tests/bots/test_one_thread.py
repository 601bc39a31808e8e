"""Evaluating a network uses one thread for matrix products, and restores the number of threads afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from ferrovia.bots import Budget, new_bot
from ferrovia.bots.network import network as evaluation
from ferrovia.bots.network.judge import judge_for
from ferrovia.bots.network.one_thread import one_thread
from ferrovia.game import Game

pytestmark = pytest.mark.compiled_only
GAME = Game("new_york", players=2, seed=1)


@pytest.fixture
def blas() -> Iterator[Any]:
    """NumPy's library for matrix products, on two threads.

    SciPy has such a library too, and the process may have loaded it: the two come in no fixed order.
    """
    loaded = ThreadpoolController().select(user_api="blas").lib_controllers
    found = [library for library in loaded if "numpy" in library.filepath]
    if not found:
        pytest.skip("NumPy has no library of its own for matrix products here")
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        yield found[0]


def choose(bot: str) -> None:
    view = GAME.view(0)
    new_bot(bot).choose(view, view.legal_actions(), np.random.default_rng(1), Budget(simulations=40))


def judge() -> None:
    judge = judge_for(GAME.board, 2)
    assert judge is not None
    judge.log_odds_of_all(GAME.view(0).states)


@pytest.mark.parametrize("ask", [lambda: choose("network"), lambda: choose("master"), judge])
def test_a_network_is_evaluated_on_one_thread(
    blas: Any, monkeypatch: pytest.MonkeyPatch, ask: Callable[[], None]
) -> None:
    used: list[int] = []
    norm = evaluation._norm

    def watched(*arguments: Any) -> Any:
        used.append(blas.num_threads)
        return norm(*arguments)

    monkeypatch.setattr(evaluation, "_norm", watched)
    ask()
    assert set(used) == {1}
    assert blas.num_threads == 2


def test_the_last_of_overlapping_evaluations_restores_the_threads(blas: Any) -> None:
    """Two threads of a server overlap: the first to begin ends first."""
    first, second = one_thread(), one_thread()
    assert blas.num_threads == 2, "nothing is limited before a context is entered"
    with ExitStack() as later:
        with first:
            assert blas.num_threads == 1
            later.enter_context(second)
        assert blas.num_threads == 1, "the second still evaluates"
    assert blas.num_threads == 2


def test_an_evaluation_that_fails_restores_the_threads(blas: Any) -> None:
    with pytest.raises(ZeroDivisionError), one_thread():
        raise ZeroDivisionError
    assert blas.num_threads == 2
