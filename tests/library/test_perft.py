"""Perft: how many sequences of actions there are from a position. One wrong action anywhere changes the numbers.

Chance is fixed by the key, so every sequence has one outcome. The golden numbers are counted by the engine, and once
more by the library alone.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit.walks import board_of, opened, sized

from ferrovia import Game, from_position
from ferrovia.actions import encode
from ferrovia.engine import bridge, state
from ferrovia.engine.chance import NO_SCRIPT
from ferrovia.engine.event_buffer import NO_NOTES

POSITIONS: dict[str, dict[str, Any]] = {
    "tunnel": {
        "board": "europe",
        "seats": [{"hand": {"red": 4, "blue": 2, "wild": 2}}, {"hand": {"green": 3}, "stations": ["paris"]}],
        "phase": "in_tunnel",
        "tunnel": {"route": "paris-zurich", "color": "red", "wilds": 1, "shown": ["red", "wild", "blue"]},
    },
    "last round": {
        "board": "new_york",
        "seats": [
            {
                "hand": {"red": 2, "wild": 1},
                "routes": [
                    "brooklyn-chinatown",
                    "brooklyn-lower_east_side",
                    "brooklyn-wall_street",
                    "chelsea-empire_state_building",
                    "chinatown-lower_east_side",
                    "chinatown-wall_street",
                ],
            },
            {"hand": {"blue": 2}},
        ],
        "turns_left": 2,
    },
    "no cards": {
        "board_text": board_of("tiny").text,
        "seats": [{"hand": {"red": 5, "blue": 6, "wild": 4}}, {}],
        "display": ["red", "red", "red", "blue", "blue"],
    },
    "wild display": {
        "board": "london",
        "seats": [{"hand": {"blue": 2}}, {"hand": {"wild": 2}}, {"hand": {"pink": 1}}],
        "display": ["wild", "wild", "blue", "blue", "green"],
        "phase": "second_card",
    },
}
STARTS = {
    "amsterdam": 3,
    "europe": 3,
    "london": 2,
    "new_york": 4,
    "tiny": 3,
    "usa": 2,
}

# Sequences of 1, 2 and 3 actions.
GOLDEN: dict[str, tuple[int, int, int]] = {
    "amsterdam": (35, 507, 6576),
    "europe": (204, 37114, 8641953),
    "london": (34, 538, 5005),
    "new_york": (28, 245, 1799),
    "tiny": (21, 207, 1684),
    "usa": (123, 4859, 176767),
    "tunnel": (4, 273, 59633),
    "last round": (30, 416, 1199),
    "no cards": (40, 159, 2952),
    "wild display": (3, 96, 948),
}


def position(name: str) -> Game:
    if name in POSITIONS:
        return from_position(POSITIONS[name], seed=5)
    return opened(Game(board_of(name), players=STARTS[name], seed=5))


def count(boards: Any, states: Any, depth: int) -> int:
    """By the engine's doors, over an array with one state a level."""
    found, legal = 0, bridge.desk().legal
    level = len(states) - depth - 1
    seats = [s for s in range(int(states[level].players)) if bridge.may_seat_act(states, level, s)]
    for seat in seats:
        listed = int(bridge.list_actions(boards, states, level, seat, legal))
        if depth == 1:
            found += listed
            continue
        for action in legal[:listed].tolist():
            states[level + 1] = states[level]
            bridge.act(boards, states, level + 1, seat, action, NO_NOTES, NO_SCRIPT)
            found += count(boards, states, depth - 1)
    return found


def perft(game: Game, depth: int) -> int:
    states = state.new_records(state.STATE, depth + 1)
    states[0] = game.states[0]
    return count(game._boards, states, depth)


def recount(game: Game, depth: int) -> int:
    """By the library alone: what the views list, played on copies, and nothing counted that was not played."""
    if depth == 0:
        return 1
    found = 0
    for seat in range(game.players):
        for action in game.view(seat).legal_actions():
            after = game.copy()
            after.play(action, seat=seat)
            found += recount(after, depth - 1)
    return found


@pytest.mark.parametrize("name", [*STARTS, *POSITIONS])
def test_there_are_as_many_sequences_of_actions_as_ever(name):
    game = position(name)
    counted = [perft(game, depth) for depth in (1, 2, 3)[: sized(3, 1 if name in STARTS else 2)]]
    assert counted == list(GOLDEN[name][: len(counted)])


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [*STARTS, *POSITIONS])
def test_the_library_counts_the_same(name):
    game, golden = position(name), GOLDEN[name]
    before = game.states.tobytes()
    depth = max(depth for depth in (1, 2, 3) if depth == 1 or golden[depth - 1] < 2500)
    assert recount(game, depth) == golden[depth - 1]
    assert game.states.tobytes() == before


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [*STARTS, *POSITIONS])
def test_other_paths_to_the_same_number(name):
    """Sequences of two are, one by one, those of the positions after each first action."""
    game = position(name)
    found = 0
    for seat in sorted(game.actors):
        for action in game.legal_actions(seat):
            after = game.copy()
            after.play(encode(game.board, action), seat=seat)
            found += sum(len(after.legal_codes(other)) for other in after.actors)
    assert found == GOLDEN[name][1]
