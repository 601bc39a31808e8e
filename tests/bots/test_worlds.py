"""Imagined worlds: the seat cannot tell them from the real one, and tickets go to seats that built for them."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BOARDS

from ferrovia import Board, Game, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.search.bridge import list_beliefs
from ferrovia.bots.search.worlds import KNOWN, imagine_world
from ferrovia.engine.audit import audit
from ferrovia.engine.bridge import new_seen
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.engine.knowledge.redeal import conceal
from ferrovia.engine.state import KEEP_TICKETS, MAX_PLAYERS, MAX_TICKETS, UNKNOWN
from ferrovia.views import View

from .watching import position_after

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
    """Whether the world looks to the seat like the real one."""
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
            world = dreamer.world(number)
            assert looks_the_same(dreamer, world), f"seat {seat}, world {number}"
            assert audit(dreamer.bench.boards[0], world) == 0, f"seat {seat}, world {number}"


@pytest.mark.compiled_only
def test_tickets_are_as_likely_as_they_fit() -> None:
    """Compared with every set of regular tickets that the rival may hold, weighted one by one; some fit much better."""
    game = Game("europe", players=2, seed=3)
    for seat in (0, 1):
        three = next(code for code in game.legal_codes(seat) if (code - KEEP_TICKETS).bit_count() == 3)
        game.play(three, seat=seat)
    tickets = game.board.tickets
    dreamer = Dreamer(game, 0)
    unseen = [t for t, ticket in enumerate(tickets) if dreamer.beliefs[1, t] != KNOWN and not ticket.long]
    for place, ticket in enumerate(unseen):
        dreamer.beliefs[1, ticket] = {0: 300.0, 1: 40.0, 2: 40.0, 3: 15.0}.get(place, 1.0)
    beliefs = dreamer.beliefs[1]
    worlds = [dreamer.held_by(1, number) for number in range(12_000)]
    held = [some for some in worlds if not any(tickets[t].long for t in some)]
    assert len(held) > 2_000
    assert all(len(some) == 3 and some <= set(unseen) for some in held)
    sets = [frozenset(some) for some in combinations(unseen, 3)]
    weights = np.array([prod(beliefs[t] for t in some) for some in sets])
    for ticket in unseen[:8]:
        expected = weights[[ticket in some for some in sets]].sum() / weights.sum()
        found = np.mean([ticket in some for some in held])
        assert found == pytest.approx(expected, abs=0.02), tickets[ticket].id


@pytest.mark.compiled_only
def test_two_rivals_have_the_tickets_that_fit_each_of_them() -> None:
    """Compared with all sets of both, where one ticket fits both of them and only one can have it."""
    game = position_after(load_board("new_york"), 3, 1, 4)
    dreamer = Dreamer(game, 0)
    unseen = [t for t in range(len(game.board.tickets)) if dreamer.beliefs[1, t] != KNOWN]
    for rival, fits in ((1, {0: 60.0, 1: 8.0}), (2, {0: 20.0, 2: 8.0})):
        dreamer.beliefs[rival, unseen] = [fits.get(place, 1.0) for place in range(len(unseen))]
    one, two = (int(game.states[0].tickets_held[rival]) for rival in (1, 2))
    pairs = [
        (frozenset(a), frozenset(b))
        for a in combinations(unseen, one)
        for b in combinations([t for t in unseen if t not in a], two)
    ]
    weights = np.array(
        [prod(dreamer.beliefs[1, t] for t in a) * prod(dreamer.beliefs[2, t] for t in b) for a, b in pairs]
    )
    held = [(dreamer.held_by(1, number), dreamer.held_by(2, number)) for number in range(6_000)]
    for rival in (0, 1):
        for ticket in unseen[:4]:
            expected = weights[[ticket in pair[rival] for pair in pairs]].sum() / weights.sum()
            found = np.mean([ticket in pair[rival] for pair in held])
            assert found == pytest.approx(expected, abs=0.03), (rival, ticket)


@pytest.mark.compiled_only
def test_claimed_routes_reveal_tickets() -> None:
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


def test_known_tickets_and_own_tickets_stay() -> None:
    game = position_after(load_board("london"), 2, 2, 12)
    dreamer = Dreamer(game, 0)
    view = dreamer.view
    offered = {int(t) for t in view.seen.ravel() if t != UNKNOWN}
    assert offered
    assert all(dreamer.beliefs[1, ticket] == KNOWN for ticket in offered)
    assert (dreamer.beliefs[0] == KNOWN).all()
    own = view.states[0].ticket_at == 0
    assert ((dreamer.world(1).ticket_at == 0) == own).all()
