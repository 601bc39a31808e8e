"""Any data gives a game or a PositionError; never another exception, never a long wait."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kit.walks import TINY, sized

from ferrovia import Game, PositionError, from_position, to_position
from ferrovia.engine import bridge
from ferrovia.engine.audit import TICKETS_WRONG
from ferrovia.position.read import KEYS, SEAT_KEYS
from ferrovia.validation import MAX_PROBLEMS

from .walks import positions

BOARD = Game(TINY, players=2, seed=0).board
WORDS = [
    *KEYS, *SEAT_KEYS, "route", "color", "wilds", "shown", "returned", "removed", "seat", "offered", "kept",
    "red", "blue", "wild", "ash", "birch", "ash-birch", "birch-cedar", "ash-birch/2", "ash-cedar", "elm-cedar",
    "in_tunnel", "over", "choosing_tickets", "choosing_start", "second_card", "turn", "passes", "turn_limit",
]  # fmt: skip
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(WORDS),
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner),
    max_leaves=12,
)


def set_up(data: Any) -> Game | PositionError:
    try:
        return from_position(data, board=BOARD)
    except PositionError as error:
        return error


def is_refused_or_sound(data: Any) -> None:
    game = set_up(data)
    if isinstance(game, PositionError):
        assert game.problems
        assert all(problem.code.startswith("position/") and problem.reason for problem in game.problems)
        assert str(game)
        return
    assert bridge.faults(game._boards, game.states, 0) & ~TICKETS_WRONG == 0
    assert to_position(from_position(to_position(game))) == to_position(game)
    for step in positions(game, 1, steps=20):
        assert step.is_over or step.actors
    assert bridge.faults(game._boards, game.states, 0) & ~TICKETS_WRONG == 0


@pytest.mark.slow
@settings(max_examples=sized(300, 60), deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), junk, max_size=8))
def test_junk_is_refused_or_makes_sense(data):
    is_refused_or_sound(data)


@settings(max_examples=sized(300, 60), deadline=None)
@given(junk)
def test_junk_instead_of_data_is_refused(data):
    if isinstance(data, dict):
        is_refused_or_sound(data)
    else:
        with pytest.raises(PositionError):
            from_position(data)


def places(data: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every spot of nested data, as its container and key."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found.append((data, key))
        places(value, found)
    return found


REAL = [
    copy.deepcopy(to_position(game))
    for seed in range(3)
    for game in positions(Game(BOARD, players=2 + seed % 2, seed=seed), seed, steps=30)
]


@pytest.mark.slow
@settings(max_examples=sized(800, 100), deadline=None)
@given(st.sampled_from(REAL), st.integers(0, 10**6), st.lists(junk, min_size=1, max_size=3), st.booleans())
def test_a_mangled_position_is_refused_or_makes_sense(original, where, values, deleted):
    data = copy.deepcopy(original)
    rng = random.Random(where)
    for value in values:
        container, key = rng.choice(places(data, []))
        if deleted:
            del container[key]
        else:
            container[key] = value
    is_refused_or_sound(data)


@pytest.mark.parametrize(
    "data",
    [
        {"board": "europe", "seats": [{"hand": {"red": 10**5000}, "known": {"red": 10**5001}}, {}]},
        {"board": "europe", "players": 10**5000},
        {"board": "europe", "next": ["red"] * 10**6},
        {"board": "europe", **{f"key{i}": 0 for i in range(10**5)}},
        {"board": "europe", "seats": [{"routes": ["x" * 10**6] * 90}, {}]},
        {"board": "europe", "seats": [{}] * 10**6},
        {"board": "europe", "display": [[[[]]]] * 5},
        {"board": "europe", "seats": {"hand": {}}},
        {"board": "europe", "turn": float("nan"), "first": float("inf")},
        {"board": "europe", "\ud800": "\udfff", "phase": "\ud800"},
        {"board": "\ud800"},
        {"board_text": "\ud800"},
        {"board_text": "[" * 10**5},
        {"board": "europe", 5: 6, None: 7, (1, 2): 3},
        {"board": "europe", "seats": [{"hand": {5: 1, None: 2}}, {}]},
        {"board": "europe", "ledger": [{}] * 500},
        *[
            {"board": "europe", "seats": [{"hand": {"red": 2}, "drawn_since": {"red": number}}, {}]}
            for number in (
                10**30,
                10**5000,
                2**63,
                2**31,
                256,
                3,
                -1,
                -(10**30),
                True,
                False,
                1.0,
                "1",
                [1],
                float("nan"),
            )
        ],
        *[
            {"board": "europe", "seats": [{"hand": {"red": 2}, "drawn_since": drawn}, {}]}
            for drawn in (10**30, -1, True, "red", ["red"], {"ruby": 1}, {5: 1}, {"\ud800": 1})
        ],
    ],
)
def test_huge_and_strange_data_are_refused_soon(data):
    with pytest.raises(PositionError) as caught:
        from_position(data)
    assert len(caught.value.problems) <= MAX_PROBLEMS + 1
    assert len(str(caught.value)) < 50_000
