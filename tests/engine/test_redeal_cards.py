"""How often each world comes: unseen cards lie in unseen places at random, known ones where they are known to be."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from ferrovia.engine.state import (
    CLAIM,
    COLOR_STRIDE,
    DRAW_UNSEEN,
    IN_TUNNEL,
    NO_CARD,
    ROUTE_STRIDE,
    SPECTATOR,
    TAKE_BACK,
    TAKE_CARD,
)

from .seat_views import WORLDS, SeatView, is_likely
from .table import (
    Table,
    script_is_done,
    script_of,
)


def hands_by_chance(pool: list[int], sizes: list[int]) -> dict[tuple[tuple[int, ...], ...], float]:
    """Every way to deal hands of these sizes out of a pool of kinds, with its chance."""
    if not sizes:
        return {(): 1.0}
    found = {}
    for hand in product(*(range(count + 1) for count in pool)):
        if sum(hand) == sizes[0]:
            chance = math.prod(map(math.comb, pool, hand)) / math.comb(sum(pool), sizes[0])
            rest = [count - dealt for count, dealt in zip(pool, hand, strict=True)]
            for others, more in hands_by_chance(rest, sizes[1:]).items():
                found[hand, *others] = chance * more
    return found


def check_card_worlds(table: Table, viewer: int, visible: list[int], known: dict[int, list[int]]) -> None:
    """`visible`: cards by kind that the viewer sees anywhere; `known`: what it is sure others hold, besides."""
    kinds = len(table.board.card_colors) + 1
    total = [table.board.wilds] + [table.board.cards_per_color] * (kinds - 1)
    pool = [total[kind] - visible[kind] - sum(held[kind] for held in known.values()) for kind in range(kinds)]
    others = [seat for seat in range(table.players) if seat != viewer]
    sizes = [int(table.state.hand_count[seat]) - sum(known[seat]) for seat in others]
    chances = hands_by_chance(pool, sizes)
    eyes = SeatView(table, table.states, viewer)
    counts: Counter[Any] = Counter()
    certain = np.array([known[seat] for seat in others])
    for worlds in eyes.batches(WORLDS):
        hands = worlds.hands[:, others, :kinds] - certain
        assert (worlds.deck[:, :kinds] == pool - hands.sum(axis=1)).all()
        counts.update(tuple(map(tuple, dealt)) for dealt in hands.tolist())
    is_likely(counts, chances)


def visible_to(table: Table, viewer: int) -> list[int]:
    """Own hand, display, discards, and what lies open for a tunnel."""
    state = table.state
    kinds = len(table.board.card_colors) + 1
    seen = [int(state.discards[kind]) + list(state.display).count(kind) for kind in range(kinds)]
    if viewer != SPECTATOR:
        seen = [count + int(state.hands[viewer, kind]) for kind, count in enumerate(seen)]
    if state.phase == IN_TUNNEL:
        length = table.board.routes[int(state.tunnel_route)].length
        seen[WILD] += int(state.tunnel_wilds)
        seen[int(state.tunnel_color)] += length - int(state.tunnel_wilds)
        for card in state.tunnel_shown:
            if card != NO_CARD:
                seen[card] += 1
    return seen


WILD, RED, BLUE = 0, 1, 2
TUNNEL = "birch-cedar"


def scripted_table(players: int) -> Table:
    """Known hands and display: first seat red and wild, the others red and blue; three red and two blue face up."""
    dealt = [RED, WILD] + [RED, BLUE] * (players - 1)
    script = script_of(*dealt, RED, RED, RED, BLUE, BLUE)
    table = Table("tiny", players, script=script)
    assert script_is_done(script)
    table.choose_start()
    return table


@pytest.mark.compiled_only
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_unseen_cards_are_in_unseen_places_at_random(viewer: int) -> None:
    table = scripted_table(3)
    known = {seat: [0, 0, 0] for seat in range(3) if seat != viewer}
    check_card_worlds(table, viewer, visible_to(table, viewer), known)


@pytest.mark.compiled_only
@pytest.mark.rule("H1")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_cards_taken_face_up_stay_in_the_hands_that_took_them(viewer: int) -> None:
    table = scripted_table(2)
    table.act(0, TAKE_CARD + RED, script_of(WILD))  # replaced by a wild
    table.act(0, DRAW_UNSEEN, script_of(BLUE))
    table.act(1, TAKE_CARD + WILD, script_of(RED))
    held = {0: [0, 1, 0], 1: [1, 0, 0]}
    check_card_worlds(table, viewer, visible_to(table, viewer), {s: k for s, k in held.items() if s != viewer})


@pytest.mark.compiled_only
@pytest.mark.rule("H1")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_cards_laid_down_and_turned_up_for_a_tunnel_are_public(viewer: int) -> None:
    table = scripted_table(2)
    table.act(0, TAKE_CARD + RED, script_of(BLUE))
    table.act(0, DRAW_UNSEEN, script_of(BLUE))
    table.act(1, TAKE_CARD + BLUE, script_of(BLUE))
    table.act(1, DRAW_UNSEEN, script_of(RED))
    route = table.board.route(TUNNEL)
    claim = CLAIM + route.number * ROUTE_STRIDE + RED * COLOR_STRIDE
    table.act(0, claim, script_of(RED, BLUE, RED))
    assert table.state.phase == IN_TUNNEL
    held = {0: [0, 0, 0], 1: [0, 0, 1]}  # the red card taken face up may be the one that was laid down
    check_card_worlds(table, viewer, visible_to(table, viewer), {s: k for s, k in held.items() if s != viewer})
    table.act(0, TAKE_BACK)
    held[0] = [0, 1, 0]
    check_card_worlds(table, viewer, visible_to(table, viewer), {s: k for s, k in held.items() if s != viewer})


@pytest.mark.rule("H1")
def test_a_payment_takes_no_more_from_what_is_known_of_a_hand_than_was_paid() -> None:
    """Two red cards taken face up and one paid: one is still there for certain, whichever of the hand's was paid."""
    table = scripted_table(2)
    table.act(0, TAKE_CARD + RED, script_of(BLUE))
    table.act(0, TAKE_CARD + RED, script_of(BLUE))
    table.act(1, DRAW_UNSEEN, script_of(BLUE))
    table.act(1, DRAW_UNSEEN, script_of(BLUE))
    route = table.board.route("birch-elm")
    table.act(0, CLAIM + route.number * ROUTE_STRIDE + RED * COLOR_STRIDE)
    assert table.state.owner[route.number] == 0
    assert table.state.known[0, :3].tolist() == [0, 1, 0]
    eyes = SeatView(table, table.states, 1)
    assert all(eyes.world(stream).hands[0, RED] >= 1 for stream in range(50))


@pytest.mark.rule("H1")
def test_a_new_deck_is_known_to_be_made_of_the_discards_that_all_saw() -> None:
    """The discards are public: whoever watched knows the new deck's cards, though not their order."""
    table = scripted_table(2)
    state = table.state
    state.hands[1] += state.deck  # seat 1 drew the whole deck unseen, then paid: all discards are red
    state.drawn_since[1] += state.deck
    state.hand_count[1] += state.deck_count
    state.deck[:], state.deck_count = 0, 0
    paid = int(state.hands[1, RED])
    state.hands[1, RED], state.discards[RED], state.discard_count = 0, paid, paid
    state.hand_count[1] -= paid
    table.act(0, DRAW_UNSEEN)
    assert table.faults() == 0
    eyes = SeatView(table, table.states, 0)
    for stream in range(50):
        assert eyes.world(stream).deck.tolist() == state.deck.tolist()
