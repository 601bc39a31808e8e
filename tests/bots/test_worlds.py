"""Imagined worlds: the seat cannot tell them from the real one, and tickets go to those who built for them."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest

from ferrovia import Board, Game, load_board
from ferrovia.bots.kernels.doors import list_beliefs
from ferrovia.bots.kernels.worlds import KNOWN, imagine_world
from ferrovia.bots.workbench import Workbench
from ferrovia.engine.doors import new_seen
from ferrovia.engine.hidden import conceal
from ferrovia.engine.jit import COMPILED
from ferrovia.engine.layout import MAX_PLAYERS, MAX_TICKETS, UNKNOWN
from ferrovia.views import View

from .watching import BOARDS, position_after

KEY = np.arange(1, 9, dtype=np.int32)


class Dreamer:
    """Worlds of one view, as the search makes them."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.view = game, seat, game.view(seat)
        self.bench = Workbench(game.board)
        self.beliefs = np.zeros((MAX_PLAYERS, MAX_TICKETS))
        bench, view = self.bench, self.view
        list_beliefs(bench.boards, bench.roads, view.states, seat, view.seen, bench.minds, self.beliefs)

    def world(self, number: int) -> Any:
        bench, view = self.bench, self.view
        bench.states[1] = view.states[0]
        imagine_world(
            bench.boards[0], view.states[0], self.seat, view.seen, self.beliefs, KEY, number, bench.states[1],
            bench.desk.works[0],
        )  # fmt: skip
        return bench.states[1]

    def held_by(self, rival: int, number: int) -> frozenset[int]:
        world = self.world(number)
        return frozenset(t for t in range(len(self.game.board.tickets)) if world.ticket_at[t] == rival)


def looks_the_same(dreamer: Dreamer, world: Any) -> bool:
    """Whether the seat, looking at the world, sees what it sees."""
    copy = world.copy()
    seen = new_seen()
    conceal(dreamer.bench.boards[0], copy, dreamer.seat, seen, dreamer.bench.desk.works[0])
    view: View = dreamer.view
    fields = [name for name in copy.dtype.names if name not in ("key", "stream", "block", "block_number", "block_used")]
    return bool((seen == view.seen).all()) and all(np.array_equal(copy[f], view.states[0][f]) for f in fields)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
@pytest.mark.parametrize("decisions", [1, 9, 20])
def test_the_seat_cannot_tell_them_from_the_real_one(board: Board, decisions: int) -> None:
    players = min(3, max(board.players))
    game = position_after(board, players, 5, decisions)
    for seat in range(players):
        dreamer = Dreamer(game, seat)
        for number in range(20 if COMPILED else 2):
            assert looks_the_same(dreamer, dreamer.world(number)), f"seat {seat}, world {number}"


@pytest.mark.compiled_only
def test_tickets_are_as_likely_as_they_fit() -> None:
    """Against every set of tickets that the rival may hold, weighed one by one."""
    game = position_after(load_board("new_york"), 2, 3, 30)
    dreamer = Dreamer(game, 0)
    beliefs = dreamer.beliefs[1]
    count = int(game.states[0].tickets_held[1])
    unseen = [t for t in range(len(game.board.tickets)) if beliefs[t] != KNOWN]
    assert beliefs[unseen].max() > 2 * beliefs[unseen].min(), "or nothing is shown here"
    held = [dreamer.held_by(1, number) for number in range(6000)]
    assert all(len(tickets) == count for tickets in held)
    seen_by_us = {t for tickets in held for t in tickets} - set(unseen)
    assert not seen_by_us, "nothing was put back in this game, so the rival holds only what we never saw"
    sets = [frozenset(some) for some in combinations(unseen, count)]
    weights = np.array([prod(beliefs[t] for t in some) for some in sets])
    for ticket in unseen:
        expected = weights[[ticket in some for some in sets]].sum() / weights.sum()
        found = np.mean([ticket in tickets for tickets in held])
        assert found == pytest.approx(expected, abs=0.03), game.board.tickets[ticket].id


@pytest.mark.compiled_only
def test_what_somebody_built_tells_the_tickets() -> None:
    """Late in planners' games, worlds have more of the rival's tickets right than a blind redeal."""
    right: dict[str, list[float]] = {"by what was built": [], "blindly": []}
    for seed in range(12):
        game = position_after(load_board("europe"), 2, seed, 70)
        dreamer = Dreamer(game, 0)
        real = frozenset(t for t in range(len(game.board.tickets)) if game.states[0].ticket_at[t] == 1)
        for name, beliefs in (("by what was built", dreamer.beliefs), ("blindly", np.sign(dreamer.beliefs))):
            dreamer.beliefs = beliefs
            right[name] += [len(dreamer.held_by(1, number) & real) / len(real) for number in range(50)]
    assert np.mean(right["by what was built"]) > 3 * np.mean(right["blindly"])


def test_what_the_seat_saw_is_known_and_own_tickets_stay() -> None:
    game = position_after(load_board("london"), 2, 2, 12)
    dreamer = Dreamer(game, 0)
    view = dreamer.view
    offered = {int(t) for t in view.seen.ravel() if t != UNKNOWN}
    assert offered
    assert all(dreamer.beliefs[1, ticket] == KNOWN for ticket in offered)
    assert (dreamer.beliefs[0] == KNOWN).all()
    own = view.states[0].ticket_at == 0
    assert ((dreamer.world(1).ticket_at == 0) == own).all()
