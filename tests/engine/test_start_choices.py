"""Start tickets are chosen by all at once: the order in which the choices arrive changes nothing."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from tests.kit.walks import BUILT_IN_TABLES

from ferrovia.engine.state import (
    CHOOSING_START,
    RANDOM_FIRST,
    TURN,
)

from .table import Table


def choices(table: Table, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.choice(table.legal(seat)) for seat in range(table.players)]


@pytest.mark.rule("S2")
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_every_order_of_the_same_choices_gives_the_same_state(board: str, players: int) -> None:
    table = Table(board, players, first=RANDOM_FIRST, stream=players)
    opening = table.states.copy()
    for seed in range(3):
        wanted = choices(table, seed)
        ends = set()
        for order in permutations(range(players)):
            table.states[:] = opening
            for seat in order:
                assert wanted[seat] in table.legal(seat)
                table.act(seat, wanted[seat])
            ends.add(table.states.tobytes())
            assert table.state.phase == TURN
            assert table.state.turn == table.state.first
            assert table.faults() == 0
        assert len(ends) == 1
        table.states[:] = opening


@pytest.mark.rule("S2")
@pytest.mark.parametrize("board, players", [("europe", 5), ("usa", 3), ("london", 4)])
def test_a_choice_can_be_made_once_and_uses_no_chance(board: str, players: int) -> None:
    table = Table(board, players, stream=1)
    chance = [table.state[field].copy() for field in ("key", "block", "block_used", "block_number")]
    for seat in reversed(range(players)):
        assert table.state.phase == CHOOSING_START
        table.act(seat, table.legal(seat)[-1])
        assert table.legal(seat) == [] or table.state.phase == TURN
        assert all(
            (table.state[f] == c).all()
            for f, c in zip(("key", "block", "block_used", "block_number"), chance, strict=True)
        )
