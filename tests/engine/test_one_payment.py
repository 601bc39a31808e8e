"""The list of the benchmark beside another engine: one payment per route and colour."""

from __future__ import annotations

import random

import numpy as np
import pytest
from benchmarks.peer_rust.one_payment import count_with_one_payment, pick_with_one_payment
from tests.kit.walks import any_kind

from ferrovia.engine import sampling
from ferrovia.engine.state import CLAIM, COLOR_STRIDE

from .table import Table

pytestmark = pytest.mark.compiled_only


def with_fewest_wilds(codes: list[int]) -> set[int]:
    """Of claims that differ only in their wilds, the one with the fewest."""
    fewest: dict[int, int] = {}
    for code in codes:
        kind = code if code < CLAIM else CLAIM + (code - CLAIM) // COLOR_STRIDE * COLOR_STRIDE
        fewest[kind] = min(code, fewest.get(kind, code))
    return set(fewest.values())


@pytest.mark.parametrize("players", [2, 4])
def test_a_seat_lists_each_claim_once_per_colour(players: int) -> None:
    rng, marks, shortened = random.Random(players), np.zeros(sampling.MARKS, dtype=np.int16), 0
    for stream in range(12):
        table = Table("usa", players, stream=stream)
        while not table.is_over():
            seat = table.next_seat()
            listed = table.legal(seat)
            expected = with_fewest_wilds(listed)
            shortened += len(expected) < len(listed)
            picked = set()
            for place in range(len(expected)):
                assert count_with_one_payment(table.record, table.state, seat, marks) == len(expected)
                picked.add(int(pick_with_one_payment(table.record, table.state, seat, marks, place)))
            assert picked == expected
            table.act(seat, any_kind(rng, listed))
    assert shortened
