"""The same games on a GPU. Where there is none, only that it says so; `ferrovia bench --gpu` compares the same way."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from ferrovia.boards import engine_board, load_board
from ferrovia.engine import gpu
from ferrovia.engine.compilation.jit import COMPILED

HERE, WHY_NOT = gpu.available()
on_a_gpu = pytest.mark.skipif(not HERE or not COMPILED, reason=f"needs a GPU and the compiler: {WHY_NOT}")


@on_a_gpu
@pytest.mark.parametrize("board", ["new_york", "europe"])
def test_games_on_the_gpu_are_those_of_the_cpu_bit_by_bit(board: str) -> None:
    boards, key = engine_board(load_board(board)), np.arange(8, dtype=np.int32)
    batch = gpu.Batch(boards, players=2, key=key, seed=5, games=300, threads=64)
    batch.play(0)
    batch.score()
    expected = gpu.cpu_outcomes(boards, players=2, key=key, seed=5, first=0, games=300)
    assert batch.outcomes().tolist() == expected.tolist()


@on_a_gpu
def test_the_bench_compares_with_the_cpu() -> None:
    result = gpu.bench(engine_board(load_board("new_york")), players=2, games=100, repeats=1, threads=64)
    assert result["compared_with_cpu"] == 100
    assert result["different_from_cpu"] == 0
    assert result["games_per_second"] > result["games_per_second_scored"] > 0


def test_without_the_gpu_part_of_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    monkeypatch.delattr("numba.cuda", raising=False)
    usable, reason = gpu.available()
    assert not usable
    assert "ferrovia[gpu]" in reason


class _Driver:
    def __init__(self, answer: bool | Exception) -> None:
        self.answer = answer

    def is_available(self) -> bool:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer, told", [(False, "no CUDA GPU was found"), (RuntimeError("asleep"), "does not answer: asleep")]
)
def test_without_a_gpu_it_says_so(answer: bool | Exception, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda", _Driver(answer), raising=False)
    usable, reason = gpu.available()
    assert not usable
    assert told in reason
